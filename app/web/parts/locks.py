"""The REST interface of locks."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from app.web import shapes
from app.web.context import asked_by, rooms
from app.web.guard import acts
from app.web.operations import TEXT, TEXTS, Operation, object_of
from app.web.validation import Shape

Answer = tuple[dict[str, Any], int]

blueprint = Blueprint("locks", __name__)

_SECONDS: dict[str, Any] = {"type": "number", "minimum": 0.05, "maximum": 600}

START = Shape(
    {
        "path": {**shapes.PATH, "default": "/lock"},
        "count": shapes.limit(3, 10_000),
        "session_timeout": shapes.SESSION_TIMEOUT,
        "task": {**_SECONDS, "default": 1.0, "description": "seconds of work under the lock"},
        "within": {
            **_SECONDS,
            "type": ["number", "null"],
            "default": None,
            "description": "seconds to wait for the lock before giving up; null: for ever",
        },
    }
)
SWITCH = Shape(
    {"path": {**shapes.PATH, "default": "/lock"}, "on": {"type": "boolean"}}, required=("on",)
)


@blueprint.post("/locks")
@acts
def start_clients() -> Answer:
    """Start clients of a lock; they take turns with a file on their own time."""
    body = START.read_body()
    within = body["within"]
    started = rooms().control.locks.start(
        body["path"],
        body["count"],
        float(body["session_timeout"]),
        float(body["task"]),
        None if within is None else float(within),
        asked_by(),
    )
    return {"candidates": started}, 201


@blueprint.post("/locks/locking")
@acts
def switch_lock() -> Answer:
    """Take the lock away, or give it back."""
    body = SWITCH.read_body()
    rooms().control.locks.switch(body["path"], body["on"], asked_by())
    return {"path": body["path"], "on": body["on"]}, 202


OPERATIONS = (
    Operation(
        "/api/v1/locks", "post", "Start clients of a lock", 201,
        object_of(candidates=TEXTS), body=START,
    ),
    Operation(
        "/api/v1/locks/locking", "post", "Take a lock away from its clients, or give it back", 202,
        object_of(path=TEXT, on={"type": "boolean"}), body=SWITCH,
    ),
)  # fmt: skip
