"""Fold a candidate's events and reports into the state document, by its life cycle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from . import events as e
from .document import Candidates, CandidateState, Notified
from .event import UNSAID, Event
from .lifecycle import LifeCycle, Transition, moving, staying

NO_COUNTS = {"notifications": 0, "reads": 0, "writes": 0, "failed": 0}
REPORTED = {
    "belief": "belief", "step": "step", "znode": "znode", "session": "session",
    "watches": "watches", "leader": "leader", "epoch": "epoch", "data": "data_versions",
    "error": "error", "counters": "counters", "session_timeout_ms": "timeout_ms",
}  # fmt: skip
"""What the state says of a candidate -> the field of its report that tells it."""

ENDED_KEPT = 100


def _has_no_session(candidate: CandidateState) -> str | None:
    return "it has no session yet" if candidate["session"] is None else None


REASONS: Mapping[str | None, str] = {
    "queued": "it has not been started yet",
    "starting": "it is still starting",
    "running": "it is running already",
    "paused": "it is frozen: wake it first, or kill it",
    "stopping": "it is already stopping",
    "ending": "it has just been killed",
    "exited": "its process has ended",
}
CHANGES = (
    Transition(e.CandidateStarting, moving("starting", "queued")),
    Transition(e.CandidateStarted, {"starting": "running", **staying("stopping", "ending")}),
    Transition(
        e.CandidateStopping,
        {"queued": "exited", **moving("stopping", "starting", "running")},
        "stop",
        order="stop",
    ),
    Transition(
        e.CandidateKilled, moving("ending", "starting", "running", "paused", "stopping"), "kill"
    ),
    Transition(e.CandidatePaused, moving("paused", "running"), "pause"),
    Transition(e.CandidateResumed, moving("running", "paused"), "resume"),
    Transition(e.CandidateExpired, staying("running", "paused"), "expire", why_not=_has_no_session),
    Transition(
        e.CandidateExited, moving("exited", "starting", "running", "paused", "stopping", "ending")
    ),
)


def life_cycle(changes: Iterable[Transition] = ()) -> LifeCycle:
    """Return the life cycle of a candidate. changes: those that recipes add."""
    return LifeCycle(lambda candidate: candidate["lifecycle"], REASONS, (*CHANGES, *changes))


def fold_candidate(
    cycle: LifeCycle, candidate: CandidateState, event: Event, at: float
) -> CandidateState:
    """Return the candidate after an event of it."""
    fold = _FOLDS.get(type(event))
    state = cycle.after(candidate, type(event))
    if fold is None or state is None:
        return candidate
    changed: CandidateState = {**fold(candidate, event, at), "lifecycle": state}
    changed["process"] = state if state in ("paused", "exited") else "running"
    changed["allowed"] = cycle.allowed(changed)
    return changed


def without_long_ended(candidates: Candidates) -> Candidates:
    """Drop the oldest candidates that have ended, so that a long day does not fill the document."""
    ended = [name for name, one in candidates.items() if one["process"] == "exited"]
    forgotten = set(ended[: max(0, len(ended) - ENDED_KEPT)])
    return {name: one for name, one in candidates.items() if name not in forgotten}


def newcomer(
    recipe: str, event: e.CandidateStarting | e.CandidatesQueued, at: float
) -> CandidateState:
    """Return a candidate of which nothing but its start is known."""
    return {
        "recipe": recipe,
        "path": event.path or "",
        "settings": event.settings or {},
        "election": None,
        "strategy": recipe,
        "pid": None,
        "process": "running",
        "lifecycle": "queued",
        "session": None,
        "session_timeout_ms": event.session_timeout_ms,
        "znode": None,
        "belief": "joining",
        "step": "create znode",
        "watches": None,
        "leader": None,
        "since": at,
        "reported_at": at,
        "epoch": None,
        "data": None,
        "back": None,
        "fault": None,
        "session_ends": None,
        "exit": None,
        "error": None,
        "counters": NO_COUNTS,
        "notified": None,
        "allowed": [],
    }


def _fault(kind: str) -> Callable[[CandidateState, e.CandidateDeed, float], CandidateState]:
    def fold(candidate: CandidateState, event: e.CandidateDeed, at: float) -> CandidateState:
        return {**candidate, "fault": {"kind": kind, "at": at, "by": event.by}}

    return fold


def _started(candidate: CandidateState, event: e.CandidateStarted, at: float) -> CandidateState:
    return {**candidate, "pid": event.pid}


def _connected(candidate: CandidateState, event: e.CandidateConnected, at: float) -> CandidateState:
    return {**candidate, "session": event.session, "session_timeout_ms": event.timeout_ms}


def _notified(candidate: CandidateState, event: e.CandidateNotified, at: float) -> CandidateState:
    notified: Notified = {
        "znode": event.znode,
        "event": event.event,
        "zxid": event.zxid,
        "at": at,
    }
    return {**candidate, "notified": notified}


def _paused(candidate: CandidateState, event: e.CandidatePaused, at: float) -> CandidateState:
    return {**_fault("pause")(candidate, event, at), "session_ends": event.session_ends}


def _resumed(candidate: CandidateState, event: e.CandidateResumed, at: float) -> CandidateState:
    """Fold a resumption. If the process woke too late, its session stays over until it says that it
    has found out.
    """
    ends = candidate["session_ends"]
    over = ends is not None and at >= ends
    return {**candidate, "fault": None, "session_ends": ends if over else None}


def _killed(candidate: CandidateState, event: e.CandidateKilled, at: float) -> CandidateState:
    ends = candidate["session_ends"] or event.session_ends
    return {**_fault("kill")(candidate, event, at), "session_ends": ends}


def _exited(candidate: CandidateState, event: e.CandidateExited, at: float) -> CandidateState:
    """Fold an exit. A process that ends uncleanly leaves its session to run out; its kill has told
    when that is, unless the session has ended meanwhile.
    """
    was_killed = candidate["lifecycle"] == "ending"
    ends = candidate["session_ends"] or (None if was_killed else event.session_ends)
    return {
        **candidate,
        "fault": candidate["fault"] or {"kind": "exit", "at": at, "by": None},
        "belief": "gone",
        "step": None,
        "watches": None,
        "since": at,
        "session_ends": None if event.code == 0 else ends,
        "exit": {"code": event.code, "signal": event.signal},
    }


def _reported(candidate: CandidateState, event: e.CandidateReported, at: float) -> CandidateState:
    if candidate["lifecycle"] == "exited":
        return candidate
    told = {key: getattr(event, name) for key, name in REPORTED.items()}
    said = {key: one for key, one in told.items() if one is not UNSAID}
    one = cast(CandidateState, {**candidate, **said, "reported_at": at})
    if one["belief"] != candidate["belief"]:
        one["since"] = at
        one["back"] = _back(candidate, one["belief"], at)
    if candidate["lifecycle"] == "running":
        one["session_ends"] = None if event.session_ends is UNSAID else event.session_ends
    fault, has_queued_again = candidate["fault"], one["znode"] not in (None, candidate["znode"])
    if fault and fault["kind"] in {"expire", "resign"} and has_queued_again:
        one["fault"] = None
    return one


def _back(candidate: CandidateState, belief: str, at: float) -> float | None:
    """Return when it caught up after it had sat out; None again once it has led."""
    if candidate["belief"] == "behind":
        return at
    return candidate["back"] if belief in ("joining", "waiting") else None


_FOLDS: Mapping[type[Event], Callable[[CandidateState, Any, float], CandidateState]] = {
    e.CandidatesQueued: lambda candidate, event, at: candidate,
    e.CandidateStarting: lambda candidate, event, at: candidate,
    e.CandidateStarted: _started,
    e.CandidateConnected: _connected,
    e.CandidateStopping: _fault("stop"),
    e.CandidatePaused: _paused,
    e.CandidateResumed: _resumed,
    e.CandidateKilled: _killed,
    e.CandidateExpired: _fault("expire"),
    e.CandidateResigning: _fault("resign"),
    e.CandidateExited: _exited,
    e.CandidateReported: _reported,
    e.CandidateNotified: _notified,
}
