"""Read what the data of any client's znode says."""

from __future__ import annotations

from typing import Any

from ..foreign_json import read_json

_MOST_PID = 2**32 - 1


def said_in(data: bytes | str | None, key: str, kind: type) -> Any:
    """Return what a JSON object says under `key`, if it is of this kind; else None."""
    try:
        document = read_json(data or b"null")
        found = document.get(key) if isinstance(document, dict) else None
    except ValueError:
        return None
    return found if isinstance(found, kind) and not isinstance(found, bool) else None


def is_pid(said: Any) -> bool:
    """Tell whether this can be the number of a process on any system."""
    return type(said) is int and 0 < said <= _MOST_PID
