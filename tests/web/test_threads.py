"""A thread of Handoff's own that ends unasked: it is said everywhere, and the thread runs again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pkgutil import resolve_name
from typing import Any

import pytest
import requests

from app.ensemble.apache.server import ApacheServer
from app.processes import crowd
from app.zookeeper.handler import InOrderHandler
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

CALLED = {
    "candidates": "app.processes.supervisor:Supervisor._gathering",
    "crowd": "app.processes.crowd:Crowd._start_one",
    "checks": "app.journal.journal:Journal.sum_up",
    "probe": "app.zookeeper.probe:Probe._watches_due",
    "poller": "app.zookeeper.server_info:ServerPoller._ask",
    "broadcaster": "app.web.broadcaster:Broadcaster._serve",
    "windows": "app.web.windows:Windows._serve",
    "sessions": "app.web.sessions:PageSessions._look",
    "supervisor": "app.ensemble.supervisor:ServerSupervisor._look_at",
    "ticks": "app.zookeeper.handler:InOrderHandler.post",
    "glances": "app.zookeeper.handler:InOrderHandler.post",
    "zookeeper": "app.zookeeper.handler:SerialExecutor._run",
    "http": "gunicorn.workers.gthread:ThreadWorker.murder_pending",
}
"""By the first word of the thread's name, what it calls again and again."""


def first_word(text: str) -> str:
    return text.split(" ")[0]


class Fault:
    """What the threads `of` call raises something."""

    of: frozenset[str] = frozenset()

    def around(self, called: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            if first_word(threading.current_thread().name) in self.of:
                raise ZeroDivisionError("the test's own")
            return called(*given, **named)

        return call


@pytest.fixture(scope="module")
def fault() -> Iterator[Fault]:
    found = Fault()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crowd, "AT_A_TIME", 2)  # one more is for the thread of that name
        for place in set(CALLED.values()):
            owner, _, name = place.rpartition(".")
            patch.setattr(resolve_name(owner), name, found.around(resolve_name(place)))
        yield found


@pytest.fixture(scope="module")
def dashboard(fault: Fault, zookeeper: ApacheServer) -> Iterator[Whole]:
    """One that has a server of its own, with everything that may fail."""
    with whole(zookeeper.hosts, source="apache", servers={"s1": zookeeper}) as found:
        yield found


def health(dashboard: Whole) -> requests.Response:
    return requests.get(f"{dashboard.url}/healthz", timeout=30)


ALONE = ("zookeeper", "ticks", "poller", "windows", "candidates", "crowd")
"""Those that do something only where others do, which must run then."""
AT_ONCE = frozenset(CALLED) - {*ALONE, "http"}


@pytest.mark.parametrize("threads", [AT_ONCE, *map(frozenset, zip(ALONE, strict=True))])
def test_the_end_of_each_is_said_and_it_runs_again(
    dashboard: Whole, fault: Fault, threads: frozenset[str], caplog: pytest.LogCaptureFixture
) -> None:
    fault.of = threads
    count = crowd.AT_A_TIME + 1 if "crowd" in threads else 1
    assert dashboard.post("candidates", {"count": count}).status_code == 201
    unwell = await_until(lambda: (found := health(dashboard)).status_code == 503 and found.json())
    assert (unwell["status"], unwell["zookeeper"]) == ("unavailable", "connected")
    assert all(f"the thread {name}, which " in unwell["reason"] for name in unwell["threads"])
    assert "has ended (ZeroDivisionError: the test's own)" in unwell["reason"]
    await_until(lambda: set(map(first_word, ended(dashboard))) >= threads)
    await_until(lambda: dashboard.state["threads"])
    fault.of = frozenset()
    await_until(lambda: health(dashboard).ok)
    assert dashboard.state["threads"] == {}
    for name, reason in ended(dashboard).items():
        assert reason == "ZeroDivisionError: the test's own"
        assert f"the thread {name}" in caplog.text or first_word(name) not in threads
    works_again(dashboard)


def ended(dashboard: Whole) -> dict[str, str]:
    """Name -> reason, of the threads that have ended so far."""
    events = dashboard.get("events?limit=10000").json()["events"]
    ends = [one for one in events if one["kind"] == "thread.ended"]
    return {one["subject"]: one["data"]["reason"] for one in ends}


def works_again(dashboard: Whole) -> None:
    """Candidates are heard, and so is their end."""
    await_until(lambda: [one for one in dashboard.chain() if one["belief"] == "leading"])
    dashboard.delete("candidates")
    await_until(lambda: all(one["process"] == "exited" for one in candidates(dashboard)))


def candidates(dashboard: Whole) -> list[dict[str, Any]]:
    return list(dashboard.state["candidates"].values())


def test_what_answers_browsers_runs_again(
    dashboard: Whole, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever asks meanwhile is answered then."""
    fault.of = frozenset({"http"})
    await_until(lambda: "the thread http, which answers" in caplog.text)
    fault.of = frozenset()
    assert health(dashboard).ok
    events = dashboard.get("events?limit=10000").json()["events"]
    told = [event["kind"] for event in events if event["subject"] == "http"]
    assert told[0] == "thread.ended"
    assert told[-1] == "thread.restarted"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_the_thread_of_the_mirrors_connection_runs_again(
    dashboard: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is kazoo's, which ends it for good at an error that it does not know."""
    errors = [ZeroDivisionError("the test's own")]
    inside: Callable[..., Any] = InOrderHandler._between_frames

    def read(handler: InOrderHandler, *given: Any) -> Any:
        if errors:
            raise errors.pop()
        return inside(handler, *given)

    before = dashboard.state["zookeeper"]["session"]
    monkeypatch.setattr(InOrderHandler, "_between_frames", read)
    await_until(lambda: dashboard.state["zookeeper"]["session"] != before)
    await_until(lambda: health(dashboard).ok)
    events = dashboard.get("events?limit=10000").json()["events"]
    assert [event for event in events if event["kind"] == "zookeeper.lost"]
    dashboard.post("candidates", {"count": 1})
    works_again(dashboard)
