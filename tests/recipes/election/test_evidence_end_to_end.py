"""Evidence after an outage, and verdicts over a long line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.support.proxy import FaultyProxy
from tests.web.board import Board, settled
from tests.web.whole import Whole, whole

ELECTION = "/election"
EACH_WAY = 0.2


@pytest.fixture
def dashboard(hosts: str, proxy: FaultyProxy) -> Iterator[Whole]:
    """One that has the proxy between itself and ZooKeeper."""
    with whole(proxy.hosts + hosts[hosts.index("/") :]) as it:
        yield it


def evidence(state: dict[str, Any]) -> set[str]:
    """By what the watches of those who wait are known."""
    return {entry["evidence"] for entry in state["elections"][ELECTION]["chain"][1:]}


def test_after_an_outage_the_servers_lists_are_evidence_again(
    dashboard: Whole, proxy: FaultyProxy
) -> None:
    """Also where they list what they listed before, and were slow to answer at first."""
    board = Board(dashboard)
    wish = {"count": 3, "session_timeout": 20.0}
    assert dashboard.post("candidates", wish).status_code == 201
    board.until(lambda state: settled(state) and evidence(state) == {"server"})
    proxy.down()
    board.until(lambda state: state["zookeeper"]["state"] != "connected")
    board.until(lambda state: not state["zookeeper"]["servers"][0]["answers"])
    known = board.until(lambda state: evidence(state) == {"reported"})
    invariants = known["elections"][ELECTION]["invariants"]
    assert (invariants["one_leader"], invariants["leader_is_lowest"]) == (True, None)
    proxy.hold()
    proxy.up()
    proxy.delay = EACH_WAY
    proxy.release()
    board.until(lambda state: settled(state) and state["zookeeper"]["state"] == "connected")
    proxy.delay = 0.0
    board.until(lambda state: evidence(state) == {"server"})


def test_over_a_long_line_nobody_is_judged_before_it_could_act(
    dashboard: Whole, proxy: FaultyProxy
) -> None:
    proxy.delay = EACH_WAY
    board = Board(dashboard)
    board.until(lambda state: (state["zookeeper"]["round_trip_ms"] or 0) >= 2000 * EACH_WAY)
    wish = {"count": 3, "session_timeout": 20.0}
    assert dashboard.post("candidates", wish).status_code == 201
    await_whole(board, 3)
    assert dashboard.post("roles/leader/stop", {"election": ELECTION}).status_code == 202
    await_whole(board, 2)
    verdicts = [
        (event["kind"], event["subject"], of_election(event).get("violations"))
        for event in dashboard.get("events?limit=10000").json()["events"]
        if False in (of_election(event).get("invariants") or {}).values()
    ]
    assert verdicts == []


def of_election(event: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = (event["patch"].get("elections") or {}).get(ELECTION) or {}
    return found


def await_whole(board: Board, count: int) -> None:
    """Wait until so many stand, each of which does what its place asks."""

    def is_whole(state: dict[str, Any]) -> bool:
        chain = state["elections"][ELECTION]["chain"]
        beliefs = [entry["belief"] for entry in chain]
        watch = all(entry["watches"] == before["znode"] for before, entry in pairwise(chain))
        return watch and beliefs == ["leading", "waiting", "waiting"][:count]

    board.until(is_whole)
