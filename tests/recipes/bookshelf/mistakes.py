"""The mistakes that are planted into a bookshelf, whose parts are put together with one each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.participant import Commands
from app.participation.place import Place
from app.recipes.bookshelf import machine
from app.recipes.bookshelf.machine import MEMBERS, Admit, Bookshelf, To, of_part
from app.recipes.bookshelf.replication import messages as w
from app.recipes.bookshelf.replication.following import FollowingNode
from app.recipes.bookshelf.replication.shelf import Book
from app.recipes.bookshelf.znodes import ELECTION
from app.recipes.election.messages import Data
from app.zookeeper import operations as q
from tests.simulation import mistakes as usual
from tests.simulation.planting import asking, instead, mutants, without


class StandingTooSoon(Bookshelf):
    """Stands in the election before it knows whether it is in sync."""

    def __init__(self, *settings: Any) -> None:
        super().__init__(*settings)
        self._candidate.receive(Data(0.0, 1, 1))


class LiveTooSoon(Bookshelf):
    """Announces itself before it has caught up."""

    def __init__(self, *settings: Any) -> None:
        super().__init__(*settings)
        self._member._is_admitted = True


class KeepingItsCandidacy(Bookshelf):
    """Stands on when it is in sync no longer."""

    def _tell(self, name: str, given: i.Input) -> Commands:
        falls_behind = isinstance(given, Data) and given.version == 0
        return [] if falls_behind else super()._tell(name, given)


class KeepingItsLiveZnode(Bookshelf):
    """Is live still when it is in sync no longer."""

    def _tell(self, name: str, given: i.Input) -> Commands:
        is_dismissed = isinstance(given, Admit) and not given.on
        return [] if is_dismissed else super()._tell(name, given)


class LeavingWithItsFirstPart(Bookshelf):
    """9: ends the session when one part has left, while the other's znode stands."""

    def _left(self) -> Commands:
        return [c.Leave()]


class EachItsOwnClock(Bookshelf):
    """4: a part looks at the clock only when it is told something itself."""

    def _check_clock(self, at: float) -> Commands:
        return []


class OnePartSuspended(Bookshelf):
    """4: that the connection is gone is told to the election alone."""

    def _tell_all(self, given: i.Input) -> Commands:
        only = isinstance(given, i.Suspended)
        return self._tell(ELECTION, given) if only else super()._tell_all(given)


class OneGenerationForAll(Bookshelf):
    """5: the parts' commands bear the generation of one."""

    def _from(self, name: str, commands: Commands) -> Commands:
        generation = self._candidate.generation
        told = super()._from(name, commands)
        return [
            of_part(**{**one.arguments, "generation": generation})
            if isinstance(one, c.Message) and one.is_of(of_part)
            else one
            for one in told
        ]


class ServingWhenDeposed(Bookshelf):
    """4: who leads no longer serves on."""

    def _with_the_books(self, commands: Commands) -> Commands:
        return super()._with_the_books([one for one in commands if not isinstance(one, c.End)])


class DeafToInSync(Bookshelf):
    """11: reads `in_sync` once over each connection."""

    def _replicate(self, given: i.Input) -> Commands:
        return [] if isinstance(given, w.InSyncChanged) else super()._replicate(given)


class NotReadAgain(Bookshelf):
    """11: does not read `in_sync` over a new connection."""

    def _of_the_session(self, given: i.Input) -> Commands:
        again = isinstance(given, i.Restored) and self.books.in_sync is not None
        return [] if again else super()._of_the_session(given)


def _at_any_version(message: c.Message, place: Place) -> tuple[q.Operation, ...]:
    """2: writes `in_sync` over whatever stands there by now."""
    *before, whole = message.requests(place)
    assert isinstance(whole, tuple)
    *checks, write = whole
    write = replace(write, version=-1) if isinstance(write, q.Set) else write
    return (*before, (*checks, write))


def _to_the_other(part: str, generation: int, command: c.Message) -> c.Message:
    """What one part has asked for is answered to the other."""
    message = of_part(part, generation, command)
    other = MEMBERS if part == ELECTION else ELECTION

    def hear(*given: Any) -> i.Input | None:
        heard = message.hear(*given)
        return replace(heard, part=other) if isinstance(heard, To) else heard

    return replace(message, hear=hear)


def _kept_all_the_same(self: FollowingNode, given: w.StoreFailed) -> None:
    """Takes what the disk has refused for written."""
    self._stored(w.Persisted(given.at, given.operation))


def _confirmed_all_the_same(
    self: FollowingNode, request: int, message: w.Message, epoch: int, book: Book
) -> None:
    """3: confirms a copy that is not on its disk."""
    self._answer(request, 200)


def _whatever_its_disk(self: FollowingNode) -> bool:
    """1: stands, and leads on, with a disk that has refused a write."""
    broken, self.broken = self.broken, None
    try:
        return bool(_eligible(self))
    finally:
        self.broken = broken


_eligible: Any = FollowingNode.is_eligible.fget  # type: ignore[attr-defined]


MISTAKES = {
    **usual.CLOCKS,
    **mutants(
        {
            "stands too soon": StandingTooSoon,
            "live too soon": LiveTooSoon,
            "keeps its candidacy": KeepingItsCandidacy,
            "keeps its live znode": KeepingItsLiveZnode,
            "leaves with its first part": LeavingWithItsFirstPart,
            "each part its own clock": EachItsOwnClock,
            "one part suspended": OnePartSuspended,
            "one generation for all": OneGenerationForAll,
            "serves when deposed": ServingWhenDeposed,
            "deaf to in_sync": DeafToInSync,
            "in_sync not read again": NotReadAgain,
        },
        "bookshelf",
    ),
    "refused is kept": instead(FollowingNode, "_store_failed", _kept_all_the_same),
    "a refused copy is confirmed": instead(FollowingNode, "_refuse", _confirmed_all_the_same),
    "leads on a broken disk": instead(FollowingNode, "is_eligible", property(_whatever_its_disk)),
    "in_sync without its version": asking(w.write_in_sync, _at_any_version),
    "in_sync without its own znode": without(w.write_in_sync, q.Check),
    "answers to the other part": instead(machine, "of_part", _to_the_other),
}
