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
    for first, last, field in ((400, 500, "begin"), (40, 20, "until"), (-2, 0, "until")):
        with pytest.raises(NotFound) as refused:
            run.past.clamped(first, last, "begin", "until")
        assert refused.value.field == field
    assert run.past.clamped(0, 500, "since", "until") == (1, 46)


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


HARMS = {
    "without an event": (r'(?m)^.*"seq":7,.*\n', "", "events are missing after 6"),
    "without a document": (
        r'(?m)^{"before":1,.*\n', "", "the document before its events is missing"
    ),
    "out of order": (r'(?m)^({"seq":4,.*\n)(.*\n)', r"\2\1", "events are missing after 3"),
    "with less missing than it says": (
        '{"before":11,', '{"before":11,"missing":3,', "events are missing after"
    ),
    "without a block": (
        r'(?s){"before":11,.*?(?={"before":21,)', "", "events are missing after 1"
    ),
    "with a deep event": ('"patch":{', f'"patch":{{"x":{"[" * 9000}{"]" * 9000},', ""),
    "with a huge number": ('"wall":', f'"wall":1{"0" * 400}', ""),
    "with a state that is none": ('"state":.*', '"state":7}', ""),
    "with an event that changes nothing": ('"patch":', '"match":', ""),
    "with an event that is no JSON": ('{"seq":42,', '{"seq":42,:', ""),
    "with a list that has no name": (r'"lists":\[\]', '"lists":[7]', "it does not name its lists"),
    "with a time that is none": (
        r'(?m)^({"seq":42,.*?"wall":)[^,]+', r"\1NaN", "it does not say when all events from 41 on"
    ),
    "cut off": (r"(?s).{5}\Z", "", "its last line is cut off"),
    "empty": (r"(?s)\n.*", "\n", "it has no events"),
}  # fmt: skip
"""What was done to the text of a recording -> what of it is replaced, by what; what is said."""


@pytest.mark.parametrize("harm", HARMS)
def test_what_is_damaged_is_refused(run: Witnessed, tmp_path: Path, harm: str) -> None:
    what, by, says = HARMS[harm]
    assert_refused(run, tmp_path, what, by, f"is damaged: {says}")


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ('{"handoff_recording":2}', "was written by a newer Handoff"),
        ('{"version": 2, "width": 80}', "is not a recording of Handoff"),
    ],
)
def test_what_is_no_recording_is_refused(
    run: Witnessed, tmp_path: Path, header: str, says: str
) -> None:
    assert_refused(run, tmp_path, r"\A.*", header, says)


def assert_refused(run: Witnessed, folder: Path, what: str, by: str, says: str) -> None:
    file = written(run, folder / "run.gz", 1, 43)
    text = gzip.decompress(file.read_bytes()).decode()
    harmed = re.sub(what, by, text)
    assert harmed != text
    file.write_bytes(gzip.compress(harmed.encode()))
    with pytest.raises(SetupError, match=says):
        History.of_recording(file)


@pytest.mark.parametrize(
    "spelling",
    [{}, {"separators": (",", ":"), "sort_keys": True}, {"ensure_ascii": False}],
    ids=["blanks", "sorted", "beyond ASCII"],
)
def test_what_another_program_has_written_again_is_the_same(
    run: Witnessed, tmp_path: Path, spelling: dict[str, Any]
) -> None:
    file, again = written(run, tmp_path / "run.gz", 1, 43), tmp_path / "again.gz"
    lines = [json.loads(line) for line in lines_of(file)]
    event = next(line for line in lines if "kind" in line)
    event["data"] = {**event["data"], "by": "Zo\u00eb"}
    for spelled, to in (({"separators": (",", ":")}, file), (spelling, again)):
        text = "".join(f"{json.dumps(line, **spelled)}\n" for line in lines)
        to.write_bytes(gzip.compress(text.encode()))
    kept = [History.of_recording(one) for one in (file, again)]
    seen = [[one.past.at(seq) for seq in range(1, 44)] for one in kept]
    for one in kept:
        one.close()
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("line", "says"), [("garbage", "line 3 is no JSON"), ("[1]", "line 3 is no object")]
)
def test_a_line_that_is_none_of_a_recording_is_named(
    run: Witnessed, tmp_path: Path, line: str, says: str
) -> None:
    assert_refused(run, tmp_path, r"\A(.*\n.*\n).*", rf"\g<1>{line}", says)


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
    longest = max(map(len, lines_of(file)[1:]))
    monkeypatch.setattr(recording_module, "MOST_LINE", longest - 2)
    with pytest.raises(SetupError, match="a line is too long"):
        History.of_recording(file)


OPENED = """
import re, sys
from pathlib import Path
from app.errors import SetupError
from app.history.history import History
try:
    History.of_recording(Path(sys.argv[1]))
except SetupError as error:
    print(error.message)
# What getrusage tells begins with the memory of the process that started this one.
print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""
"""Says why a recording is refused, and how many kB of memory that took at most."""


def bomb(line: bytes, often: int) -> bytes:
    """Return 900 MB in a MB: gzip streams that stand one after the other are one."""
    return gzip.compress(b"".join([line] * often)) * 90


@pytest.mark.parametrize(
    ("packed", "complaint"),
    [
        (bomb(b" " * 1_000_000, 10), "a line is too long"),
        (bomb(b'{"seq":1' + b"x" * 999_991 + b"\n", 10), "too much follows one document"),
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
