"""What the journal still knows of one znode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.journal.event import Event

_SUMMARY = "znodes.summary"
_NO_NEWS = {_SUMMARY, "invariants.checked"}


def history_of(path: str, events: Sequence[Event], limit: int) -> dict[str, Any]:
    """As `GET znodes/history` answers: the newest `limit` events about the znode, oldest first.

    events: those that lists of what happened tell.

    summed: how many summaries of a busy tree hide what may have been about it as well.
    """
    own = [event for event in events if _is_about(event, path)]
    summed = sum(1 for event in events if event.kind == _SUMMARY and _covers(event.subject, path))
    return {
        "path": path,
        "events": [event.without_patch() for event in own[-limit:]],
        "truncated": len(own) > limit,
        "since": events[0].wall if events else None,
        "summed": summed,
    }


def _is_about(event: Event, path: str) -> bool:
    return event.subject == path and event.kind not in _NO_NEWS


def _covers(prefix: str, path: str) -> bool:
    return prefix == "/" or path == prefix or path.startswith(f"{prefix}/")
