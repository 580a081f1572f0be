"""A queue in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ...readmodels.document import Document
from ...readmodels.looks import WithLooks
from .beyond import Beyond


class ClaimState(TypedDict):
    session: str | None
    candidate: str | None
    czxid: int | None
    at: float


class ItemState(TypedDict, total=False):
    """state: waiting, claimed, done (it went with its claim), gone (it went, and nobody is known to
    have held it). times: how often it was given out; told: a consumer has reported the last time,
    and its claim has not been read.
    """

    number: int
    text: str | None
    by: str | None
    at: float | None
    czxid: int | None
    state: str
    claim: ClaimState | None
    times: int
    told: bool | None
    unseen: bool
    back: float
    ended_at: float | None
    ended_by: str | None


class Newest(TypedDict):
    number: int
    czxid: int


class Waiting(TypedDict, total=False):
    znode: str
    place: float
    session: str | None
    candidate: str | None


class ProducerState(WithLooks, total=False):
    put: int
    at: float | None


class Dropped(TypedDict):
    item: str | None
    reason: str
    at: float


class ConsumerState(WithLooks, total=False):
    item: str | None
    times: int
    began: float | None
    ends: float | None
    stopped: float | None
    done: int
    dropped: int
    last: Dropped | None
    at: float | None


class QueueState(Document):
    recipe: str
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
