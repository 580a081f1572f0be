"""Recordings: what was live is in the file, and nothing else is taken for one."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from app.errors import HandoffError, NotFound, SetupError
from app.history import history as history_module
from app.history import recording as recording_module
from app.history.file import opened
from app.history.history import History
from app.history.moments import WHATS
from app.history.recording import recorded
from tests.history.witnessed import Recorded, Witnessed, kept, plain
from tests.support.app import ROOT, bearer_of
from tests.support.forked import ForkedDashboard


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Witnessed]:
    """A handoff among three, in blocks of ten events."""
    monkeypatch.setattr(history_module, "BLOCK", 10)
    with kept(tmp_path / "history.sqlite") as history:
        script = Recorded(history.journal)
        for number in range(40):
            script.event("znode.changed", "/election", zxid=number)
            script.at += 1
        script.event("candidate.killed", "c1", by="test", session_ends=script.at + 4)
        history.await_kept(history.journal.state["seq"])
        yield history


def written(run: Witnessed, path: Path, first: int, last: int) -> Path:
    path.write_bytes(b"".join(recorded(run.past, first, last, [])))
    return path


@pytest.mark.parametrize(("first", "last"), [(1, 45), (5, 25), (11, 20), (17, 17)])
def test_what_was_live_is_in_the_file(
    run: Witnessed, tmp_path: Path, first: int, last: int
) -> None:
    replayed = History.of_recording(written(run, tmp_path / "run.gz", first, last))
    try:
        assert [(one["first"], one["last"]) for one in replayed.past.runs()] == [(first, last)]
        for seq in range(first, last + 1):
            assert plain(replayed.past.at(seq).state) == plain(run.live[seq])
        lines = replayed.past.after(first - 1, 100)
        assert lines == run.past.after(first - 1, last - first + 1)
        told = [one["seq"] for one in replayed.past.moments(WHATS, 0, 100, 100)]
        assert told == [one["seq"] for one in run.past.moments(WHATS, first, last, 100)]
    finally:
        replayed.close()


def test_other_programs_can_read_it(run: Witnessed, tmp_path: Path) -> None:
    with gzip.open(written(run, tmp_path / "run.gz", 1, 45), "rt") as file:
        header, *lines = map(json.loads, file)
    assert header.keys() >= {"handoff_recording", "version", "first", "last"}
    assert [one["seq"] for one in lines if "kind" in one] == list(range(1, 46))
    assert sum("state" in one for one in lines) == 5


def test_what_is_not_kept_cannot_be_recorded(run: Witnessed) -> None:
    with pytest.raises(NotFound):
        run.past.clamped(400, 500)
    assert run.past.clamped(0, 500) == (1, 46)


def damage(run: Witnessed, part: str, where: str) -> None:
    writer = opened(run.path or Path())
    writer.execute(f"UPDATE {part} WHERE {where}")
    writer.close()


def test_what_is_damaged_is_missing_in_it_and_all_else_is_there(
    run: Witnessed, tmp_path: Path
) -> None:
    damage(run, "blocks SET events = x'00ff'", "first = 11")
    damage(run, "blocks SET state = x'00ff'", "first = 31")
    damage(run, "moments SET data = '{'", "what = 'fault'")
    replayed = History.of_recording(written(run, tmp_path / "run.gz", 1, 45))
    try:
        whole = [*range(1, 11), *range(21, 31), *range(41, 46)]
        assert replayed.facts()["gaps"] == [
            {"after": 10, "before": 21},
            {"after": 30, "before": 41},
        ]
        for seq in whole:
            assert plain(replayed.past.at(seq).state) == plain(run.live[seq])
        with pytest.raises(NotFound, match="nothing between the events 10 and 21"):
            replayed.past.at(15)
        assert [one["seq"] for one in replayed.past.told_before(46, 100).lines] == whole
    finally:
        replayed.close()


def test_where_all_is_damaged_it_is_known_before_the_file_begins(run: Witnessed) -> None:
    damage(run, "blocks SET events = x'00ff'", "first < 31")
    with pytest.raises(HandoffError, match="its events from 21 to 30") as refused:
        recorded(run.past, 3, 28, [])
    assert refused.value.code == "history_damaged"
    assert run.past.seq_at(0.0) == 0


def lines_of(file: Path) -> list[str]:
    with gzip.open(file, "rt") as text:
        return text.read().splitlines(keepends=True)


def without_an_event(lines: list[str]) -> list[str]:
    return [line for line in lines if '"seq":7,' not in line]


def without_a_document(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith('{"before":1,')]


def of_a_newer_one(lines: list[str]) -> list[str]:
    return ['{"handoff_recording":2}\n', *lines[1:]]


def of_another_program(lines: list[str]) -> list[str]:
    return ['{"version": 2, "width": 80}\n', *lines[1:]]


def with_less_missing_than_it_says(lines: list[str]) -> list[str]:
    at = next(number for number, line in enumerate(lines[2:], 2) if '"before"' in line)
    return [*lines[:at], lines[at].replace(",", ',"missing":3,', 1), *lines[at + 1 :]]


def out_of_order(lines: list[str]) -> list[str]:
    at = next(at for at, line in enumerate(lines) if line.startswith('{"seq":4,'))
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


def without_a_block(lines: list[str]) -> list[str]:
    first, second = (
        next(at for at, line in enumerate(lines) if line.startswith(f'{{"before":{before},'))
        for before in (11, 21)
    )
    return [*lines[:first], *lines[second:]]


def with_a_deep_event(lines: list[str]) -> list[str]:
    return [line.replace('"patch":{', f'"patch":{{"x":{"[" * 9000}{"]" * 9000},') for line in lines]


def with_a_huge_number(lines: list[str]) -> list[str]:
    return [line.replace('"wall":', f'"wall":1{"0" * 400}') for line in lines]


def with_a_state_that_is_none(lines: list[str]) -> list[str]:
    return [re.sub(r'"state":.*', '"state":7}\n', line) for line in lines]


def with_an_event_that_changes_nothing(lines: list[str]) -> list[str]:
    return [line.replace('"patch":', '"match":') for line in lines]


def with_an_event_that_is_no_json(lines: list[str]) -> list[str]:
    return [line.replace('{"seq":42,', '{"seq":42,:') for line in lines]


def with_a_list_that_has_no_name(lines: list[str]) -> list[str]:
    return [lines[0].replace('"lists":[]', '"lists":[7]'), *lines[1:]]


def with_a_time_that_is_none(lines: list[str]) -> list[str]:
    at = next(at for at, line in enumerate(lines) if line.startswith('{"seq":42,'))
    return [*lines[:at], re.sub(r'"wall":[^,]+', '"wall":NaN', lines[at]), *lines[at + 1 :]]


def cut_off(lines: list[str]) -> list[str]:
    return [*lines[:-1], lines[-1][:-5]]


def empty(lines: list[str]) -> list[str]:
    return lines[:1]


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (without_an_event, "is damaged: events are missing after 6"),
        (without_a_document, "is damaged: the document before its events is missing"),
        (of_a_newer_one, "was written by a newer Handoff"),
        (of_another_program, "is not a recording of Handoff"),
        (out_of_order, "is damaged: events are missing after 3"),
        (with_less_missing_than_it_says, "is damaged: events are missing after"),
        (without_a_block, "is damaged: events are missing after 1"),
        (with_a_deep_event, "is damaged"),
        (with_a_huge_number, "is damaged"),
        (with_a_state_that_is_none, "is damaged"),
        (with_an_event_that_changes_nothing, "is damaged"),
        (with_an_event_that_is_no_json, "is damaged"),
        (with_a_list_that_has_no_name, "is damaged: it does not name its lists"),
        (with_a_time_that_is_none, "is damaged: it does not say when all events from 41 on"),
        (cut_off, "is damaged: its last line is cut off"),
        (empty, "is damaged: it has no events"),
    ],
)
def test_what_is_no_recording_is_refused(
    run: Witnessed, tmp_path: Path, harm: Any, said: str
) -> None:
    file = written(run, tmp_path / "run.gz", 1, 43)
    lines = harm(lines_of(file))
    with gzip.open(file, "wt") as text:
        text.writelines(lines)
    with pytest.raises(SetupError, match=said):
        History.of_recording(file)


@pytest.mark.parametrize(
    "harm",
    [
        {"subject": 7},
        {"wall": "now"},
        {"what": "fault", "data": None},
        {"what": "fault", "data": {"path": 7}},
        {"what": "mark", "data": None},
        {"what": "mark", "data": {"member": 7, "what": "killed"}},
        {"what": "violation", "data": None},
        {"what": "violation", "data": [{"invariant": 7}]},
        {"data": None},
        {"data": {"to": {}}},
        {"data": {"mark": {"what": 7}}},
        {"data": {"phases_ms": [1]}},
        {"data": {"phases_ms": {"deleted": "2"}}},
        {"data": {"last_ms": float("nan")}},
    ],
    ids=str,
)
def test_a_moment_that_no_page_can_list_is_refused(
    run: Witnessed, tmp_path: Path, harm: dict[str, Any]
) -> None:
    moment = {"seq": 43, "wall": 5.0, "what": "handoff", "subject": "/election", "data": {}}
    file = written(run, tmp_path / "run.gz", 1, 43)
    with gzip.open(file, "at") as text:
        text.write(json.dumps({"moment": moment}) + "\n")
    History.of_recording(file).close()
    with gzip.open(file, "at") as text:
        text.write(json.dumps({"moment": {**moment, "seq": 42, **harm}}) + "\n")
    with pytest.raises(SetupError, match="is damaged"):
        History.of_recording(file)


def test_a_line_that_is_too_long_is_refused(
    run: Witnessed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(run, tmp_path / "run.gz", 1, 43)
    longest = max(len(line) for line in lines_of(file)[1:])
    monkeypatch.setattr(recording_module, "MOST_LINE", longest - 2)
    with pytest.raises(SetupError, match="a line is too long"):
        History.of_recording(file)


OPENED = """
import resource, sys
from pathlib import Path
from app.errors import SetupError
from app.history.history import History
try:
    History.of_recording(Path(sys.argv[1]))
except SetupError as error:
    print(error.message)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
"""Says why a recording is refused, and how many kB of memory that took at most."""


def bomb(line: bytes, often: int) -> bytes:
    """Return 900 MB in a MB: gzip streams that stand one after the other are one."""
    return gzip.compress(b"".join([line] * often)) * 90


@pytest.mark.parametrize(
    ("packed", "complaint"),
    [
        (bomb(b" " * 1_000_000, 10), "a line is too long"),
        (bomb(b"x" * 999_999 + b"\n", 10), "too much follows one document"),
    ],
    ids=["line", "lines"],
)
def test_what_unpacks_to_a_thousand_times_its_size_takes_no_memory(
    packed: bytes, complaint: str, run: Witnessed, tmp_path: Path
) -> None:
    first, *_ = lines_of(written(run, tmp_path / "some.gz", 1, 5))
    file = tmp_path / "bomb.gz"
    file.write_bytes(gzip.compress(f"{first}\n".encode()) + packed)
    words = [sys.executable, "-c", OPENED, str(file)]
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, timeout=100)
    refusal, peak = told.stdout.splitlines()
    assert re.search(complaint, refusal)
    assert int(peak) < 300_000


@pytest.mark.proof
def test_a_recording_that_unpacks_to_far_more_than_any_is_refused(
    run: Witnessed, tmp_path: Path
) -> None:
    header, *_ = lines_of(written(run, tmp_path / "some.gz", 1, 1))
    event = '{"seq":%d,"at":1,"wall":1,"kind":"a","subject":"b","data":{},"patch":{}}'
    document = f'{{"before":%d,"run":"r","wall":1,"state":{{"p":"{"x" * 7_000_000}"}}}}'
    file = tmp_path / "bomb.gz"
    with gzip.open(file, "wt", compresslevel=6) as out:
        out.write(f"{header}\n")
        for seq in range(1, 60):
            out.write(f"{document % seq}\n{event % seq}\n")
    with pytest.raises(SetupError, match=r"it unpacks to more than \d+ MB"):
        History.of_recording(file)


def test_a_half_of_the_file_is_refused(run: Witnessed, tmp_path: Path) -> None:
    file = written(run, tmp_path / "run.gz", 1, 43)
    file.write_bytes(file.read_bytes()[:600])
    with pytest.raises(SetupError, match="cannot be read"):
        History.of_recording(file)


def test_the_command_shows_it_without_zookeeper(run: Witnessed, tmp_path: Path) -> None:
    """Where others can reach it, to who has the token."""
    file = written(run, tmp_path / "run.gz", 1, 43)
    shown = ForkedDashboard(str(file), "--host", "0.0.0.0", command="replay")
    try:
        assert "token=" in shown.printed_address
        api = f"{shown.url}/api/v1"
        assert requests.get(f"{api}/state", timeout=30).status_code == 401
        with requests.Session() as browser:
            browser.headers.update(bearer_of(shown.printed_address))
            state = browser.get(f"{api}/state", timeout=30).json()
            assert (state["seq"], state["read_only"]) == (43, True)
            assert state["history"]["replays"]["file"] == "run.gz"
            assert browser.get(f"{api}/moment?at=20", timeout=30).json()["seq"] == 20
            refused = browser.post(f"{api}/candidates", json={"count": 1}, timeout=30)
            assert refused.status_code == 403
            assert browser.get(f"{api}/znodes?path=/", timeout=30).status_code == 503
            metrics = browser.get(f"{shown.url}/metrics", timeout=30)
            assert metrics.status_code == 200
            assert "\nhandoff_zookeeper_up" not in metrics.text, "there is none that could answer"
            after = browser.get(f"{api}/events?since=3&limit=2", timeout=30).json()
            assert [one["seq"] for one in after["events"]] == [4, 5]
    finally:
        shown.close()


@pytest.mark.parametrize("file", ["/nowhere.gz", str(ROOT / "README.md"), str(ROOT)])
def test_the_command_refuses_what_is_none(file: str) -> None:
    ended = ForkedDashboard(file, command="replay")
    assert ended.wait() == 2
    ended.close()
    assert ended.errors.startswith("handoff: the recording")
    assert "Traceback" not in ended.errors
