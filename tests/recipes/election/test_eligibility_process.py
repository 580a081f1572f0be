"""Whose data is behind does not lead, with real processes on a real ZooKeeper."""

from __future__ import annotations

from functools import partial

import pytest
from kazoo.client import KazooClient
from kazoo.security import make_digest_acl

from app.errors import Conflict, NotFound
from tests.processes.rooms import ELECTION, TIMEOUT, Rooms
from tests.support.proofs import proofs_but

VERSION = f"{ELECTION}-version"


def set_behind(rooms: Rooms, name: str) -> None:
    rooms.act(name, "behind")
    rooms.await_belief(name, "behind")


def test_one_that_is_behind_sits_out_the_leaders_end(rooms: Rooms) -> None:
    """Over a new session too, until it is caught up, also where nobody else is left to lead."""
    rooms.start(3)
    set_behind(rooms, "c2")
    rooms.await_chain("c1", "c3")
    rooms.kill("c1")
    rooms.await_chain("c3")
    sitting = rooms.candidate("c2")
    assert (sitting["step"], sitting["process"], sitting["znode"]) == ("sit out", "running", None)
    assert sitting["data"] == {"version": 0, "newest": 1}
    rooms.await_(lambda: rooms.election["data"] == {"newest": 1})
    session = rooms.candidate("c2")["session"]
    rooms.act("c2", "expire")
    rooms.await_(lambda: rooms.candidate("c2")["session"] not in (session, None))
    rooms.await_belief("c2", "behind")
    set_behind(rooms, "c3")
    rooms.await_(lambda: rooms.chain == [])
    assert rooms.election["leader"] is None
    assert "behind" in "".join(
        str(part) for part in [*rooms.election["story"], *rooms.election["reason"]]
    )
    rooms.act("c2", "catch-up")
    rooms.await_chain("c2")
    rooms.act("c3", "catch-up")
    rooms.await_chain("c2", "c3")
    rooms.await_(lambda: rooms.candidate("c3")["data"] == {"version": 1, "newest": 1})


def test_a_leader_that_is_set_behind_steps_down_first(rooms: Rooms) -> None:
    rooms.start(2)
    rooms.await_(lambda: rooms.moments("work.written", ELECTION, candidate="c1"))
    session = rooms.candidate("c1")["session"]
    set_behind(rooms, "c1")
    rooms.await_chain("c2")
    last = rooms.election["last_handoff"]
    assert (last["from"], last["to"], last["fault"]) == ("c1", "c2", "behind")
    assert rooms.candidate("c1")["session"] == session
    rooms.await_(lambda: len(rooms.moments("work.written", ELECTION, candidate="c2")) > 4)
    assert not [event for event in rooms.events if event.kind == "work.refused"]


def test_an_operator_who_deletes_the_version_lets_nobody_in(
    rooms: Rooms, operator: KazooClient
) -> None:
    rooms.start(2)
    set_behind(rooms, "c2")
    rooms.await_(lambda: rooms.election["data"] == {"newest": 1})
    operator.delete(VERSION)
    rooms.await_(lambda: rooms.election["data"] is None)
    rooms.act("c1", "stop")
    rooms.await_(lambda: rooms.chain == [])
    assert rooms.candidate("c2")["belief"] == "behind"
    rooms.act("c2", "catch-up")
    rooms.await_chain("c2")
    assert not operator.exists(VERSION)


def test_a_version_that_an_operator_raises_keeps_out_who_has_an_older_one(
    rooms: Rooms, operator: KazooClient
) -> None:
    rooms.start(3)
    set_behind(rooms, "c2")
    rooms.act("c2", "catch-up")
    rooms.await_chain("c1", "c3", "c2")
    operator.set(VERSION, b"5")
    rooms.await_(lambda: rooms.election["data"] == {"newest": 5})
    rooms.act("c1", "stop")
    rooms.await_chain("c3", "c2")
    rooms.act("c3", "stop")
    rooms.await_belief("c2", "behind")
    rooms.await_(lambda: rooms.chain == [])
    assert rooms.candidate("c2")["data"] == {"version": 1, "newest": 5}
    rooms.act("c2", "catch-up")
    rooms.await_chain("c2")
    assert rooms.candidate("c2")["data"] == {"version": 5, "newest": 5}


NO_VERSIONS = (
    b"", b"<img src=x onerror=alert(1)>", b"-7", b"1e9", b"\xff\xfe", b"9" * 5000, b"\xd9\xa3",
)  # fmt: skip


def test_what_is_no_version_is_left_alone(rooms: Rooms, operator: KazooClient) -> None:
    rooms.start(2)
    set_behind(rooms, "c2")
    for number, data in enumerate(NO_VERSIONS, 2):
        operator.set(VERSION, b"%d" % number)
        rooms.await_(partial(is_newest, rooms, number))
        operator.set(VERSION, data)
        rooms.await_(lambda: rooms.election["data"] is None)
        with pytest.raises(Conflict, match="decimal number"):
            rooms.act("c1", "behind")
        assert operator.get(VERSION)[0] == data
    rooms.act("c2", "catch-up")
    rooms.await_chain("c1", "c2")


def is_newest(rooms: Rooms, number: int) -> bool:
    return bool(rooms.election["data"] == {"newest": number})


def test_a_version_that_may_not_be_read_keeps_nobody_out(
    rooms: Rooms, operator: KazooClient
) -> None:
    nobody = make_digest_acl("nobody", "secret", all=True)
    operator.create(VERSION, b"7", acl=[nobody])
    rooms.start(2)
    with pytest.raises(Conflict, match="decimal number"):
        rooms.act("c1", "behind")
    rooms.await_chain("c1", "c2")


def test_what_makes_no_sense_is_refused(rooms: Rooms) -> None:
    rooms.start(1)
    assert "behind" in rooms.candidate("c1")["allowed"]
    with pytest.raises(Conflict, match="cannot catch c1 up: its data has never been behind"):
        rooms.act("c1", "catch-up")
    with pytest.raises(NotFound):
        rooms.act("c9", "behind")
    set_behind(rooms, "c1")
    assert "catch-up" in rooms.candidate("c1")["allowed"]
    with pytest.raises(Conflict, match="behind already"):
        rooms.act("c1", "behind")
    rooms.act("c1", "pause")
    with pytest.raises(Conflict, match="frozen"):
        rooms.act("c1", "catch-up")
    rooms.act("c1", "kill")


@pytest.mark.parametrize("strategy", proofs_but(["herd", "single"], lambda one: one == "single"))
def test_it_holds_for_every_strategy(rooms: Rooms, strategy: str) -> None:
    path = f"/{strategy}"
    names = rooms.control.volunteers.start(2, path, strategy, TIMEOUT, by="test")
    leading = lambda: [name for name in names if rooms.candidate(name)["belief"] == "leading"]  # noqa: E731
    (first,) = rooms.await_(leading)
    set_behind(rooms, first)
    other = next(name for name in names if name != first)
    rooms.await_belief(other, "leading")
    rooms.act(other, "stop")
    rooms.await_(lambda: rooms.state["elections"][path]["leader"] is None)
    assert rooms.candidate(first)["belief"] == "behind"
    rooms.act(first, "catch-up")
    rooms.await_belief(first, "leading")
