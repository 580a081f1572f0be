"""The mistakes that are planted into elections, by strategy.

The numbers are those of docs/correctness.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from app.participation import commands as c
from app.participation import inputs as i
from app.participation import queueing as queue_module
from app.participation.naming import LEADER
from app.participation.participant import Commands
from app.participation.phases import Intent, Phase
from app.participation.place import Place
from app.recipes.election import actions as actions_module
from app.recipes.election import ledger as ledger_module
from app.recipes.election import machine as machine_module
from app.recipes.election.ledger import ElectionLedger
from app.recipes.election.machine import Leading, SingleElection
from app.recipes.election.messages import (
    Acknowledgement,
    Data,
    ReadBeside,
    Resign,
    acknowledge,
    list_candidates,
)
from app.zookeeper import operations as q
from tests.simulation import mistakes as usual
from tests.simulation import mutants as m
from tests.simulation.parts import Planting
from tests.simulation.planting import asking, mutant, mutants


class DeafToLaterEpochs(Leading):
    """13: leads although a later epoch is acknowledged."""

    def _lead(self, given: i.Children) -> Commands:
        read = given.beside.acknowledgement
        unsaid = read and Acknowledgement(read.version, None, read.mzxid)
        beside = replace(given.beside, acknowledgement=unsaid)
        return super()._lead(replace(given, beside=beside))


class BlindToNewerData(Leading):
    """Volunteers, and leads, whatever its data is."""

    @property
    def _is_behind(self) -> bool:
        return False


class ResignedForGood(Leading):
    """Sits out, and does not come back when its data is the newest again."""

    def _data_told(self, given: Data) -> Commands:
        rests = self._intent is Intent.REST
        commands = super()._data_told(given)
        if rests:
            self._intent = Intent.REST
        return [] if rests else commands


class SittingOutInPlace(Leading):
    """Sits out, as far as it knows; its znode stays where it is."""

    def _withdraw(self) -> Commands:
        if self._intent is not Intent.REST:
            return super()._withdraw()
        self._void_replies()
        return self._withdrawn(None)


class DeafToResign(Leading):
    """A leader that is told to resign leads on."""

    def _resign(self, given: Resign) -> Commands:
        return []


# -- of those that watch the list -----------------------------------------------------------------


class TrustingTheList(Leading):
    """3: leads by the list alone, without a look at its own znode and its owner."""

    def _list(self, phase: Phase, name: str | None) -> Commands:
        if phase is not Phase.CHECKING or self.session is None:
            return super()._list(phase, name)
        self.name = name
        own = i.Own(self.session, 1)
        return self._lead(i.Children(self._now, self.generation, (), own, ReadBeside()))


class ListUnwatched(Leading):
    """11: reads the list again, and does not watch it again."""

    def _fired(self, given: i.WatchFired) -> Commands:
        fired: Commands = super()._fired(given)  # type: ignore[misc]
        return [list_candidates(None) if one.is_of(c.list_names) else one for one in fired]


class DeafWhileItLists(Leading):
    """11: leaves a notification unheard."""

    def _fired(self, given: i.WatchFired) -> Commands:
        return [] if given.name == i.PARENT else super()._fired(given)  # type: ignore[misc]


# -- of the race for one znode --------------------------------------------------------------------


class DeletingByName(SingleElection):
    """2: gives back `leader`, whosever it is by now."""

    def _withdraw(self) -> Commands:
        return super(SingleElection, self)._withdraw()


class TakingTheTaken(SingleElection):
    """2: a `leader` that is there already is taken for its own."""

    def _beaten(self, given: i.Taken) -> Commands:
        return self._created(i.Created(given.at, given.generation, LEADER))

    def _checked(self, given: i.Children) -> Commands:
        return self._lead(given)


class RacingOnce(SingleElection):
    """11: who was beaten waits, though its watch is used up."""

    def _beaten(self, given: i.Taken) -> Commands:
        self._unanswered_create = False
        return self._remember()


# -- of what is asked of ZooKeeper, and of the store ----------------------------------------------


def _acknowledge_unchecked(message: c.Message, place: Place) -> tuple[q.Operation, ...]:
    """13: the acknowledgement is written with a check of the parent, and not of the own znode."""
    (whole,) = message.requests(place)
    assert isinstance(whole, tuple)
    return ((q.Check(place.path), *whole[1:]),)


def _seen_by_its_writes(ledger: ElectionLedger, epoch: int, candidate: str) -> ElectionLedger:
    """13: an epoch counts as seen with its first write, and not with the question before it."""
    return ledger


def _unfenced(ledger: ElectionLedger, epoch: int) -> bool:
    """13: nobody looks at the epochs."""
    return False


def _only_later_ones(ledger: ElectionLedger, epoch: int) -> bool:
    """13: a term's second message is refused."""
    return epoch <= ledger.epoch


def _store(function: str, mistake: Any) -> Planting:
    @contextmanager
    def planted() -> Iterator[None]:
        with (
            patch.object(ledger_module, function, mistake)
            if mistake is not _seen_by_its_writes
            else nullcontext(),
            patch.object(actions_module, function, mistake),
        ):
            yield

    return planted


def _of_any(strategy: str) -> dict[str, Planting]:
    return {
        **usual.of_volunteers(strategy),
        **usual.CLOCKS,
        **mutants(
            {
                "no listing after a reconnect": m.WithoutListingAgain,
                "delete and create after a reconnect": m.CreatingAnew,
                "deaf to later epochs": DeafToLaterEpochs,
                "blind to newer data": BlindToNewerData,
                "resigned for good": ResignedForGood,
                "deaf to the order to resign": DeafToResign,
                "sits out in its place": SittingOutInPlace,
            },
            strategy,
        ),
        "acknowledges unchecked": asking(acknowledge, _acknowledge_unchecked),
    }


_LISTS = {
    "trusts the list": TrustingTheList,
    "list not watched again": ListUnwatched,
    "notification unheard": DeafWhileItLists,
}

MISTAKES: dict[str, dict[str, Planting]] = {
    "predecessor": {
        **_of_any("predecessor"),
        **usual.of_order(queue_module),
        **usual.of_queues("predecessor"),
        **usual.OF_LEADERS,
        **usual.FOUND,
        "seen by its writes": _store("opened", _seen_by_its_writes),
        "unfenced": _store("is_stale", _unfenced),
        "only later epochs": _store("is_stale", _only_later_ones),
        "a connection told twice": usual.told_twice("predecessor"),
        "void watch remembered": mutant(m.VoidWatchRemembered, "predecessor"),
        "pauses as long each time": mutant(m.PausingAlike, "predecessor"),
    },
    "herd": {
        **_of_any("herd"),
        **usual.of_order(machine_module),
        **usual.OF_LEADERS,
        **mutants(_LISTS, "herd"),
    },
    "single": {
        **_of_any("single"),
        **mutants(_LISTS, "single"),
        **mutants(
            {
                "deletes by name": DeletingByName,
                "takes the taken": TakingTheTaken,
                "races once": RacingOnce,
            },
            "single",
        ),
    },
}
"""strategy -> mistake -> what plants it."""
