"""A person marks what befalls a program that is not ours: the next handoff counts from that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.history.handoffs import figures_of, groups_of, handoffs_of, rows_of
from app.history.history import History
from app.history.moments import HANDOFF, MARK
from app.history.past import KeptMoment
from app.history.recording import recorded
from app.readmodels.event import event_of
from tests.history.witnessed import Recorded, kept
from tests.journal.script import (
    ELECTION,
    WORDING,
    member,
    session_of,
    text_of,
    znode_of,
)
from tests.recipes.election.crowd import LEADER
from tests.recipes.election.test_foreign_handoffs import Key, Line, loses, strangers


def marks(line: Line | Key, name: str, znode: str, what: str = "killed") -> None:
    told = {"member": name, "znode": znode, "session": session_of(name)}
    line.event("election.marked", ELECTION, **told, what=what, by="script")


def marked(at: float, line: Line, name: str = "x", number: int = 1, what: str = "killed") -> None:
    line.at = at
    marks(line, name, znode_of(name, number), what)


def reached(line: Line | Key) -> dict[str, float]:
    """The phases that are known."""
    return {phase: ms for phase, ms in line.last["phases_ms"].items() if ms is not None}


def start(line: Line) -> tuple[str, str | None, int | None]:
    mark = line.last["mark"]
    return line.last["phases_from"], mark and mark["what"], line.last["within_ms"]


def test_a_handoff_counts_from_the_mark_of_its_leader() -> None:
    line = strangers("x", "y")
    marked(103.0, line)
    line.at = 109.0
    line.deleted("x", 1, zxid=9)
    assert start(line) == ("mark", "killed", None)
    assert reached(line) == {"deleted": 6000.0}
    assert line.last["fault"] is None
    assert line.election["marks"] == {}
    assert "Somebody had marked it: killed" in line.story()
    assert "Nobody here saw why" not in line.story()
    assert line.patches_add_up()


def test_it_counts_from_the_mark_to_the_next_one_who_comes_later() -> None:
    line = strangers("x")
    marked(101.0, line, what="frozen")
    line.at = 107.0
    line.deleted("x", 1)
    line.at = 108.5
    line.stands("y", 2)
    assert start(line) == ("mark", "frozen", None)
    assert reached(line) == {"deleted": 6000.0, "next": 7500.0}


def test_a_mark_comes_before_a_lost_connection() -> None:
    line = strangers("x", "y")
    marked(103.0, line)
    line.at = 106.0
    loses(line, "x", listed=104.0, missing=105.0)
    line.at = 111.0
    line.deleted("x", 1)
    assert start(line) == ("mark", "killed", None)
    assert reached(line) == {"deleted": 8000.0}


def test_a_fault_that_the_dashboard_saw_comes_before_a_mark() -> None:
    line = Line()
    line.joins("c1", 1)
    line.joins("c2", 2)
    marked(100.5, line, "c1")
    line.at = 101.0
    line.event("candidate.killed", "c1", by="test", session_ends=105.0)
    line.at = 105.0
    line.deleted("c1", 1)
    assert line.election["handoff"]["mark"] is None
    line.reports("c2", "leading", step="lead")
    assert start(line) == ("fault", None, None)
    assert line.last["phases_ms"]["deleted"] == 4000.0


def test_our_heir_of_a_marked_stranger_counts_all_its_phases_from_the_mark() -> None:
    line = strangers("x")
    line.joins("c2", 2)
    marked(103.0, line)
    line.at = 110.0
    line.deleted("x", 1)
    line.at = 110.002
    line.notified("c2", znode_of("x", 1))
    line.at = 110.005
    line.reports("c2", "leading", step="lead")
    times = {"deleted": 7000.0, "notified": 7002.0, "leading": 7005.0, "acknowledged": 7005.0}
    assert reached(line) == times
    assert "from the mark on" in line.story()


def test_a_mark_is_used_once() -> None:
    line = strangers("x", "y", "z")
    marked(103.0, line)
    line.at = 104.0
    line.deleted("x", 1)
    line.at = 105.0
    line.deleted("y", 2)
    assert (line.last["from_name"], start(line)) == ("y", ("deleted", None, None))


def test_a_mark_of_one_who_waits_is_no_leaders() -> None:
    line = strangers("x", "y", "z")
    marked(103.0, line, "y", 2)
    line.at = 104.0
    line.deleted("x", 1)
    assert (line.last["from_name"], start(line)) == ("x", ("deleted", None, None))
    line.at = 106.0
    line.deleted("y", 2)
    assert (line.last["from_name"], start(line)) == ("y", ("mark", "killed", None))


def test_a_mark_of_one_who_never_led_goes_with_it() -> None:
    line = strangers("x", "y", "z")
    marked(103.0, line, "y", 2)
    line.at = 104.0
    line.deleted("y", 2)
    assert (line.election["handoffs"], line.election["marks"]) == (0, {})
    line.deleted("x", 1)
    assert start(line) == ("deleted", None, None)


def test_a_later_mark_of_the_same_member_is_the_one_that_counts() -> None:
    line = strangers("x", "y")
    marked(101.0, line, what="frozen")
    marked(120.0, line)
    line.at = 126.0
    line.deleted("x", 1)
    assert (start(line), reached(line)) == (("mark", "killed", None), {"deleted": 6000.0})


@pytest.mark.parametrize(("later", "begins"), [(120.0, "mark"), (120.1, "deleted")])
def test_an_old_mark_of_a_stranger_is_of_something_else(later: float, begins: str) -> None:
    line = strangers("x", "y")
    marked(103.0, line)
    line.at = 103.0 + later
    line.deleted("x", 1)
    assert line.last["phases_from"] == begins


@pytest.mark.parametrize(("later", "begins"), [(13.9, "mark"), (14.1, "deleted")])
def test_where_the_sessions_timeout_is_known_a_mark_lasts_as_long(
    later: float, begins: str
) -> None:
    line = Line()
    line.joins("c1", 1)
    line.stands("y", 2)
    assert line.chain[0]["timeout_ms"] == 4000
    marked(103.0, line, "c1")
    line.at = 103.0 + later
    line.deleted("c1", 1)
    assert line.last["phases_from"] == begins


def test_a_member_that_a_server_heard_long_after_its_mark_had_not_ended() -> None:
    line = strangers("x", "y")
    marked(103.0, line, what="frozen")
    line.at = 161.0
    loses(line, "x", listed=160.0, missing=161.0)
    line.at = 165.0
    line.deleted("x", 1)
    assert start(line) == ("lost", None, 1000)


def test_a_mark_that_comes_after_the_deletion_is_not_its_start() -> None:
    """What ZooKeeper tells may wait: the deletion is folded after the mark, and was before it."""
    line = strangers("x", "y")
    marked(110.0, line)
    line.at = 109.9
    line.deleted("x", 1)
    assert start(line) == ("deleted", None, None)


def test_after_an_outage_a_marked_start_is_known_and_no_end() -> None:
    line = strangers("x", "y")
    marked(103.0, line)
    line.event("zookeeper.suspended", "zookeeper", reason="refused")
    line.at = 140.0
    line.event("zookeeper.connected", "zookeeper", session="0xfe", version="3.8.0")
    line.event("mirror.loading", "zookeeper", mode="recursive")
    line.event("election.found", ELECTION, members=[{**member("y", 2), "data": "y"}])
    line.event("mirror.loaded", "zookeeper", znodes=2, mode="recursive")
    assert (start(line), reached(line)) == (("mark", "killed", None), {})


def test_a_leader_key_counts_from_its_mark_and_another_owner_has_none() -> None:
    key = Key()
    key.owns("pg1", 1001)
    key.at = 101.0
    marks(key, "pg1", "leader")
    key.at = 105.0
    key.loses(zxid=2000)
    key.at = 105.4
    key.owns("pg2", 2001)
    assert key.last["phases_from"] == "mark"
    assert reached(key) == {"deleted": 4000.0, "next": 4400.0}
    key.at = 108.0
    key.loses(zxid=2005)
    key.owns("pg3", 2006)
    assert key.last["phases_from"] == "deleted"


def test_a_mark_of_an_owner_that_nobody_read_is_not_the_next_ones() -> None:
    key = Key()
    key.event("znode.created", LEADER, zxid=1500)
    told = {"member": "leader", "znode": "leader", "session": None}
    key.event("election.marked", ELECTION, **told, what="killed", by="script")
    key.loses()
    key.owns("pg3", 2001)
    key.at = 105.0
    key.loses(zxid=2005)
    key.owns("pg4", 2006)
    assert (key.last["from_name"], key.last["phases_from"]) == ("pg3", "deleted")


class Kept(Recorded, Line):
    """A line whose events a history keeps."""


def test_a_mark_goes_with_the_dashboard_and_its_handoff_stays_in_the_history(
    tmp_path: Path,
) -> None:
    file, saved = tmp_path / "history.sqlite", tmp_path / "run.gz"
    with kept(file) as first:
        line = Kept(first.journal)
        line.stands("x", 1)
        line.stands("y", 2)
        marked(103.0, line)
        line.at = 109.0
        line.deleted("x", 1)
        marked(110.0, line, "y", 2)
    with kept(file) as second:
        line = Kept(second.journal)
        line.stands("y", 2)
        line.stands("z", 3)
        line.at = 112.0
        line.deleted("y", 2)
        last = second.journal.state["seq"]
        second.await_kept(last)
        saved.write_bytes(b"".join(recorded(second.past, 1, last, [])))
        listed = handoffs_of(second.past.moments((HANDOFF,), 0, last, 9))
    assert [(one["from"], one["phases_from"]) for one in listed] == [
        ("x", "mark"),
        ("y", "deleted"),
    ]
    replayed = History.of_recording(saved)
    try:
        assert handoffs_of(replayed.past.moments((HANDOFF,), 0, last, 9)) == listed
        marks_in = replayed.past.moments((MARK,), 0, last, 9)
        assert [one["data"]["member"] for one in marks_in] == ["x", "y"]
    finally:
        replayed.close()


def test_a_mark_is_told_in_one_plain_line() -> None:
    data = {"member": "c3", "what": "killed", "by": "script"}
    line = text_of(WORDING.worded(event_of("election.marked", ELECTION, data)).words)
    assert line == "somebody marked: c3 killed, at /election by a script"


def moment_of(line: Line) -> KeptMoment:
    data: Any = {**line.last, "strategy": "predecessor"}
    return KeptMoment(seq=1, wall=1.0, what="handoff", subject=ELECTION, data=data)


def test_a_marked_handoff_is_listed_counted_and_grouped_by_its_mark() -> None:
    line = strangers("x", "y")
    marked(103.0, line)
    line.at = 109.0
    line.deleted("x", 1)
    listed = handoffs_of([moment_of(line)])
    assert (listed[0]["mark"], listed[0]["phases_from"]) == ("killed", "mark")
    assert figures_of(listed)["deleted"]["max"] == 6000.0
    (group,) = groups_of(listed)
    assert (group["fault"], group["mark"], group["count"]) == (None, "killed", 1)
    head, row = rows_of(listed)
    told = dict(zip(head, row, strict=True))
    assert (told["mark"], told["deleted_ms"], told["phases_from"]) == ("killed", 6000.0, "mark")
