"""How far the start and the stop of many have come.

starting: {of, started, since}; stopping: {of, ended, names, since}; refused: {reason, left, at}:
why so many were never started, until somebody is started or stopped. Each is None where there is
nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Crowd = dict[str, Any]
Data = Mapping[str, Any]


def new() -> Crowd:
    """Nobody is to be started or stopped."""
    return {"starting": None, "stopping": None, "refused": None}


def with_event(crowd: Crowd, what: str, data: Data, at: float) -> Crowd:
    """`candidates.<what>`."""
    fold = _FOLDS.get(what)
    return {**crowd, **fold(crowd, data, at)} if fold else crowd


def with_candidate_event(crowd: Crowd, name: str, known: Data | None, what: str) -> Crowd:
    """`candidate.<what>` of one that was `known` so until then."""
    if what in ("starting", "stopping"):
        crowd = {**crowd, "refused": None}
    if what == "starting" and known is not None and known["lifecycle"] == "queued":
        return _counted(crowd, "starting", "started")
    if what == "exited" and crowd["stopping"] and name in crowd["stopping"]["names"]:
        return _counted(crowd, "stopping", "ended")
    return crowd


def _counted(crowd: Crowd, key: str, done: str) -> Crowd:
    under_way = {**crowd[key], done: crowd[key][done] + 1}
    return {**crowd, key: _unless_done(under_way, done)}


def _unless_done(under_way: Crowd, done: str) -> Crowd | None:
    return under_way if under_way[done] < under_way["of"] else None


def _queued(crowd: Crowd, data: Data, at: float) -> Crowd:
    known = crowd["starting"] or {"of": 0, "started": 0, "since": at}
    of, started = known["of"] + data["of"], known["started"] + data["of"] - len(data["names"])
    return {"starting": {**known, "of": of, "started": started}, "refused": None}


def _withdrawn(crowd: Crowd, data: Data, at: float) -> Crowd:
    known = crowd["starting"]
    if known is None:
        return {}
    fewer = {**known, "of": known["of"] - len(data["names"])}
    return {"starting": _unless_done(fewer, "started")}


def _refused(crowd: Crowd, data: Data, at: float) -> Crowd:
    refused = {"reason": data["reason"], "left": len(data["names"]), "at": at}
    return {"starting": None, "refused": refused}


def _stopping(crowd: Crowd, data: Data, at: float) -> Crowd:
    names = dict.fromkeys(data["names"], True)
    return {"stopping": {"of": len(names), "ended": 0, "names": names, "since": at}}


_FOLDS: Mapping[str, Callable[[Crowd, Data, float], Crowd]] = {
    "queued": _queued,
    "withdrawn": _withdrawn,
    "refused": _refused,
    "stopping": _stopping,
}
