"""Write JSON of our own: what `json` writes without spaces, several times as fast."""

from __future__ import annotations

import codecs
import json
from typing import Any

import msgspec

_quick = msgspec.json.Encoder().encode
_thorough = json.JSONEncoder(separators=(",", ":")).encode


def write_json(value: Any) -> str:
    """Return a value as one line of ASCII. Half a character (a lone surrogate) is escaped too:
    what comes from ZooKeeper may have one. A number that is not finite is written as null.
    """
    try:
        return _quick(value).decode().encode("ascii", _ESCAPES).decode()
    except (TypeError, UnicodeEncodeError):
        return _thorough(value)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


_ESCAPES = "handoff-json"
codecs.register_error(_ESCAPES, _escaped)
