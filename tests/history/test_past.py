"""What can be seen again is what was live: documents, events, moments; of one run and several."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from app.errors import HandoffError, NotFound
from app.history import history as history_module
from app.history import past as past_module
from app.history.file import opened
from app.history.history import History
from app.history.moments import WHATS
from app.history.past import Past
from app.history.recording import recorded
from app.history.store import BLOCK, packed
from app.journal.patch import listed
from app.recipes.registry import MODELS
from tests.history.witnessed import Recorded, Wall, Witnessed, kept, plain, ticks
from tests.journal.script import ELECTION

HOSTILE = (
    "/a\nb", "/\ud800", "/__proto__", "/constructor", "/chain", "/\u2028\x00",
    '/told":false}', '/x","told":false}',
)  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.sqlite"


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a short run has many of them."""
    monkeypatch.setattr(history_module, "BLOCK", 10)


def play(history: Witnessed) -> None:
    """Three candidates, two handoffs, a fault, strangers with hostile names."""
    script = Recorded(history.journal)
    for number, name in enumerate(("c1", "c2", "c3"), start=1):
        script.joins(name, number)
    for name, heir, number in (("c1", "c2", 1), ("c2", "c3", 2)):
        script.event("candidate.killed", name, by="a person")
        script.deleted(name, number)
        script.notified(heir, f"{ELECTION}/{name}")
        script.reports(heir, "leading", znode=f"{ELECTION}/{heir}guid-n_{number + 1:010d}")
    for name in HOSTILE:
        script.event("election.followed", name, strategy="herd", by=name, text="a\n\ud800")
        script.event("group.followed", name, by=name)


@pytest.mark.usefixtures("small_blocks")
def test_every_moment_is_as_it_was(path: Path) -> None:
    with kept(path) as history:
        play(history)
        last = history.journal.state["seq"]
        history.await_kept(last)
        assert set(history.live) == set(range(1, last + 1))
        for seq, live in history.live.items():
            seen = history.past.at(seq)
            assert plain(seen.state) == plain(live), seq
            assert (seen.seq, seen.run) == (seq, history.run)
            assert plain(listed(seen.state, MODELS.lines)) == plain(live)


@pytest.mark.usefixtures("small_blocks")
def test_the_events_are_those_of_the_journal(path: Path) -> None:
    with kept(path) as history:
        play(history)
        live = [event.as_json() for event in history.journal.since(0) or ()]
        history.await_kept(live[-1]["seq"])
        assert history.past.after(0, 10_000) == live
        assert history.past.after(13, 9) == live[13:22]
        assert history.past.after(len(live), 9) == []
        told = [event.without_patch() for event in history.journal.before(2**53, 10_000)[0]]
        earlier = history.past.told_before(told[-3]["seq"], 12)
        assert (earlier.lines, earlier.begins) == (told[-15:-3], False)
        assert history.past.told_before(2**53, 10_000) == (told, 1, True)


def test_what_never_was_is_refused(path: Path) -> None:
    with kept(path) as history:
        ticks(history, 3)
        for seq in (0, 5, 2**53):
            with pytest.raises(NotFound):
                history.past.at(seq)
        with pytest.raises(NotFound):
            history.past.at_time(1.0)


def test_moments_are_found(path: Path) -> None:
    with kept(path) as history:
        history.journal.tell("dashboard.started", "dashboard", {"election": "/e"})
        play(history)
        history.await_kept(history.journal.state["seq"])
        found = history.past.moments(WHATS, 0, 2**53, 1_000)
        assert [one["seq"] for one in found] == sorted(one["seq"] for one in found)
        by: dict[str, list[Any]] = {what: [] for what in WHATS}
        for one in found:
            by[one["what"]].append(one)
        assert len(by["beginning"]) == 1
        assert [(one["subject"], one["data"]["kind"]) for one in by["fault"]] == [
            ("c1", "candidate.killed"), ("c2", "candidate.killed"),
        ]  # fmt: skip
        assert [one["data"]["path"] for one in by["fault"]] == [ELECTION, ELECTION]
        assert [(one["data"]["from"], one["data"]["to"]) for one in by["handoff"]] == [
            ("c1", "c2"), ("c2", "c3"),
        ]  # fmt: skip
        for one in by["violation"]:
            assert one["data"]
            assert {"invariant", "subject"} <= set(one["data"][0])
        newest = history.past.moments(["fault"], 0, 2**53, 1)
        assert [one["subject"] for one in newest] == ["c2"]
        times = [one["wall"] for one in by["fault"]]
        within = history.past.moments(["fault"], 0, 2**53, 9, times=(times[0], times[0]))
        assert [one["wall"] for one in within] == [one for one in times if one == times[0]]
        assert history.past.moments(["fault"], 0, 2**53, 9, times=(0.0, 1.0)) == []


def test_what_comes_often_pushes_nothing_else_out(path: Path) -> None:
    with kept(path) as history:
        script = Recorded(history.journal)
        script.joins("c1", 1)
        script.event("candidate.killed", "c1")
        script.event("candidate.killed", "c1")
        for _ in range(20):
            history.journal.tell("dashboard.started", "dashboard", {"election": ELECTION})
        history.await_kept(history.journal.state["seq"])
        newest = history.past.newest_of_each(WHATS, 0, 2**53, 3, 100)
        whats = [one["what"] for one in newest]
        assert [what for what in whats if what != "violation"] == ["fault"] * 2 + ["beginning"] * 3
        assert newest[-3:] == history.past.moments(WHATS, 0, 2**53, 3)
        assert history.past.newest_of_each(["fault"], 0, 2**53, 1, 100) == [newest[1]]
        assert history.past.newest_of_each(WHATS, newest[-1]["seq"], 2**53, 3, 9) == [newest[-1]]


# -- several runs ------------------------------------------------------------------------------


def test_a_run_goes_on_after_the_one_before(path: Path) -> None:
    with kept(path) as first:
        play(first)
        last = first.journal.state["seq"]
    with kept(path) as second:
        assert second.begins_after == last
        play(second)
        live = {**first.live, **second.live}
        second.await_kept(len(live))
        assert sorted(live) == list(range(1, len(live) + 1))
        for seq in (1, last, last + 1, last + 2, len(live)):
            assert plain(second.past.at(seq).state) == plain(live[seq])
        runs = second.past.runs()
        assert [(one["run"], one["first"], one["last"]) for one in runs] == [
            (first.run, 1, last), (second.run, last + 1, len(live)),
        ]  # fmt: skip
        begun = second.past.after(last, 1)
        assert begun is not None
        assert begun[0]["kind"] == "history.begun"
        assert begun[0]["data"] == {"file": str(path), "after": last}
        assert second.journal.state["history"] == {
            "file": str(path), "after": last, "since": begun[0]["at"], "stopped": None,
            "unkept": None, "replays": None,
        }  # fmt: skip
        crossing = second.past.after(last - 1, 2)
        assert crossing is not None
        assert [line["seq"] for line in crossing] == [last, last + 1]


def test_a_run_without_events_leaves_one_line(path: Path) -> None:
    with kept(path):
        pass
    with kept(path) as second:
        second.await_kept(2)
        assert second.begins_after == 1
        assert [one["last"] for one in second.past.runs()] == [1, 2]


def test_a_clock_that_is_put_back_between_two_runs(path: Path) -> None:
    wall = Wall(50_000.0)
    with kept(path, wall=wall) as first:
        for _ in range(5):
            wall.at += 100
            ticks(first, 1)
    late = first.journal.state["seq"]
    wall.at = 20_000.0
    with kept(path, wall=wall) as second:
        for _ in range(5):
            wall.at += 100
            ticks(second, 1)
        assert second.past.at_time(50_250.0).seq == 3
        assert second.past.at_time(99_999.0).seq == late
        assert second.past.at_time(20_250.0).seq == late + 3
        with pytest.raises(NotFound):
            second.past.at_time(19_999.0)


def test_what_is_told_late_was_not_known_before(path: Path) -> None:
    wall = Wall(1_000.0)
    with kept(path, wall=wall) as history:
        wall.at = 1_010.0
        ticks(history, 1)
        wall.at = 1_020.0
        history.journal.tell("election.followed", "/late", {"strategy": "herd"}, at=-15.0)
        wall.at = 1_030.0
        ticks(history, 1)
        times = (1_007, 1_015, 1_029, 1_030)
        assert [history.past.at_time(at).seq for at in times] == [1, 3, 3, 4]
        assert [history.past.seq_at(at) for at in (999, *times)] == [0, 1, 3, 3, 4]


def test_a_run_ends_with_all_that_was_known_in_it(path: Path, tmp_path: Path) -> None:
    """Also where its last event was told late, and in a recording of it."""
    wall = Wall(1_000.0)
    with kept(path, wall=wall) as first:
        wall.at = 1_010.0
        ticks(first, 1)
        wall.at = 1_020.0
        first.journal.tell("election.followed", "/late", {"strategy": "herd"}, at=-15.0)
    with kept(path, wall=wall) as second:
        ended = second.past.runs()[0]["ended"]
        assert (ended, second.past.at_time(ended).seq) == (1_010.0, 3)
        file = tmp_path / "run.gz"
        file.write_bytes(b"".join(recorded(second.past, 1, 3, [])))
    replayed = History.of_recording(file)
    assert replayed.past.at_time(replayed.past.runs()[0]["ended"]).seq == 3
    replayed.close()


# -- long searches, blocks that go --------------------------------------------------------------


@pytest.mark.usefixtures("small_blocks")
def test_a_long_search_goes_on_where_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past_module, "MOST_SEARCHED", 2)
    with kept(path) as history:
        ticks(history, 7)
        ticks(history, 200, told=False)
        ticks(history, 60, start=1)
        told = [event.seq for event in history.journal.before(2**53, 1_000)[0]]
        found: list[int] = []
        before, begins, asked = 2**53, False, 0
        while not begins:
            asked += 1
            earlier = history.past.told_before(before, 1_000)
            assert earlier.begins or earlier.next < before
            found = [line["seq"] for line in earlier.lines] + found
            before, begins = earlier.next, earlier.begins
        assert found == told
        assert 3 <= asked <= 5, "blocks without any told event are not read"


@pytest.mark.usefixtures("small_blocks")
def test_events_that_are_forgotten_while_they_are_read_leave_no_hole(path: Path) -> None:
    with kept(path) as history:
        ticks(history, 45)
        writer = opened(path)
        past = Past(opened(path), path)
        block_of = past._block_of

        def forgetting(condition: str, value: float) -> Any:
            block = block_of(condition, value)
            writer.execute("DELETE FROM blocks WHERE first < 31")
            return block

        past._block_of = forgetting  # type: ignore[method-assign]
        lines = past.after(0, 1_000)
        assert lines is not None
        assert [line["seq"] for line in lines] == list(range(1, 11))
        assert past.after(0, 1_000) is None
        writer.close()
        past.close()


def test_a_block_is_read_while_it_is_packed(path: Path) -> None:
    with kept(path) as history:
        ticks(history, BLOCK - 5)
        middle = plain(history.past.at(BLOCK - 7).state)
        ticks(history, 50)
        assert plain(history.past.at(BLOCK - 7).state) == middle == plain(history.live[BLOCK - 7])
        assert plain(history.past.at(BLOCK + 2).state) == plain(history.live[BLOCK + 2])


@pytest.mark.usefixtures("small_blocks")
def test_a_damaged_block_is_said_and_the_others_are_there(path: Path) -> None:
    with kept(path) as history:
        ticks(history, 45)
        writer = opened(path)
        no_json = packed("dear diary")
        for damaged in (b"\x00\xff", no_json, no_json[:-4], packed('"\ud800').replace(b"x", b"y")):
            writer.execute("UPDATE blocks SET events = ? WHERE first = 11", (damaged,))
            with pytest.raises(HandoffError) as refused:
                history.past.at(11)
            assert refused.value.code == "history_damaged"
            times = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"
            where = rf"{path} is damaged: its events from 11 to 20 \({times} to {times}\)"
            assert re.search(where, refused.value.message)
        assert history.past.at(9).seq == 9
        assert history.past.at(25).seq == 25
        told = [line["seq"] for line in history.past.told_before(26, 100).lines]
        assert told == [*range(1, 11), *range(21, 26)]
        writer.close()


@pytest.mark.parametrize("was", ["seq", "at", "wall", "patch"])
def test_a_damaged_event_that_is_still_json_is_said(path: Path, was: str) -> None:
    """As one flipped bit leaves it in the block that is being filled, which is not packed yet."""
    with kept(path) as history:
        ticks(history, 5)
        writer = opened(path)
        writer.execute("UPDATE events SET body = replace(body, ?, ?)", (f'"{was}":', '"x":'))
        writer.close()
        past = history.past
        for read in (lambda: past.at(3), lambda: past.after(1, 9), lambda: past.at_time(2.0**40)):
            with pytest.raises(HandoffError) as refused:
                read()
            assert refused.value.code == "history_damaged"


def test_a_damaged_moment_is_said(path: Path) -> None:
    with kept(path) as history:
        play(history)
        history.await_kept(history.journal.state["seq"])
        writer = opened(path)
        writer.execute("UPDATE moments SET data = '{'")
        writer.close()
        with pytest.raises(HandoffError) as refused:
            history.past.moments(WHATS, 0, 2**53, 1_000)
        assert refused.value.code == "history_damaged"


def test_a_thing_that_is_called_chain_is_no_list() -> None:
    document = {"found": {"/chain": {"members": 1}}, "candidates": {"chain": {"queue": {}}}}
    assert listed(document, MODELS.lines) == document
