"""What comes in to the znode workbench."""

from __future__ import annotations

from app.control.workbench.comparing import MODES, OF_EPHEMERALS
from app.control.workbench.searching import PLACES
from app.web import shapes
from app.web.validation import Shape
from app.zookeeper.changes import KINDS

LARGEST_VALUE_BODY = 8 << 20
"""A value of 1 MB takes so much as JSON, where every byte of it needs six."""

LARGEST_DOCUMENT = 96 << 20

_INT = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
_COUNT = {"type": "integer", "minimum": 0, "maximum": 2**31}
_BOOLEAN = {"type": "boolean", "default": False}
_TEXT = {"type": "string", "maxLength": 1_000}
_WORD = {
    "type": ["string", "null"],
    "maxLength": 40,
    "default": None,
    "description": 'ZooKeeper\'s own znodes are changed only with the word "zookeeper"',
}
_MZXID = {**shapes.ZXID, "description": "of the znode that was seen; null: only the version counts"}
_SEEN = {"type": ["string", "null"], "maxLength": 100, "default": None}
_DATA = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "base64": {"type": "string"}},
    "additionalProperties": False,
    "default": {"text": ""},
    "description": "text or base64",
}
_ACL = {
    "type": ["array", "null"],
    "maxItems": 1_000,
    "items": {
        "type": "object",
        "properties": dict.fromkeys(("scheme", "id", "perms", "user", "password"), _TEXT),
        "required": ["scheme", "perms"],
        "additionalProperties": False,
    },
}

CREATE = Shape(
    {
        "path": shapes.PATH,
        "data": _DATA,
        "kind": {"type": "string", "enum": list(KINDS), "default": "persistent"},
        "ttl_ms": {
            "type": ["integer", "null"],
            "minimum": 1,
            "maximum": 2**40 - 1,
            "default": None,
        },
        "acl": {
            **_ACL,
            "default": None,
            "description": "null: that of --acl, else world:anyone:cdrwa",
        },
        "parents": _BOOLEAN,
        "word": _WORD,
    },
    required=("path",),
)
WRITE = Shape(
    {"path": shapes.PATH, "data": _DATA, "version": _INT, "mzxid": _MZXID, "word": _WORD},
    required=("path", "data", "version"),
)
DELETE = Shape(
    {
        "path": shapes.PATH,
        "version": {**_INT, "description": "of a znode without children"},
        "mzxid": _MZXID,
        "recursive": _BOOLEAN,
        "expect": {**_COUNT, "description": "of a recursive delete: how many znodes go"},
        "zxid": {**shapes.ZXID, "description": "the latest change among them, as the count told"},
        "seen": {
            **_SEEN,
            "description": "all that the count saw; refused where that differs",
        },
        "word": _WORD,
    },
    required=("path",),
)
AT = Shape({"path": {**shapes.PATH, "default": "/"}})
PROTECT = Shape(
    {
        "path": shapes.PATH,
        "acl": _ACL,
        "version": _INT,
        "czxid": {
            **shapes.ZXID,
            "description": "of the znode that was seen; null: only the version",
        },
        "lock_out": _BOOLEAN,
        "word": _WORD,
    },
    required=("path", "acl", "version"),
)
CREDENTIALS = Shape(
    {
        "scheme": {"type": "string", "enum": ["digest"], "default": "digest"},
        "user": {"type": "string", "maxLength": 200},
        "password": {"type": "string", "maxLength": 1_000},
    },
    required=("user", "password"),
)
END = Shape(
    {
        "session": {"type": "string", "maxLength": 40},
        "expect": _COUNT,
        "seen": {**_SEEN, "description": "of the state: its ephemerals, each as it was seen"},
    },
    required=("session", "expect"),
)
SEARCH = Shape(
    {**shapes.SEARCH.properties, "in": {"type": "string", "enum": list(PLACES), "default": "name"}}
)
IMPORT = Shape(
    {
        "path": shapes.PATH,
        "document": {"type": "object"},
        "mode": {"type": "string", "enum": list(MODES), "default": "refuse"},
        "dry_run": _BOOLEAN,
        "ephemerals": {"type": "string", "enum": list(OF_EPHEMERALS), "default": "skip"},
        "expect": {**_COUNT, "description": "how many znodes are overwritten"},
        "seen": {
            "type": ["string", "null"],
            "default": None,
            "description": "what the preview (dry_run) answered; refused where it is so no longer",
        },
        "word": _WORD,
    },
    required=("path", "document"),
)
HISTORY = Shape({"path": {**shapes.PATH, "default": "/"}, "limit": shapes.limit(200, 5_000)})
WATCHES = Shape({"under": {**shapes.PATH, "default": "/"}, "limit": shapes.limit(1_000, 10_000)})
