"""Track how far the start and the stop of many candidates have come.

refused: why so many were never started, until somebody is started or stopped. Each part is None
where there is nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .document import CandidateState, CrowdState, Starting
from .event import Event
from .events import (
    CandidateExited,
    CandidatesQueued,
    CandidatesRefused,
    CandidatesStopping,
    CandidateStarting,
    CandidateStopping,
    CandidatesWithdrawn,
    CrowdEvent,
)


def new() -> CrowdState:
    """Return a crowd in which nobody waits for a start or a stop."""
    return {"starting": None, "stopping": None, "refused": None}


def with_event(crowd: CrowdState, event: CrowdEvent, at: float) -> CrowdState:
    """Fold an event of many candidates."""
    fold = _FOLDS.get(type(event))
    return {**crowd, **fold(crowd, event, at)} if fold else crowd


def with_candidate_event(
    crowd: CrowdState, event: Event, known: CandidateState | None
) -> CrowdState:
    """Fold an event of one candidate, which was `known` so until then."""
    if isinstance(event, CandidateStarting | CandidateStopping):
        crowd = {**crowd, "refused": None}
    if isinstance(event, CandidateStarting) and known and known["lifecycle"] == "queued":
        return {**crowd, "starting": _counted_start(crowd["starting"])}
    stopping = crowd["stopping"]
    if isinstance(event, CandidateExited) and stopping and event.subject in stopping["names"]:
        ended = stopping["ended"] + 1
        left = ended < stopping["of"]
        return {**crowd, "stopping": {**stopping, "ended": ended} if left else None}
    return crowd


def _counted_start(starting: Starting | None) -> Starting | None:
    return starting and _unless_started({**starting, "started": starting["started"] + 1})


def _unless_started(starting: Starting) -> Starting | None:
    return starting if starting["started"] < starting["of"] else None


def _queued(crowd: CrowdState, event: CandidatesQueued, at: float) -> CrowdState:
    known = crowd["starting"] or {"of": 0, "started": 0, "since": at}
    of, started = known["of"] + event.of, known["started"] + event.of - len(event.names)
    return {"starting": {**known, "of": of, "started": started}, "refused": None}


def _withdrawn(crowd: CrowdState, event: CandidatesWithdrawn, at: float) -> CrowdState:
    known = crowd["starting"]
    if known is None:
        return {}
    return {"starting": _unless_started({**known, "of": known["of"] - len(event.names)})}


def _refused(crowd: CrowdState, event: CandidatesRefused, at: float) -> CrowdState:
    left = len(event.names)
    return {"starting": None, "refused": {"reason": event.reason, "left": left, "at": at}}


def _stopping(crowd: CrowdState, event: CandidatesStopping, at: float) -> CrowdState:
    names = dict.fromkeys(event.names, True)
    return {"stopping": {"of": len(names), "ended": 0, "names": names, "since": at}}


_FOLDS: Mapping[type[Event], Callable[[CrowdState, Any, float], CrowdState]] = {
    CandidatesQueued: _queued,
    CandidatesWithdrawn: _withdrawn,
    CandidatesRefused: _refused,
    CandidatesStopping: _stopping,
}
