"""A lock with real processes, on both kinds of server; the numbers are those of correctness.md."""

from __future__ import annotations

from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import NoNodeError

from tests.processes.rooms import SHORT, TIMEOUT, deleted_at_once
from tests.recipes.lock.rooms import BRIEF, LOCK, LONG, QUICK, STRUCK, LockRooms

pytestmark = pytest.mark.rooms_of(made=LockRooms)


@pytest.mark.on("apache", "embedded")
def test_they_take_turns_in_the_order_in_which_they_came_and_no_update_is_lost(
    rooms: LockRooms,
) -> None:
    names = rooms.begin(4, task=QUICK)
    state = rooms.await_(lambda: with_all(rooms.state))
    queue = [entry["candidate"] for entry in state["locks"][LOCK]["chain"]]
    for _ in range(3):
        rooms.await_writes(*names)
    begun = [event for event in rooms.events if event.kind == "candidate.working"]
    first = [event for event in begun if event.data["done"] == 0]  # reports may come out of order
    turns = groupby(event.subject for event in sorted(first, key=lambda event: event.data["began"]))
    held = [name for name, _ in turns]
    assert queue in [held[place : place + 4] for place in range(len(held))], (queue, held)
    assert rooms.end() == rooms.lock["file"]["finished"]
    assert rooms.lock["file"]["lost"] == 0
    waits = rooms.lock["waits"]
    assert all(waits[name]["count"] >= 3 and waits[name]["max_ms"] > 0 for name in names)
    assert rooms.lock["invariants"]["fifo"]
    assert rooms.lock["handovers"]["release"]["count"] >= 9


def with_all(state: Any) -> Any:
    """One document, while all four stand in the line: their order, and the event that it is of."""
    return state if len(state["locks"][LOCK]["chain"]) == 4 else None


def test_a_holder_that_is_killed_or_stopped_in_its_task_writes_nothing_and_the_next_one_goes_on(
    rooms: LockRooms,
) -> None:
    dead, stopped = *rooms.begin(1, task=LONG), *rooms.begin(1, task=LONG)[1:]
    other = rooms.begin(1, task=QUICK)[-1]
    rooms.kill(dead)
    rooms.await_task(stopped)
    rooms.act(stopped, "stop")
    rooms.await_writes(other)
    assert rooms.count("written", dead) == rooms.count("written", stopped) == 0
    assert rooms.lock["handovers"]["kill"]["count"] == 1
    assert rooms.lock["handovers"]["stop"]["last_ms"] < TIMEOUT * 1000
    assert rooms.reasons(dead, stopped) == ["it was stopped"]
    assert rooms.end() == rooms.lock["file"]["finished"]


def test_a_holder_frozen_past_its_session_is_told_before_it_writes(rooms: LockRooms) -> None:
    """16: by its own clock. The file is not touched by it."""
    (frozen,) = rooms.begin(1, task=STRUCK, timeout=SHORT)
    rooms.act(frozen, "pause")
    others = rooms.begin(2, task=QUICK)[1:]
    rooms.await_writes(*others)
    assert rooms.candidate(frozen)["belief"] == "holding"
    rooms.act(frozen, "resume")
    rooms.await_(lambda: rooms.count("abandoned", frozen) == 1)
    assert rooms.count("written", frozen) == 0
    assert "session ran out" in rooms.reasons(frozen)[-1]
    rooms.await_task(frozen)
    assert rooms.end() == rooms.lock["file"]["finished"]
    assert rooms.lock["handovers"]["pause"]["count"] == 1


@pytest.mark.proof
def test_a_holder_frozen_for_a_moment_goes_on_with_its_task(rooms: LockRooms) -> None:
    names = rooms.begin(2, task=BRIEF)
    frozen = rooms.strike("pause")
    stopped, read = (rooms.lock["tasks"][frozen][key] for key in ("stopped", "read"))
    rooms.await_(lambda: rooms.journal.clock() > stopped + BRIEF)
    rooms.act(frozen, "resume")
    rooms.await_writes(*names)
    assert rooms.count("abandoned", frozen) == 0
    told = [e.data for e in rooms.told("candidate.working", frozen)]
    assert [one for one in told if one["done"] > 0 and one["read"] == read]
    assert rooms.end() == rooms.lock["file"]["finished"]


def test_a_frozen_holder_whose_session_was_ended_is_told_before_it_writes(
    rooms: LockRooms,
) -> None:
    """16: its own clock has not run out; a look at ZooKeeper right before the write says it, where
    the end of the connection has not been heard of yet.
    """
    (frozen,) = rooms.begin(1, task=STRUCK)
    (other,) = rooms.begin(1, task=QUICK)[1:]
    rooms.pause_before_it_writes(frozen)
    written = rooms.count("written", frozen)
    rooms.act(frozen, "expire")
    rooms.await_writes(other)
    rooms.act(frozen, "resume")
    rooms.await_(lambda: rooms.count("abandoned", frozen) == 1)
    assert rooms.count("written", frozen) == written
    rooms.await_task(frozen)
    assert rooms.end() == rooms.lock["file"]["finished"]
    rooms.allow_overlap()


def test_a_holder_whose_session_znode_or_lock_goes_loses_it_and_queues_again(
    rooms: LockRooms, operator: KazooClient
) -> None:
    """7, 8, 16: its session is ended; an operator deletes its znode; and all of the lock."""
    (holder,) = rooms.begin(1, task=LONG)
    others = rooms.begin(2, task=QUICK)[1:]

    def await_again(times: int) -> None:
        """It has lost the lock so often, and holds it again; all stand in the line."""
        rooms.await_(lambda: rooms.count("abandoned", holder) >= times)
        rooms.await_task(holder)
        rooms.await_(lambda: set(rooms.line) == {holder, *others})

    rooms.act(holder, "expire")
    await_again(1)

    def is_deleted() -> bool:
        """Its znode; where it has another one by now, this is not yet so."""
        chain = {entry["candidate"]: entry["znode"] for entry in rooms.lock["chain"]}
        with suppress(NoNodeError):
            operator.delete(f"{LOCK}/{chain[holder]}")
            return True
        return False

    rooms.await_(is_deleted)
    await_again(2)
    rooms.await_(lambda: "its znode is gone" in rooms.reasons(holder))
    rooms.await_(lambda: all(rooms.count("written", one) >= 2 for one in others))
    rooms.await_(lambda: deleted_at_once(operator, LOCK))
    await_again(3)
    assert rooms.end() == rooms.lock["file"]["finished"]
    rooms.allow_overlap()


def test_who_waits_for_too_long_gives_up_leaves_nothing_behind_and_asks_again(
    rooms: LockRooms, operator: KazooClient
) -> None:
    (holder,) = rooms.begin(1, task=LONG)
    (hasty,) = rooms.control.locks.start(LOCK, 1, TIMEOUT, QUICK, 0.2, by="test")
    rooms.await_(lambda: rooms.count("gave_up", hasty))
    rooms.await_(lambda: rooms.told("candidate.reported", hasty, step="give up", belief="idle"))
    rooms.await_(lambda: operator.get_children(LOCK) == [rooms.lock["chain"][0]["znode"]])
    rooms.await_(lambda: rooms.line == [holder])
    rooms.await_(lambda: rooms.count("asking", hasty) > 1)
    assert rooms.lock["waits"][hasty]["gave_up"] > 0
    assert rooms.lock["waits"][hasty]["count"] == 0


def test_clients_of_two_locks_do_not_wait_for_each_other(rooms: LockRooms) -> None:
    rooms.begin(1, task=LONG)
    (other,) = rooms.control.locks.start("/deep/lock", 1, TIMEOUT, QUICK, None, by="test")
    rooms.await_(lambda: rooms.state["locks"]["/deep/lock"]["file"]["finished"] > 2)
    assert rooms.state["locks"]["/deep/lock"]["file"]["by"] == other
    assert rooms.lock["file"]["finished"] == 0


# -- the switch --------------------------------------------------------------------------------


def test_without_the_lock_all_work_at_once_and_lost_updates_are_counted(rooms: LockRooms) -> None:
    rooms.verdicts.allow("no_lost_update")
    names = rooms.begin(4, task=0.2)
    for _ in range(2):
        rooms.control.locks.switch(path=LOCK, on=False, by="test")
    assert sum(event.kind == "lock.switched" for event in rooms.events) == 1
    (late,) = rooms.control.locks.start(LOCK, 1, TIMEOUT, QUICK, None, by="test")
    for _ in range(2):
        rooms.await_writes(*names, late)
    assert rooms.candidate(late)["belief"] == "idle"
    rooms.await_(lambda: rooms.line == [])
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
    names = rooms.begin(3, task=0.2)
    rooms.control.locks.switch(path=LOCK, on=False, by="test")
    rooms.await_(lambda: set(rooms.lock["tasks"]) == set(names))
    rooms.act(names[0], "pause")
    rooms.await_writes(*names[1:])
    rooms.control.locks.switch(path=LOCK, on=True, by="test")
    rooms.await_writes(*names[1:])
    rooms.act(names[0], "resume")
    rooms.await_writes(*names)
    assert rooms.lock["before"]["locking"] is False
    assert rooms.end() == rooms.lock["file"]["finished"] == rooms.lock["file"]["told"]
    assert rooms.lock["invariants"]["no_lost_update"] is True


# -- what else may happen ----------------------------------------------------------------------


def test_a_file_that_cannot_be_read_is_told_and_the_lock_given_back(rooms: LockRooms) -> None:
    names = rooms.begin(2, task=QUICK)
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
