"""An election in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from ...readmodels.document import Chained, Removed, Watch
from ...readmodels.wording import Line

Point = Literal["fault", "deleted", "notified", "leading", "acknowledged"]
Moments = Mapping[Point, float | None]
Verdict = Literal["accepted", "refused", "damage"]


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


class Counts(TypedDict, total=False):
    notifications: int
    proven: int
    again: int
    reads: int
    writes: int
    creates: int
    failed: int
    others: int
    awaited: int


_From = TypedDict("_From", {"from": str | None}, total=False)


class Handoff(_From, Counts, total=False):
    from_name: str
    from_znode: str
    from_epoch: int | None
    from_session: str | None
    to: str | None
    to_name: str | None
    to_znode: str | None
    to_epoch: int | None
    gone: str | None
    fault: str | None
    by: str | None
    mark: Mark | None
    removal: int | None
    ended: Literal["deleted", "expire"] | None
    at: Moments
    led_ms: float
    found_gone: bool
    zxids: Zxids
    earlier: Sequence[int]
    counted: str | None
    watched: WatchingState | None
    watched_after: WatchingState | None
    heard: Heard | None
    heard_ms: float | None
    before: Mapping[str, int] | None
    stood: Sequence[str] | None
    next: float | None
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


class Stale(TypedDict, total=False):
    candidate: str
    epoch: int
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
    words: Line


class LeaderWrite(TypedDict):
    at: float
    candidate: str
    epoch: int
    number: int | None
    verdict: str


class WorkState(TypedDict):
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
    last_handoff: Handoff | None
    earlier_handoffs: Sequence[Outline]
    handoffs: int
    woken: Woken | None
    tally: Tally | None
    orders: Sequence[Order] | None
    fencing: bool
    work: WorkState
