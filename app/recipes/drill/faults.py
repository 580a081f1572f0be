"""The faults of a drill: what is done to whom, and how the round mends it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...errors import HandoffError


class DrillFault(NamedTuple):
    """A fault. action: the verb that a candidate is told, None for none. found_by_timeout: whether
    ZooKeeper finds it only as the session runs out, not at once. ends: whether its process ends, so
    that another one has to take its place. recover: the verb that mends it, None where nothing is
    to do. does: in words, of one; do: of several, where there may be several. lasts: whether it
    mends itself after the time of the plan. server: in words, of a server; None where it is of
    candidates only.
    """

    action: str | None
    found_by_timeout: bool
    ends: bool
    recover: str | None
    does: str
    do: str = ""
    lasts: bool = False
    server: str | None = None

    def said_of(self, target: str, lasts: float = 0.0, leader: str = "leader") -> str:
        """Return in words what happens to a target, one of TARGETS, and for how many seconds.
        leader: what a recipe calls it.
        """
        several = self.do if target in (BOTH, WITH_SERVER) and self.do else self.does
        words = self.server if target in OF_SERVERS and self.server else several
        whom = TARGETS[target].replace("leader", leader)
        return words.format(whom=whom, lasts=f"{lasts:g} s")


FAULTS = {
    "stop": DrillFault(
        "stop", False, True, None,
        "{whom} stops: it deletes its znode and ends",
        "{whom} stop: they delete their znodes and end",
        server="{whom} is stopped in order",
    ),
    "kill": DrillFault(
        "kill", True, True, None,
        "{whom} is killed: ZooKeeper waits for its session",
        "{whom} are killed: ZooKeeper waits for their sessions",
        server="{whom} is killed",
    ),
    "freeze": DrillFault(
        "pause", True, False, "resume",
        "{whom} is frozen past its session, and wakes afterwards",
        "{whom} are frozen past their sessions, and wake afterwards",
        server="{whom} is frozen, and wakes afterwards",
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

FAULTS_OF_SERVERS = {
    "restart-after": DrillFault(
        "kill", True, False, "restart", "", lasts=True,
        server="{whom} is killed, and started again after {lasts}",
    ),
    "frozen-for": DrillFault(
        "pause", True, False, "resume", "", lasts=True, server="{whom} is frozen for {lasts}"
    ),
    "quorum-lost-for": DrillFault(
        "kill", True, False, "restart", "", lasts=True,
        server="{whom} are killed, and started again after {lasts}",
    ),
}  # fmt: skip
"""Faults of ZooKeeper servers that mend themselves after a time, which the plan says."""

FAULTS_OF_OTHERS = {
    "break": DrillFault("break", True, False, "mend", "{whom} is broken by your command"),
    "watch": DrillFault("watch", False, False, None, "{whom} is left to others, who end it"),
    "servers": DrillFault(
        "break", False, False, "mend", "ZooKeeper's servers are struck for {lasts}", lasts=True
    ),
}
"""What happens to programs of others: a command breaks the leader, or somebody else does, or
servers of a dashboard are struck.
"""

BOTH, WITH_SERVER, MAJORITY = "leader+successor", "leader+server", "majority"
TARGETS = {
    "leader": "the leader",
    "successor": "the one that is next",
    "middle": "the one in the middle",
    "tail": "the last one",
    "random": "one of them, drawn each time,",
    BOTH: "the leader and the one that is next",
    "quorum-leader": "the server that leads the quorum",
    "leaders-server": "the server of the leader's session",
    WITH_SERVER: "the leader and the server of its session",
    MAJORITY: "the server that leads the quorum and as many others as make a majority",
}
"""Whom a fault strikes, by the names that a person uses, and in words."""
LEADS = ("leader", BOTH, WITH_SERVER)
"""The targets with which each round is a handoff."""
OF_SERVERS = ("quorum-leader", "leaders-server", MAJORITY)
"""The targets that are servers, and nobody else."""
LEADERS_SERVER = ("leaders-server", WITH_SERVER)
"""The targets of which one is the server that has the leader's session."""
SESSIONS = {
    "restart-after": "An Apache server keeps its sessions over a restart, and gives each its whole "
    "timeout again. The sessions of an embedded server end with it.",
    "frozen-for": "A server that wakes ends the sessions that ran out meanwhile, unless the others "
    "have a new leader, which gives each its whole timeout again.",
    "quorum-lost-for": "The new leader of the quorum gives each session its whole timeout again. "
    "The sessions of an embedded server end with it.",
}
"""What becomes of sessions in a fault that lasts for a time."""


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
        WITH_SERVER: (0,),
    }
    return [chain[place] for place in places[target]]


RUN_AGAIN = {"stopped": "restart", "paused": "resume"}
"""What the process of a server is -> the verb that has it run again."""


def servers_of(zookeeper: Mapping[str, Any], target: str, session: str | None) -> list[str]:
    """Return the servers that a target names; none where no server lists the session of who leads
    the election. zookeeper: that part of the state document. Raise HandoffError without a quorum.
    """
    servers, quorum = zookeeper["servers"], zookeeper["quorum"]
    names = [one["id"] for one in servers]
    leads = quorum["leader"] if quorum else names[0]
    if leads is None:
        raise HandoffError("no server leads the quorum")
    if target == MAJORITY:
        return [leads, *[name for name in names if name != leads][: len(names) // 2]]
    if target in LEADERS_SERVER:
        return [one["id"] for one in servers if session and session in (one["sessions"] or ())][:1]
    return [leads]
