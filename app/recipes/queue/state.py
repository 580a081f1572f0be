"""A queue in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from ...readmodels.document import Document, unjudged
from ...readmodels.endings import WithEnding
from ...readmodels.looks import WithLooks

RECIPE = "queue"

Run = Sequence[int]
Beyond = Mapping[str, Sequence[Run]]
"""The waiting items that are not shown, by their numbers alone. {prefix: [[first, last], …]}: where
`item-0000000212` to `item-0000013011` wait, it is {"item-": [[212, 13011]]}.
"""


class ClaimState(TypedDict):
    session: str | None
    candidate: str | None
    czxid: int | None
    at: float


class ItemState(TypedDict):
    """state: waiting, claimed, done (it went with its claim), gone (it went, and nobody is known to
    have held it). times: how often it was given out; told: a consumer has reported the last time,
    and its claim has not been read.
    """

    number: int
    text: str | None
    by: str | None
    at: float | None
    czxid: NotRequired[int | None]
    state: str
    claim: ClaimState | None
    times: int
    told: NotRequired[bool | None]
    unseen: NotRequired[bool]
    back: NotRequired[float]
    ended_at: float | None
    ended_by: str | None


def new_item(number: int, at: float | None) -> ItemState:
    """Return an item that waits, put in at `at`: None where that has been forgotten."""
    return {
        "number": number,
        "text": None,
        "by": None,
        "at": at,
        "state": "waiting",
        "claim": None,
        "times": 0,
        "ended_at": None,
        "ended_by": None,
    }


class Newest(TypedDict):
    number: int
    czxid: int


class Waiting(TypedDict):
    znode: str
    place: NotRequired[float]
    session: str | None
    candidate: str | None


class ProducerState(WithLooks):
    put: int
    at: float | None


def new_producer() -> ProducerState:
    """Return a producer that has put nothing in."""
    return {"put": 0, "at": None}


class Dropped(TypedDict):
    item: str | None
    reason: str
    at: float


class ConsumerState(WithLooks):
    item: str | None
    times: int
    began: float | None
    ends: float | None
    stopped: float | None
    done: int
    dropped: int
    last: Dropped | None
    at: float | None


def new_consumer() -> ConsumerState:
    """Return a consumer that has taken nothing."""
    return {
        "item": None,
        "times": 0,
        "began": None,
        "ends": None,
        "stopped": None,
        "done": 0,
        "dropped": 0,
        "last": None,
        "at": None,
    }


class QueueState(Document, WithEnding):
    """cleared: whether somebody has cleared the queue, and nobody has put anything in since."""

    recipe: str
    cleared: bool
    items: Mapping[str, ItemState]
    beyond: Beyond
    early: Mapping[str, ClaimState]
    past: int | None
    newest: Newest | None
    put: int
    done: int
    gone: int
    unseen: int
    again: int
    twice: int
    waiting: int
    in_hand: int
    line: Sequence[Waiting]
    producers: Mapping[str, ProducerState]
    consumers: Mapping[str, ConsumerState]


def new_queue(path: str, recipe: str = RECIPE) -> QueueState:
    """Return an empty queue."""
    return {
        "path": path,
        "recipe": recipe,
        "cleared": False,
        "items": {},
        "beyond": {},
        "early": {},
        "past": None,
        "newest": None,
        "put": 0,
        "done": 0,
        "gone": 0,
        "unseen": 0,
        "again": 0,
        "twice": 0,
        "waiting": 0,
        "in_hand": 0,
        "line": [],
        "producers": {},
        "consumers": {},
        "ended": None,
        **unjudged(),
    }
