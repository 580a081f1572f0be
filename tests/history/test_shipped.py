"""The recordings in `docs/recordings`: each shows what it is there for."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright._impl._driver import compute_driver_executable

from app.history.handoffs import figures_of, groups_of, handoffs_of, rows_of
from app.history.history import History
from app.history.moments import HANDOFF
from app.web.table import as_csv
from tests.support.app import ROOT

SUMMED = Path(__file__).with_name("summed.mjs")
FILES = sorted((ROOT / "docs" / "recordings").glob("*.gz"))


@pytest.fixture(params=FILES, ids=lambda file: file.name.partition(".")[0])
def recording(request: pytest.FixtureRequest) -> Iterator[tuple[str, History]]:
    """The name of a recording, and what it holds."""
    file: Path = request.param
    history = History.of_recording(file)
    yield file.name.partition(".")[0], history
    history.close()


def last_of(history: History) -> dict[str, Any]:
    state = history.past.at(history.begins_after).state
    election: dict[str, Any] = state["elections"]["/election"]
    return election


def test_each_shows_what_it_is_there_for(recording: tuple[str, History]) -> None:
    name, history = recording
    (handoff,) = handoffs_of(history.past.moments([HANDOFF], 0, 2**53, 10))
    last = last_of(history)
    shown = {
        "crash": (handoff["fault"], handoff["phases_ms"]["deleted"] > 2_000),
        "herd": (handoff["strategy"], last["last_handoff"]["notifications"]),
        "zombie": (handoff["fault"], last["work"]["refused"]),
    }
    told = {"crash": ("kill", True), "herd": ("herd", 5), "zombie": ("pause", 1)}
    assert shown[name] == told[name]


def test_every_moment_of_each_can_be_shown(recording: tuple[str, History]) -> None:
    _, history = recording
    (run,) = history.past.runs()
    for seq in range(run["first"], run["last"] + 1):
        assert history.past.at(seq).seq == seq


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_none_names_a_machine(file: Path) -> None:
    text = gzip.decompress(file.read_bytes()).decode()
    assert set(re.findall(r'"host": "([^"]*)"', text.replace("\\", ""))) == {"example"}
    assert set(re.findall(r" on (\S+), process", text)) == {"example"}
    assert "/home/" not in text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_page_lists_the_handoffs_of_each_as_a_dashboard_does(file: Path) -> None:
    history = History.of_recording(file)
    listed = handoffs_of(history.past.moments([HANDOFF], 0, 2**53, 10))
    history.close()
    node, _ = compute_driver_executable()
    run = subprocess.run(
        [node, str(SUMMED), str(file)], capture_output=True, text=True, timeout=100, check=False
    )
    assert run.returncode == 0, run.stderr
    page = json.loads(run.stdout)
    told = {"handoffs": listed, "figures": figures_of(listed), "groups": groups_of(listed)}
    assert page["told"] == told
    assert page["csv"] == as_csv(rows_of(listed))
