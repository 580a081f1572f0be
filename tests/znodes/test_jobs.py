"""Jobs: progress, results, refusals, and a way to stop them."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from app.errors import Conflict, HandoffError, LimitReached, NotFound
from app.journal.journal import Journal
from app.journal.recorded import Recorded
from app.recipes.registry import MODELS
from app.znodes.workbench.jobs import MOST_JOBS, Job, Jobs, result_of
from app.znodes.workbench_model import WorkbenchSection
from tests.support.zookeeper import await_until


def shown(journal: Journal, job: str) -> Any:
    return WorkbenchSection.of(journal.state)["jobs"][job]


def test_a_job_is_shown_from_its_beginning_to_its_end() -> None:
    journal = Journal(MODELS)

    def work(job: Job) -> str:
        job.progress(3, 10)
        return "done"

    job = Jobs(journal).start("delete", "/a", "test", work)
    assert job.wait(10)
    assert result_of(job) == "done"
    entry = shown(journal, "j1")
    assert (entry["kind"], entry["path"], entry["by"]) == ("delete", "/a", "test")
    assert (entry["done"], entry["of"], entry["state"]) == (3, 10, "done")
    assert entry["ended"] >= entry["since"]


def test_a_job_that_is_refused_or_fails_says_why(caplog: pytest.LogCaptureFixture) -> None:
    journal = Journal(MODELS)
    jobs = Jobs(journal)

    def refuse(job: Job) -> None:
        raise Conflict("not now", code="changed")

    def fail(job: Job) -> None:
        raise KeyError("ours")

    with pytest.raises(Conflict):
        jobs.do("delete", "/a", "test", refuse)
    assert shown(journal, "j1")["error"] == {"code": "changed", "message": "not now"}
    with pytest.raises(HandoffError):
        jobs.do("delete", "/a", "test", fail)
    assert (shown(journal, "j2")["state"], shown(journal, "j2")["error"]["code"]) == (
        "failed",
        "internal",
    )
    assert "j2 failed" in caplog.text


def test_jobs_can_be_cancelled_and_are_not_without_number() -> None:
    journal = Journal(MODELS)
    jobs = Jobs(journal)
    go_on = threading.Event()

    def wait(job: Job) -> None:
        go_on.wait(10)
        job.check()

    assert MOST_JOBS == 4
    running = [jobs.start("delete", f"/{number}", "test", wait) for number in range(MOST_JOBS)]
    with pytest.raises(LimitReached):
        jobs.start("delete", "/more", "test", wait)
    jobs.cancel("j1")
    go_on.set()
    assert all(job.wait(10) for job in running)
    assert shown(journal, "j1")["state"] == "cancelled"
    assert shown(journal, "j2")["state"] == "done"
    with pytest.raises(NotFound):
        jobs.cancel("j1")


def test_who_hears_that_a_job_is_over_may_begin_another_in_its_place() -> None:
    journal = Journal(MODELS)
    jobs = Jobs(journal)
    go_on = threading.Event()
    for number in range(MOST_JOBS):
        jobs.start("delete", f"/{number}", "test", lambda job: go_on.wait(10))
    begun: list[Job] = []

    def begin_another(event: Recorded) -> None:
        if event.kind == "job.ended" and not begun:
            begun.append(jobs.start("delete", "/another", "test", lambda job: None))

    journal.subscribe(begin_another)
    go_on.set()
    await_until(lambda: begun)


def test_the_state_keeps_the_newest_jobs_and_those_that_run() -> None:
    journal = Journal(MODELS)
    journal.tell("job.started", "j0", {"kind": "export", "path": "/", "of": None, "by": "test"})
    jobs = Jobs(journal)
    for _ in range(30):
        jobs.do("export", "/", "test", lambda job: None)
    kept = WorkbenchSection.of(journal.state)["jobs"]
    assert len(kept) == 20
    assert {"j0", "j30"} <= set(kept)
