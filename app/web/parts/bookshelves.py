"""The REST interface of bookshelves."""

from __future__ import annotations

import uuid
from typing import Any

from flask import Blueprint

from app.web import shapes
from app.web.context import asked_by, rooms
from app.web.guard import acts, reads
from app.web.operations import COUNT, OPEN, TEXT, TEXTS, Operation, object_of
from app.web.validation import Shape
from app.zookeeper.paths import check_path

Answer = tuple[dict[str, Any], int]

SLOW = 1.2

_SHELF: dict[str, Any] = {
    **shapes.PATH,
    "default": "/bookshelf",
    "description": "above all_nodes, live_nodes, election and in_sync",
}
_NODE: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": 200}
_ANY: dict[str, Any] = {
    **_NODE,
    "type": ["string", "null"],
    "default": None,
    "description": "whom to ask; null: the leader",
}
START_NODES = Shape(
    {
        "path": _SHELF,
        "count": {
            **shapes.limit(3, 12),
            "minimum": 0,
            "description": "new nodes; 0 to follow the bookshelf only",
        },
        "session_timeout": shapes.SESSION_TIMEOUT,
    }
)
RESTART_NODE = Shape({"path": _SHELF, "session_timeout": shapes.SESSION_TIMEOUT})
AT_NODE = Shape({"path": _SHELF})
SLOWED = Shape(
    {
        "path": _SHELF,
        "on": {"type": "boolean"},
        "pause": {
            "type": "number",
            "minimum": 0.05,
            "maximum": 10,
            "default": SLOW,
            "description": "seconds between the steps of a write",
        },
    },
    required=("on",),
)
ADD_BOOK = Shape(
    {
        "path": _SHELF,
        "node": _ANY,
        "id": {**_NODE, "description": "without it, one is made up"},
        "author": {"type": "string", "minLength": 1, "maxLength": 200},
        "year": {"type": "integer", "minimum": -5000, "maximum": 9999},
    },
    required=("author", "year"),
)
BOOKS = Shape({"path": _SHELF, "node": _NODE})

blueprint = Blueprint("bookshelves", __name__)


@blueprint.post("/bookshelves")
@acts
def start_nodes() -> Answer:
    """Follow a bookshelf, and start nodes of it; they join on their own time."""
    body = START_NODES.read_body()
    path, shelves = check_path(body["path"], "path"), rooms().control.bookshelves
    if body["count"] == 0:
        shelves.follow(path, asked_by())
        return {"path": path, "candidates": []}, 202
    timeout = float(body["session_timeout"])
    return {
        "path": path,
        "candidates": shelves.start(path, body["count"], timeout, asked_by()),
    }, 201


@blueprint.post("/bookshelves/nodes/<node>/restart")
@acts
def restart_node(node: str) -> Answer:
    """Start a process for a node that has none."""
    body = RESTART_NODE.read_body()
    path, timeout = check_path(body["path"], "path"), float(body["session_timeout"])
    candidate = rooms().control.bookshelves.restart(path, node, timeout, asked_by())
    return {"node": node, "candidate": candidate}, 201


@blueprint.delete("/bookshelves/nodes/<node>/disk")
@acts
def wipe_disk(node: str) -> Answer:
    """Lose the disk of a node that is down."""
    path = check_path(AT_NODE.read_body()["path"], "path")
    rooms().control.bookshelves.wipe(path, node, asked_by())
    return {"path": path, "node": node}, 202


@blueprint.post("/bookshelves/nodes/<node>/appoint")
@acts
def appoint(node: str) -> Answer:
    """Let a node lead that may lack acknowledged books: a person's decision."""
    path = check_path(AT_NODE.read_body()["path"], "path")
    rooms().control.bookshelves.appoint(path, node, asked_by())
    return {"path": path, "node": node}, 202


@blueprint.post("/bookshelves/slow")
@acts
def slow_down() -> Answer:
    """Have the nodes wait between the steps of a write, or not."""
    body = SLOWED.read_body()
    path, pause = check_path(body["path"], "path"), float(body["pause"]) if body["on"] else 0.0
    rooms().control.bookshelves.slow(path, pause, asked_by())
    return {"path": path, "on": body["on"], "pause": pause}, 202


@blueprint.post("/bookshelves/books")
@acts
def add_book() -> Answer:
    """Ask a node to add a book; the answer is the node's own."""
    body = ADD_BOOK.read_body()
    path = check_path(body["path"], "path")
    book = {
        "id": body.get("id") or uuid.uuid4().hex[:8],
        "author": body["author"],
        "year": body["year"],
    }
    answer = rooms().control.bookshelves.add(path, body["node"], book)
    return answer.body, answer.status


@blueprint.get("/bookshelves/books")
@reads
def list_books() -> Answer:
    """The books that a node has; the answer is the node's own."""
    query = BOOKS.read_query()
    path = check_path(query["path"], "path")
    answer = rooms().control.bookshelves.books(path, query.get("node"))
    return answer.body, answer.status


OPERATIONS = (
    Operation(
        "/api/v1/bookshelves", "post", "Follow a bookshelf and start nodes of it", 201,
        object_of(path=TEXT, candidates=TEXTS), body=START_NODES,
    ),
    Operation(
        "/api/v1/bookshelves/nodes/{node}/restart", "post",
        "Start a process for a node that is down, on the disk it had", 201,
        object_of(node=TEXT, candidate=TEXT), body=RESTART_NODE, in_path=("node",),
    ),
    Operation(
        "/api/v1/bookshelves/nodes/{node}/disk", "delete",
        "Lose the disk of a node that is down", 202,
        object_of(path=TEXT, node=TEXT), body=AT_NODE, in_path=("node",),
    ),
    Operation(
        "/api/v1/bookshelves/nodes/{node}/appoint", "post",
        "Let a node lead that may lack acknowledged books, where nobody may who has them all", 202,
        object_of(path=TEXT, node=TEXT), body=AT_NODE, in_path=("node",),
    ),
    Operation(
        "/api/v1/bookshelves/slow", "post",
        "Have the nodes of a bookshelf wait between the steps of a write, or not", 202,
        object_of(path=TEXT, on={"type": "boolean"}, pause={"type": "number"}), body=SLOWED,
    ),
    Operation(
        "/api/v1/bookshelves/books", "post", "Add a book at a node", 201,
        object_of(book=OPEN, copies=COUNT, of=COUNT, epoch=COUNT, by=TEXT, node=TEXT),
        body=ADD_BOOK,
    ),
    Operation(
        "/api/v1/bookshelves/books", "get", "The books that a node has", 200,
        object_of(books={"type": "array", "items": OPEN}, checksum=TEXT), query=BOOKS,
    ),
)  # fmt: skip
