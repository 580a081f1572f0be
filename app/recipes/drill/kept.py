"""Read reports that were kept as JSON, to compare them or to make them again: anybody may have
changed them. A comparison reads less, and so of older reports too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict, cast

import msgspec

from ...errors import BadRequest
from ...foreign_json import read_json
from .matrix import MATRIX_SCHEMA, MOST_CELLS
from .plan import ELECTION, MOST_ROUNDS
from .rounds import DrillRound, PhaseFigures
from .state import SCHEMA, VerdictState

Ms = Annotated[float, msgspec.Meta(ge=0, le=1e9)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=1e6)]


_OLDER = {"recipe": ELECTION}
"""What older plans lack."""


class ReadRound(TypedDict):
    """What is read of a round."""

    outcome: str
    ms: Mapping[str, Ms | None]
    handoff: NotRequired[Ms | None]
    broken: Sequence[str]
    lost: NotRequired[int]


class ReadReport(TypedDict):
    """What is read of a report; unlike plan and place may have any facts."""

    schema: Literal["handoff-drill/1"]
    error: str | None
    plan: dict[str, Any]
    where: Mapping[str, Any]
    rounds: Annotated[Sequence[ReadRound], msgspec.Meta(max_length=MOST_ROUNDS)]


class _ReadMatrix(TypedDict):
    """What is read of the report of a matrix."""

    schema: Literal["handoff-matrix/1"]
    error: str | None
    axes: Mapping[str, Any]
    cells: Annotated[Sequence[ReadReport], msgspec.Meta(max_length=MOST_CELLS)]


class ComparedSide(NamedTuple):
    """A or B. cells: the reports; axes: what tells them apart, None for one drill; error: why it
    ended early.
    """

    cells: Sequence[ReadReport]
    axes: Sequence[str] | None
    error: str | None


def report_from(data: bytes) -> ReadReport:
    """Read a report. Raise BadRequest that says where it is none."""
    try:
        found = read_json(data)
    except ValueError as error:
        raise _no_report(error) from None
    return as_report(found)


def as_report(found: Any) -> ReadReport:
    """Return what was read as a report. Raise BadRequest that says where it is none."""
    try:
        report = _read(found)
    except msgspec.MsgspecError as error:
        raise _no_report(error) from None
    if not report["rounds"]:
        raise BadRequest("has no rounds")
    return report


def _no_report(error: Exception) -> BadRequest:
    return BadRequest(f"is no report of a drill ({SCHEMA}): {error}")


def side_from(data: bytes) -> ComparedSide:
    """Read a report of a drill, or of a matrix; cells without rounds are left out. Raise BadRequest
    that says where it is none.
    """
    try:
        found = read_json(data)
        if not isinstance(found, dict) or found.get("schema") != MATRIX_SCHEMA:
            report = report_from(data)
            return ComparedSide([report], None, report["error"])
        matrix = msgspec.convert(found, _ReadMatrix)
        cells = [_read(cell) for cell in matrix["cells"] if cell["rounds"]]
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadRequest(f"is no report of a drill ({SCHEMA}, {MATRIX_SCHEMA}): {error}") from None
    return ComparedSide(cells, [*matrix["axes"]], matrix["error"])


def _read(found: Any) -> ReadReport:
    report = msgspec.convert(found, ReadReport)
    msgspec.convert(report["plan"].get("within"), Seconds)
    report["plan"] = _OLDER | report["plan"]
    return report


# -- to make it again ------------------------------------------------------------------------------

_Axis = Literal["recipe", "strategy", "candidates", "fault", "target", "session_timeout"]


class _Plan(TypedDict):
    """What is read of a plan; older reports lack the recipe."""

    recipe: NotRequired[str]
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


_Counts = TypedDict(
    "_Counts",
    {
        "rounds": int,
        "planned": int,
        "handed over": NotRequired[int],
        "led on": NotRequired[int],
        "not within the limit": NotRequired[int],
        "broke": NotRequired[int],
        "undo failed": NotRequired[int],
    },
)
"""What is read of the counts: an outcome that no round had is left out."""


class _Figures(TypedDict):
    """What is read of the figures; older reports lack the last phase."""

    handoff: PhaseFigures
    detect: PhaseFigures
    told: PhaseFigures
    claims: PhaseFigures
    acknowledged: PhaseFigures
    serves: NotRequired[PhaseFigures]


class WholeReport(TypedDict):
    """What every report of a drill has."""

    schema: Literal["handoff-drill/1"]
    handoff: str
    at: str
    cause: str | None
    error: str | None
    plan: _Plan
    where: _Place
    counts: _Counts
    figures: _Figures
    limits: Sequence[VerdictState]
    rounds: Annotated[Sequence[DrillRound], msgspec.Meta(max_length=MOST_ROUNDS)]


class WholeMatrix(TypedDict):
    """What every report of a matrix has."""

    schema: Literal["handoff-matrix/1"]
    handoff: str
    at: str
    cause: str
    error: str | None
    axes: Annotated[Mapping[_Axis, Sequence[Any]], msgspec.Meta(min_length=1)]
    planned: int
    cells: Annotated[Sequence[WholeReport], msgspec.Meta(max_length=MOST_CELLS)]


def whole_report_from(data: bytes) -> Mapping[str, Any]:
    """Read a report of a drill or of a matrix, with all that it has. Raise BadRequest that says
    where it is none.
    """
    form: Any = WholeReport
    try:
        found = read_json(data)
        if isinstance(found, dict) and found.get("schema") == MATRIX_SCHEMA:
            form = WholeMatrix
        msgspec.convert(found, form)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadRequest(f"is no report of a drill ({SCHEMA}): {error}") from None
    for report in found.get("cells", [found]):
        report["plan"] = _OLDER | report["plan"]
    return cast("Mapping[str, Any]", found)
