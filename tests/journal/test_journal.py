"""The journal: order, what is kept, and listeners."""

from __future__ import annotations

import json
import logging
import threading
from dataclasses import replace
from typing import Any

import pytest

from app.journal.journal import Journal
from app.journal.patch import apply, difference
from app.journal.recorded import Recorded
from app.recipes.registry import MODELS


def test_events_are_numbered_without_gaps_from_many_threads() -> None:
    journal = Journal(MODELS)
    seen: list[int] = []
    journal.subscribe(lambda event: seen.append(event.seq))
    threads = [
        threading.Thread(target=lambda: [journal.tell("test.event", "x") for _ in range(100)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == list(range(1, 401))
    assert journal.snapshot()[0] == 400


def test_since_gives_what_was_missed_and_none_where_only_a_snapshot_helps() -> None:
    journal = Journal(MODELS, keep=3)
    for _ in range(5):
        journal.tell("test.event", "x")
    missed = journal.since(3)
    assert missed is not None
    assert [event.seq for event in missed] == [4, 5]
    assert journal.since(5) == []
    limited = journal.since(2, limit=1)
    assert limited is not None
    assert [event.seq for event in limited] == [3]
    assert journal.since(1) is None
    assert journal.since(6) is None


def test_a_failing_listener_is_logged_and_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
    journal = Journal(MODELS)
    seen: list[Recorded] = []

    def fail(event: Recorded) -> None:
        raise RuntimeError("broken view")

    journal.subscribe(fail)
    unsubscribe = journal.subscribe(seen.append)
    with caplog.at_level(logging.ERROR):
        journal.tell("test.event", "x")
    assert len(seen) == 1
    assert "a listener failed" in caplog.text
    unsubscribe()
    journal.tell("test.event", "x")
    assert len(seen) == 1


def test_what_comes_some_times_a_second_pushes_nothing_out_of_the_recent_events() -> None:
    journal = Journal(MODELS, keep=20)
    first = journal.tell("work.refused", "/election")
    for _ in range(50):
        journal.tell("work.written", "/election")
    last = journal.tell("test.event", "x")
    assert [event.seq for event in journal.recent(10)] == [first.seq, last.seq]
    assert [event.seq for event in journal.recent(1)] == [last.seq]
    assert journal.recent(0) == []
    assert journal.since(0) is None
    assert len(journal.since(40) or []) == 12


def test_a_busy_place_leaves_room_for_the_others_in_the_recent_events() -> None:
    journal = Journal(MODELS)
    first = journal.tell("test.event", "/election/n_1")
    busy = [journal.tell("test.event", f"/queue/items/{item}") for item in range(50)]
    about_zookeeper = journal.tell("test.event", "zookeeper")
    recent = journal.recent(10, of_one=3)
    assert recent == [replace(event, patch={}) for event in (first, *busy[-3:], about_zookeeper)]
    assert len(journal.recent(3, of_one=3)) == 3


def servers(zxid: int, mode: str = "leader") -> dict[str, Any]:
    known = {"address": "a:1", "answers": True, "mode": mode, "sessions": [], "version": "3.9"}
    gauges = {"zxid": hex(zxid), "connections": zxid, "latency_ms": None, "znodes": zxid}
    return {"servers": [{**known, **gauges}]}


def test_gauges_of_an_hour_leave_the_past_of_zookeeper_in_the_recent_events() -> None:
    journal = Journal(MODELS)
    journal.tell("zookeeper.connected", "zookeeper", {"version": "3.9"})
    for zxid in range(1_800):
        journal.tell("zookeeper.servers", "zookeeper", servers(zxid))
    journal.tell("zookeeper.servers", "zookeeper", servers(1_800, "follower"))
    assert [event.seq for event in journal.recent(400, 150)] == [1, 2, 1_802]


def test_the_past_is_paged_back_to_where_the_journal_begins() -> None:
    journal = Journal(MODELS, keep=3)
    for _ in range(10):
        journal.tell("test.event", "x")
    page, begins = journal.before(9, 5)
    assert ([event.seq for event in page], begins) == ([4, 5, 6, 7, 8], False)
    page, begins = journal.before(4, 5)
    assert ([event.seq for event in page], begins) == ([1, 2, 3], True)
    assert journal.before(1, 5) == ([], True)
    assert journal.is_whole


def test_a_journal_that_is_full_says_that_it_is_not_whole() -> None:
    journal = Journal(MODELS, told=4)
    for _ in range(6):
        journal.tell("test.event", "x")
    page, begins = journal.before(7, 10)
    assert ([event.seq for event in page], begins) == ([3, 4, 5, 6], True)
    assert not journal.is_whole


def test_an_event_carries_its_own_moment() -> None:
    journal = Journal(MODELS, clock=lambda: 50.0, wall=lambda: 1000.0)
    event = journal.tell("test.event", "x", {"a": 1}, at=48.5)
    assert (event.at, event.wall) == (48.5, 998.5)
    assert event.as_json()["patch"] == {"seq": 1}
    assert "patch" not in event.without_patch()


def test_patches_follow_rfc_7386() -> None:
    before = {"a": 1, "b": {"c": 2, "d": 3}, "e": [1, 2], "gone": True}
    after = {"a": 1, "b": {"c": 2, "d": 4}, "e": [1], "new": {"x": 1}}
    patch = difference(before, after)
    assert patch == {"b": {"d": 4}, "e": [1], "gone": None, "new": {"x": 1}}
    assert apply(before, patch) == after
    assert before["b"] == {"c": 2, "d": 3}


def test_the_recent_events_take_no_more_than_so_many_bytes() -> None:
    """The lists of a thousand sessions, one a second, leave room for what happened to them."""
    journal, size = Journal(MODELS), 64_000
    lines = [journal.tell("test.told", f"/election/n{number}", {}) for number in range(30)]
    for number in range(100):
        journal.tell("test.listed", "zookeeper", {"sessions": "x" * 2_000})
        if number % 10 == 0:
            journal.tell("test.listed", "zookeeper", {"sessions": "x" * 100_000})
    recent = journal.recent(400, of_one=150, size=size)
    assert sum(len(json.dumps(event.without_patch())) for event in recent) <= size
    assert recent[: len(lines)] == [replace(event, patch={}) for event in lines]
    listed = recent[len(lines) :]
    assert {len(event.data["sessions"]) for event in listed} == {2_000}
    assert len(listed) == size // 2 // 2_150


def test_what_takes_many_bytes_leaves_out_the_oldest() -> None:
    journal = Journal(MODELS)
    told = [journal.tell("test.told", f"/{number}", {"x": "x" * 100}) for number in range(100)]
    recent = journal.recent(400, size=6_000)
    assert 10 < len(recent) < 30
    assert [event.seq for event in recent] == [event.seq for event in told[-len(recent) :]]
