"""Dashboards as processes: killed, started again, two of them at once, without a history."""

from __future__ import annotations

import csv
import gzip
import json
import os
import resource
import signal
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
import requests

from app.history.file import opened
from app.history.history import History
from app.history.location import NAME
from app.history.past import Past
from app.history.store import BLOCK
from tests.history.witnessed import kept, ticks
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import await_until
from tests.web.client import Client

KEEPS = {"HANDOFF_NO_HISTORY": ""}


def get(dashboard: Dashboard, path: str) -> dict[str, Any]:
    answer = requests.get(f"{dashboard.url}/api/v1/{path}", timeout=30)
    assert answer.ok, answer.text
    found: dict[str, Any] = answer.json()
    return found


def load(dashboard: Dashboard) -> None:
    """Ask for what makes many events: clients of a lock that work fast."""
    wish = {"count": 8, "task": 0.05, "session_timeout": 4.0}
    assert requests.post(f"{dashboard.url}/api/v1/locks", json=wish, timeout=30).ok


def test_what_a_page_was_shown_outlives_a_sudden_end(tmp_path: Path) -> None:
    with forked_dashboard("--data", str(tmp_path), env=KEEPS) as dashboard:
        dashboard.await_zookeeper()
        client = Client(dashboard.url)
        client.emit("follow", {"since": None})
        client.first("snapshot")
        load(dashboard)
        client.until(lambda: len(client.seqs()) > 400)
        dashboard.end(signal.SIGKILL)
        client.close()
    shown = [event for batch in client.of("events") for event in batch["events"]]
    past = Past(opened(tmp_path / NAME), tmp_path / NAME)
    kept = {line["seq"]: line for line in past.after(0, 10**6) or ()}
    past.close()
    assert client.of("snapshot")[0]["seq"] in kept
    assert [event["seq"] for event in shown if kept.get(event["seq"]) != event] == []


def test_a_dashboard_goes_on_with_its_history(tmp_path: Path) -> None:
    where = ("--data", str(tmp_path), "--history-days", "3", "--history-megabytes", "9")
    with forked_dashboard(*where, env=KEEPS) as first:
        first.await_zookeeper()
        history = get(first, "history")
        assert (history["days"], history["size"]) == (3, 9 * 1024 * 1024)
        assert history["file"] == str(tmp_path / NAME)
        load(first)
        await_until(lambda: get(first, "state")["seq"] > 100)
        await_until(lambda: get(first, "handoffs?text=release")["handoffs"])
        assert first.end() == 0
    with forked_dashboard(*where, env=KEEPS) as second:
        second.await_zookeeper()
        state = get(second, "state")
        after = state["history"]["after"]
        assert after > 100
        assert state["seq"] > after
        before, since = get(second, f"state?at={after}"), get(second, f"state?at={state['seq']}")
        assert before["history"]["after"] == 0
        assert len(before["candidates"]) == 8
        assert since["seq"] == state["seq"]
        assert not since["candidates"]
        runs = get(second, "history")["runs"]
        assert [(one["first"], one["last"] > one["first"]) for one in runs] == [
            (1, True), (after + 1, True),
        ]  # fmt: skip
        told = get(second, "moments?what=beginning")["moments"]
        assert len(told) == 2
        page = get(second, "events?before=9007199254740992&limit=10000")
        assert page["whole"]
        assert {one["seq"] for one in told} <= {one["seq"] for one in page["events"]}
        assert get(second, f"events?since={after - 5}&limit=5")["events"][-1]["seq"] == after
        moment = get(second, f"moment?wall={runs[0]['ended']}")
        assert (moment["run"], moment["seq"]) == (runs[0]["run"], after)
        spanned = f"recording?begin={runs[0]['began']}&end={runs[0]['ended']}"
        lines = gzip.decompress(requests.get(f"{second.url}/api/v1/{spanned}", timeout=30).content)
        header = json.loads(lines.split(b"\n")[0])
        assert (header["first"], header["last"]) == (1, after)
        assert requests.get(f"{second.url}/api/v1/recording?end=1", timeout=30).status_code == 404
        handed = get(second, f"handoffs?end={runs[0]['ended']}&text=release")["handoffs"]
        assert handed
        assert all(one["fault"] == "release" and one["seq"] <= after for one in handed)
        assert get(second, f"handoffs?begin={runs[0]['ended'] + 1}&limit=1")["handoffs"] == []
        asked = f"{second.url}/api/v1/handoffs?end={runs[0]['ended']}&text=release"
        by_header = requests.get(asked, headers={"Accept": "text/csv"}, timeout=30)
        assert by_header.headers["Content-Type"].startswith("text/csv")
        assert requests.get(f"{asked}&format=csv", timeout=30).text == by_header.text
        rows = list(csv.DictReader(by_header.text.splitlines()))
        assert [int(row["seq"]) for row in rows] == [one["seq"] for one in handed]
        for wrong in ("moment", "moment?at=1&wall=1.5", "moment?wall=nan", "moment?wall=1e400"):
            answer = requests.get(f"{second.url}/api/v1/{wrong}", timeout=30)
            assert answer.status_code == 400, wrong


def test_two_dashboards_do_not_meet_in_one_file(tmp_path: Path) -> None:
    where = ("--data", str(tmp_path))
    with forked_dashboard(*where, env=KEEPS) as first:
        first.await_zookeeper()
        hosts = get(first, "state")["zookeeper"]["hosts"]
        with forked_dashboard(*where, "--zookeeper", hosts, env=KEEPS) as second:
            assert "another dashboard keeps the history" in second.output
            second.await_zookeeper()
            assert get(second, "state")["history"]["file"] is None
            assert "another dashboard" in get(second, "state")["history"]["unkept"]
            assert get(first, "state")["history"]["file"] == str(tmp_path / NAME)
            seq = get(second, "state")["seq"]
            assert get(second, f"state?at={seq}")["seq"] == seq
            assert get(second, "history")["runs"][0]["first"] == 1
    runs = Past(opened(tmp_path / NAME), tmp_path / NAME)
    assert len(runs.runs()) == 1
    runs.close()


def test_no_history_leaves_nothing_behind(tmp_path: Path) -> None:
    places = {name: tmp_path / name for name in ("state", "home", "temporary", "data")}
    for place in places.values():
        place.mkdir()
    env = {
        **KEEPS,
        "XDG_STATE_HOME": str(places["state"]),
        "HOME": str(places["home"]),
        "TMPDIR": str(places["temporary"]),
    }
    with forked_dashboard("--no-history", "--data", str(places["data"]), env=env) as dashboard:
        dashboard.await_zookeeper()
        seq = get(dashboard, "state")["seq"]
        assert get(dashboard, f"state?at={seq}")["seq"] == seq
        assert get(dashboard, "history")["file"] is None
        assert dashboard.end() == 0
    for name in ("state", "home", "temporary"):
        assert os.listdir(places[name]) == [], name
    assert not (places["data"] / NAME).exists()


def a_history_with_a_damaged_block(path: Path) -> None:
    """One bit is another one in the second of three blocks."""
    with kept(path) as history:
        ticks(history, 2 * BLOCK + 100)
    connection = sqlite3.connect(path)
    ((block,),) = connection.execute("SELECT events FROM blocks WHERE first = ?", (BLOCK + 1,))
    connection.close()
    content = path.read_bytes()
    at = content.index(block[: len(block) // 2][-100:])
    path.write_bytes(b"%b%c%b" % (content[:at], content[at] ^ 4, content[at + 1 :]))


def test_what_is_whole_of_a_damaged_history_is_shown_and_saved(tmp_path: Path) -> None:
    """The dashboard starts with it. The answer for what is damaged names the file and the times."""
    a_history_with_a_damaged_block(tmp_path / NAME)
    with forked_dashboard("--data", str(tmp_path), env=KEEPS) as dashboard:
        dashboard.await_zookeeper()
        api = f"{dashboard.url}/api/v1"
        saved = requests.get(f"{api}/recording?until={2 * BLOCK + 50}", timeout=30)
        assert saved.status_code == 200
        page = requests.get(f"{dashboard.url}/recording.html?until={2 * BLOCK + 50}", timeout=30)
        assert (page.status_code, page.text[-8:]) == (200, "</html>\n")
        assert get(dashboard, f"moment?at={2 * BLOCK + 10}")["seq"] == 2 * BLOCK + 10
        for asked in (f"moment?at={BLOCK + 7}", f"recording?since={BLOCK + 7}&until={BLOCK + 9}"):
            damaged = requests.get(f"{api}/{asked}", timeout=30)
            error = damaged.json()["error"]
            assert (damaged.status_code, error["code"]) == (500, "history_damaged")
            of = f"{NAME} is damaged: its events from {BLOCK + 1} to {2 * BLOCK} (20"
            assert of in error["message"]
    (tmp_path / "saved.gz").write_bytes(saved.content)
    replayed = History.of_recording(tmp_path / "saved.gz")
    assert replayed.facts()["gaps"] == [{"after": BLOCK, "before": 2 * BLOCK + 1}]
    replayed.close()


def health_of(dashboard: Dashboard) -> tuple[int, Any]:
    answer = requests.get(f"{dashboard.url}/healthz", timeout=30)
    return answer.status_code, answer.json()


@pytest.mark.skipif(sys.platform != "linux", reason="needs prlimit")
def test_a_dashboard_goes_on_with_its_history_once_there_is_room(tmp_path: Path) -> None:
    """(No file of its may grow any more, which is as good as a full disk.)"""
    with forked_dashboard("--data", str(tmp_path), env=KEEPS) as dashboard:
        dashboard.await_zookeeper()
        pid = dashboard.process.pid
        full = max(file.stat().st_size for file in tmp_path.glob(f"{NAME}*"))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (full, resource.RLIM_INFINITY))
        load(dashboard)
        await_until(lambda: get(dashboard, "history")["stopped"])
        status, health = health_of(dashboard)
        assert (status, health["status"], health["history"]) == (200, "ok", "stopped")
        assert "the history is not kept: " in health["reason"]
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
        await_until(lambda: health_of(dashboard)[1]["history"] == "kept")
        (gap, *_) = get(dashboard, "history")["gaps"]
        saved = requests.get(f"{dashboard.url}/api/v1/recording", timeout=30)
        told = get(dashboard, "events?limit=10000&before=100000000")["events"]
        assert [one["data"] for one in told if one["kind"] == "history.resumed"] == [{"gap": gap}]
    (tmp_path / "saved.gz").write_bytes(saved.content)
    replayed = History.of_recording(tmp_path / "saved.gz")
    assert replayed.facts()["gaps"] == [gap]
    replayed.close()
