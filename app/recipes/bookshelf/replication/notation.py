"""Write and parse the znode `in_sync`: a JSON object."""

from __future__ import annotations

import json
from typing import Any

from ....foreign_json import read_json
from . import messages as w


def written(value: w.InSync) -> bytes:
    """Return the znode's data."""
    return json.dumps({**vars(value), "nodes": dict(value.nodes)}).encode()


def parsed(data: bytes) -> w.InSync | None:
    """Parse the data; None where it makes no sense: anybody may have written the znode."""
    try:
        told = read_json(data or b"null")
        return w.InSync(
            _of_type(int, told["epoch"]),
            _of_type(str, told["term"]),
            _of_type((str, type(None)), told["leader"]),
            _of_type((str, type(None)), told["address"]),
            {_of_type(str, name): _of_type(str, store) for name, store in told["nodes"].items()},
            _of_type(str, told.get("begun", "")),
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _of_type(kind: Any, value: Any) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not a {kind}")
    return value
