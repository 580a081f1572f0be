"""What a process asks of a double barrier, and what it is told: the words of the barrier.

A barrier at PATH has two lists below it: `processes`, ephemeral and sequential, one of each process
that waits or is inside, with its round in its name; and `ready`, persistent, one znode of a round
that has begun, whose data names the processes that are in it. Names are relative to the barrier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from app.recipes import commands as c
from app.recipes import inputs as i

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
class FindRound(c.Command):
    """List the rounds that have begun, and the processes."""


@dataclass(frozen=True)
class Look(c.Command):
    """Read the processes, the rounds that have begun, and the ready znode of `round`, with a watch
    that hears of its creation and of its end; `own`, where it is given, is one's own znode, read
    with a watch.
    """

    round: int
    own: str | None


@dataclass(frozen=True)
class Open(c.Command):
    """In one transaction: all these processes' znodes stand, and the round's ready znode, which
    names them, is created.
    """

    round: int
    members: tuple[str, ...]


@dataclass(frozen=True)
class Reopen(c.Command):
    """Create the ready znode of a round that has begun, and names these, anew."""

    round: int
    members: tuple[str, ...]


@dataclass(frozen=True)
class Clear(c.Command):
    """Delete the ready znode of a round that is over; nobody waits for the answer."""

    round: int


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
