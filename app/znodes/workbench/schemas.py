"""Schemas of what comes in to read and change znodes."""

from __future__ import annotations

from ...actions.fields import BOOLEAN, PATH, ZXID, limit
from ...actions.schema import Schema
from ...zookeeper.changes import ANY_VERSION, KINDS
from ...zookeeper.wire.codes import PERMISSIONS
from ...zookeeper.wire.owners import LONGEST_TTL
from .comparing import MODES, OF_EPHEMERALS
from .document import FORMAT, MOST_ZNODES, VERSION
from .searching import PLACES

LARGEST_VALUE_BODY = 8 << 20
"""The size of a value of 1 MB as JSON, if every byte of it needs six."""

LARGEST_DOCUMENT = 96 << 20

_INT = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
_COUNT = {"type": "integer", "minimum": 0, "maximum": 2**31}
_TTL = {"type": ["integer", "null"], "minimum": 1, "maximum": LONGEST_TTL}
_BOOLEAN = {**BOOLEAN, "default": False}
_TEXT = {"type": "string", "maxLength": 1_000}
_USER = {
    "type": "string",
    "maxLength": 200,
    "pattern": "^[^:]+$",
    "title": "a name without a colon",
}
_VERSION = {**_INT, "not": {"const": ANY_VERSION}}
_WORD = {
    "type": ["string", "null"],
    "maxLength": 40,
    "default": None,
    "description": 'ZooKeeper\'s own znodes are changed only with the word "zookeeper"',
}
_MZXID = {**ZXID, "description": "of the znode that was seen; null: only the version counts"}
_SEEN = {"type": ["string", "null"], "maxLength": 100, "default": None}
_DATA = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "base64": {
            "type": "string",
            "title": "base64",
            "pattern": "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
        },
    },
    "additionalProperties": False,
    "minProperties": 1,
    "maxProperties": 1,
    "default": {"text": ""},
    "description": "text or base64",
}
_LETTERS = "".join(PERMISSIONS)
_ACL = {
    "type": ["array", "null"],
    "minItems": 1,
    "maxItems": 1_000,
    "items": {
        "type": "object",
        "properties": {
            **dict.fromkeys(("scheme", "id", "password"), _TEXT),
            "user": _USER,
            "perms": {**_TEXT, "pattern": f"^[{_LETTERS}]+$", "title": f"letters of {_LETTERS}"},
        },
        "required": ["scheme", "perms"],
        "additionalProperties": False,
        "anyOf": [
            {"required": ["id"], "not": {"required": ["password"]}},
            {"required": ["user", "password"], "properties": {"scheme": {"const": "digest"}}},
        ],
        "description": "an id, or of the scheme digest a user and a password",
    },
}
_DOCUMENT = {
    "type": "object",
    "properties": {
        "format": {"const": FORMAT},
        "version": {"type": "integer", "const": VERSION},
        "znodes": {"type": "array", "minItems": 1, "maxItems": MOST_ZNODES},
    },
    "required": ["format", "version", "znodes"],
    "description": "what an export answers; the znodes are checked one by one",
}

AT = Schema({"path": {**PATH, "default": "/"}})
CREATE = Schema(
    {
        "path": PATH,
        "data": _DATA,
        "kind": {"type": "string", "enum": list(KINDS), "default": "persistent"},
        "ttl_ms": {**_TTL, "default": None},
        "acl": {
            **_ACL,
            "default": None,
            "description": "null: that of --acl, else world:anyone:cdrwa",
        },
        "parents": _BOOLEAN,
        "word": _WORD,
    },
    required=("path",),
    anyOf=[
        {"required": ["ttl_ms"], "properties": {"ttl_ms": {"type": "integer"}}},
        {"properties": {"kind": {"enum": [one for one in KINDS if not one.startswith("ttl")]}}},
    ],
)
WRITE = Schema(
    {"path": PATH, "data": _DATA, "version": _VERSION, "mzxid": _MZXID, "word": _WORD},
    required=("path", "data", "version"),
)
DELETE = Schema(
    {
        "path": PATH,
        "version": {**_VERSION, "description": "of a znode without children"},
        "mzxid": _MZXID,
        "recursive": _BOOLEAN,
        "expect": {**_COUNT, "description": "of a recursive delete: how many znodes go"},
        "zxid": {**ZXID, "description": "the latest change among them, from the count"},
        "seen": {**_SEEN, "description": "all that the count saw; refused if that differs"},
        "word": _WORD,
    },
    required=("path",),
    anyOf=[
        {"required": ["version"], "properties": {"recursive": {"const": False}}},
        {"required": ["recursive", "expect"], "properties": {"recursive": {"const": True}}},
    ],
)
PROTECT = Schema(
    {
        "path": PATH,
        "acl": {**_ACL, "type": "array"},
        "version": _VERSION,
        "czxid": {**ZXID, "description": "of the znode that was seen; null: only the version"},
        "lock_out": _BOOLEAN,
        "word": _WORD,
    },
    required=("path", "acl", "version"),
)
CREDENTIALS = Schema(
    {
        "scheme": {"type": "string", "enum": ["digest"], "default": "digest"},
        "user": _USER,
        "password": {"type": "string", "maxLength": 1_000},
    },
    required=("user", "password"),
)
END = Schema(
    {
        "session": {"type": "string", "maxLength": 40},
        "expect": _COUNT,
        "seen": {**_SEEN, "description": "of the state: its ephemerals, each as it was seen"},
    },
    required=("session", "expect"),
)
SEARCH = Schema(
    {
        "q": {"type": "string", "maxLength": 1_000, "default": ""},
        "under": {**PATH, "default": "/"},
        "limit": limit(200, 5_000),
        "in": {"type": "string", "enum": list(PLACES), "default": "name"},
    }
)
IMPORT = Schema(
    {
        "path": PATH,
        "document": _DOCUMENT,
        "mode": {"type": "string", "enum": list(MODES), "default": "refuse"},
        "dry_run": _BOOLEAN,
        "ephemerals": {"type": "string", "enum": list(OF_EPHEMERALS), "default": "skip"},
        "expect": {**_COUNT, "description": "how many znodes are overwritten"},
        "seen": {
            "type": ["string", "null"],
            "default": None,
            "description": "what the preview (dry_run) answered; refused if that has changed",
        },
        "word": _WORD,
    },
    required=("path", "document"),
)
ZNODE = Schema(
    {
        "path": {**PATH, "default": "/"},
        "offset": {"type": "integer", "minimum": 0, "maximum": 2**31, "default": 0},
        "limit": limit(200, 5_000),
    }
)
HISTORY = Schema({"path": {**PATH, "default": "/"}, "limit": limit(200, 5_000)})
