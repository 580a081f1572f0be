"""The REST interface of double barriers."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from app.web import shapes
from app.web.context import asked_by, rooms
from app.web.guard import acts
from app.web.operations import TEXTS, Operation, object_of
from app.web.validation import Shape

Answer = tuple[dict[str, Any], int]

blueprint = Blueprint("barriers", __name__)

_SECONDS: dict[str, Any] = {"type": "number", "minimum": 0, "maximum": 600}

START = Shape(
    {
        "path": {**shapes.PATH, "default": "/barrier"},
        "count": shapes.limit(4, 10_000),
        "size": {
            "type": ["integer", "null"],
            "minimum": 1,
            "maximum": 100,
            "default": None,
            "description": "how many pass it together; null: as many as before, or all of these",
        },
        "session_timeout": shapes.SESSION_TIMEOUT,
        "task": {**_SECONDS, "default": 2.0, "description": "seconds of work inside, more or less"},
        "pause": {**_SECONDS, "default": 2.0, "description": "seconds outside between two rounds"},
        "rounds": {
            "type": ["integer", "null"],
            "minimum": 1,
            "maximum": 1_000_000,
            "default": None,
            "description": "how many rounds each takes part in; null: for ever",
        },
    }
)


@blueprint.post("/barriers")
@acts
def start_barrier() -> Answer:
    """Start processes that pass a barrier together."""
    body = START.read_body()
    started = rooms().control.barriers.start(
        body["path"],
        body["count"],
        float(body["session_timeout"]),
        asked_by(),
        size=body["size"],
        task=float(body["task"]),
        pause=float(body["pause"]),
        rounds=body["rounds"],
    )
    return {"candidates": started}, 201


OPERATIONS = (
    Operation(
        "/api/v1/barriers", "post", "Start processes that pass a double barrier together", 201,
        object_of(candidates=TEXTS), body=START,
    ),
)  # fmt: skip
