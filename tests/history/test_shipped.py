"""The recordings in `docs/recordings`: each shows what it is there for."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.history.handoffs import handoffs_of
from app.history.history import History
from app.history.moments import HANDOFF
from tests.support.app import ROOT

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
