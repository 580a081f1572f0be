"""The shapes of everything that comes in: request bodies, queries, socket messages.

The same objects check the input and describe it in the OpenAPI document.
"""

from __future__ import annotations

from typing import Any

from app.journal.sections import SECTIONS
from app.web.validation import Shape

LARGEST_BODY = 64 * 1024
MOST_WINDOWS = 64
MOST_CHILDREN = 500
_MOST_AT_ONCE = 10_000
_LATEST_SEQ = 2**53

PATH: dict[str, Any] = {"type": "string", "maxLength": 16_384}
_SEQ: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": _LATEST_SEQ}
ZXID: dict[str, Any] = {
    "type": ["integer", "null"],
    "minimum": 0,
    "maximum": 2**63 - 1,
    "default": None,
}
STRATEGY: dict[str, Any] = {"type": "string", "maxLength": 40}
SESSION_TIMEOUT: dict[str, Any] = {
    "type": "number",
    "minimum": 0.1,
    "maximum": 3600,
    "default": 4.0,
    "description": "seconds asked for; ZooKeeper may grant another value",
}


def limit(default: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": 1, "maximum": most, "default": default}


NOTHING = Shape({})

START_CANDIDATES = Shape(
    {
        "count": limit(1, _MOST_AT_ONCE),
        "election": {
            **PATH,
            "description": "where they stand; without it, the election that --election names",
        },
        "strategy": {**STRATEGY, "description": "without it, the election's own"},
        "session_timeout": SESSION_TIMEOUT,
        "work": {
            "type": "boolean",
            "default": True,
            "description": "whether a leader hands out numbers",
        },
        "among_strangers": {
            "type": "boolean",
            "default": False,
            "description": "also where others stand, or were there first; 409 without it",
        },
    }
)
STOP_CANDIDATES = Shape(
    {
        "path": {
            **PATH,
            "type": ["string", "null"],
            "description": "only those of this path; without it, all of all paths",
        },
        "section": {
            "enum": [*SECTIONS, None],
            "description": "only those of this part of the state document",
        },
    }
)
ACT_ON_ROLE = Shape({"election": {**PATH, "description": "without it, the one of --election"}})
FOLLOW_ELECTION = Shape({"path": PATH, "strategy": STRATEGY}, required=("path",))

EVENTS = Shape(
    {
        "since": {**_SEQ, "default": 0},
        "before": {**_SEQ, "description": "the newest of those told before this one"},
        "limit": limit(1_000, 10_000),
    }
)
ZNODE = Shape(
    {
        "path": {**PATH, "default": "/"},
        "offset": {"type": "integer", "minimum": 0, "maximum": 2**31, "default": 0},
        "limit": limit(200, 5_000),
    }
)
SEARCH = Shape(
    {
        "q": {"type": "string", "maxLength": 1_000, "default": ""},
        "under": {**PATH, "default": "/"},
        "limit": limit(200, 5_000),
    }
)

FOLLOW = Shape(
    {
        "since": {"type": ["integer", "null"], "minimum": 0, "maximum": _LATEST_SEQ},
        "run": {"type": ["string", "null"], "maxLength": 80},
    }
)
WATCH_TREE = Shape(
    {
        "paths": {
            "type": "array",
            "maxItems": MOST_WINDOWS,
            "items": {"type": ["string", "object"], "maxLength": PATH["maxLength"]},
        }
    },
    required=("paths",),
)
WINDOW = Shape(
    {
        "path": PATH,
        "from": {"type": "integer", "minimum": 0, "maximum": 2**31, "default": 0},
        "count": limit(200, MOST_CHILDREN),
    },
    required=("path",),
)
