"""An election in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from ...readmodels.chain import PREDECESSOR, Strategy
from ...readmodels.document import Chained, Removed, Watch
from ...readmodels.wording import Line

Point = Literal["fault", "deleted", "notified", "leading", "acknowledged"]
Moments = Mapping[Point, float | None]
Verdict = Literal["accepted", "refused", "damage"]

RULES: Mapping[str, Strategy] = {
    "predecessor": PREDECESSOR,
    "herd": Strategy(
        wakes_all=True,
        races=False,
        invariants=("one_leader", "watches_parent", "leader_is_lowest"),
    ),
    "single": Strategy(
        wakes_all=True,
        races=True,
        invariants=("one_leader", "watches_parent", "leader_owns_znode"),
    ),
}
"""What the read models have to know of each strategy."""

ROLES = ("leader", "successor", "middle", "tail")


class Zxids(TypedDict):
    deleted: int | None
    notified: int | None


class WatchingState(TypedDict):
    """Whose owners watch a znode, and how many sessions more do."""

    by: Sequence[str]
    names: Sequence[str]
    others: int
    as_of: float
    complete: bool


class Unheard(TypedDict):
    client: str | None
    server: str | None
    heard: float | None
    listed: float
    missing: float


class Heard(TypedDict):
    at: float | None
    listed: float
    missing: float
    server: str | None
    client: str | None


class Mark(TypedDict):
    """What somebody said to do to a member, and when the dashboard was told."""

    what: str
    by: str
    session: str | None
    at: float


class Counts(TypedDict):
    notifications: int
    proven: int
    again: int
    reads: int
    writes: int
    creates: int
    failed: int
    others: int
    awaited: int


class Heir(TypedDict):
    """Who follows, as far as it is known."""

    to: str | None
    to_name: str | None
    to_znode: str | None
    to_epoch: int | None


_From = TypedDict("_From", {"from": str | None})


class _Handoff(_From, Heir, Counts):
    from_name: str
    from_znode: str
    from_epoch: int | None
    from_session: str | None
    fault: str | None
    by: str | None
    mark: Mark | None
    removal: int | None
    ended: Literal["deleted", "expire"] | None
    at: Moments
    led_ms: NotRequired[float]
    found_gone: bool
    zxids: Zxids
    earlier: Sequence[int]
    counted: str | None
    watched: WatchingState | None
    watched_after: WatchingState | None
    heard: Heard | None
    heard_ms: float | None


class Handoff(_Handoff):
    """A handoff under way. before: the heir's counters as it was told; stood: who lived as the
    leader's znode went, None until that is asked; next: when a stranger came.
    """

    gone: str | None
    before: Mapping[str, int] | None
    stood: Sequence[str] | None
    next: float | None


class LastHandoff(_Handoff):
    """A handoff that is over."""

    phases_ms: Mapping[str, float | None]
    phases_from: str
    within_ms: int | None


class Outline(TypedDict):
    """An earlier handoff as a picture of several shows it."""

    from_name: str
    from_znode: str
    to_name: str | None
    to_znode: str | None
    fault: str | None
    mark: Mark | None
    found_gone: bool
    phases_ms: Mapping[str, float | None]
    phases_from: str


class Tally(TypedDict):
    """stood: those who had to be told (None until that is known); told: their counters when they
    were; by: the zxid of each notification, if known; spent: their counters once they were done.
    """

    znode: str
    zxid: int | None
    stood: Sequence[str] | None
    told: Mapping[str, Mapping[str, int]]
    by: Mapping[str, int]
    spent: Mapping[str, Mapping[str, int]]
    winner: str | None


def new_tally(znode: str) -> Tally:
    """Return a tally: nobody has been told yet that `znode` is gone."""
    return {
        "znode": znode,
        "zxid": None,
        "stood": None,
        "told": {},
        "by": {},
        "spent": {},
        "winner": None,
    }


class Acknowledged(TypedDict):
    znode: str | None
    epoch: int | None
    candidate: str | None
    believed: bool | None


class NewestState(TypedDict):
    newest: int


class CutOff(TypedDict):
    znode: str
    at: float


class Woken(TypedDict):
    znode: str
    zxid: int | None
    candidates: Sequence[str]


class Order(TypedDict):
    libraries: Sequence[str]
    leader: str


class Barred(TypedDict):
    candidate: str
    epoch: int
    seen: int
    holder: str


Gap = TypedDict(
    "Gap",
    {
        "from": str | None,
        "to": str,
        "began": float,
        "ended": float,
        "ms": float,
        "fault": str | None,
    },
)


class Stale(TypedDict):
    """A leader of an earlier term that woke, or wrote: when it woke, noticed that it does not lead,
    or ended; which number it wrote, and what became of that.
    """

    leader: str | None
    seen: int | None
    woke: float | None
    noticed: float | None
    ended: float | None
    number: int | None
    at: float | None
    verdict: str | None
    first: str | None
    believes: bool
    candidate: str
    epoch: int
    words: Line


def new_stale(candidate: str, epoch: int) -> Stale:
    """Return that nothing is known yet of what a leader of an earlier term did."""
    return {
        "leader": None,
        "seen": None,
        "woke": None,
        "noticed": None,
        "ended": None,
        "number": None,
        "at": None,
        "verdict": None,
        "first": None,
        "believes": False,
        "candidate": candidate,
        "epoch": epoch,
        "words": [],
    }


class LeaderWrite(TypedDict):
    at: float
    candidate: str
    epoch: int
    number: int | None
    verdict: str


class WorkState(TypedDict):
    """The account of the leaders' work. term: the candidate whose numbers were taken last, and
    term_epoch, its epoch; epoch: the latest one that was seen. at: when a number was last taken.
    """

    count: int
    epoch: int | None
    accepted: int
    refused: int
    damage: int
    at: float | None
    term: str | None
    term_epoch: int | None
    gap_ms: float | None
    barred: Barred | None
    gaps: Sequence[Gap]
    stale: Sequence[Stale]
    writes: Mapping[str, LeaderWrite]


def new_work() -> WorkState:
    """Return the account before anybody has worked."""
    return {
        "count": 0,
        "epoch": None,
        "accepted": 0,
        "refused": 0,
        "damage": 0,
        "at": None,
        "term": None,
        "term_epoch": None,
        "gap_ms": None,
        "barred": None,
        "gaps": [],
        "stale": [],
        "writes": {},
    }


class Election(Chained):
    strategy: str
    itself: bool
    denied: bool
    asked_for: NotRequired[bool]
    offered: NotRequired[bool]
    named: NotRequired[bool]
    shape: str
    holders: Sequence[str]
    leader: str | None
    roles: Mapping[str, str | None]
    epoch: int | None
    acknowledged: Acknowledged | None
    data: NewestState | None
    racers: Sequence[str]
    racing: Mapping[str, Watch]
    unheard: Mapping[str, Unheard]
    marks: Mapping[str, Mark]
    departed: Mapping[str, str]
    estranged: str | None
    onlookers: int | None
    removed: Removed | None
    vacant: Handoff | None
    cut: CutOff | None
    handoff: Handoff | None
    last_handoff: LastHandoff | None
    earlier_handoffs: Sequence[Outline]
    handoffs: int
    woken: Woken | None
    tally: Tally | None
    orders: Sequence[Order] | None
    fencing: bool
    work: WorkState


def new_election(path: str, strategy: str) -> Election:
    """Return an election without candidates."""
    return {
        "path": path,
        "strategy": strategy,
        "itself": False,
        "denied": False,
        "shape": "election",
        "holders": [],
        "leader": None,
        "roles": dict.fromkeys(ROLES),
        "epoch": None,
        "acknowledged": None,
        "data": None,
        "chain": [],
        "racers": [],
        "racing": {},
        "listed": None,
        "unheard": {},
        "marks": {},
        "departed": {},
        "estranged": None,
        "onlookers": None,
        "removed": None,
        "vacant": None,
        "cut": None,
        "handoff": None,
        "last_handoff": None,
        "earlier_handoffs": [],
        "handoffs": 0,
        "woken": None,
        "tally": None,
        "invariants": dict.fromkeys(RULES[strategy].invariants, True),
        "violations": [],
        "orders": None,
        "doubts": [],
        "story": [],
        "reason": [],
        "fencing": True,
        "work": new_work(),
    }


def barred(election: Election) -> Barred | None:
    """Return the leader that the store refuses: the later epoch that the store has seen is not this
    ensemble's, where nobody can have led later than the current leader.
    """
    asked = election["work"]["barred"]
    return asked if asked and asked["epoch"] == election["epoch"] else None
