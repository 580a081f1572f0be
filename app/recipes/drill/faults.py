"""The faults of a drill: what is done to the leader, and how the round mends it."""

from __future__ import annotations

from typing import NamedTuple


class DrillFault(NamedTuple):
    """A fault. action: the verb that a candidate is told. found_by_timeout: whether ZooKeeper finds
    it only as the session runs out, not at once. ends: whether its process ends, so that another
    one has to take its place. recover: the verb that mends it, None where nothing is to do. does:
    in words.
    """

    action: str
    found_by_timeout: bool
    ends: bool
    recover: str | None
    does: str


FAULTS = {
    "stop": DrillFault("stop", False, True, None, "stops: it deletes its znode and ends"),
    "kill": DrillFault("kill", True, True, None, "is killed: ZooKeeper waits for its session"),
    "freeze": DrillFault(
        "pause", True, False, "resume", "is frozen past its session, and wakes after the handoff"
    ),
    "expire": DrillFault("expire", False, False, None, "loses its session, and comes back"),
    "resign": DrillFault("resign", False, False, None, "resigns, and queues again"),
}
"""Faults of a leader, by the names that a person uses."""
