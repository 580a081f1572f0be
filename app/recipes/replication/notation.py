"""The znode `in_sync` as data: a JSON object."""

from __future__ import annotations

import json
from typing import Any

from app.recipes.replication import words as w


def written(value: w.InSync) -> bytes:
    """The znode's data."""
    document = {
        "epoch": value.epoch,
        "term": value.term,
        "leader": value.leader,
        "address": value.address,
        "nodes": dict(value.nodes),
        "begun": value.begun,
    }
    return json.dumps(document).encode()


def parsed(data: bytes) -> w.InSync | None:
    """None where it says nothing that makes sense: anybody may have written the znode."""
    try:
        told = json.loads(data or b"null")
        return w.InSync(
            _of_type(int, told["epoch"]),
            _of_type(str, told["term"]),
            _of_type((str, type(None)), told["leader"]),
            _of_type((str, type(None)), told["address"]),
            {_of_type(str, name): _of_type(str, store) for name, store in told["nodes"].items()},
            _of_type(str, told.get("begun", "")),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _of_type(kind: Any, value: Any) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no {kind}")
    return value
