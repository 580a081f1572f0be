"""The znode workbench in the state document: its session, and its jobs. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast

from ..journal.znode_facts import removal
from ..readmodels.document import Data, Folded, State, with_section
from ..readmodels.event import Event
from ..readmodels.models import Models
from ..readmodels.untyped import UntypedSection
from ..readmodels.zookeeper import SessionTold
from .words import WORKBENCH, WORKBENCH_TONES


class JobError(TypedDict):
    code: str
    message: str


class JobState(TypedDict):
    kind: str
    path: str
    by: str
    done: int
    of: int
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
_OF_PROGRESS = ("done", "of")
_OF_END = ("done", "of", "state", "error")


class WorkbenchSection(UntypedSection[WorkbenchState]):
    """The part of the state document about the workbench."""

    name = "workbench"
    group = "workbench"
    families = ("workbench", "job")
    words = WORKBENCH
    tones = WORKBENCH_TONES
    untold = frozenset({"job.progressed"})

    def new(self) -> WorkbenchState:
        """Return the workbench before it was used.

        since: when `connection` became what it is. jobs: by id; the state of each is running|done|
        failed|cancelled.
        """
        return {**CLOSED, "since": None, "jobs": {}}

    def fold(self, models: Models, state: State, event: Event, at: float) -> Folded:
        """Fold what its session is, what it did, and its jobs."""
        subject, data = event.subject, event.data
        family, _, what = event.kind.partition(".")
        if what == "deleted":
            return removal(models, state, subject, data["by"], data.get("zxid"))
        own = self.of(state)
        if family == "job":
            changed = with_job(own, subject, what, data, at)
        else:
            changed = with_event(own, what, data, at)
        return with_section(state, self.name, changed), ()


def with_event(workbench: WorkbenchState, what: str, data: Data, at: float) -> WorkbenchState:
    """Fold `workbench.…`: only `session` changes it, the other events are for the history."""
    if what != "session":
        return workbench
    changed = cast(WorkbenchState, {**workbench, **{key: data.get(key) for key in CLOSED}})
    known = workbench["session"], workbench["connection"]
    same = (changed["session"], changed["connection"]) == known
    return {**changed, "since": workbench["since"] if same else at}


def with_job(
    workbench: WorkbenchState, job: str, what: str, data: Data, at: float
) -> WorkbenchState:
    """Fold `job.started|progressed|ended` of the job with this id."""
    jobs = workbench["jobs"]
    if what == "started":
        news = {"done": 0, "since": at, "ended": None, "state": "running", "error": None}
        begun = cast(JobState, {**data, **news})
        return {**workbench, "jobs": _recent({**jobs, job: begun})}
    if job not in jobs:
        return workbench
    keys = _OF_END if what == "ended" else _OF_PROGRESS
    known = cast(JobState, {**jobs[job], **{key: data[key] for key in keys}})
    changed: JobState = {**known, "ended": at if what == "ended" else known["ended"]}
    return {**workbench, "jobs": {**jobs, job: changed}}


def _recent(jobs: Mapping[str, JobState]) -> Mapping[str, JobState]:
    """Keep the newest, and all that still run."""
    over = [name for name, job in jobs.items() if job["state"] != "running"]
    surplus = set(over[: max(len(jobs) - KEPT_JOBS, 0)])
    return {name: job for name, job in jobs.items() if name not in surplus}
