"""Read reports that were kept as JSON, to make them again: anybody may have changed them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypedDict, cast

import msgspec

from ...errors import BadRequest
from ...foreign_json import read_json
from .plan import MOST_ROUNDS
from .rounds import DrillRound, PhaseFigures
from .state import SCHEMA, VerdictState


class _Plan(TypedDict):
    """What is read of a plan."""

    strategy: str
    candidates: int
    fault: str
    target: str
    does: str
    hands_over: bool
    rounds: int
    session_timeout: float
    seed: int
    within: float


class _Place(TypedDict):
    """What is read of where it was."""

    source: str | None
    version: str | None
    servers: int
    timeout: float
    tick: float | None


class WholeReport(TypedDict):
    """What every report of a drill has."""

    schema: Literal["handoff-drill/1"]
    handoff: str
    at: str
    cause: str | None
    error: str | None
    plan: _Plan
    where: _Place
    counts: Mapping[str, int]
    figures: Mapping[str, PhaseFigures]
    limits: Sequence[VerdictState]
    rounds: Annotated[Sequence[DrillRound], msgspec.Meta(max_length=MOST_ROUNDS)]


def whole_report_from(data: bytes) -> Mapping[str, Any]:
    """Read a report, with all that it has. Raise BadRequest that says where it is none."""
    try:
        found = read_json(data)
        msgspec.convert(found, WholeReport)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadRequest(f"is no report of a drill ({SCHEMA}): {error}") from None
    return cast("Mapping[str, Any]", found)
