"""A thread of Handoff's own that ends unasked: it is said everywhere, and the thread runs again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pkgutil import resolve_name
from typing import Any

import pytest
import requests

from app.ensemble.apache.server import ApacheServer
from app.processes.crowd import AT_A_TIME
from app.zookeeper.handler import InOrderHandler
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

CALLED = {
    "candidates": "app.processes.supervisor:Supervisor._gathering",
    "crowd": "app.processes.crowd:Crowd._start_one",
    "checks": "app.journal.journal:Journal.sum_up",
    "probe": "app.zookeeper.probe:Probe._watches_due",
    "poller": "app.zookeeper.server_poller:ServerPoller._ask",
    "broadcaster": "app.web.broadcaster:Broadcaster._serve",
    "windows": "app.web.windows:Windows._serve",
    "supervisor": "app.ensemble.supervisor:ServerSupervisor._look_at",
    "ticks": "app.zookeeper.handler:InOrderHandler.post",
    "glances": "app.zookeeper.handler:InOrderHandler.post",
    "zookeeper": "app.zookeeper.serial_executor:SerialExecutor._run",
    "http": "gunicorn.workers.gthread:ThreadWorker.murder_pending",
}
"""By the first word of the thread's name, what it calls again and again."""


class Fault:
    """What the thread `of` calls raises something, as long as there is such a thread."""

    of: str | None = None

    def around(self, called: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            if threading.current_thread().name.split(" ")[0] == self.of:
                raise ZeroDivisionError("the test's own")
            return called(*given, **named)

        return call


@pytest.fixture(scope="module")
def fault() -> Iterator[Fault]:
    found = Fault()
    with pytest.MonkeyPatch.context() as patch:
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


@pytest.mark.parametrize("thread", [one for one in CALLED if one != "http"])
def test_its_end_is_said_and_it_runs_again(
    dashboard: Whole, fault: Fault, thread: str, caplog: pytest.LogCaptureFixture
) -> None:
    fault.of = thread
    count = AT_A_TIME + 1 if thread == "crowd" else 1
    assert dashboard.post("candidates", {"count": count}).status_code == 201
    unwell = await_until(lambda: (found := health(dashboard)).status_code == 503 and found.json())
    assert (unwell["status"], unwell["zookeeper"]) == ("unavailable", "connected")
    (name,) = unwell["threads"]
    assert name.split(" ")[0] == thread
    assert f"the thread {name}, which " in unwell["reason"]
    assert "has ended (ZeroDivisionError: the test's own)" in unwell["reason"]
    await_until(lambda: name in dashboard.state["threads"])
    fault.of = None
    await_until(lambda: health(dashboard).ok)
    assert dashboard.state["threads"] == {}
    assert f"the thread {name}" in caplog.text
    works_again(dashboard)


def works_again(dashboard: Whole) -> None:
    """Candidates are heard, and so is their end."""
    await_until(lambda: [one for one in dashboard.chain() if one["belief"] == "leading"])
    requests.delete(f"{dashboard.url}/api/v1/candidates", timeout=30)
    await_until(lambda: all(one["process"] == "exited" for one in candidates(dashboard)))


def candidates(dashboard: Whole) -> list[dict[str, Any]]:
    return list(dashboard.state["candidates"].values())


def test_what_answers_browsers_runs_again(
    dashboard: Whole, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever asks meanwhile is answered then."""
    fault.of = "http"
    await_until(lambda: "the thread http, which answers" in caplog.text)
    fault.of = None
    assert health(dashboard).ok
    events = dashboard.get("events?since=0").json()["events"]
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
    events = dashboard.get("events?since=0").json()["events"]
    assert [event for event in events if event["kind"] == "zookeeper.lost"]
    dashboard.post("candidates", {"count": 1})
    works_again(dashboard)
