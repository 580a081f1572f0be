"""However the dashboard ends, nothing that it started goes on."""

from __future__ import annotations

import signal
from typing import Any

import psutil
import pytest
import requests

from tests.support.app import Dashboard, hang_up, running_dashboard
from tests.support.zookeeper import await_until, classpath

WITHIN = 60.0


def candidates_of(dashboard: Dashboard) -> dict[str, Any]:
    state = requests.get(f"{dashboard.url}/api/v1/state", timeout=30).json()
    found: dict[str, Any] = state["candidates"]
    return found


def post(dashboard: Dashboard, path: str, body: dict[str, Any] | None = None) -> None:
    answer = requests.post(f"{dashboard.url}/api/v1/{path}", json=body, timeout=30)
    assert answer.status_code in (201, 202), answer.text


def descendants(dashboard: Dashboard) -> list[psutil.Process]:
    """ZooKeeper, the fork server, the candidates: all that runs because of the dashboard."""
    return psutil.Process(dashboard.process.pid).children(recursive=True)


ENDINGS = [
    ((), signal.SIGKILL),
    ((), signal.SIGTERM),
    ((), signal.SIGINT),
    ((), signal.SIGHUP),
    (("--ensemble", "3"), signal.SIGKILL),
    pytest.param(("--ensemble", "3"), signal.SIGTERM, marks=pytest.mark.proof),
]


@pytest.mark.parametrize(("arguments", "ending"), ENDINGS, ids=str)
def test_nothing_is_left_running_frozen_or_not(
    arguments: tuple[str, ...], ending: signal.Signals
) -> None:
    if arguments:
        classpath()
    with hang_up(signal.SIG_DFL), running_dashboard(*arguments) as dashboard:
        dashboard.await_zookeeper()
        post(dashboard, "candidates", {"count": 3})
        await_until(lambda: all(c["session"] for c in candidates_of(dashboard).values()))
        post(dashboard, "candidates/c1/pause")
        post(dashboard, "candidates/c2/pause")
        if arguments:
            post(dashboard, "servers/s2/pause")
        started = descendants(dashboard)
        pids = {one.pid for one in started}
        assert {c["pid"] for c in candidates_of(dashboard).values()} < pids
        assert len([one for one in started if "java" in one.name()]) == (3 if arguments else 0)
        dashboard.process.send_signal(ending)
        dashboard.wait()
        _, alive = psutil.wait_procs(started, timeout=WITHIN)
        assert alive == []
