"""Schemas of what comes in with the actions of a bookshelf."""

from __future__ import annotations

from ....actions.fields import (
    BOOLEAN,
    COUNT,
    OPEN,
    PLACE,
    SESSION_TIMEOUT,
    TEXT,
    TEXTS,
    limit,
    object_of,
)
from ....actions.schema import Document, Schema

_SHELF: Document = {
    **PLACE,
    "default": "/bookshelf",
    "description": "above all_nodes, live_nodes, election and in_sync",
}
_NODE: Document = {"type": "string", "minLength": 1, "maxLength": 200}
_ANY: Document = {
    **_NODE,
    "type": ["string", "null"],
    "default": None,
    "description": "whom to ask; null: the leader",
}
OPENED = object_of(path=TEXT, candidates=TEXTS)
ADDED = object_of(book=OPEN, copies=COUNT, of=COUNT, epoch=COUNT, by=TEXT, node=TEXT)
START_NODES = Schema(
    {
        "path": _SHELF,
        "count": {
            **limit(3, 12),
            "minimum": 0,
            "description": "new nodes; 0 to follow the bookshelf only",
        },
        "session_timeout": SESSION_TIMEOUT,
    }
)
RESTART_NODE = Schema({"path": _SHELF, "session_timeout": SESSION_TIMEOUT})
AT_NODE = Schema({"path": _SHELF})
SLOWED = Schema(
    {
        "path": _SHELF,
        "on": BOOLEAN,
        "pause": {
            "type": "number",
            "minimum": 0.05,
            "maximum": 10,
            "default": 1.2,
            "description": "seconds between the steps of a write",
        },
    },
    required=("on",),
)
ADD_BOOK = Schema(
    {
        "path": _SHELF,
        "node": _ANY,
        "id": {**_NODE, "description": "without it, one is generated"},
        "author": {"type": "string", "minLength": 1, "maxLength": 200},
        "year": {"type": "integer", "minimum": -5000, "maximum": 9999},
    },
    required=("author", "year"),
)
BOOKS = Schema({"path": _SHELF, "node": _NODE})
