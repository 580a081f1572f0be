"""The znode workbench in the state document: its session, and its jobs. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from ..journal.znode_facts import removal
from ..readmodels.document import Folded, State
from ..readmodels.event import Event
from ..readmodels.model import Models, Section, by_kind, on
from ..readmodels.zookeeper import SessionTold
from .events import (
    JobEnded,
    JobError,
    JobProgressed,
    JobStarted,
    WorkbenchDeleted,
    WorkbenchSessionChanged,
)


class JobState(TypedDict):
    kind: str
    path: str
    by: str
    done: int
    of: int | None
    since: float
    ended: float | None
    state: str
    error: JobError | None


class WorkbenchTold(SessionTold):
    """The workbench's session as events tell it. seen: a digest of its ephemerals, each as it was
    last seen.
    """

    seen: str | None


class WorkbenchState(WorkbenchTold):
    since: float | None
    jobs: Mapping[str, JobState]


KEPT_JOBS = 20
CLOSED: WorkbenchTold = {
    "session": None,
    "connection": "closed",
    "timeout_ms": None,
    "reason": None,
    "ephemerals": [],
    "ephemeral_count": 0,
    "credentials": [],
    "seen": None,
}
"""The description of a session that is not there."""


def _session(
    workbench: WorkbenchState, event: WorkbenchSessionChanged, at: float
) -> WorkbenchState:
    known = workbench["session"], workbench["connection"]
    since = workbench["since"] if (event.session, event.connection) == known else at
    return {**workbench, **event.told, "seen": event.seen, "since": since}


def _started(workbench: WorkbenchState, event: JobStarted, at: float) -> WorkbenchState:
    job: JobState = {
        "kind": event.does,
        "path": event.path,
        "of": event.of,
        "by": event.by,
        "done": 0,
        "since": at,
        "ended": None,
        "state": "running",
        "error": None,
    }
    return {**workbench, "jobs": _recent({**workbench["jobs"], event.subject: job})}


def _went_on(
    workbench: WorkbenchState, event: JobProgressed | JobEnded, at: float
) -> WorkbenchState:
    jobs = workbench["jobs"]
    if event.subject not in jobs:
        return workbench
    job: JobState = {**jobs[event.subject], "done": event.done, "of": event.of}
    if isinstance(event, JobEnded):
        job = {**job, "state": event.state, "error": event.error, "ended": at}
    return {**workbench, "jobs": {**jobs, event.subject: job}}


def _recent(jobs: Mapping[str, JobState]) -> Mapping[str, JobState]:
    """Keep the newest, and all that still run."""
    over = [name for name, job in jobs.items() if job["state"] != "running"]
    surplus = set(over[: max(len(jobs) - KEPT_JOBS, 0)])
    return {name: job for name, job in jobs.items() if name not in surplus}


class WorkbenchSection(Section[WorkbenchState]):
    """The part of the state document about the workbench."""

    name = "workbench"
    families = ("workbench", "job")
    folds = by_kind(
        on(WorkbenchSessionChanged, _session),
        on(JobStarted, _started),
        on(JobProgressed, _went_on),
        on(JobEnded, _went_on),
    )

    def new(self) -> WorkbenchState:
        """Return the workbench before it was used.

        since: when `connection` became what it is. jobs: by id; the state of each is running|done|
        failed|cancelled.
        """
        return {**CLOSED, "since": None, "jobs": {}}

    def fold(self, models: Models, state: State, event: Event, at: float) -> Folded:
        """Fold what its session is, what it has deleted, and its jobs."""
        if isinstance(event, WorkbenchDeleted):
            return removal(models, state, event.subject, event.by, event.zxid)
        return super().fold(models, state, event, at)
