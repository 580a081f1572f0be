"""A candidate's life cycle, and the fold of its events and reports into the state document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import cast

from .document import Candidates, CandidateState, Data
from .lifecycle import LifeCycle, Transition, moving, staying

NO_COUNTS = {"notifications": 0, "reads": 0, "writes": 0, "failed": 0}
REPORTED = (
    "belief", "step", "znode", "session", "watches", "leader", "epoch", "data", "error", "counters",
)  # fmt: skip
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
    Transition("starting", moving("starting", "queued")),
    Transition("started", {"starting": "running", **staying("stopping", "ending")}),
    Transition(
        "stopping",
        {"queued": "exited", **moving("stopping", "starting", "running")},
        "stop",
        order="stop",
    ),
    Transition("killed", moving("ending", "starting", "running", "paused", "stopping"), "kill"),
    Transition("paused", moving("paused", "running"), "pause"),
    Transition("resumed", moving("running", "paused"), "resume"),
    Transition("expired", staying("running", "paused"), "expire", why_not=_has_no_session),
    Transition("exited", moving("exited", "starting", "running", "paused", "stopping", "ending")),
)


def life_cycle(changes: Iterable[Transition] = ()) -> LifeCycle:
    """Return the life cycle of a candidate. changes: those that recipes add."""
    return LifeCycle(lambda candidate: candidate["lifecycle"], REASONS, (*CHANGES, *changes))


def fold_candidate(
    cycle: LifeCycle, candidate: CandidateState, kind: str, data: Data, at: float
) -> CandidateState:
    """Return the candidate after the event `candidate.<kind>`."""
    fold = _FOLDS.get(kind)
    state = cycle.after(candidate, kind)
    if fold is None or state is None:
        return candidate
    changed: CandidateState = {**candidate, **fold(candidate, data, at), "lifecycle": state}
    changed["process"] = state if state in ("paused", "exited") else "running"
    changed["allowed"] = cycle.allowed(changed)
    return changed


def without_long_ended(candidates: Candidates) -> Candidates:
    """Drop the oldest of those that ended, so that a long day does not fill the document."""
    ended = [name for name, one in candidates.items() if one["process"] == "exited"]
    forgotten = set(ended[: max(0, len(ended) - ENDED_KEPT)])
    return {name: one for name, one in candidates.items() if name not in forgotten}


def newcomer(recipe: str, data: Data, at: float) -> CandidateState:
    """Return a candidate of which nothing but its start is known."""
    return {
        "recipe": recipe,
        "path": data.get("path", ""),
        "settings": data.get("settings", {}),
        "election": None,
        "strategy": recipe,
        "pid": None,
        "process": "running",
        "lifecycle": "queued",
        "session": None,
        "session_timeout_ms": data.get("session_timeout_ms"),
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


def _fault(kind: str, candidate: CandidateState, data: Data, at: float) -> CandidateState:
    return {"fault": {"kind": kind, "at": at, "by": data.get("by")}}


def _started(candidate: CandidateState, data: Data, at: float) -> CandidateState:
    return {"pid": data["pid"]}


def _connected(candidate: CandidateState, data: Data, at: float) -> CandidateState:
    return {"session": data["session"], "session_timeout_ms": data["timeout_ms"]}


def _notified(candidate: CandidateState, data: Data, at: float) -> CandidateState:
    znode, event, zxid = data.get("znode"), data.get("event"), data.get("zxid")
    return {"notified": {"znode": znode, "event": event, "zxid": zxid, "at": at}}


def _paused(candidate: CandidateState, data: Data, at: float) -> CandidateState:
    ends = data.get("session_ends")
    return {"session_ends": ends, **_fault("pause", candidate, data, at)}


def _resumed(candidate: CandidateState, data: Data, at: float) -> CandidateState:
    """Resume; if it woke too late, its session stays over until it says that it has found out."""
    ends = candidate["session_ends"]
    over = ends is not None and at >= ends
    return {"fault": None, "session_ends": ends if over else None}


def _killed(candidate: CandidateState, data: Data, at: float) -> CandidateState:
    ends = candidate["session_ends"] or data.get("session_ends")
    return {"session_ends": ends, **_fault("kill", candidate, data, at)}


def _exited(candidate: CandidateState, data: Data, at: float) -> CandidateState:
    """Fold an exit; a process that ends uncleanly leaves its session to run out. When that is, is
    known since it was killed, unless the session has ended meanwhile.
    """
    was_killed = candidate["lifecycle"] == "ending"
    ends = candidate["session_ends"] or (None if was_killed else data.get("session_ends"))
    unasked: CandidateState = {} if candidate["fault"] else _fault("exit", candidate, data, at)
    return {
        **unasked,
        "belief": "gone",
        "step": None,
        "watches": None,
        "since": at,
        "session_ends": None if data.get("code") == 0 else ends,
        "exit": {"code": data.get("code"), "signal": data.get("signal")},
    }


def _reported(candidate: CandidateState, data: Data, at: float) -> CandidateState:
    if candidate["lifecycle"] == "exited":
        return {}
    news = cast(CandidateState, {key: data[key] for key in REPORTED if key in data})
    news["reported_at"] = at
    if news.get("belief", candidate["belief"]) != candidate["belief"]:
        news["since"] = at
        news["back"] = _back(candidate, news["belief"], at)
    if "timeout_ms" in data:
        news["session_timeout_ms"] = data["timeout_ms"]
    if candidate["lifecycle"] == "running":
        news["session_ends"] = data.get("session_ends")
    return {**news, **_fault_over(candidate, news)}


def _back(candidate: CandidateState, belief: str, at: float) -> float | None:
    """Return when it caught up, after having sat out; known until it has led."""
    if candidate["belief"] == "behind":
        return at
    return candidate["back"] if belief in ("joining", "waiting") else None


def _fault_over(candidate: CandidateState, news: CandidateState) -> CandidateState:
    """Clear the fault of an expired session or a resignation once the candidate has queued
    again.
    """
    fault = candidate["fault"]
    again = news.get("znode") and news["znode"] != candidate["znode"]
    return {"fault": None} if fault and again and fault["kind"] in {"expire", "resign"} else {}


_FOLDS: Mapping[str, Callable[[CandidateState, Data, float], CandidateState]] = {
    "queued": lambda candidate, data, at: {},
    "starting": lambda candidate, data, at: {},
    "started": _started,
    "connected": _connected,
    "stopping": partial(_fault, "stop"),
    "paused": _paused,
    "resumed": _resumed,
    "killed": _killed,
    "expired": partial(_fault, "expire"),
    "resigning": partial(_fault, "resign"),
    "exited": _exited,
    "reported": _reported,
    "notified": _notified,
}
