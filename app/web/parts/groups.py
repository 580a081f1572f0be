"""The REST interface of groups."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from app.web import shapes
from app.web.context import asked_by, rooms
from app.web.guard import acts
from app.web.operations import TEXT, TEXTS, Operation, object_of
from app.web.validation import Shape
from app.zookeeper.paths import check_path

Answer = tuple[dict[str, Any], int]

_NODE: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": 1_000}
_GROUP: dict[str, Any] = {
    **shapes.PATH,
    "default": "/",
    "description": "above all_nodes and live_nodes",
}
START_NODES = Shape(
    {
        "path": _GROUP,
        "count": {
            **shapes.limit(3, 10_000),
            "minimum": 0,
            "description": "new nodes; 0 to follow the group only",
        },
        "session_timeout": shapes.SESSION_TIMEOUT,
    }
)
RESTART_NODE = Shape(
    {
        "path": _GROUP,
        "session_timeout": shapes.SESSION_TIMEOUT,
        "replace": {
            "type": "boolean",
            "default": False,
            "description": "delete the live znode that its last process has left behind",
        },
    }
)
FORGET_NODE = Shape(
    {
        "path": _GROUP,
        "id": _NODE,
        "mzxid": {
            **shapes.ZXID,
            "description": "the entry's last write, as it was seen; null: as the state has it",
        },
    },
    required=("id",),
)

blueprint = Blueprint("groups", __name__)


@blueprint.post("/groups")
@acts
def start_nodes() -> Answer:
    """Follow a group, and start nodes in it; they join on their own time."""
    body = START_NODES.read_body()
    path, groups = check_path(body["path"], "path"), rooms().control.groups
    if body["count"] == 0:
        groups.follow(path, asked_by())
        return {"path": path, "candidates": []}, 202
    timeout = float(body["session_timeout"])
    return {"path": path, "candidates": groups.start(path, body["count"], timeout, asked_by())}, 201


@blueprint.post("/groups/nodes/<node>/restart")
@acts
def restart_node(node: str) -> Answer:
    """Start a process under the name of a node that has none."""
    body = RESTART_NODE.read_body()
    path, timeout = check_path(body["path"], "path"), float(body["session_timeout"])
    candidate = rooms().control.groups.restart(
        path, node, timeout, asked_by(), replace=body["replace"]
    )
    return {"node": node, "candidate": candidate}, 201


@blueprint.delete("/groups/nodes")
@acts
def forget_node() -> Answer:
    """Delete the entry of a node that is down."""
    body = FORGET_NODE.read_body()
    path = check_path(body["path"], "path")
    rooms().control.groups.forget(path, body["id"], asked_by(), body["mzxid"])
    return {"path": path, "id": body["id"]}, 202


OPERATIONS = (
    Operation(
        "/api/v1/groups", "post", "Follow a group and start nodes in it", 201,
        object_of(path=TEXT, candidates=TEXTS), body=START_NODES,
    ),
    Operation(
        "/api/v1/groups/nodes/{node}/restart", "post",
        "Start a process that takes up the name of a node that is down", 201,
        object_of(node=TEXT, candidate=TEXT), body=RESTART_NODE, in_path=("node",),
    ),
    Operation(
        "/api/v1/groups/nodes", "delete", "Forget a node that is down", 202,
        object_of(path=TEXT, id=TEXT), body=FORGET_NODE,
    ),
)  # fmt: skip
