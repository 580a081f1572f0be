"""A shared lock with real processes, on both kinds of server; the numbers are those of
docs/correctness.md.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from kazoo.client import KazooClient

from app.ensemble.embedded import SandboxServer
from app.errors import Conflict
from tests.processes.rooms import deleted_at_once
from tests.recipes.sharedlock.rooms import LOCK, SharedRooms

QUICK = 0.05

pytestmark = pytest.mark.rooms_of(made=SharedRooms)


# -- readers together, a writer alone --------------------------------------------------------------


def test_readers_hold_it_together_and_a_writer_waits_for_the_last_of_them(
    rooms: SharedRooms,
) -> None:
    readers = rooms.begin(readers=3)
    rooms.await_holders(*readers)
    (writer,) = rooms.begin(writers=1)
    rooms.await_waiting(writer)
    assert rooms.entry(writer)["watches"] == rooms.lock["chain"][2]["znode"]
    for name in readers[::-1]:
        assert writer not in rooms.holders
        rooms.act(name, "stop")
        rooms.await_exited(name)
    rooms.await_holders(writer)
    assert rooms.candidate(writer)["counters"]["notifications"] <= len(readers)


def test_the_end_of_a_writer_wakes_the_readers_up_to_the_next_writer_and_nobody_else(
    rooms: SharedRooms,
) -> None:
    (first,) = rooms.begin(writers=1)
    rooms.await_holders(first)
    front = rooms.begin(readers=2)
    (second,) = rooms.begin(writers=1)
    behind = rooms.begin(readers=2)
    rooms.await_waiting(*front, second, *behind)
    rooms.act(first, "stop")
    rooms.await_holders(*front)
    woken = {event.subject for event in rooms.told("candidate.notified")}
    assert woken == set(front)
    last = max(front, key=lambda name: rooms.entry(name)["sequence"])
    assert rooms.entry(second)["watches"] == rooms.entry(last)["znode"]
    assert {rooms.entry(name)["watches"] for name in behind} == {rooms.entry(second)["znode"]}


@pytest.mark.on("apache", "embedded")
def test_they_take_turns_and_nothing_is_torn_or_lost(rooms: SharedRooms) -> None:
    names = rooms.begin(readers=2, writers=2, task=QUICK)
    for _ in range(3):
        rooms.await_turns(*names)
    number = rooms.end()
    file = rooms.lock["file"]
    assert number == file["finished"] >= 6
    assert (file["torn"], file["lost"]) == (0, 0)
    assert file["reads"] >= 6
    assert all(rooms.lock["turns"][name]["finished"] >= 3 for name in names)


# -- revoked ---------------------------------------------------------------------------------------


def test_a_holder_that_is_asked_gives_back_and_asks_again(
    rooms: SharedRooms, operator: KazooClient
) -> None:
    """By the dashboard, and by any client that writes "unlock"."""
    (writer,) = rooms.begin(writers=1)
    rooms.await_holders(writer)
    (reader,) = rooms.begin(readers=1)
    rooms.await_waiting(reader)
    rooms.revoke(writer)
    rooms.await_holders(reader)
    rooms.await_(lambda: rooms.reasons(writer) == ["it was asked to give the lock back"])
    rooms.await_waiting(writer)
    assert rooms.line == [reader, writer]
    assert not rooms.entry(writer)["revoked"]
    rooms.await_(lambda: rooms.lock["turns"][writer]["gave_back"] == 1)
    operator.set(f"{LOCK}/{rooms.entry(reader)['znode']}", b"something else")
    operator.set(f"{LOCK}/{rooms.entry(reader)['znode']}", b"unlock")
    rooms.await_holders(writer)
    rooms.await_(lambda: rooms.count("abandoned", reader) == 1)
    assert rooms.count("revoked", reader) == 1


def test_who_waits_and_is_asked_gives_back_its_place(rooms: SharedRooms) -> None:
    (reader,) = rooms.begin(readers=1)
    rooms.await_holders(reader)
    first, second = rooms.begin(writers=2)
    rooms.await_waiting(first, second)
    before = rooms.line[1:]
    rooms.revoke(before[0])
    rooms.await_(lambda: rooms.line[1:] == before[::-1])


def test_a_frozen_holder_cannot_consent_and_does_when_it_wakes(rooms: SharedRooms) -> None:
    (writer,) = rooms.begin(writers=1)
    rooms.await_holders(writer)
    rooms.act(writer, "pause")
    rooms.revoke(writer)
    rooms.await_(lambda: rooms.entry(writer)["revoked"])
    assert rooms.holders == {writer}
    assert rooms.count("revoked", writer) == 0
    rooms.act(writer, "resume")
    rooms.await_(lambda: rooms.count("abandoned", writer) == 1)


def test_of_another_librarys_znode_nothing_is_written(
    rooms: SharedRooms, operator: KazooClient
) -> None:
    foreign = operator.ReadLock(LOCK, "kazoo")
    assert foreign.acquire()
    (writer,) = rooms.begin(writers=1)
    rooms.await_waiting(writer)
    entry = rooms.lock["chain"][0]
    assert (entry["mode"], entry["truth"], entry["belief"]) == ("read", None, "unknown")
    with pytest.raises(Conflict, match="another library"):
        rooms.shared.revoke(path=LOCK, znode=entry["znode"], by="test")
    assert operator.get(f"{LOCK}/{entry['znode']}")[0] == b"kazoo"
    foreign.release()
    rooms.await_holders(writer)


# -- faults ------------------------------------------------------------------------------------


def test_a_reader_killed_among_others_holds_up_the_writer_until_its_session_ends(
    rooms: SharedRooms,
) -> None:
    readers = rooms.begin(readers=2)
    rooms.await_holders(*readers)
    (writer,) = rooms.begin(writers=1)
    rooms.await_waiting(writer)
    dead, other = rooms.line[1], rooms.line[0]
    rooms.act(dead, "kill")
    rooms.await_exited(dead)
    rooms.act(other, "stop")
    rooms.await_exited(other)
    assert rooms.entry(writer)["belief"] == "waiting"
    rooms.end_session(dead)
    rooms.await_holders(writer)


@pytest.mark.proof
def test_a_reader_whose_session_znode_or_lock_goes_loses_it_and_asks_again(
    rooms: SharedRooms, operator: KazooClient
) -> None:
    """7, 8, 16: its session is ended; an operator deletes its znode; and all of the lock."""
    readers = rooms.begin(readers=2)
    rooms.await_holders(*readers)
    lost, other = readers
    before = rooms.entry(lost)["znode"]
    rooms.act(lost, "expire")
    rooms.await_(lambda: rooms.count("abandoned", lost) == 1)
    rooms.await_holders(*readers)
    assert rooms.entry(lost)["znode"] != before
    operator.delete(f"{LOCK}/{rooms.entry(lost)['znode']}")
    rooms.await_(lambda: rooms.count("abandoned", lost) == 2)
    assert rooms.reasons(lost)[-1] == "its znode is gone"
    rooms.await_holders(*readers)
    assert rooms.count("abandoned", other) == 0
    rooms.await_(lambda: deleted_at_once(operator, LOCK))
    rooms.await_(lambda: [rooms.count("abandoned", name) for name in readers] == [3, 1])
    rooms.await_holders(*readers)


def test_a_server_restart_in_the_middle(tmp_path: Path) -> None:
    """4, 5, 16: each holder has stopped at once; they hold it again when the server is back."""
    server = SandboxServer(tmp_path)
    server.start()
    try:
        with SharedRooms(server.hosts) as rooms:
            names = rooms.begin(readers=2)
            rooms.await_holders(*names)
            server.kill()
            rooms.await_(lambda: [rooms.count("abandoned", name) for name in names] == [1, 1])
            assert set(rooms.reasons(*names)) == {"the connection was lost"}
            rooms.await_(lambda: not rooms.holders)
            server.restart()
            rooms.await_holders(*names)
    finally:
        server.stop()


# -- the switch --------------------------------------------------------------------------------


def test_without_the_lock_reads_are_torn_and_writes_lost(rooms: SharedRooms) -> None:
    rooms.verdicts.allow("no_torn_read", "no_lost_update")
    names = rooms.begin(readers=2, writers=3, task=0.2)
    rooms.shared.switch(path=LOCK, on=False, by="test")
    rooms.await_(lambda: rooms.lock["file"]["torn"] and rooms.lock["file"]["lost"])
    rooms.await_(lambda: not rooms.lock["invariants"]["no_torn_read"])
    rooms.await_(lambda: not rooms.lock["invariants"]["no_lost_update"])
    rooms.await_(lambda: rooms.line == [])
    rooms.shared.switch(path=LOCK, on=True, by="test")
    rooms.await_turns(*names)
    before = rooms.lock["before"]
    assert before["torn"] > 0
    assert before["lost"] > 0
    assert before["locking"] is False
    assert rooms.end() == rooms.lock["file"]["finished"] == rooms.lock["file"]["told"]
    assert (rooms.lock["file"]["torn"], rooms.lock["file"]["lost"]) == (0, 0)


# -- the end ---------------------------------------------------------------------------------------


def test_the_files_are_gone_with_the_dashboard(hosts: str) -> None:
    with SharedRooms(hosts) as rooms:
        rooms.begin(readers=1)
        directory = rooms.file.parent
        assert directory.is_dir()
    assert not directory.exists()
