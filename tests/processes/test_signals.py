"""What is recorded of a signal: only that it was delivered, and before what came of it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest

from app.errors import Conflict
from app.processes.supervisor import Supervisor
from app.recipes.registry import ROLES
from tests.processes.rooms import ELECTION, TIMEOUT, WITHIN, Rooms


@contextmanager
def one_of_a_mirror_that_lags(rooms: Rooms) -> Iterator[tuple[Supervisor, str, int]]:
    """A supervisor whose reports wait, the name of its candidate, and that one's process."""
    apart = Supervisor(rooms.hosts, rooms.journal, lambda seen: None, ROLES, 1)
    try:
        (name,) = apart.start(1, ELECTION, "predecessor", TIMEOUT, "test")
        rooms.await_(lambda: rooms.told("candidate.connected", name))
        yield apart, name, rooms.candidate(name)["pid"]
    finally:
        apart.close()


@pytest.mark.parametrize(("action", "kind"), [("kill", "killed"), ("pause", "paused")])
def test_no_signal_is_recorded_of_a_process_that_is_gone(
    rooms: Rooms, action: str, kind: str
) -> None:
    """Its end is not yet in the journal, so that the state still says that it runs."""
    with one_of_a_mirror_that_lags(rooms) as (apart, name, pid):
        os.kill(pid, signal.SIGKILL)
        assert apart._workers[name].exited.wait(WITHIN)
        with pytest.raises(Conflict, match=f"cannot {action} {name}: its process has ended"):
            apart.act(name, action, "test")
        assert rooms.told(f"candidate.{kind}", name) == []


@pytest.mark.parametrize(("action", "kind"), [("kill", "killed"), ("pause", "paused")])
def test_no_signal_is_recorded_of_a_process_whose_end_nobody_has_heard_of(
    rooms: Rooms, action: str, kind: str
) -> None:
    """Until its parent has asked for its exit code, the kernel takes signals for it."""
    with one_of_a_mirror_that_lags(rooms) as (apart, name, pid):
        process = psutil.Process(pid)
        parent = process.parent()
        assert parent is not None
        parent.suspend()
        try:
            os.kill(pid, signal.SIGKILL)
            rooms.await_(lambda: process.status() == psutil.STATUS_ZOMBIE)
            with pytest.raises(Conflict, match="its process has ended"):
                apart.act(name, action, "test")
        finally:
            parent.resume()
        assert rooms.told(f"candidate.{kind}", name) == []


def test_who_was_woken_in_vain_is_told_so(rooms: Rooms) -> None:
    with one_of_a_mirror_that_lags(rooms) as (apart, name, pid):
        apart.act(name, "pause", "test")
        os.kill(pid, signal.SIGKILL)
        assert apart._workers[name].exited.wait(WITHIN)
        with pytest.raises(Conflict, match="its process has ended"):
            apart.act(name, "resume", "test")
        assert rooms.told("candidate.resumed", name) == []


def test_a_kill_is_recorded_before_the_end_that_it_brings(rooms: Rooms) -> None:
    names = rooms.start(5)
    rooms.kill(*names)
    for name in names:
        rooms.await_exited(name)
        (killed,) = rooms.told("candidate.killed", name)
        (exited,) = rooms.told("candidate.exited", name)
        assert killed.seq < exited.seq
        assert killed.at <= exited.at
        assert rooms.candidate(name)["fault"]["kind"] == "kill"


def test_a_freeze_is_recorded_before_anything_that_is_said_after_it(rooms: Rooms) -> None:
    """And waking before all that the woken one says."""
    rooms.start(2)
    for _ in range(5):
        rooms.act("c1", "pause")
        rooms.act("c1", "resume")
    rooms.act("c1", "resign")
    rooms.await_chain("c2", "c1")
    woken = rooms.told("candidate.resumed", "c1")[-1]
    said = [one for one in rooms.told("candidate.reported", "c1") if one.at > woken.at]
    assert said
    assert all(one.seq > woken.seq for one in said)
