"""A lock with real processes, on both kinds of server; the numbers are those of correctness.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kazoo.client import KazooClient

from app.ensemble.apache.server import ApacheServer
from app.errors import BadRequest, Conflict, NotFound
from app.recipes.lock.process import PAUSE
from tests.processes.rooms import SHORT, TIMEOUT, deleted_at_once
from tests.recipes.lock.rooms import LOCK, TASK, LockRooms

QUICK = 0.05


pytestmark = pytest.mark.rooms_of(made=LockRooms)


@pytest.mark.on("apache", "embedded")
def test_they_take_turns_and_no_update_is_lost(rooms: LockRooms) -> None:
    names = rooms.begin(4, task=QUICK)
    for _ in range(3):
        rooms.await_writes(*names)
    number = rooms.end()
    assert number == rooms.lock["file"]["finished"]
    assert rooms.lock["file"]["lost"] == 0
    waits = rooms.lock["waits"]
    assert all(waits[name]["count"] >= 3 and waits[name]["max_ms"] > 0 for name in names)
    assert rooms.lock["invariants"]["fifo"]
    assert rooms.lock["handovers"]["release"]["count"] >= 9


def test_they_are_served_in_the_order_in_which_they_came(rooms: LockRooms) -> None:
    rooms.begin(3, task=QUICK)
    state = rooms.await_(lambda: with_three(rooms.state))
    queue = [entry["candidate"] for entry in state["locks"][LOCK]["chain"]]
    rooms.await_writes(*queue)
    later = [event for event in rooms.events if event.seq > state["seq"]]
    begun = [event for event in later if event.kind == "candidate.working"]
    held = [e.subject for e in begun if e.data["done"] == 0]
    assert [name for name in held if name in queue[1:]][:2] == queue[1:]


def with_three(state: Any) -> Any:
    """One document, while three stand in the line: their order, and the event that it is of."""
    return state if len(state["locks"][LOCK]["chain"]) == 3 else None


def test_a_holder_killed_in_its_task_writes_nothing_and_the_next_one_goes_on(
    rooms: LockRooms,
) -> None:
    rooms.begin(3)
    dead = rooms.strike("kill")
    rooms.end_session(dead)
    written = rooms.count("written", dead)
    others = [name for name in rooms.state["candidates"] if name != dead]
    rooms.await_writes(*others)
    assert rooms.count("written", dead) == written
    assert rooms.lock["handovers"]["kill"]["count"] == 1
    assert rooms.end() == rooms.lock["file"]["finished"]


@pytest.mark.on("apache", "embedded")
def test_a_holder_frozen_past_its_session_is_told_before_it_writes(rooms: LockRooms) -> None:
    """16: by its own clock. The file is not touched by it."""
    rooms.begin(3, timeout=SHORT)
    frozen = rooms.strike("pause")
    written = rooms.count("written", frozen)
    others = [name for name in rooms.state["candidates"] if name != frozen]
    rooms.await_writes(*others)
    assert rooms.candidate(frozen)["belief"] == "holding"
    rooms.act(frozen, "resume")
    rooms.await_(lambda: rooms.count("abandoned", frozen) == 1)
    assert rooms.count("written", frozen) == written
    assert "session ran out" in rooms.reason(frozen)
    rooms.await_writes(frozen)
    assert rooms.end() == rooms.lock["file"]["finished"]
    assert rooms.lock["handovers"]["pause"]["count"] == 1


def test_a_holder_frozen_for_a_moment_goes_on_with_its_task(rooms: LockRooms) -> None:
    names = rooms.begin(2)
    frozen = rooms.strike("pause")
    stopped, read = (rooms.lock["tasks"][frozen][key] for key in ("stopped", "read"))
    rooms.await_(lambda: rooms.journal.clock() > stopped + TASK)
    rooms.act(frozen, "resume")
    rooms.await_writes(*names)
    assert rooms.count("abandoned", frozen) == 0
    told = [e.data for e in rooms.events if e.kind == "candidate.working" and e.subject == frozen]
    late = [one for one in told if one["done"] > 0 and one["read"] == read]
    assert late
    assert rooms.end() == rooms.lock["file"]["finished"]


def test_a_frozen_holder_whose_session_was_ended_is_told_before_it_writes(
    rooms: LockRooms,
) -> None:
    """16: its own clock has not run out; a look at ZooKeeper right before the write says it, where
    the end of the connection has not been heard of yet.
    """
    rooms.begin(2, task=6.0)
    frozen = rooms.strike_at_last("pause")
    written = rooms.count("written", frozen)
    (other,) = [name for name in rooms.state["candidates"] if name != frozen]
    rooms.act(frozen, "expire")
    rooms.await_writes(other)
    rooms.act(frozen, "resume")
    rooms.await_(lambda: rooms.count("abandoned", frozen) == 1)
    assert rooms.count("written", frozen) == written
    rooms.await_writes(frozen, other)
    assert rooms.end() == rooms.lock["file"]["finished"]
    rooms.allow_overlap()


def test_a_holder_whose_session_is_ended_loses_the_lock_and_queues_again(
    rooms: LockRooms,
) -> None:
    """16."""
    names = rooms.begin(3)
    lost = rooms.strike("expire")
    rooms.await_(lambda: rooms.count("abandoned", lost) == 1)
    rooms.await_writes(*names)
    assert rooms.end() == rooms.lock["file"]["finished"]
    rooms.allow_overlap()


def test_a_holder_whose_znode_an_operator_deletes_loses_the_lock_and_queues_again(
    rooms: LockRooms, operator: KazooClient
) -> None:
    """7, 16."""
    names = rooms.begin(3)
    holder = rooms.await_(rooms._just_begun)
    operator.delete(f"{LOCK}/{rooms.lock['chain'][0]['znode']}")
    rooms.await_(lambda: rooms.count("abandoned", holder) == 1)
    assert rooms.reason(holder) == "its znode is gone"
    rooms.await_writes(*names)
    assert rooms.end() == rooms.lock["file"]["finished"]
    rooms.allow_overlap()


def test_the_lock_deleted_by_an_operator_is_made_again(
    rooms: LockRooms, operator: KazooClient
) -> None:
    """8."""
    names = rooms.begin(3)
    rooms.await_(lambda: rooms._just_begun() and deleted_at_once(operator, LOCK))
    rooms.await_writes(*names)
    assert rooms.end() == rooms.lock["file"]["finished"]
    rooms.allow_overlap()


def test_who_waits_for_too_long_gives_up_leaves_nothing_behind_and_asks_again(
    rooms: LockRooms, operator: KazooClient
) -> None:
    (holder,) = rooms.begin(1, task=60 * PAUSE)
    (hasty,) = rooms.control.locks.start(LOCK, 1, TIMEOUT, TASK, 0.2, "test")
    rooms.await_(lambda: rooms.count("gave_up", hasty))
    rooms.await_(lambda: rooms.told("candidate.reported", hasty, step="give up", belief="idle"))
    rooms.await_(lambda: operator.get_children(LOCK) == [rooms.lock["chain"][0]["znode"]])
    rooms.await_(lambda: rooms.queue == [holder])
    rooms.await_(lambda: rooms.count("asking", hasty) > 1)
    assert rooms.lock["waits"][hasty]["gave_up"] > 0
    assert rooms.lock["waits"][hasty]["count"] == 0


def test_a_stopped_holder_leaves_its_task_undone_and_the_next_one_begins_at_once(
    rooms: LockRooms,
) -> None:
    rooms.begin(2)
    stopped = rooms.strike("stop")
    (other,) = [name for name in rooms.state["candidates"] if name != stopped]
    rooms.await_writes(other)
    assert rooms.reason(stopped) == "it was stopped"
    assert rooms.lock["handovers"]["stop"]["last_ms"] < TIMEOUT * 1000
    assert rooms.end() == rooms.lock["file"]["finished"]


def test_clients_of_two_locks_do_not_wait_for_each_other(rooms: LockRooms) -> None:
    rooms.begin(1, task=60 * PAUSE)
    (other,) = rooms.control.locks.start("/deep/lock", 1, TIMEOUT, QUICK, None, "test")
    rooms.await_(lambda: rooms.state["locks"]["/deep/lock"]["file"]["finished"] > 2)
    assert rooms.state["locks"]["/deep/lock"]["file"]["by"] == other
    assert rooms.lock["file"]["finished"] == 0


# -- the switch --------------------------------------------------------------------------------


def test_without_the_lock_all_work_at_once_and_lost_updates_are_counted(rooms: LockRooms) -> None:
    rooms.verdicts.allow("no_lost_update")
    names = rooms.begin(4, task=0.2)
    rooms.control.locks.switch(LOCK, False, "test")
    for _ in range(4):
        rooms.await_writes(*names)
    rooms.await_(lambda: rooms.queue == [])
    number = rooms.end()
    file = rooms.lock["file"]
    assert file["finished"] > file["lost"] > 0
    assert number == file["finished"] - file["lost"]
    assert rooms.lock["invariants"]["no_lost_update"] is False


def test_given_back_the_lock_holds_again_for_those_who_come_late_to_hear_of_it_too(
    rooms: LockRooms,
) -> None:
    """Who is frozen while it works without the lock writes to a file that nobody looks at."""
    rooms.verdicts.allow("no_lost_update")
    names = rooms.begin(3, task=0.4)
    rooms.control.locks.switch(LOCK, False, "test")
    rooms.await_(lambda: set(rooms.lock["tasks"]) == set(names))
    rooms.act(names[0], "pause")
    rooms.await_writes(*names[1:])
    rooms.control.locks.switch(LOCK, True, "test")
    rooms.await_writes(*names[1:])
    rooms.act(names[0], "resume")
    rooms.await_writes(*names)
    assert rooms.lock["before"]["locking"] is False
    assert rooms.end() == rooms.lock["file"]["finished"] == rooms.lock["file"]["told"]
    assert rooms.lock["invariants"]["no_lost_update"] is True


def test_who_is_started_while_the_lock_is_away_works_without_it(rooms: LockRooms) -> None:
    rooms.begin(1, task=QUICK)
    rooms.control.locks.switch(LOCK, False, "test")
    rooms.control.locks.switch(LOCK, False, "test")
    (late,) = rooms.control.locks.start(LOCK, 1, TIMEOUT, QUICK, None, "test")
    rooms.await_writes(late)
    assert rooms.candidate(late)["belief"] == "idle"
    assert sum(event.kind == "lock.switched" for event in rooms.events) == 1
    rooms.verdicts.allow("no_lost_update")


# -- what else may happen ----------------------------------------------------------------------


def test_a_server_restart_in_the_middle(own_zookeeper: ApacheServer) -> None:
    """4, 5, 16: whoever held it has stopped at once; the turns go on when the server is back."""
    with LockRooms(own_zookeeper.hosts) as rooms:
        names = rooms.begin(3)
        holder = rooms.await_(rooms._just_begun)
        own_zookeeper.kill()
        rooms.await_(lambda: rooms.count("abandoned", holder) == 1)
        assert rooms.reason(holder) == "the connection was lost"
        rooms.await_(lambda: not rooms.lock["holds"])
        own_zookeeper.restart()
        rooms.await_(lambda: rooms.lock["holds"])
        rooms.await_writes(*names)
        assert rooms.end() == rooms.lock["file"]["finished"]


def test_a_file_that_cannot_be_read_is_told_and_the_lock_given_back(rooms: LockRooms) -> None:
    names = rooms.begin(2)
    rooms.await_(lambda: made_a_directory(rooms.file))
    rooms.await_(lambda: any("cannot read the file" in text for text in rooms.reasons()))
    rooms.file.rmdir()
    rooms.file.write_text(str(rooms.lock["file"]["value"]))
    rooms.await_writes(*names)


def made_a_directory(file: Path) -> bool:
    """Whoever is about to write may be faster."""
    file.unlink(missing_ok=True)
    try:
        file.mkdir()
    except FileExistsError:
        return False
    return True


def test_the_files_are_gone_with_the_dashboard(hosts: str) -> None:
    with LockRooms(hosts) as rooms:
        rooms.begin(1)
        directory = rooms.file.parent
        assert directory.is_dir()
    assert list(Path(directory.parent).glob(f"{directory.name}*")) == []


def test_what_makes_no_sense_is_refused(rooms: LockRooms) -> None:
    with pytest.raises(BadRequest, match="below the root"):
        rooms.control.locks.start("/", 1, TIMEOUT, TASK, None, "test")
    with pytest.raises(NotFound, match="no lock"):
        rooms.control.locks.switch("/nothing", False, "test")
    rooms.control.volunteers.start(1, "/taken", "predecessor", TIMEOUT, "test")
    with pytest.raises(Conflict, match="another recipe"):
        rooms.control.locks.start("/taken", 1, TIMEOUT, TASK, None, "test")
