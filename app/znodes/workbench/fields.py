"""Name what comes in to read and change znodes, as annotated types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from ...actions.fields import Zxid, within
from ...actions.signature import Bounded, schema_of
from ...zookeeper.operations import KINDS
from ...zookeeper.wire.codes import PERMISSIONS
from .document import FORMAT, MOST_ZNODES, VERSION
from .searching import PLACES

LARGEST_VALUE_BODY = 8 << 20
"""The size of a value of 1 MB as JSON, if every byte of it needs six."""

LARGEST_DOCUMENT = 96 << 20

Version = Annotated[int, within(-(2**31), 2**31 - 1), Bounded(**{"not": {"const": -1}})]
Mzxid = Annotated[Zxid | None, "of the znode that was seen; null: only the version counts"]
Expected = Annotated[int, within(0, 2**31)]
Seen = Annotated[str | None, Bounded(maxLength=100)]
Word = Annotated[
    str | None,
    Bounded(maxLength=40),
    'ZooKeeper\'s own znodes are changed only with the word "zookeeper"',
]
Limit = Annotated[int, within(1, 5_000)]
Where = Annotated[str, Bounded(enum=list(PLACES))]
Text = Annotated[str, Bounded(maxLength=1_000)]
User = Annotated[str, Bounded(maxLength=200, pattern="^[^:]+$", title="a name without a colon")]

EMPTY: Mapping[str, str] = {"text": ""}
Data = Annotated[
    Mapping[str, Any],
    Bounded(
        properties={
            "text": {"type": "string"},
            "base64": {
                "type": "string",
                "title": "base64",
                "pattern": "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
            },
        },
        additionalProperties=False,
        minProperties=1,
        maxProperties=1,
        default=EMPTY,
    ),
    "text or base64",
]
_LETTERS = "".join(PERMISSIONS)
_TEXT = schema_of(Text)
Acl = Annotated[
    Sequence[Mapping[str, Any]],
    Bounded(
        minItems=1,
        maxItems=1_000,
        items={
            "type": "object",
            "properties": {
                **dict.fromkeys(("scheme", "id", "password"), _TEXT),
                "user": schema_of(User),
                "perms": {
                    **_TEXT,
                    "pattern": f"^[{_LETTERS}]+$",
                    "title": f"letters of {_LETTERS}",
                },
            },
            "required": ["scheme", "perms"],
            "additionalProperties": False,
            "anyOf": [
                {"required": ["id"], "not": {"required": ["password"]}},
                {"required": ["user", "password"], "properties": {"scheme": {"const": "digest"}}},
            ],
            "description": "an id, or of the scheme digest a user and a password",
        },
    ),
]
Exported = Annotated[
    Mapping[str, Any],
    Bounded(
        properties={
            "format": {"const": FORMAT},
            "version": {"type": "integer", "const": VERSION},
            "znodes": {"type": "array", "minItems": 1, "maxItems": MOST_ZNODES},
        },
        required=["format", "version", "znodes"],
    ),
    "what an export answers; the znodes are checked one by one",
]

_TTL_KINDS = [one for one in KINDS if one.startswith("ttl")]
TIME_TO_LIVE: list[dict[str, Any]] = [
    {"required": ["ttl_ms"], "properties": {"ttl_ms": {"type": "integer"}}},
    {"properties": {"kind": {"enum": [one for one in KINDS if one not in _TTL_KINDS]}}},
]
"""Require that of a kind of znode that has one."""
NO_TIME_TO_LIVE = {
    "anyOf": [
        {"properties": {"ttl_ms": {"type": "null", "title": "null: this kind has none"}}},
        {"required": ["kind"], "properties": {"kind": {"enum": _TTL_KINDS}}},
    ]
}
"""Refuse that of a kind of znode that has none."""

ONE_OR_COUNTED: list[dict[str, Any]] = [
    {"required": ["version"], "properties": {"recursive": {"const": False}}},
    {"required": ["recursive", "expect"], "properties": {"recursive": {"const": True}}},
]
"""Require the version of one znode, or how many go."""
