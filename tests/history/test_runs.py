"""A whole run of real processes, every recipe of the house, faults and an outage: each document as
it was live, again from the disk, and again in the browser's fold.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable

from app.ensemble.embedded import SandboxServer
from app.history import history as history_module
from app.history.moments import WHATS
from app.journal.patch import apply, listed
from app.recipes.registry import MODELS
from tests.history.witnessed import Witnessed, plain
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

FOLDS = Path(__file__).with_name("folds.mjs")
RECIPES: dict[str, dict[str, Any]] = {
    "candidates": {"count": 3},
    "locks": {"count": 2, "task": 0.1},
    "shared-locks": {"readers": 1, "writers": 1, "task": 0.1},
    "groups": {"path": "/group", "count": 2},
    "queues": {"producers": 1, "consumers": 1, "task": 0.05, "every": 0.05, "items": 30},
    "barriers": {"count": 2, "task": 0.1, "pause": 0.1},
    "commits": {"sites": 2, "think": 0.1},
    "bookshelves": {"count": 3},
    "configurations": {"path": "/config", "count": 2},
    "names": {"path": "/names", "name": "chain", "providers": 1, "clients": 1},
    "comparisons": {"count": 2},
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Witnessed]:
    """A history, with what was live, of a run that has ended."""
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(history_module, "BLOCK", 100)
        server, path = SandboxServer(), tmp_path_factory.mktemp("history") / "history.sqlite"
        server.start()
        history = Witnessed(path)
        try:
            with whole(
                server.hosts, source="embedded", servers={"s1": server}, history=history
            ) as dashboard:
                play(dashboard)
            history.last = history.journal.state["seq"]
            history.await_kept(history.last)
            yield history
        finally:
            history.close()
            server.stop()


def play(dashboard: Whole) -> None:
    for call, wish in RECIPES.items():
        assert dashboard.post(call, {**wish, "session_timeout": 4.0}).status_code == 201, call
    await_until(lambda: has_a_leader(dashboard), 90)
    dashboard.post("configurations/publish", {"path": "/config", "value": "a\n\u2028__proto__"})
    dashboard.post("znodes", {"path": "/group/all_nodes/__proto__", "data": {"text": "x"}})
    dashboard.post("znodes", {"path": "/group/all_nodes/chain", "data": {"text": "x"}})
    for role, fault in (("leader", "kill"), ("tail", "pause")):
        assert dashboard.post(f"roles/{role}/{fault}", {"election": "/election"}).ok, role
    await_until(lambda: dashboard.get("moments?what=handoff").json()["moments"], 90)
    await_until(lambda: has_a_leader(dashboard), 90)
    assert dashboard.post("servers/s1/kill").ok
    await_until(lambda: dashboard.state["zookeeper"]["state"] != "connected")
    assert dashboard.post("servers/s1/restart").ok
    await_until(lambda: has_a_leader(dashboard), 90)


def has_a_leader(dashboard: Whole) -> bool:
    state = dashboard.state
    connected = state["zookeeper"]["state"] == "connected"
    return bool(connected and state["elections"].get("/election", {}).get("acknowledged"))


def seqs(history: Witnessed, count: int) -> list[int]:
    """Some, evenly, with the last."""
    return [*range(1, history.last, max(1, history.last // count)), history.last]


def test_the_run_is_of_some_length(run: Witnessed) -> None:
    assert len(run.live) > 500
    whats = {one["what"] for one in run.past.moments(WHATS, 0, 2**53, 10_000)}
    assert {"handoff", "fault", "beginning"} <= whats
    assert run.stopped is None


def test_the_fold_of_the_kept_events_is_every_document_that_was_live(run: Witnessed) -> None:
    document = run.past.at(1).state
    lines = run.past.after(1, run.last - 1)
    assert lines is not None
    assert [line["seq"] for line in lines] == list(range(2, run.last + 1))
    compared = set(seqs(run, 150))
    for line in lines:
        document = apply(document, line["patch"])
        if line["seq"] in compared:
            assert plain(document) == plain(run.live[line["seq"]]), line


def test_every_moment_is_as_it_was(run: Witnessed) -> None:
    for seq in seqs(run, 50):
        assert plain(run.past.at(seq).state) == plain(run.live[seq]), seq
    blocks = [first for (first,) in run.past._read("SELECT first FROM blocks")]
    for seq in {*blocks, *(first - 1 for first in blocks)} - {0}:
        assert plain(run.past.at(seq).state) == plain(run.live[seq]), seq


def test_the_browsers_fold_is_the_same(run: Witnessed, tmp_path: Path) -> None:
    first, *others = seqs(run, 60)
    base = run.past.at(first)
    lines = run.past.after(first, 10**6)
    documents = {str(seq): listed(plain(run.live[seq]), MODELS.lines) for seq in others}
    told = {"seq": first, "state": base.state, "lists": sorted(MODELS.named)}
    told["recent"] = base.recent
    recorded = tmp_path / "run.json"
    recorded.write_text(json.dumps({"snapshot": told, "events": lines, "documents": documents}))
    node, _ = compute_driver_executable()
    ended = subprocess.run(
        [node, str(FOLDS), str(recorded)], capture_output=True, text=True, timeout=100, check=False
    )
    assert ended.returncode == 0, ended.stderr[-3_000:]
    assert int(ended.stdout) == len(documents)
