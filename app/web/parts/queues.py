"""The REST interface of queues."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from app.web import shapes
from app.web.context import asked_by, rooms
from app.web.guard import acts
from app.web.operations import TEXT, TEXTS, Operation, object_of
from app.web.validation import Shape

Answer = tuple[dict[str, Any], int]

blueprint = Blueprint("queues", __name__)

_SECONDS: dict[str, Any] = {"type": "number", "minimum": 0, "maximum": 600}
_PATH: dict[str, Any] = {**shapes.PATH, "default": "/queue"}
_COUNT: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 10_000}
_EVERY: dict[str, Any] = {
    **_SECONDS,
    "minimum": 0.05,
    "description": "seconds from one of a producer's items to its next",
}
_ITEMS: dict[str, Any] = {
    "type": "integer",
    "minimum": 0,
    "maximum": 1_000,
    "description": "how many each producer puts in at its own pace",
}

START = Shape(
    {
        "path": _PATH,
        "producers": {**_COUNT, "default": 0},
        "consumers": {**_COUNT, "default": 0},
        "session_timeout": shapes.SESSION_TIMEOUT,
        "task": {**_SECONDS, "default": 1.0, "description": "seconds of work for an item"},
        "items": {**_ITEMS, "default": 10},
        "every": {**_EVERY, "default": 1.0},
    }
)
PUT = Shape({"path": _PATH, "count": shapes.limit(5, 500)})
PACE = Shape(
    {
        "path": _PATH,
        "task": {**_SECONDS, "type": ["number", "null"], "default": None},
        "every": {**_EVERY, "type": ["number", "null"], "default": None},
        "items": {**_ITEMS, "type": ["integer", "null"], "default": None},
    }
)


@blueprint.post("/queues")
@acts
def start_queue() -> Answer:
    """Start producers and consumers of a queue."""
    body = START.read_body()
    started = rooms().control.queues.start(
        body["path"],
        body["producers"],
        body["consumers"],
        float(body["session_timeout"]),
        asked_by(),
        task=float(body["task"]),
        items=body["items"],
        every=float(body["every"]),
    )
    return {"candidates": started}, 201


@blueprint.post("/queues/items")
@acts
def put_items() -> Answer:
    """Have a producer put some items in at once."""
    body = PUT.read_body()
    producer = rooms().control.queues.put(body["path"], body["count"], asked_by())
    return {"candidate": producer, "count": body["count"]}, 202


@blueprint.post("/queues/pace")
@acts
def set_pace() -> Answer:
    """How fast those that run produce and consume from now on."""
    body = PACE.read_body()
    task, every = (None if body[key] is None else float(body[key]) for key in ("task", "every"))
    rooms().control.queues.pace(
        body["path"], asked_by(), task=task, every=every, items=body["items"]
    )
    return {"path": body["path"]}, 202


OPERATIONS = (
    Operation(
        "/api/v1/queues", "post", "Start producers and consumers of a queue", 201,
        object_of(candidates=TEXTS), body=START,
    ),
    Operation(
        "/api/v1/queues/items", "post", "Have a producer put items into a queue", 202,
        object_of(candidate=TEXT, count={"type": "integer"}), body=PUT,
    ),
    Operation(
        "/api/v1/queues/pace", "post", "How fast a queue's processes work from now on", 202,
        object_of(path=TEXT), body=PACE,
    ),
)  # fmt: skip
