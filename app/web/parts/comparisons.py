"""The calls of the compare view: three elections started, struck, stopped, and measured."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from app.insight.comparison import DEATHS, FAULTS, MEASURED_FAULTS, SIZES
from app.web.context import asked_by, rooms
from app.web.guard import acts
from app.web.operations import COUNT, TEXT, TEXTS, Operation, object_of
from app.web.shapes import NOTHING
from app.web.validation import Shape

Answer = tuple[dict[str, Any], int]

_LARGEST = 1_000
_TIMEOUT: dict[str, Any] = {
    "type": "number",
    "minimum": 0.1,
    "maximum": 3600,
    "description": "seconds asked for; ZooKeeper may grant another value",
}
START = Shape(
    {
        "count": {
            "type": "integer",
            "minimum": 1,
            "maximum": _LARGEST,
            "default": 5,
            "description": "candidates in each of the three elections; those who stand count",
        },
        "session_timeout": {**_TIMEOUT, "default": 4.0},
    }
)
STRIKE = Shape(
    {
        "action": {
            "type": "string",
            "maxLength": 40,
            "default": "kill",
            "description": f"what befalls all three leaders: {', '.join(FAULTS)}",
        }
    }
)
MEASURE = Shape(
    {
        "sizes": {
            "type": "array",
            "minItems": 1,
            "maxItems": 40,
            "items": {"type": "integer", "minimum": 2, "maximum": _LARGEST},
            "default": list(SIZES),
            "description": "numbers of candidates",
        },
        "deaths": {"type": "integer", "minimum": 1, "maximum": 50, "default": DEATHS},
        "fault": {
            "type": "string",
            "maxLength": 40,
            "default": "stop",
            "description": f"how the leaders end: {', '.join(MEASURED_FAULTS)}",
        },
        "session_timeout": {**_TIMEOUT, "default": 10.0},
    }
)

blueprint = Blueprint("comparisons", __name__)


@blueprint.post("/comparisons")
@acts
def start() -> Answer:
    """Start three elections, or fill them up again."""
    body = START.read_body()
    timeout = float(body["session_timeout"])
    started = rooms().control.comparisons.start(body["count"], timeout, asked_by())
    return {"candidates": started}, 201


@blueprint.post("/comparisons/strike")
@acts
def strike() -> Answer:
    """End all three leaders."""
    struck = rooms().control.comparisons.strike(STRIKE.read_body()["action"], asked_by())
    return {"struck": struck}, 202


@blueprint.delete("/comparisons")
@acts
def stop() -> Answer:
    """Stop the candidates of the three elections."""
    NOTHING.read_body()
    return {"candidates": rooms().control.comparisons.stop(asked_by())}, 202


@blueprint.post("/comparisons/measure")
@acts
def measure() -> Answer:
    """Measure what a death costs with each number of candidates; the state shows how far it is."""
    body = MEASURE.read_body()
    plan = rooms().control.comparisons.measure(
        body["sizes"], body["deaths"], body["fault"], float(body["session_timeout"]), asked_by()
    )
    return plan, 202


@blueprint.delete("/comparisons/measure")
@acts
def cancel() -> Answer:
    """Stop measuring."""
    NOTHING.read_body()
    rooms().control.comparisons.cancel(asked_by())
    return {}, 202


_NAMES = {"type": "object", "description": "by strategy", "additionalProperties": TEXTS}
_LEADERS = {"type": "object", "description": "by strategy", "additionalProperties": TEXT}
_SIZES = {"type": "array", "items": COUNT}

OPERATIONS = (
    Operation(
        "/api/v1/comparisons", "post", "Start three elections, or fill them up again", 201,
        object_of(candidates=_NAMES), body=START,
    ),
    Operation(
        "/api/v1/comparisons", "delete", "Stop the candidates of the three elections", 202,
        object_of(candidates=TEXTS),
    ),
    Operation(
        "/api/v1/comparisons/strike", "post", "End all three leaders", 202,
        object_of(struck=_LEADERS), body=STRIKE,
    ),
    Operation(
        "/api/v1/comparisons/measure", "post",
        "Measure what a death costs with each number of candidates", 202,
        object_of(sizes=_SIZES, deaths=COUNT, fault=TEXT, of=COUNT, seconds=COUNT), body=MEASURE,
    ),
    Operation("/api/v1/comparisons/measure", "delete", "Stop measuring", 202, object_of()),
)  # fmt: skip
