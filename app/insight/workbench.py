"""The znode workbench as the page shows it: its session, and its jobs. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Workbench = dict[str, Any]
Data = Mapping[str, Any]

KEPT_JOBS = 20
_OF_SESSION = (
    "session", "connection", "timeout_ms", "reason", "ephemerals", "ephemeral_count", "seen",
    "credentials",
)  # fmt: skip
_OF_PROGRESS = ("done", "of")
_OF_END = ("done", "of", "state", "error")


def new() -> Workbench:
    """The workbench before it was used.

    connection: closed|connecting|connected|suspended|lost, `since` then. ephemerals: the first of
    `ephemeral_count`; seen: a digest of all of them, each as it was last seen. credentials:
    `{"scheme", "id"}`. jobs: by id, `{"kind", "path", "done", "of", "since", "ended", "state":
    running|done|failed|cancelled, "error", "by"}`.
    """
    return {
        "session": None,
        "connection": "closed",
        "timeout_ms": None,
        "since": None,
        "reason": None,
        "ephemerals": [],
        "ephemeral_count": 0,
        "seen": None,
        "credentials": [],
        "jobs": {},
    }


def with_event(workbench: Workbench, what: str, data: Data, at: float) -> Workbench:
    """After `workbench.…`: only `session` changes it, the other deeds are for the history."""
    if what != "session":
        return workbench
    changed = {key: data.get(key) for key in _OF_SESSION}
    same = all(changed[key] == workbench[key] for key in ("session", "connection"))
    return {**workbench, **changed, "since": workbench["since"] if same else at}


def with_job(workbench: Workbench, job: str, what: str, data: Data, at: float) -> Workbench:
    """After `job.started|progressed|ended` of the job with this id."""
    jobs = workbench["jobs"]
    if what == "started":
        begun = {**data, "done": 0, "since": at, "ended": None, "state": "running", "error": None}
        return {**workbench, "jobs": _recent({**jobs, job: begun})}
    if job not in jobs:
        return workbench
    keys = _OF_END if what == "ended" else _OF_PROGRESS
    news = {key: data[key] for key in keys}
    ended = {"ended": at} if what == "ended" else {}
    return {**workbench, "jobs": {**jobs, job: {**jobs[job], **news, **ended}}}


def _recent(jobs: Mapping[str, Any]) -> dict[str, Any]:
    """The newest, and all that still run."""
    over = [name for name, job in jobs.items() if job["state"] != "running"]
    surplus = set(over[: max(len(jobs) - KEPT_JOBS, 0)])
    return {name: job for name, job in jobs.items() if name not in surplus}
