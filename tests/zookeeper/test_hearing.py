"""Whose connection is gone, and when the servers last heard of it."""

from __future__ import annotations

from typing import Any

import pytest

from app.zookeeper.admin_server import parse_connections
from app.zookeeper.client import session_hex
from app.zookeeper.hearing import Hearing
from app.zookeeper.server_info import ServerReport
from app.zookeeper.words import ConnectedClient, parse_cons
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, Listing, await_until
from tests.zookeeper.conftest import ProbeOf


def test_a_connection_that_breaks_is_told_and_so_is_its_return(
    fresh_hosts: str, open_client: Connect, probe_of: ProbeOf, proxy: FaultyProxy
) -> None:
    """Long before the session ends, and of a member's session alone."""
    member, _ = (open_client(proxy.hosts, 30.0) for _ in range(2))
    session = str(session_hex(member.client_id))
    told, _ = probe_of(fresh_hosts, ours=[session])
    await_until(lambda: _names(told, session))
    proxy.down()
    lost = told.await_one("connection.lost", session)
    assert lost["server"] == fresh_hosts.partition("/")[0]
    assert lost["client"].startswith("127.0.0.1:")
    assert lost["listed"] < lost["missing"]
    assert lost["heard"] is None or lost["heard"] <= lost["listed"]
    proxy.up()
    found = told.await_one("connection.found", session)
    assert found["missing"] == lost["missing"] < found["listed"]
    assert found["client"] != lost["client"]
    assert {one.subject for one in told.all if one.kind.startswith("connection.")} == {session}


def _names(told: Listing, session: str) -> bool:
    reports = told.of("zookeeper.servers")
    return bool(reports) and session in (reports[-1].data["servers"][0]["sessions"] or ())


def report(
    at: float,
    sessions: dict[str, ConnectedClient] | None,
    server: str = "a:2181",
    took: float = 0.1,
) -> ServerReport:
    return ServerReport(
        server, answers=True, clients=sessions, asked_at=at, answered_at=at + took
    )  # fmt: skip


def client(received: int, answered: int = 0, port: int = 1) -> ConnectedClient:
    return ConnectedClient(f"10.0.0.9:{port}", received, answered)


def facts(hearing: Hearing, *reports: ServerReport, members: str = "0x1") -> list[Any]:
    told = hearing.note(reports, {members} - {""})
    return [(event.kind, event.subject, event.data) for event in told]


def test_it_was_heard_when_more_had_come_than_before() -> None:
    hearing = Hearing()
    for at, received in ((1.0, 5), (2.0, 6), (3.0, 6), (4.0, 6)):
        assert facts(hearing, report(at, {"0x1": client(received)})) == []
    assert facts(hearing, report(5.0, {})) == [
        (
            "connection.lost",
            "0x1",
            {"client": "10.0.0.9:1", "server": "a:2181", "heard": 2.0, "listed": 4.0,
             "missing": 5.1},
        )
    ]  # fmt: skip
    assert facts(hearing, report(6.0, {})) == []


def test_when_it_was_heard_is_not_known_of_a_connection_that_was_there_at_first() -> None:
    hearing = Hearing()
    facts(hearing, report(1.0, {"0x1": client(5)}))
    [(_, _, lost)] = facts(hearing, report(2.0, {}))
    assert lost["heard"] is None


def test_a_connection_that_has_come_was_heard_then() -> None:
    hearing = Hearing()
    facts(hearing, report(1.0, {}))
    facts(hearing, report(2.0, {"0x1": client(5)}))
    [(_, _, lost)] = facts(hearing, report(3.0, {}))
    assert lost["heard"] == 2.0


@pytest.mark.parametrize("silent", [None, "old"])
def test_nothing_is_lost_while_a_server_has_not_told(silent: str | None) -> None:
    """The session may have moved to that one."""
    hearing, other = Hearing(), report(1.0, {}, "b:2181")
    facts(hearing, report(1.0, {"0x1": client(5)}), other)
    told = other if silent else report(2.0, None, "b:2181")
    assert facts(hearing, report(2.0, {}), told) == []
    assert len(facts(hearing, report(2.0, {}), report(3.0, {}, "b:2181"))) == 1


def test_a_session_that_moves_is_not_lost() -> None:
    hearing = Hearing()
    facts(hearing, report(1.0, {"0x1": client(5)}), report(1.0, {}, "b:2181"))
    moved = report(2.0, {"0x1": client(1, port=2)}, "b:2181")
    assert facts(hearing, report(2.0, {}), moved) == []
    [(_, _, lost)] = facts(hearing, report(3.0, {}), report(3.0, {}, "b:2181"))
    assert (lost["server"], lost["client"], lost["heard"]) == ("b:2181", "10.0.0.9:2", 2.0)


def test_a_member_that_has_just_gone_is_told_of_once() -> None:
    """Its znodes go with its session, before the servers are asked again."""
    hearing = Hearing()
    facts(hearing, report(1.0, {"0x1": client(5)}))
    assert [kind for kind, _, _ in facts(hearing, report(2.0, {}), members="")] == [
        "connection.lost"
    ]
    assert facts(hearing, report(3.0, {"0x1": client(1)})) == []


def test_who_is_no_member_any_longer_is_not_told_of() -> None:
    hearing = Hearing()
    facts(hearing, report(1.0, {"0x1": client(5)}))
    facts(hearing, report(2.0, {"0x1": client(5)}), members="")
    assert facts(hearing, report(3.0, {}), members="") == []


def test_who_becomes_a_member_between_two_questions_is_told_of() -> None:
    hearing = Hearing()
    facts(hearing, report(1.0, {"0x1": client(5), "0x2": client(5)}), members="")
    [(kind, session, lost)] = facts(hearing, report(2.0, {}))
    assert (kind, session, lost["listed"]) == ("connection.lost", "0x1", 1.0)


def test_what_a_server_tells_of_a_connection() -> None:
    answer = (
        " /127.0.0.1:5[0](queued=0,recved=1,sent=0)\n"
        " /[0:0:0:0:0:0:0:1]:4[1](queued=0,recved=3,sent=3,sid=0x3,lop=GETD,est=17,to=4000,"
        "lcxid=0x1,lzxid=0xffffffffffffffff,lresp=1790000000123,llat=0,minlat=0)\n"
        " /10.0.0.9:5[1](queued=0,sent=3,sid=0x1)\n\n"
    )
    assert parse_cons(answer) == {
        "0x1": ConnectedClient("10.0.0.9:5", None, None),
        "0x3": ConnectedClient("[0:0:0:0:0:0:0:1]:4", 3, 1790000000123, 4000),
    }


@pytest.mark.parametrize(
    ("told", "known"),
    [
        (
            {"remote_socket_address": "/10.0.0.9:5", "packets_received": 3,
             "last_response_time": 17},
            ConnectedClient("10.0.0.9:5", 3, 17),
        ),
        ({"remote_socket_address": ["x"], "packets_received": "3"}, ConnectedClient()),
        ({}, ConnectedClient()),
    ],
)  # fmt: skip
def test_what_the_admin_server_tells_of_a_connection(
    told: dict[str, Any], known: ConnectedClient
) -> None:
    document = {"connections": [{"session_id": 1, **told}, {"session_id": 0}, "x"]}
    assert parse_connections(document) == {"0x1": known}


def test_who_came_and_went_between_two_questions_is_told_to_be_gone() -> None:
    hearing = Hearing()
    facts(hearing, report(1.0, {}), members="0x0")
    assert facts(hearing, report(2.0, {})) == []
    assert facts(hearing, report(2.05, None)) == []
    [(kind, session, lost)] = facts(hearing, report(3.0, {}))
    assert (kind, session, lost["server"], lost["heard"]) == ("connection.lost", "0x1", None, None)
    assert facts(hearing, report(4.0, {})) == []
    [(kind, _, _)] = facts(hearing, report(5.0, {"0x1": client(1)}))
    assert kind == "connection.found"
