"""A lock in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ...readmodels.guarded import Account, File, Guarded


class Span(TypedDict):
    count: int
    last_ms: float | None
    total_ms: float
    max_ms: float


class Waits(Span):
    finished: int
    abandoned: int
    gave_up: int


Ending = TypedDict("Ending", {"from": str, "fault": str, "at": float, "freed": float | None})
Handover = TypedDict(
    "Handover", {"from": str, "to": str, "fault": str, "last_ms": float, "at": float}
)


class PassedOver(TypedDict):
    candidate: str | None
    by: str


class Fairness(TypedDict):
    served: int
    overtaken: int
    even: float | None


class Lock(Guarded):
    holder: str | None
    epoch: int | None
    queue: Sequence[str]
    file: File
    before: Account | None
    waits: Mapping[str, Waits]
    ending: Ending | None
    handover: Handover | None
    handovers: Mapping[str, Span]
    overtaken: int
    passed_over: PassedOver | None
    fairness: Fairness
