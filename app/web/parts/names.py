"""The REST interface of name services."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from app.web import shapes
from app.web.context import asked_by, rooms
from app.web.guard import acts
from app.web.operations import TEXT, TEXTS, Operation, object_of
from app.web.validation import Shape

Answer = tuple[dict[str, Any], int]

blueprint = Blueprint("names", __name__)


def _some(default: int, what: str) -> dict[str, Any]:
    return {**shapes.limit(default, 10_000), "minimum": 0, "description": what}


START = Shape(
    {
        "path": {**shapes.PATH, "default": "/names", "description": "above the names"},
        "name": {"type": "string", "minLength": 1, "maxLength": 100, "default": "shop"},
        "providers": _some(1, "the first to register is found under the name, the others stand by"),
        "clients": _some(3, "who look the name up, and call the address it leads to"),
        "session_timeout": shapes.SESSION_TIMEOUT,
    }
)
MOVE = Shape({"candidate": {"type": "string", "maxLength": 40}}, required=("candidate",))


@blueprint.post("/names")
@acts
def start_name() -> Answer:
    """Start providers and clients of a name; they register and look it up on their own time."""
    body = START.read_body()
    started = rooms().control.names.start(
        body["path"],
        body["name"],
        body["providers"],
        body["clients"],
        float(body["session_timeout"]),
        asked_by(),
    )
    return {"path": body["path"], "name": body["name"], "candidates": started}, 201


@blueprint.post("/names/address")
@acts
def move_provider() -> Answer:
    """Have a provider go on at another address."""
    candidate = MOVE.read_body()["candidate"]
    rooms().control.names.move(candidate, asked_by())
    return {"candidate": candidate}, 202


OPERATIONS = (
    Operation(
        "/api/v1/names", "post", "Start providers and clients of a name", 201,
        object_of(path=TEXT, name=TEXT, candidates=TEXTS), body=START,
    ),
    Operation(
        "/api/v1/names/address", "post", "Have a provider go on at another address", 202,
        object_of(candidate=TEXT), body=MOVE,
    ),
)  # fmt: skip
