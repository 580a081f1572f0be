"""The REST interface of the leaders' work."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from app.web import shapes
from app.web.context import asked_by, rooms
from app.web.guard import acts
from app.web.operations import TEXT, Operation, object_of
from app.web.validation import Shape
from app.zookeeper.paths import check_path

Answer = tuple[dict[str, Any], int]

blueprint = Blueprint("works", __name__)

FENCING = Shape(
    {
        "path": {**shapes.PATH, "description": "of the election"},
        "on": {"type": "boolean", "description": "whether writes of an earlier epoch are refused"},
    },
    required=("path", "on"),
)
OF_ELECTION = Shape({"path": {**shapes.PATH, "description": "of the election"}}, required=("path",))


@blueprint.post("/elections/fencing")
@acts
def fence_work() -> Answer:
    """Refuse the late writes of earlier leaders, or take them and count the damage."""
    body = FENCING.read_body()
    path = check_path(body["path"], "path")
    rooms().control.works.fence(path, body["on"], asked_by())
    return {"path": path, "on": body["on"]}, 202


@blueprint.post("/elections/reset-work")
@acts
def reset_work() -> Answer:
    """Count the leaders' writes anew."""
    path = check_path(OF_ELECTION.read_body()["path"], "path")
    rooms().control.works.reset(path, asked_by())
    return {"path": path}, 202


@blueprint.post("/elections/rebase-work")
@acts
def rebase_work() -> Answer:
    """Let the store of an election's work begin this ensemble's history."""
    path = check_path(OF_ELECTION.read_body()["path"], "path")
    epoch = rooms().control.works.rebase(path, asked_by())
    return {"path": path, "epoch": epoch}, 202


OPERATIONS = (
    Operation(
        "/api/v1/elections/fencing", "post",
        "Refuse the late writes of an election's earlier leaders, or take them", 202,
        object_of(path=TEXT, on={"type": "boolean"}), body=FENCING,
    ),
    Operation(
        "/api/v1/elections/reset-work", "post", "Count an election's writes anew", 202,
        object_of(path=TEXT), body=OF_ELECTION,
    ),
    Operation(
        "/api/v1/elections/rebase-work", "post",
        "Let the store of an election's work begin this ensemble's history", 202,
        object_of(path=TEXT, epoch={"type": "integer"}), body=OF_ELECTION,
    ),
)  # fmt: skip
