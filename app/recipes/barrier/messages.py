"""The messages of the barrier: what a process asks of it, and what it hears.

Names are relative to the barrier; `znodes` says what there is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.messages import Reading, Writing
from ...participation.naming import in_order
from ...participation.place import Place
from ...participation.said import said_in
from ...zookeeper import operations as q
from .znodes import PROCESSES, READY, process_name, ready_name, round_of

Names = tuple[str, ...] | None
"""The names in a list, None for a missing one."""


def standing_for(number: int, names: Iterable[str]) -> list[str]:
    """Return the processes that wait for this round, in their order. A process with two znodes,
    because a create of its was late, counts by the lowest.
    """
    lowest: dict[str, str] = {}
    for name in in_order(name for name in names if round_of(name) == number):
        lowest.setdefault(name.rpartition("_")[0], name)
    return list(lowest.values())


def latest_of(ready: Iterable[str], processes: Iterable[str]) -> int:
    """Return the latest round that has begun, by the names: a process that waits for round 8 knows
    of round 7, even if somebody has deleted its ready znode.
    """
    begun = [number for name in ready if (number := round_of(name)) is not None]
    ahead = [number - 1 for name in processes if (number := round_of(name)) is not None]
    return max([*begun, *ahead], default=0)


# -- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class FindRound(Reading):
    """A request to list the rounds that have begun, and the processes."""

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return the two lists."""
        return (q.Names(place.of(READY)), q.Names(place.of(PROCESSES)))

    def told(self, at: float, generation: int, *lists: Names) -> i.Input:
        """Find the latest round: its ready znode is there, or a process waits for the next one."""
        return RoundFound(at, generation, _latest(*lists))


@dataclass(frozen=True)
class LookAround(Reading):
    """A request to read the processes, the rounds that have begun, and the ready znode of `round`,
    with a watch that fires at its creation and its end; `own`, if given, is the process's own
    znode, read with a watch. With `sync` the server catches up first.
    """

    round: int
    own: str | None
    sync: bool = False

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return the reads. The own znode comes first: a later change of it
        fires its watch, and an earlier one shows in the list that is read after it. Then exists
        with a watch, so that the creation is notified too; then the data, and the lists.
        """
        own = (q.Get(place.of(process_name(self.own)), watch=True),) if self.own else ()
        ready = place.of(ready_name(self.round))
        lists = (q.Names(place.of(READY)), q.Names(place.of(PROCESSES)))
        return (*own, q.Exists(ready, watch=True), q.Get(ready), *lists)

    def told(self, at: float, generation: int, *values: Any) -> i.Input:
        """Return what the last three reads say."""
        ready, rounds, names = values[-3:]
        latest = _latest(rounds, names)
        members = None if ready is None else _members_in(ready.data)
        there = None if latest is None else names
        return Looked(at, generation, there, members, latest or 0)


class Opening(Writing):
    """A write that creates a round's ready znode, unless somebody is faster."""

    round: int
    members: tuple[str, ...]

    def _written(self, place: Place) -> q.Write:
        said = {"members": self.members, "by": place.name}
        return q.Create(place.of(ready_name(self.round)), json.dumps(said).encode())


@dataclass(frozen=True)
class Open(Opening):
    """A transaction that checks that all these processes' znodes exist, and creates the round's
    ready znode, which names them.
    """

    round: int
    members: tuple[str, ...]

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the checks, then the create."""
        stand = (q.Check(place.of(process_name(name))) for name in self.members)
        return (*stand, self._written(place))


@dataclass(frozen=True)
class Reopen(Opening):
    """A request to create again the ready znode of a round that has begun, with the same names.
    Some of them may have left already.
    """

    round: int
    members: tuple[str, ...]

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return one create."""
        return (self._written(place),)


@dataclass(frozen=True)
class Clear(Writing):
    """A request to delete the ready znode of a round that is over; nobody waits for the answer."""

    round: int

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return one delete; another process may be faster."""
        return (q.Delete(place.of(ready_name(self.round))),)

    def hear(self, at: float, generation: int, answers: tuple[q.Answer, ...]) -> None:
        """Ignore the answer: the process that clears the next round tries again."""


def _latest(rounds: Names, names: Names) -> int | None:
    """Return the latest round that has begun; None where one of the lists is missing."""
    return None if rounds is None or names is None else latest_of(rounds, names)


def _members_in(data: bytes) -> tuple[str, ...]:
    """Return the names in a ready znode; data that is not ours names nobody."""
    return tuple(str(name) for name in said_in(data, "members", list) or ())


@dataclass(frozen=True)
class Out(c.Command):
    """News for the process's work: it has left the round, and so have all others."""

    round: int


@dataclass(frozen=True)
class Late(c.Command):
    """News for the process's work: the round began without it."""

    round: int


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Enter(i.Input):
    """An order to take part in the next round."""


@dataclass(frozen=True)
class Depart(i.Input):
    """An order to leave, together with all others: the work inside is done."""


@dataclass(frozen=True)
class RoundFound(i.Reply):
    """The latest round known to have begun, 0 for none; None where there is no barrier yet."""

    latest: int | None


@dataclass(frozen=True)
class Looked(i.Reply):
    """The names of all processes, None where a list is missing; the names in the round's ready
    znode, None where there is none; and the latest round known to have begun, 0 for none.
    """

    names: Names
    members: Names
    latest: int
