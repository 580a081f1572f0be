"""The faults of a drill: what is done to whom, and how the round mends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class DrillFault(NamedTuple):
    """A fault. action: the verb that a candidate is told, None for none. found_by_timeout: whether
    ZooKeeper finds it only as the session runs out, not at once. ends: whether its process ends, so
    that another one has to take its place. recover: the verb that mends it, None where nothing is
    to do. does: in words.
    """

    action: str | None
    found_by_timeout: bool
    ends: bool
    recover: str | None
    does: str


FAULTS = {
    "stop": DrillFault("stop", False, True, None, "stops: it deletes its znode and ends"),
    "kill": DrillFault("kill", True, True, None, "is killed: ZooKeeper waits for its session"),
    "freeze": DrillFault(
        "pause", True, False, "resume", "is frozen past its session, and wakes afterwards"
    ),
    "expire": DrillFault("expire", False, False, None, "loses its session, and comes back"),
    "resign": DrillFault("resign", False, False, None, "resigns, and queues again"),
    "none": DrillFault(None, True, False, None, "is left alone: nothing should happen"),
}
"""Faults, by the names that a person uses. A drill of `none` tells how often one is seen where
there is none.
"""

FAULTS_OF_OTHERS = {
    "break": DrillFault("break", True, False, "mend", "is broken by your command"),
    "watch": DrillFault("watch", False, False, None, "is left to whoever ends it"),
}
"""What happens to programs of others: a command breaks the leader, or somebody else does."""

TARGETS = {
    "leader": "the leader",
    "successor": "the one that is next",
    "middle": "the one in the middle",
    "tail": "the last one",
    "random": "one of them, drawn each time,",
    "leader+successor": "the leader, and the one that is next with it,",
}
"""Whom a fault strikes, by the names that a person uses, and in words."""
LEADS = ("leader", "leader+successor")
"""The targets with which each round is a handoff."""


def targets_of(chain: Sequence[str], target: str, draw: float) -> list[str]:
    """Return those whom a fault strikes, of the candidates in their order. draw: at least 0, less
    than 1; it decides for `random`.
    """
    places = {
        "leader": (0,),
        "successor": (1,),
        "middle": (len(chain) // 2,),
        "tail": (len(chain) - 1,),
        "random": (int(draw * len(chain)),),
        "leader+successor": (0, 1),
    }
    return [chain[place] for place in places[target]]
