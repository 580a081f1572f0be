"""A double barrier in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ...readmodels.document import Document


class Standing(TypedDict):
    round: int
    session: str | None
    candidate: str | None
    at: float


class Ready(TypedDict):
    round: int
    members: Sequence[str]
    at: float


class Person(TypedDict, total=False):
    stage: str
    since: float | None
    round: int | None
    began: float | None
    ends: float | None
    stopped: float | None
    rounds: int
    late: int
    fell: int


Moments = Mapping[str, float]
Round = TypedDict(
    "Round",
    {
        "round": int,
        "place": float,
        "began": float | None,
        "in": Moments,
        "done": Moments,
        "out": Moments,
        "fell": Moments,
    },
    total=False,
)


class BarrierState(Document):
    recipe: str
    size: int | None
    round: int
    late: int
    processes: Mapping[str, Standing]
    ready: Mapping[str, Ready]
    people: Mapping[str, Person]
    rounds: Sequence[Round]
