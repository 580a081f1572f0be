"""Track how far the start and the stop of many candidates have come.

refused: why so many were never started, until somebody is started or stopped. Each part is None
where there is nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .document import CandidateState, CrowdState, Data, Starting


def new() -> CrowdState:
    """Return a crowd in which nobody waits for a start or a stop."""
    return {"starting": None, "stopping": None, "refused": None}


def with_event(crowd: CrowdState, what: str, data: Data, at: float) -> CrowdState:
    """Fold `candidates.<what>`."""
    fold = _FOLDS.get(what)
    return {**crowd, **fold(crowd, data, at)} if fold else crowd


def with_candidate_event(
    crowd: CrowdState, name: str, known: CandidateState | None, what: str
) -> CrowdState:
    """Fold `candidate.<what>` of a candidate that was `known` so until then."""
    if what in ("starting", "stopping"):
        crowd = {**crowd, "refused": None}
    if what == "starting" and known is not None and known["lifecycle"] == "queued":
        return {**crowd, "starting": _counted_start(crowd["starting"])}
    stopping = crowd["stopping"]
    if what == "exited" and stopping and name in stopping["names"]:
        ended = stopping["ended"] + 1
        left = ended < stopping["of"]
        return {**crowd, "stopping": {**stopping, "ended": ended} if left else None}
    return crowd


def _counted_start(starting: Starting | None) -> Starting | None:
    return starting and _unless_started({**starting, "started": starting["started"] + 1})


def _unless_started(starting: Starting) -> Starting | None:
    return starting if starting["started"] < starting["of"] else None


def _queued(crowd: CrowdState, data: Data, at: float) -> CrowdState:
    known = crowd["starting"] or {"of": 0, "started": 0, "since": at}
    of, started = known["of"] + data["of"], known["started"] + data["of"] - len(data["names"])
    return {"starting": {**known, "of": of, "started": started}, "refused": None}


def _withdrawn(crowd: CrowdState, data: Data, at: float) -> CrowdState:
    known = crowd["starting"]
    if known is None:
        return {}
    return {"starting": _unless_started({**known, "of": known["of"] - len(data["names"])})}


def _refused(crowd: CrowdState, data: Data, at: float) -> CrowdState:
    left = len(data["names"])
    return {"starting": None, "refused": {"reason": data["reason"], "left": left, "at": at}}


def _stopping(crowd: CrowdState, data: Data, at: float) -> CrowdState:
    names = dict.fromkeys(data["names"], True)
    return {"stopping": {"of": len(names), "ended": 0, "names": names, "since": at}}


_FOLDS: Mapping[str, Callable[[CrowdState, Data, float], CrowdState]] = {
    "queued": _queued,
    "withdrawn": _withdrawn,
    "refused": _refused,
    "stopping": _stopping,
}
