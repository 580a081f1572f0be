"""What the events of a candidate's process and its reports make of it in the state document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.insight.lifecycle import PROCESS, allowed
from app.recipes.kinds import ELECTIONS

Candidate = dict[str, Any]
Data = Mapping[str, Any]

NO_COUNTS = {"notifications": 0, "reads": 0, "writes": 0, "failed": 0}
REPORTED = (
    "belief", "step", "znode", "session", "watches", "leader", "epoch", "data", "error", "counters",
)  # fmt: skip
ENDED_KEPT = 100


def fold_candidate(candidate: Candidate | None, kind: str, data: Data, at: float) -> Candidate:
    """The candidate after the event `candidate.<kind>`; None is one not seen before."""
    fold = _FOLDS.get(kind)
    if candidate is None:
        candidate = _newcomer(data, at)
    if fold is None:
        return candidate
    changed = {**candidate, **fold(candidate, data, at)}
    changed["process"] = PROCESS[changed["lifecycle"]]
    changed["allowed"] = allowed(changed)
    return changed


def without_long_ended(candidates: Mapping[str, Candidate]) -> dict[str, Candidate]:
    """All but the oldest of those that ended, so that a long day does not fill the document."""
    ended = [name for name, one in candidates.items() if one["process"] == "exited"]
    forgotten = set(ended[: max(0, len(ended) - ENDED_KEPT)])
    return {name: one for name, one in candidates.items() if name not in forgotten}


def _newcomer(data: Data, at: float) -> Candidate:
    recipe, path = data.get("recipe", "predecessor"), data.get("path")
    return {
        "recipe": recipe,
        "path": path,
        "settings": data.get("settings", {}),
        "election": path if recipe in ELECTIONS else None,
        "strategy": recipe,
        "pid": None,
        "process": "running",
        "lifecycle": "starting",
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


def _fault(kind: str, data: Data, at: float) -> Candidate:
    return {"fault": {"kind": kind, "at": at, "by": data.get("by")}}


def _queued(candidate: Candidate, data: Data, at: float) -> Candidate:
    return {"lifecycle": "queued"}


def _starting(candidate: Candidate, data: Data, at: float) -> Candidate:
    return {"lifecycle": "starting"}


def _started(candidate: Candidate, data: Data, at: float) -> Candidate:
    """The order to stop or the kill may have come before."""
    starting = candidate["lifecycle"] == "starting"
    return {"pid": data["pid"], **({"lifecycle": "running"} if starting else {})}


def _connected(candidate: Candidate, data: Data, at: float) -> Candidate:
    return {"session": data["session"], "session_timeout_ms": data["timeout_ms"]}


def _notified(candidate: Candidate, data: Data, at: float) -> Candidate:
    told = {key: data.get(key) for key in ("znode", "event", "zxid")}
    return {"notified": {**told, "at": at}}


def _stopping(candidate: Candidate, data: Data, at: float) -> Candidate:
    return {"lifecycle": "stopping", **_fault("stop", data, at)}


def _paused(candidate: Candidate, data: Data, at: float) -> Candidate:
    ends = data.get("session_ends")
    return {"lifecycle": "paused", "session_ends": ends, **_fault("pause", data, at)}


def _resumed(candidate: Candidate, data: Data, at: float) -> Candidate:
    """Woken too late, its session stays over until it says that it has found out."""
    ends = candidate["session_ends"]
    over = ends is not None and at >= ends
    return {"lifecycle": "running", "fault": None, "session_ends": ends if over else None}


def _killed(candidate: Candidate, data: Data, at: float) -> Candidate:
    ends = candidate["session_ends"] or data.get("session_ends")
    return {"lifecycle": "ending", "session_ends": ends, **_fault("kill", data, at)}


def _expired(candidate: Candidate, data: Data, at: float) -> Candidate:
    return _fault("expire", data, at)


def _resigning(candidate: Candidate, data: Data, at: float) -> Candidate:
    return _fault("resign", data, at)


def _exited(candidate: Candidate, data: Data, at: float) -> Candidate:
    """A process that ends uncleanly leaves its session to run out."""
    ends = candidate["session_ends"] or data.get("session_ends")
    unasked = {} if candidate["fault"] else _fault("exit", data, at)
    return {
        **unasked,
        "lifecycle": "exited",
        "belief": "gone",
        "step": None,
        "watches": None,
        "since": at,
        "session_ends": None if data.get("code") == 0 else ends,
        "exit": {"code": data.get("code"), "signal": data.get("signal")},
    }


def _reported(candidate: Candidate, data: Data, at: float) -> Candidate:
    if candidate["lifecycle"] == "exited":
        return {}
    news = {key: data[key] for key in REPORTED if key in data}
    news["reported_at"] = at
    if news.get("belief", candidate["belief"]) != candidate["belief"]:
        news["since"] = at
        news["back"] = _back(candidate, news["belief"], at)
    if "timeout_ms" in data:
        news["session_timeout_ms"] = data["timeout_ms"]
    if candidate["lifecycle"] == "running":
        news["session_ends"] = data.get("session_ends")
    return {**news, **_fault_over(candidate, news)}


def _back(candidate: Candidate, belief: str, at: float) -> float | None:
    """When it caught up, after having sat out; known until it has led."""
    if candidate["belief"] == "behind":
        return at
    return candidate["back"] if belief in ("joining", "waiting") else None


def _fault_over(candidate: Candidate, news: Candidate) -> Candidate:
    """An expired session or a resignation is over once the candidate has queued again."""
    fault = candidate["fault"]
    again = news.get("znode") and news["znode"] != candidate["znode"]
    return {"fault": None} if fault and again and fault["kind"] in {"expire", "resign"} else {}


_FOLDS: Mapping[str, Callable[[Candidate, Data, float], Candidate]] = {
    "queued": _queued,
    "starting": _starting,
    "started": _started,
    "connected": _connected,
    "stopping": _stopping,
    "paused": _paused,
    "resumed": _resumed,
    "killed": _killed,
    "expired": _expired,
    "resigning": _resigning,
    "exited": _exited,
    "reported": _reported,
    "notified": _notified,
}
