"""Track how far the start and the stop of many candidates have come.

refused: why so many were never started, until somebody is started or stopped. Each part is None
where there is nothing to say.
"""

from __future__ import annotations

from .document import CandidateState, CrowdState, NeverStarted, Starting
from .event import Event
from .events import (
    CandidateExited,
    CandidatesQueued,
    CandidatesRefused,
    CandidatesStopping,
    CandidateStarting,
    CandidateStopping,
    CandidatesWithdrawn,
)


def new() -> CrowdState:
    """Return a crowd in which nobody waits for a start or a stop."""
    return {"starting": None, "stopping": None, "refused": None}


def with_candidate_event(
    crowd: CrowdState, event: Event, known: CandidateState | None
) -> CrowdState:
    """Fold an event of one candidate. known: what was known of it until then."""
    if isinstance(event, CandidateStarting | CandidateStopping):
        crowd = {**crowd, "refused": None}
    if isinstance(event, CandidateStarting) and known and known["lifecycle"] == "queued":
        starting = crowd["starting"]
        started = starting and _unless_started({**starting, "started": starting["started"] + 1})
        return {**crowd, "starting": started}
    stopping = crowd["stopping"]
    if isinstance(event, CandidateExited) and stopping and event.subject in stopping["names"]:
        ended = stopping["ended"] + 1
        left = ended < stopping["of"]
        return {**crowd, "stopping": {**stopping, "ended": ended} if left else None}
    return crowd


def _unless_started(starting: Starting) -> Starting | None:
    return starting if starting["started"] < starting["of"] else None


def queued(crowd: CrowdState, event: CandidatesQueued, at: float) -> CrowdState:
    """Fold that many will be started."""
    known = crowd["starting"] or {"of": 0, "started": 0, "since": at}
    of, started = known["of"] + event.of, known["started"] + event.of - len(event.names)
    return {**crowd, "starting": {**known, "of": of, "started": started}, "refused": None}


def never_started(
    crowd: CrowdState, event: CandidatesWithdrawn | CandidatesRefused, at: float
) -> CrowdState:
    """Fold that these will never be started."""
    number, known = len(event.names), crowd["starting"]
    if isinstance(event, CandidatesRefused):
        refused: NeverStarted = {"reason": event.reason, "left": number, "at": at}
        return {**crowd, "starting": None, "refused": refused}
    left = known and _unless_started({**known, "of": known["of"] - number})
    return {**crowd, "starting": left}


def stopping(crowd: CrowdState, event: CandidatesStopping, at: float) -> CrowdState:
    """Fold that many will be stopped."""
    names = dict.fromkeys(event.names, True)
    return {**crowd, "stopping": {"of": len(names), "ended": 0, "names": names, "since": at}}
