"""However the dashboard ends, nothing that it started goes on."""

from __future__ import annotations

import signal
from typing import Any

import psutil
import pytest
import requests

from tests.support.app import Dashboard, running_dashboard
from tests.support.zookeeper import await_until, classpath

WITHIN = 2.0


def candidates_of(dashboard: Dashboard) -> dict[str, Any]:
    state = requests.get(f"{dashboard.url}/api/v1/state", timeout=5).json()
    found: dict[str, Any] = state["candidates"]
    return found


def post(dashboard: Dashboard, path: str, body: dict[str, Any] | None = None) -> None:
    answer = requests.post(f"{dashboard.url}/api/v1/{path}", json=body, timeout=10)
    assert answer.status_code in (201, 202), answer.text


def descendants(dashboard: Dashboard) -> list[psutil.Process]:
    """ZooKeeper, the fork server, the candidates: all that runs because of the dashboard."""
    return psutil.Process(dashboard.process.pid).children(recursive=True)


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_nothing_is_left_running_frozen_or_not(ending: signal.Signals) -> None:
    classpath()
    with running_dashboard() as dashboard:
        await_until(lambda: requests.get(f"{dashboard.url}/healthz", timeout=5).ok)
        post(dashboard, "candidates", {"count": 3})
        await_until(lambda: all(c["session"] for c in candidates_of(dashboard).values()))
        post(dashboard, "candidates/c1/pause")
        post(dashboard, "candidates/c2/pause")
        started = descendants(dashboard)
        pids = {one.pid for one in started}
        assert {c["pid"] for c in candidates_of(dashboard).values()} < pids
        assert any("java" in one.name() for one in started)
        dashboard.process.send_signal(ending)
        dashboard.wait()
        _, alive = psutil.wait_procs(started, timeout=WITHIN)
        assert alive == []
