"""What was kept at d93a601 opens, seeks and replays as it did there.

`kept/` has three recordings that a person saved and one history file of two runs, each with what
that version answered about it, in `NAME.said.json.gz`: path and query of a call, and its answer.
These files are never made again: there is no command that does.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import requests

from app.journal.patch import apply
from tests.journal.golden.replay import difference
from tests.journal.script import without_nulls
from tests.support.forked import ForkedDashboard

KEPT = Path(__file__).parent / "kept"
RECORDINGS = sorted(file.name.removesuffix(".jsonl.gz") for file in KEPT.glob("*.jsonl.gz"))
HISTORY = "history"
NOWHERE = "127.0.0.1:1"
"""A ZooKeeper that nobody serves: only what is kept is asked for."""
MOST = 10_000


def said(name: str) -> dict[str, Any]:
    """Return what was answered, by the calls."""
    packed = (KEPT / f"{name}.said.json.gz").read_bytes()
    answers: dict[str, Any] = json.loads(gzip.decompress(packed))
    return answers


def asked(address: str, call: str) -> Any:
    answer = requests.get(f"{address}/api/v1/{call}", timeout=60)
    assert answer.ok, (call, answer.text)
    return answer.json()


def must_equal(now: Any, then: Any, where: str) -> None:
    """Fail where these differ, with the first path at which they do."""
    if now != then:
        pytest.fail(difference(then, now, where))


def known(now: Any, then: Any) -> Any:
    """Return an answer without the fields that there were not then: figures may become more."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {key: known(value, then[key]) for key, value in now.items() if key in then}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [known(*both) for both in zip(now, then, strict=True)]
    return now


@contextmanager
def opened(name: str, folder: Path) -> Iterator[str]:
    """Serve a kept file while the block runs, on an address."""
    if name == HISTORY:
        packed = (KEPT / "history.sqlite.gz").read_bytes()
        (folder / "history.sqlite").write_bytes(gzip.decompress(packed))
        words, command = ["--data", str(folder), "--zookeeper", NOWHERE], "serve"
    else:
        words, command = [str(KEPT / f"{name}.jsonl.gz")], "replay"
    shown = ForkedDashboard(*words, env={"HANDOFF_NO_HISTORY": ""}, command=command)
    try:
        yield shown.url
    finally:
        shown.close()


def test_there_are_three_recordings() -> None:
    assert len(RECORDINGS) == 3


@pytest.mark.parametrize("name", [*RECORDINGS, HISTORY])
def test_what_was_kept_opens_seeks_and_replays_as_it_did(name: str, tmp_path: Path) -> None:
    answers = said(name)
    with opened(name, tmp_path) as address:
        for call, answer in answers.items():
            now = asked(address, call)
            must_equal(known(now, answer), answer, call)
        moments = [answers[call] for call in answers if call.startswith("moment?at=")]
        assert len(moments) > 3
        within = [both for both in pairwise(moments) if both[0]["run"] == both[1]["run"]]
        for earlier, later in within:
            events = asked(address, f"events?since={earlier['seq']}&limit={MOST}")["events"]
            state = earlier["state"]
            for event in events[: later["seq"] - earlier["seq"]]:
                state = apply(state, event["patch"])
            now, then = without_nulls(state), without_nulls(later["state"])
            must_equal(known(now, then), then, f"replayed to {later['seq']}: ")
