"""The comparison of three elections in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from ...readmodels.zookeeper import Story


class Strike(TypedDict):
    action: str
    at: float
    by: str


class StandingState(TypedDict):
    """How many candidates are in an election, and how many watches they report; of these, how many
    are on their own znodes.
    """

    n: int
    watches: int
    own: int


class Figures(StandingState):
    fault: str
    notifications: int
    again: int
    reads: int
    writes: int
    creates: int
    failed: int
    ms: float | None
    evidence: str


_From = TypedDict("_From", {"from": str})


class Death(_From, Figures):
    """seen: the counters of those who were told, as last reported. woken: how often each candidate
    was told: the first time is a notification of the deletion; any further one is counted apart
    (`again`), for a creation caused it: that of the next leader's znode, or of the old leader's,
    which queues again (`expire`, `resign`).
    """

    at: float
    to: str | None
    proven: int | None
    woken: Mapping[str, int]
    seen: Mapping[str, Mapping[str, int]]
    open: bool


def new_death(leader: str, standing: StandingState, fault: str, at: float) -> Death:
    """Return a death of which nobody has been told. standing: when the leader was struck."""
    return {
        "notifications": 0,
        "again": 0,
        "reads": 0,
        "writes": 0,
        "creates": 0,
        "failed": 0,
        **standing,
        "fault": fault,
        "at": at,
        "from": leader,
        "to": None,
        "ms": None,
        "proven": None,
        "woken": {},
        "seen": {},
        "open": True,
        "evidence": "reported",
    }


class Point(Figures):
    strategy: str
    deaths: int


class Plan(TypedDict):
    sizes: Sequence[int]
    deaths: int
    seconds: Mapping[str, int]


class Ended(TypedDict):
    """Who ended last in one of the elections, by no strike. left: how many are left there; led:
    whether it was the leader; leader: who leads there now.
    """

    candidate: str
    strategy: str
    fault: str
    at: float
    left: int
    led: bool
    leader: str | None


class Measuring(TypedDict):
    sizes: Sequence[int]
    deaths: int
    fault: str
    by: str
    of: int
    done: int
    strategy: str | None
    size: int | None
    since: float
    ends: float
    cancelling: NotRequired[bool]


class Cancelled(TypedDict):
    done: int
    of: int


class Comparison(TypedDict):
    count: int
    paths: Mapping[str, str]
    strike: Strike | None
    deaths: Mapping[str, Death | None]
    plan: Plan
    measuring: Measuring | None
    error: str | None
    cancelled: Cancelled | None
    ended: Ended | None
    curve: Sequence[Point]
    story: Story
    reason: Story


def new_comparison(paths: Mapping[str, str], plan: Plan) -> Comparison:
    """Return a section in which nothing has been compared yet. paths: strategy -> its election."""
    return {
        "count": 0,
        "paths": paths,
        "strike": None,
        "deaths": dict.fromkeys(paths),
        "plan": plan,
        "measuring": None,
        "error": None,
        "cancelled": None,
        "ended": None,
        "curve": [],
        "story": [],
        "reason": [],
    }
