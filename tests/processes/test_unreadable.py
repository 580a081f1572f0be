"""What may not be read is not taken for missing: it is told, and nothing is created for it."""

from __future__ import annotations

import pytest
from kazoo.client import KazooClient
from kazoo.security import OPEN_ACL_UNSAFE, make_acl

from app.recipes.election.machine.strategies import STRATEGIES
from tests.processes.rooms import ELECTION, SHORT, Rooms

UNREADABLE = [make_acl("world", "anyone", write=True, create=True, delete=True, admin=True)]
DENIED = "no permission (ACL)"


def leader_of(rooms: Rooms) -> str | None:
    leaders = [name for name in ("c1", "c2") if rooms.candidate(name)["belief"] == "leading"]
    return leaders[0] if leaders else None


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_leader_whose_own_znode_may_not_be_read_stops_and_creates_no_other(
    rooms: Rooms, operator: KazooClient, strategy: str
) -> None:
    """20, 21: no proof of its session comes about. When it may be read again, it leads on."""
    rooms.control.volunteers.start(2, ELECTION, strategy, SHORT, "test")
    standing = 1 if strategy == "single" else 2
    rooms.await_(lambda: leader_of(rooms) is not None and len(rooms.chain) == standing)
    leader = str(leader_of(rooms))
    rooms.await_(lambda: rooms.candidate(leader)["step"] == "lead")
    znode = rooms.candidate(leader)["znode"]
    changes = operator.exists(ELECTION).cversion
    operator.set_acls(znode, UNREADABLE)
    rooms.await_(lambda: rooms.candidate(leader)["belief"] == "suspended")
    rooms.await_(lambda: DENIED in (rooms.candidate(leader)["error"] or ""))
    assert znode in rooms.candidate(leader)["error"]
    assert operator.exists(ELECTION).cversion == changes
    operator.set_acls(znode, OPEN_ACL_UNSAFE)
    rooms.await_(lambda: rooms.candidate(leader)["belief"] == "leading")
    assert operator.exists(ELECTION).cversion == changes


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_who_joins_and_may_not_read_what_is_acknowledged_waits_and_says_so(
    rooms: Rooms, operator: KazooClient, strategy: str
) -> None:
    """20, 23: one request a pause, and not a thousand a second."""
    acknowledged = f"{ELECTION}-acknowledged"
    operator.create(acknowledged, b"", acl=UNREADABLE)
    rooms.control.volunteers.start(1, ELECTION, strategy, SHORT, "test")
    rooms.await_(lambda: f"cannot read {acknowledged}" in (rooms.candidate("c1")["error"] or ""))
    before = rooms.candidate("c1")["counters"]
    rooms.await_(lambda: rooms.candidate("c1")["counters"] != before)
    after = rooms.candidate("c1")["counters"]
    assert (after["writes"] - before["writes"], after["reads"] - before["reads"] < 10) == (0, True)
    operator.set_acls(acknowledged, OPEN_ACL_UNSAFE)
    rooms.await_(lambda: rooms.candidate("c1")["step"] == "lead")
    assert rooms.candidate("c1")["error"] is None
