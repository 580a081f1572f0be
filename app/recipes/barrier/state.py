"""A double barrier in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from ...readmodels.document import Document, unjudged
from ...readmodels.endings import WithEnding
from ...readmodels.looks import WithLooks

RECIPE = "barrier"
IN_A_ROUND = ("inside", "leaving")
"""The stages of a process that is in a round."""


class Standing(TypedDict):
    round: int
    session: str | None
    candidate: str | None
    at: float


class Ready(TypedDict):
    round: int
    members: Sequence[str]
    at: float


class Person(WithLooks):
    stage: str
    since: float | None
    round: int | None
    began: float | None
    ends: float | None
    stopped: float | None
    rounds: int
    late: int
    fell: int


def new_person() -> Person:
    """Return a process that has not come yet."""
    return {
        "stage": "outside",
        "since": None,
        "round": None,
        "began": None,
        "ends": None,
        "stopped": None,
        "rounds": 0,
        "late": 0,
        "fell": 0,
    }


Moments = Mapping[str, float]
Round = TypedDict(
    "Round",
    {
        "round": int,
        "place": NotRequired[float],
        "first": float | None,
        "began": float | None,
        "in": Moments,
        "done": Moments,
        "out": Moments,
        "fell": Moments,
    },
)


def new_round(number: int) -> Round:
    """Return a round that nobody has entered yet."""
    none: Moments = {}
    return {
        "round": number,
        "first": None,
        "began": None,
        "in": none,
        "done": none,
        "out": none,
        "fell": none,
    }


class BarrierState(Document, WithEnding):
    """round: the latest that has begun; under_way: the one that running processes are in, the
    earlier one where two overlap.
    """

    recipe: str
    size: int | None
    round: int
    under_way: int | None
    late: int
    processes: Mapping[str, Standing]
    ready: Mapping[str, Ready]
    people: Mapping[str, Person]
    rounds: Sequence[Round]


def new_barrier(path: str, recipe: str = RECIPE) -> BarrierState:
    """Return a barrier without processes."""
    return {
        "path": path,
        "recipe": recipe,
        "size": None,
        "round": 0,
        "under_way": None,
        "processes": {},
        "ready": {},
        "people": {},
        "rounds": [],
        "late": 0,
        "ended": None,
        **unjudged(),
    }
