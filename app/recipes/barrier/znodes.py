"""The names of a double barrier's znodes.

A barrier at PATH has two lists below it: `processes`, ephemeral and sequential, one of each process
that waits or is inside, with its round in its name; and `ready`, persistent, one znode of a round
that has begun, whose data names the processes that are in it. Names are relative to the barrier.
"""

from __future__ import annotations

import re

PROCESSES = "processes"
READY = "ready"
PARENTS = (PROCESSES, READY)


def ready_name(number: int) -> str:
    """Return the name of the znode that says a round has begun, relative to the barrier."""
    return f"{READY}/round-{number}"


def process_name(name: str) -> str:
    """Return the name of a process's znode, relative to the barrier."""
    return f"{PROCESSES}/{name}"


def round_of(name: str) -> int | None:
    """Return 7 for `round-7`, for `GUID_r7-n_0000000012` and for the older form of names,
    `GUID-r7-n_0000000012`; None for any other name.
    """
    digits = name.removeprefix("round-") if name.startswith("round-") else _of_process(name)
    return int(digits) if digits.isdecimal() and len(digits) < 10 else None


def _of_process(name: str) -> str:
    before, found, _ = name.rpartition("-n_")
    return re.split("[_-]r", before)[-1] if found else ""
