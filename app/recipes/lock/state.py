"""A lock in the state document.

Besides what all locks have (`Guarded`: the chain of its znodes, who asks, who believes it holds
the lock, the tasks) it tells how long each client waited, and how the lock passed on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ...readmodels.document import unjudged
from ...readmodels.guarded import Account, File, Guarded, new_file


class Span(TypedDict):
    count: int
    last_ms: float | None
    total_ms: float
    max_ms: float


def new_span() -> Span:
    """Return that nothing was timed yet."""
    return {"count": 0, "last_ms": None, "total_ms": 0.0, "max_ms": 0.0}


class Waits(Span):
    """How often and how long a client waited until it held the lock, and what became of its tasks
    and its attempts.
    """

    finished: int
    abandoned: int
    gave_up: int


def new_waits() -> Waits:
    """Return the account of a client that has got nothing yet."""
    return {**new_span(), "finished": 0, "abandoned": 0, "gave_up": 0}


Ending = TypedDict(
    "Ending",
    {"from": str, "fault": str, "at": float, "freed": float | None, "term": int | None},
)
"""The end of a holder's term, which began at `at`; `freed` is when its znode was gone, `term` the
number of that znode.
"""


def new_ending(candidate: str, fault: str, at: float, term: int | None) -> Ending:
    """Return the end of a term that begins: the znode of the holder is still there."""
    return {"from": candidate, "fault": fault, "at": at, "freed": None, "term": term}


Handover = TypedDict(
    "Handover", {"from": str, "to": str, "fault": str, "last_ms": float, "at": float}
)
"""A hand-over that is done; `last_ms` is from the beginning of the end to the next hold."""


class PassedOver(TypedDict):
    """A client that came first and waited when `by` got the lock."""

    candidate: str | None
    by: str


class Fairness(TypedDict):
    """How evenly the lock was given out, by Jain's index of how often each client was served: 1 for
    all the same, 1/n for one alone; and how often somebody was overtaken in the queue.
    """

    served: int
    overtaken: int
    even: float | None


class LockState(Guarded):
    """The lock. holder: the lowest znode, as ZooKeeper has it, with its epoch; untaken: whether its
    owner has not taken the lock yet; queue: our clients behind it. before: the account of the file
    before the lock was taken away, or given back. terms: the number of the znode by which each of
    `holds` holds it. unclaimed: the endings before `ending`, of whose next holders nobody has heard
    yet.
    """

    holder: str | None
    untaken: bool
    epoch: int | None
    queue: Sequence[str]
    file: File
    before: Account | None
    waits: Mapping[str, Waits]
    terms: Mapping[str, int | None]
    ending: Ending | None
    unclaimed: Sequence[Ending]
    handover: Handover | None
    handovers: Mapping[str, Span]
    overtaken: int
    passed_over: PassedOver | None
    fairness: Fairness


def new_lock(path: str, recipe: str) -> LockState:
    """Return a lock that nobody wants yet."""
    return {
        "path": path,
        "recipe": recipe,
        "locking": True,
        "chain": [],
        "listed": None,
        "holder": None,
        "untaken": False,
        "epoch": None,
        "queue": [],
        "asks": {},
        "holds": {},
        "tasks": {},
        "last_turns": [],
        "file": new_file(None),
        "before": None,
        "waits": {},
        "terms": {},
        "ending": None,
        "unclaimed": [],
        "handover": None,
        "handovers": {},
        "overtaken": 0,
        "passed_over": None,
        "fairness": {"served": 0, "overtaken": 0, "even": None},
        **unjudged(),
    }
