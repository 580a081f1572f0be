"""A dashboard with an ensemble is started and shown, and however it ends, nothing that it started
goes on: `test_serve` and `test_left_behind` show that of one with the embedded ZooKeeper.
"""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import psutil
import pytest
import requests

from app.system.folders import remove_abandoned
from app.zookeeper.wire.capabilities import sentences
from tests.cli.test_serve import descendants, state_of, temporary
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.releases import abilities, release
from tests.support.zookeeper import await_until, classpath

__all__ = ["temporary"]

WITHIN = 60.0


def post(dashboard: Dashboard, path: str, body: dict[str, Any] | None = None) -> None:
    answer = requests.post(f"{dashboard.url}/api/v1/{path}", json=body, timeout=30)
    assert answer.status_code in (201, 202), answer.text


@pytest.mark.parametrize(
    "ending", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.proof)]
)
def test_an_ensemble_is_shown_and_nothing_of_it_is_left_running_or_frozen(
    temporary: Path, ending: signal.Signals
) -> None:
    """And the next to come removes its files."""
    classpath()
    with forked_dashboard("--ensemble", "3") as dashboard:
        dashboard.await_zookeeper()
        zookeeper = state_of(dashboard)["zookeeper"]
        assert (zookeeper["source"], zookeeper["actions"]) == ("apache", True)
        assert [one["id"] for one in zookeeper["servers"]] == ["s1", "s2", "s3"]
        assert all(f"{one['id']} is ready" in dashboard.output for one in zookeeper["servers"])
        post(dashboard, "candidates", {"count": 3})
        await_until(lambda: all(c["session"] for c in state_of(dashboard)["candidates"].values()))
        post(dashboard, "candidates/c1/pause")
        post(dashboard, "candidates/c2/pause")
        post(dashboard, "servers/s2/pause")
        started = descendants(dashboard)
        pids = {one.pid for one in started}
        assert {c["pid"] for c in state_of(dashboard)["candidates"].values()} < pids
        assert len([one for one in started if "java" in one.name()]) == 3
        dashboard.process.send_signal(ending)
        dashboard.wait()
        _, alive = psutil.wait_procs(started, timeout=WITHIN)
        assert alive == []
        told = [line.partition("mirror: ")[2] for line in dashboard.errors.splitlines()]
        assert told == (
            [] if abilities().recursive_watches else sentences(release(), abilities())[:1]
        )
    remove_abandoned()
    assert list(temporary.iterdir()) == []
