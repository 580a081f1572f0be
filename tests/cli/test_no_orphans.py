"""However a dashboard with an ensemble ends, nothing that it started goes on: `test_serve` and
`test_left_behind` show that of one with the embedded ZooKeeper.
"""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import psutil
import pytest
import requests

from app.folders import remove_abandoned
from tests.cli.test_serve import temporary
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import await_until, classpath

__all__ = ["temporary"]

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


@pytest.mark.parametrize(
    "ending", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.proof)]
)
def test_nothing_of_an_ensemble_is_left_running_or_frozen(
    temporary: Path, ending: signal.Signals
) -> None:
    """And the next to come removes its files."""
    classpath()
    with forked_dashboard("--ensemble", "3") as dashboard:
        dashboard.await_zookeeper()
        post(dashboard, "candidates", {"count": 3})
        await_until(lambda: all(c["session"] for c in candidates_of(dashboard).values()))
        post(dashboard, "candidates/c1/pause")
        post(dashboard, "candidates/c2/pause")
        post(dashboard, "servers/s2/pause")
        started = descendants(dashboard)
        pids = {one.pid for one in started}
        assert {c["pid"] for c in candidates_of(dashboard).values()} < pids
        assert len([one for one in started if "java" in one.name()]) == 3
        dashboard.process.send_signal(ending)
        dashboard.wait()
        _, alive = psutil.wait_procs(started, timeout=WITHIN)
        assert alive == []
    remove_abandoned()
    assert list(temporary.iterdir()) == []
