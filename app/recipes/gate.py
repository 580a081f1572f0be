"""What a process asks of a double barrier, and what it is told: the words of the barrier.

A barrier at PATH has two lists below it: `processes`, ephemeral and sequential, one of each process
that waits or is inside, with its round in its name; and `ready`, persistent, one znode of a round
that has begun, whose data names the processes that are in it. Names are relative to the barrier.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes import requests as q
from app.recipes.messages import Message
from app.recipes.naming import in_order
from app.recipes.place import Place

PROCESSES = "processes"
READY = "ready"
PARENTS = (PROCESSES, READY)


def ready_name(number: int) -> str:
    """The znode that says that a round has begun, relative to the barrier."""
    return f"{READY}/round-{number}"


def process_name(name: str) -> str:
    """A process's znode, relative to the barrier."""
    return f"{PROCESSES}/{name}"


def round_of(name: str) -> int | None:
    """7 for `round-7`, for `GUID_r7-n_0000000012`, and for `GUID-r7-n_0000000012`, as names were
    before; None for what is no name of ours.
    """
    digits = name.removeprefix("round-") if name.startswith("round-") else _of_process(name)
    return int(digits) if digits.isdecimal() and len(digits) < 10 else None


def standing_for(number: int, names: Iterable[str]) -> list[str]:
    """The processes that stand for this round, in their order. Of one that has two znodes, because
    a create of its was late, the lowest counts.
    """
    lowest: dict[str, str] = {}
    for name in in_order(name for name in names if round_of(name) == number):
        lowest.setdefault(name.rpartition("_")[0], name)
    return list(lowest.values())


def latest_of(ready: Iterable[str], processes: Iterable[str]) -> int:
    """The latest round that has begun, by the names: who stands for round 8 knows of round 7, even
    if somebody has taken its ready znode away.
    """
    begun = [number for name in ready if (number := round_of(name)) is not None]
    ahead = [number - 1 for name in processes if (number := round_of(name)) is not None]
    return max([*begun, *ahead], default=0)


def _of_process(name: str) -> str:
    before, found, _ = name.rpartition("-n_")
    return re.split("[_-]r", before)[-1] if found else ""


# -- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class FindRound(Message):
    """List the rounds that have begun, and the processes."""

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """In one flight."""
        return (q.Reads((q.Names(place.of(READY)), q.Names(place.of(PROCESSES)))),)

    def said(self, at: float, generation: int, answer: q.Values) -> i.Input:
        """A round has begun if its ready znode stands, or somebody stands for the next one."""
        return RoundFound(at, generation, _latest(*answer.values))


@dataclass(frozen=True)
class Look(Message):
    """Read the processes, the rounds that have begun, and the ready znode of `round`, with a watch
    that hears of its creation and of its end; `own`, where it is given, is one's own znode, read
    with a watch. With `sync` the server catches up first.
    """

    round: int
    own: str | None
    sync: bool = False

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """In one flight. The own znode first: what befalls it after that fires its watch, and what
        befell it before, the list that is read behind it shows. Then exists with a watch, so that
        also the creation is told; then what it says, and the lists.
        """
        before = (q.Sync(),) if self.sync else ()
        own = (q.Get(place.of(process_name(self.own)), watch=True),) if self.own else ()
        ready = place.of(ready_name(self.round))
        lists = (q.Names(place.of(READY)), q.Names(place.of(PROCESSES)))
        reads = (*own, q.Exists(ready, watch=True), q.Get(ready), *lists)
        return (*before, q.Reads(reads))

    def said(self, at: float, generation: int, *answers: q.Values) -> i.Input:
        """The last three say it all."""
        ready, rounds, names = answers[-1].values[-3:]
        latest = _latest(rounds, names)
        members = None if ready is None else _members_in(ready.data)
        there = None if latest is None else names
        return Looked(at, generation, there, members, latest or 0)


class Opening(Message):
    """Creates a round's ready znode."""

    round: int
    members: tuple[str, ...]

    def _written(self, place: Place) -> q.Write:
        said = {"members": self.members, "by": place.name}
        return q.Create(place.of(ready_name(self.round)), json.dumps(said).encode())

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Both or nothing."""
        done = isinstance(answer, q.Committed)
        return Opened(at, generation) if done else OpenRefused(at, generation)


@dataclass(frozen=True)
class Open(Opening):
    """In one transaction: all these processes' znodes stand, and the round's ready znode, which
    names them, is created.
    """

    round: int
    members: tuple[str, ...]

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """The checks first."""
        stand = (q.Check(place.of(process_name(name))) for name in self.members)
        return (q.Transaction((*stand, self._written(place))),)


@dataclass(frozen=True)
class Reopen(Opening):
    """Create the ready znode of a round that has begun, and names these, once more. Some of them
    may have left already.
    """

    round: int
    members: tuple[str, ...]

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """One create."""
        return (q.Transaction((self._written(place),)),)


@dataclass(frozen=True)
class Clear(Message):
    """Delete the ready znode of a round that is over; nobody waits for the answer."""

    round: int

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """Another process may be faster."""
        return (q.Transaction((q.Delete(place.of(ready_name(self.round))),)),)

    def hear(self, at: float, generation: int, answers: tuple[q.Answer, ...]) -> None:
        """The one that clears the next round finds it gone, or leaves it too."""


def _latest(rounds: Iterable[str] | None, names: Iterable[str] | None) -> int | None:
    """None where one of the lists is missing."""
    return None if rounds is None or names is None else latest_of(rounds, names)


def _members_in(data: bytes) -> tuple[str, ...]:
    """Anybody may have written it: what is not ours names nobody."""
    return tuple(str(name) for name in c.said_in(data, "members", list) or ())


@dataclass(frozen=True)
class Out(c.Command):
    """For the process's work: it has left the round, and so have all others."""

    round: int


@dataclass(frozen=True)
class Late(c.Command):
    """For the process's work: the round began without it."""

    round: int


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Enter(i.Input):
    """Take part in the next round."""


@dataclass(frozen=True)
class Depart(i.Input):
    """What was to be done inside is done: leave, together with all others."""


@dataclass(frozen=True)
class RoundFound(i.Reply):
    """The latest round known to have begun, 0 for none; None where there is no barrier yet."""

    latest: int | None


@dataclass(frozen=True)
class Looked(i.Reply):
    """The names of all processes, None where a list is missing; whom the round's ready znode names,
    None where there is none; and the latest round that is known to have begun, 0 for none.
    """

    names: tuple[str, ...] | None
    members: tuple[str, ...] | None
    latest: int


@dataclass(frozen=True)
class Opened(i.Reply):
    """The round's ready znode stands, by this write."""


@dataclass(frozen=True)
class OpenRefused(i.Reply):
    """Somebody was faster, or one of the processes has gone, or the list has."""
