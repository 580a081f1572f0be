"""The faults of a drill: what is done to whom, and how the round mends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class DrillFault(NamedTuple):
    """A fault. action: the verb that a candidate is told, None for none. found_by_timeout: whether
    ZooKeeper finds it only as the session runs out, not at once. ends: whether its process ends, so
    that another one has to take its place. recover: the verb that mends it, None where nothing is
    to do. does: in words, of one; do: of several, where there may be several.
    """

    action: str | None
    found_by_timeout: bool
    ends: bool
    recover: str | None
    does: str
    do: str = ""

    def said_of(self, target: str) -> str:
        """Return in words what happens to a target, one of TARGETS."""
        words = self.do if target == BOTH and self.do else self.does
        return words.format(whom=TARGETS[target])


FAULTS = {
    "stop": DrillFault(
        "stop", False, True, None,
        "{whom} stops: it deletes its znode and ends",
        "{whom} stop: they delete their znodes and end",
    ),
    "kill": DrillFault(
        "kill", True, True, None,
        "{whom} is killed: ZooKeeper waits for its session",
        "{whom} are killed: ZooKeeper waits for their sessions",
    ),
    "freeze": DrillFault(
        "pause", True, False, "resume",
        "{whom} is frozen past its session, and wakes afterwards",
        "{whom} are frozen past their sessions, and wake afterwards",
    ),
    "expire": DrillFault(
        "expire", False, False, None,
        "{whom} loses its session, and comes back",
        "{whom} lose their sessions, and come back",
    ),
    "resign": DrillFault("resign", False, False, None, "{whom} resigns, and queues again"),
    "none": DrillFault(None, True, False, None, "nobody is struck, and nothing should happen"),
}  # fmt: skip
"""Faults, by the names that a person uses. A drill of `none` tells how often one is seen where
there is none.
"""

FAULTS_OF_OTHERS = {
    "break": DrillFault("break", True, False, "mend", "{whom} is broken by your command"),
    "watch": DrillFault("watch", False, False, None, "{whom} is left to whoever ends it"),
}
"""What happens to programs of others: a command breaks the leader, or somebody else does."""

BOTH = "leader+successor"
TARGETS = {
    "leader": "the leader",
    "successor": "the one that is next",
    "middle": "the one in the middle",
    "tail": "the last one",
    "random": "one of them, drawn each time,",
    BOTH: "the leader and the one that is next",
}
"""Whom a fault strikes, by the names that a person uses, and in words."""
LEADS = ("leader", BOTH)
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
        BOTH: (0, 1),
    }
    return [chain[place] for place in places[target]]
