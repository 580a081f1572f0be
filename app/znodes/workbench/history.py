"""Find what the journal still knows of one znode."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, TypedDict

from ...journal.recorded import EventTold, Recorded
from ...readmodels.document import Candidates
from ...readmodels.events import CandidateNotified, InvariantsChecked, ZnodesSummary


class ZnodeHistory(TypedDict):
    """The answer of `GET znodes/history`. summed: how many summaries of a busy tree may hide more
    about the znode.
    """

    path: str
    events: list[EventTold]
    truncated: bool
    since: float | None
    summed: int


def history_of(
    path: str, events: Sequence[Recorded], limit: int, candidates: Candidates
) -> ZnodeHistory:
    """Return the newest `limit` events about the znode, oldest first.

    events: those that lists of what happened show. A notification is part of this znode's history
    if it has the zxid of one of its changes; candidates: those of the state, with their paths.
    """
    zxids = {event.data.get("zxid") for event in events if _is_about(event, path)} - {None}
    by_these = partial(_is_by, path=path, zxids=zxids, candidates=candidates)
    own = [event for event in events if _is_about(event, path) or by_these(event)]
    summed = sum(
        1
        for event in events
        if isinstance(event.event, ZnodesSummary) and _covers(event.subject, path)
    )
    return {
        "path": path,
        "events": [event.without_patch() for event in own[-limit:]],
        "truncated": len(own) > limit,
        "since": events[0].wall if events else None,
        "summed": summed,
    }


def _is_about(event: Recorded, path: str) -> bool:
    is_news = not isinstance(event.event, ZnodesSummary | InvariantsChecked)
    return event.subject == path and is_news


def _is_by(event: Recorded, path: str, zxids: set[Any], candidates: Candidates) -> bool:
    """Tell whether a change of the znode at `path` has fired this notification. One transaction may
    change several znodes of one name.
    """
    notified = event.event
    if not isinstance(notified, CandidateNotified) or notified.zxid not in zxids:
        return False
    candidate, name = candidates.get(event.subject), notified.znode
    stands_at = candidate["path"] if candidate else ""
    is_below = path == f"{stands_at.rstrip('/')}/{name}"
    return is_below or (path == stands_at and path.endswith(f"/{name}"))


def _covers(prefix: str, path: str) -> bool:
    return prefix == "/" or path == prefix or path.startswith(f"{prefix}/")
