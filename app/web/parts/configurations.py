"""The REST interface of configurations."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from app.web import shapes
from app.web.context import asked_by, rooms
from app.web.guard import acts
from app.web.operations import COUNT, TEXT, TEXTS, Operation, object_of
from app.web.validation import Shape

Answer = tuple[dict[str, Any], int]

blueprint = Blueprint("configurations", __name__)

_PATH: dict[str, Any] = {**shapes.PATH, "default": "/config", "description": "of the znode"}
_VERSION: dict[str, Any] = {
    "type": "integer",
    "minimum": 0,
    "maximum": 2**31 - 1,
    "description": "refused unless the znode has this version",
}
_VERSION_OR_NONE: dict[str, Any] = {
    **_VERSION,
    "type": ["integer", "null"],
    "default": None,
    "description": "refused unless the znode has this version; null: unless there is none yet",
}
_MZXID: dict[str, Any] = {
    **shapes.ZXID,
    "description": "refused unless this was the znode's last write; null: only the version counts",
}
START = Shape(
    {
        "path": _PATH,
        "count": {
            **shapes.limit(5, 10_000),
            "minimum": 0,
            "description": "subscribers; 0 to show the configuration only",
        },
        "session_timeout": shapes.SESSION_TIMEOUT,
    }
)
PUBLISH = Shape(
    {
        "path": _PATH,
        "value": {"type": "string", "maxLength": 20_000},
        "version": _VERSION_OR_NONE,
        "mzxid": _MZXID,
        "recreate": {
            "type": "boolean",
            "default": False,
            "description": "delete the znode and create it anew in one transaction, with its ACL",
        },
    },
    required=("value",),
)
REMOVE = Shape({"path": _PATH, "version": _VERSION, "mzxid": _MZXID}, required=("version",))


@blueprint.post("/configurations")
@acts
def start_subscribers() -> Answer:
    """Start subscribers of a configuration; they read it on their own time."""
    body = START.read_body()
    path, timeout = body["path"], float(body["session_timeout"])
    started = rooms().control.configurations.start(path, body["count"], timeout, asked_by())
    return {"path": path, "candidates": started}, 201


@blueprint.post("/configurations/publish")
@acts
def publish_value() -> Answer:
    """Write a value into a configuration's znode."""
    body = PUBLISH.read_body()
    believed = {"mzxid": body["mzxid"], "recreate": body["recreate"]}
    return rooms().control.configurations.publish(
        body["path"], body["value"], body["version"], asked_by(), **believed
    ), 200


@blueprint.delete("/configurations/value")
@acts
def remove_value() -> Answer:
    """Delete a configuration's znode."""
    body = REMOVE.read_body()
    rooms().control.configurations.remove(
        body["path"], body["version"], asked_by(), mzxid=body["mzxid"]
    )
    return {"path": body["path"]}, 200


OPERATIONS = (
    Operation(
        "/api/v1/configurations", "post", "Start subscribers of a configuration", 201,
        object_of(path=TEXT, candidates=TEXTS), body=START,
    ),
    Operation(
        "/api/v1/configurations/publish", "post", "Write a value into a configuration's znode", 200,
        object_of(path=TEXT, mzxid=COUNT, version=COUNT), body=PUBLISH,
    ),
    Operation(
        "/api/v1/configurations/value", "delete", "Delete a configuration's znode", 200,
        object_of(path=TEXT), body=REMOVE,
    ),
)  # fmt: skip
