"""A two-phase commit with real processes, on both kinds of server; the numbers are those of
docs/correctness.md.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from kazoo.client import KazooClient

from app.ensemble.embedded import SandboxServer
from tests.processes.rooms import SHORT
from tests.recipes.commit.rooms import LONG, OPENING, PLACE, CommitRooms
from tests.support.proxy import FaultyProxy

SITES = ("s1", "s2", "s3")
AS_BEFORE = dict.fromkeys(SITES, OPENING)
MOVED = {"s1": 80, "s2": 110, "s3": 110}
MULTI = 14
DECISION = b'"decision"'
"""In the write that decides; a proof that the session lives is a multi too."""

pytestmark = pytest.mark.rooms_of(made=CommitRooms)


@pytest.mark.on("apache", "embedded")
def test_money_moves_at_all_sites_or_at_none_of_them(
    rooms: CommitRooms, operator: KazooClient
) -> None:
    """A site votes no where it is told to, and where its account holds too little. What all have
    carried out is cleared by the next transaction.
    """
    rooms.begin()
    rooms.order()
    rooms.await_decision("commit")
    rooms.await_carried_out_everywhere()
    assert rooms.balances() == MOVED
    rooms.await_(lambda: rooms.commit["sum"] == rooms.commit["opening"] == 3 * OPENING)
    rooms.order(refuses="s2")
    rooms.await_decision("abort", number=2)
    rooms.await_carried_out_everywhere(number=2)
    rooms.await_(lambda: not operator.exists(f"{PLACE}/tx-1"))
    assert rooms.balances() == MOVED
    rooms.order(giver="s3", amount=MOVED["s3"] + 1)
    rooms.await_decision("abort", number=3)
    rooms.await_(lambda: rooms.told("candidate.prepared", why="110 is too little", vote="abort"))
    rooms.await_(lambda: rooms.transaction(3)["votes"]["s3"]["vote"] == "abort")
    rooms.await_(lambda: all(one["entry"] is None for one in rooms.commit["sites"].values()))
    assert rooms.balances() == MOVED


# -- the coordinator ------------------------------------------------------------------------------


def test_a_coordinator_killed_before_it_decides_leaves_all_in_doubt_until_another_comes(
    rooms: CommitRooms,
) -> None:
    rooms.begin()
    dead = rooms.vote()
    rooms.kill(dead)
    rooms.await_(lambda: rooms.transaction()["coordinator"] is None)
    assert rooms.transaction()["decision"] is None
    assert rooms.balances() == AS_BEFORE
    rooms.await_in_doubt(*SITES)
    rooms.begin(sites=0)
    rooms.await_decision("commit")
    rooms.await_carried_out(*SITES)
    assert rooms.balances() == MOVED


@pytest.mark.proof
def test_a_coordinator_that_wakes_after_another_has_decided_changes_nothing(
    rooms: CommitRooms, operator: KazooClient
) -> None:
    """13."""
    rooms.begin(coordinators=1, timeout=SHORT)
    frozen = rooms.vote(pause=SHORT)
    rooms.act(frozen, "pause")
    rooms.begin(sites=0)
    rooms.await_decision("commit")
    rooms.await_carried_out(*SITES)
    before = operator.get(f"{PLACE}/tx-1")
    rooms.act(frozen, "resume")
    rooms.await_(lambda: rooms.count("stood_down", frozen) == 1)
    rooms.await_belief(frozen, "standing by")
    assert operator.get(f"{PLACE}/tx-1") == before
    assert rooms.balances() == MOVED


def test_a_decision_whose_answer_is_lost_stands(
    far_rooms: CommitRooms, proxy: FaultyProxy, operator: KazooClient
) -> None:
    """1: the transaction says so after the reconnect."""
    far_rooms.begin()
    name = far_rooms.vote(pause=1.0)
    proxy.only_with, proxy.hold_after = DECISION, MULTI
    far_rooms.await_(lambda: DECISION in operator.get(f"{PLACE}/tx-1")[0])
    proxy.cut()
    proxy.release()
    far_rooms.await_carried_out(*SITES)
    far_rooms.await_belief(name, "standing by")
    assert operator.get(f"{PLACE}/tx-1")[1].version == 1
    assert far_rooms.balances() == MOVED


def test_a_decision_that_somebody_writes_in_between_stands(
    far_rooms: CommitRooms, proxy: FaultyProxy, operator: KazooClient
) -> None:
    """13: right before the coordinator's own write, which is refused."""
    far_rooms.verdicts.allow("decision_follows_votes")
    far_rooms.begin()
    name = far_rooms.vote(pause=1.5)
    path = f"{PLACE}/tx-1"
    said = json.dumps({**json.loads(operator.get(path)[0]), "decision": "abort"}).encode()
    proxy.only_with, proxy.before[MULTI] = DECISION, lambda: operator.set(path, said)
    far_rooms.await_decision("abort")
    far_rooms.await_carried_out(*SITES)
    far_rooms.await_belief(name, "standing by")
    assert operator.get(path)[0] == said
    assert far_rooms.balances() == AS_BEFORE


def test_an_order_whose_answer_is_lost_is_carried_out_once(
    far_rooms: CommitRooms, proxy: FaultyProxy, operator: KazooClient
) -> None:
    """1: the money moves once."""
    (name,) = far_rooms.begin()
    proxy.hold_after = MULTI
    far_rooms.order()
    far_rooms.await_(lambda: operator.exists(f"{PLACE}/tx-1"))
    proxy.cut()
    proxy.release()
    far_rooms.await_carried_out_everywhere()
    far_rooms.await_belief(name, "standing by")
    assert far_rooms.count("begun", name) == 1
    assert {*operator.get_children(PLACE)} == {"tx-1", *SITES}
    assert far_rooms.balances() == MOVED


# -- the sites ------------------------------------------------------------------------------------


def test_a_site_killed_before_its_vote_leads_to_an_abort_after_the_deadline(
    rooms: CommitRooms,
) -> None:
    rooms.begin(sites=2, patience=2.0)
    rooms.begin(sites=1, coordinators=0, think=LONG)
    rooms.order()
    rooms.await_in_doubt("s1", "s2")
    rooms.act(rooms.process("s3"), "kill")
    rooms.await_decision("abort")
    rooms.await_carried_out("s1", "s2")
    rooms.await_exited(rooms.process("s3"))
    rooms.again("s3")
    rooms.await_(lambda: rooms.transaction()["votes"]["s3"]["done"] == "abort")
    assert rooms.balances() == AS_BEFORE


def test_a_site_killed_after_its_vote_comes_back_and_carries_out_what_stands(
    rooms: CommitRooms,
) -> None:
    rooms.begin(coordinators=2)
    coordinator, dead = rooms.vote(), rooms.process("s2")
    rooms.act(dead, "kill")
    rooms.await_exited(dead)
    rooms.act(coordinator, "stop")
    rooms.await_decision("commit")
    rooms.await_carried_out("s1", "s3")
    assert rooms.balances() == {"s1": 80, "s2": 100, "s3": 110}
    rooms.await_(lambda: (rooms.commit["sum"], rooms.commit["on_the_way"]) == (290, 10))
    rooms.again("s2")
    rooms.await_carried_out(*SITES)
    assert rooms.balances() == MOVED


def test_a_site_that_comes_back_in_doubt_waits_on(rooms: CommitRooms) -> None:
    """It goes by its ledger."""
    rooms.begin()
    coordinator = rooms.vote()
    dead = rooms.process("s1")
    rooms.act(dead, "kill")
    rooms.await_exited(dead)
    again = rooms.again("s1")
    rooms.await_belief(again, "in doubt")
    rooms.act(coordinator, "stop")
    rooms.begin(sites=0)
    rooms.await_carried_out(*SITES)
    assert rooms.balances() == MOVED


@pytest.mark.proof
def test_a_site_frozen_in_its_vote_past_the_deadline_votes_no_more(rooms: CommitRooms) -> None:
    """13."""
    rooms.begin(sites=2, patience=2.0)
    rooms.begin(sites=1, coordinators=0, think=1.5)
    rooms.order()
    rooms.await_(lambda: rooms.transaction())
    frozen = rooms.process("s3")
    rooms.act(frozen, "pause")
    rooms.await_decision("abort")
    rooms.act(frozen, "resume")
    rooms.await_(lambda: rooms.transaction()["votes"]["s3"]["done"] == "abort")
    assert rooms.transaction()["votes"]["s3"]["vote"] is None
    assert rooms.balances() == AS_BEFORE


def test_a_transaction_that_somebody_takes_away_leaves_its_sites_in_doubt(
    rooms: CommitRooms, operator: KazooClient
) -> None:
    """Until a person says what was decided: by its znode."""
    rooms.verdicts.allow("doubt_ends")
    rooms.begin()
    name = rooms.vote()
    rooms.kill(name)
    rooms.await_(lambda: rooms.transaction()["coordinator"] is None)
    data = json.loads(operator.get(f"{PLACE}/tx-1")[0])
    operator.delete(f"{PLACE}/tx-1", recursive=True)
    site = rooms.process("s1")
    rooms.await_(lambda: "nobody can say" in (rooms.candidate(site)["error"] or ""))
    assert rooms.candidate(site)["belief"] == "in doubt"
    assert rooms.balances() == AS_BEFORE
    operator.create(f"{PLACE}/tx-1", json.dumps({**data, "decision": "abort"}).encode())
    rooms.await_(lambda: all(one["entry"] is None for one in rooms.commit["sites"].values()))
    assert rooms.balances() == AS_BEFORE


def test_a_session_that_ends_while_a_site_thinks_leaves_nobody_in_doubt(
    rooms: CommitRooms,
) -> None:
    """What it thinks about is aborted meanwhile: it prepares nothing for that any more, though s4
    still thinks when it would have.
    """
    rooms.begin(sites=2)
    for think in (1.5, 3.0):
        rooms.begin(sites=1, coordinators=0, think=think)
    rooms.order(refuses="s1")
    rooms.await_decision("abort")
    rooms.act(rooms.process("s3"), "expire")
    rooms.await_(lambda: rooms.transaction()["votes"]["s3"]["done"] == "abort")
    rooms.await_(lambda: rooms.transaction()["votes"]["s4"]["done"] == "abort")
    rooms.order(giver="s1")
    rooms.await_decision("commit", number=2)
    rooms.await_carried_out_everywhere(number=2)
    assert rooms.balances() == {"s1": 70, "s2": 110, "s3": 110, "s4": 110}


def test_what_a_site_has_carried_out_late_is_cleared(
    rooms: CommitRooms, operator: KazooClient
) -> None:
    """Others were begun and decided meanwhile."""
    rooms.begin(coordinators=2, patience=2.0)
    coordinator, dead = rooms.vote(), rooms.process("s2")
    rooms.act(dead, "kill")
    rooms.await_exited(dead)
    rooms.act(coordinator, "stop")
    rooms.await_carried_out("s1", "s3")
    rooms.order()
    rooms.await_decision("abort", number=2)
    rooms.again("s2")
    rooms.await_carried_out_everywhere()
    assert operator.exists(f"{PLACE}/tx-1")
    rooms.order()
    rooms.await_(lambda: not operator.exists(f"{PLACE}/tx-1"))
    rooms.await_carried_out_everywhere(number=3)


# -- the server -----------------------------------------------------------------------------------


@pytest.mark.proof
def test_a_server_restart_between_the_votes_and_the_decision(tmp_path: Path) -> None:
    """4, 5: who coordinated has stood down at once; what was voted stands."""
    server = SandboxServer(tmp_path)
    server.start()
    try:
        with CommitRooms(server.hosts) as rooms:
            rooms.begin()
            name = rooms.vote(pause=2.0)
            server.kill()
            rooms.await_(lambda: rooms.count("stood_down", name) == 1)
            assert rooms.balances() == AS_BEFORE
            server.restart()
            rooms.await_decision("commit")
            rooms.await_carried_out(*SITES)
            assert rooms.balances() == MOVED
    finally:
        server.stop()
