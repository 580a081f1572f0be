"""The REST interface of consoles."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from app.web import shapes
from app.web.context import asked_by, rooms
from app.web.guard import acts, reads
from app.web.operations import COUNT, TEXT, TEXTS, Operation, object_of
from app.web.validation import Shape

Answer = tuple[dict[str, Any], int]

blueprint = Blueprint("consoles", __name__)

_LINE: dict[str, Any] = {"type": "string", "maxLength": 60_000}
OPEN = Shape({"session_timeout": {**shapes.SESSION_TIMEOUT, "default": 10.0}})
SAY = Shape(
    {
        "line": {**_LINE, "description": "as it would be typed into zkCli.sh"},
        "confirm": {
            "type": ["string", "null"],
            "maxLength": 40,
            "default": None,
            "description": "the token of a refusal with the code confirm, to mean it",
        },
    },
    required=("line",),
)
COMPLETE = Shape({"line": {**_LINE, "default": ""}})


@blueprint.post("/consoles")
@acts
def open_console() -> Answer:
    """Open a console, with a session of its own."""
    body = OPEN.read_body()
    return rooms().control.consoles.open(float(body["session_timeout"]), asked_by()), 201


@blueprint.post("/consoles/<console>/lines")
@acts
def say_line(console: str) -> dict[str, Any]:
    """Run a line in a console."""
    body = SAY.read_body()
    return rooms().control.consoles.say(console, body["line"], body["confirm"], asked_by())


@blueprint.get("/consoles/<console>/completions")
@reads
def complete_line(console: str) -> dict[str, Any]:
    """What the last word of a line may become."""
    query = COMPLETE.read_query()
    return rooms().control.consoles.complete(console, query["line"])._asdict()


@blueprint.delete("/consoles/<console>")
@acts
def close_console(console: str) -> dict[str, Any]:
    """End a console's session, and with it its ephemerals."""
    shapes.NOTHING.read_body()
    gone = rooms().control.consoles.close_one(console, asked_by())
    return {"console": console, "ephemerals": gone}


_SWITCH: dict[str, Any] = {"type": "boolean"}

OPERATIONS = (
    Operation(
        "/api/v1/consoles", "post", "Open a console, with a session of its own", 201,
        object_of(console=TEXT, session=TEXT, prompt=TEXT), body=OPEN,
    ),
    Operation(
        "/api/v1/consoles/{console}/lines", "post", "Run a line as zkCli does", 200,
        object_of(lines=TEXTS, prompt=TEXT, open=_SWITCH), body=SAY, in_path=("console",),
    ),
    Operation(
        "/api/v1/consoles/{console}/completions", "get", "What the last word may become", 200,
        object_of(start=COUNT, words=TEXTS, more=_SWITCH), query=COMPLETE, in_path=("console",),
    ),
    Operation(
        "/api/v1/consoles/{console}", "delete", "Close a console, and end its session", 200,
        object_of(console=TEXT, ephemerals=TEXTS), in_path=("console",),
    ),
)  # fmt: skip
