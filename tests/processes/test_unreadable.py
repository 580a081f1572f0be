"""What may not be read is not taken for missing: it is told, and nothing is created for it."""

from __future__ import annotations

from typing import Any

import pytest
from kazoo.client import KazooClient
from kazoo.security import OPEN_ACL_UNSAFE, make_acl

from app.recipes.election.strategies import STRATEGIES
from tests.processes.rooms import ELECTION, SHORT, TIMEOUT, Rooms

UNREADABLE = [make_acl("world", "anyone", write=True, create=True, delete=True, admin=True)]
DENIED = "no permission (ACL)"


def test_a_leader_whose_own_znode_may_not_be_read_stops_and_creates_no_other(
    rooms: Rooms, operator: KazooClient
) -> None:
    """20, 21: no proof of its session comes about. When it may be read again, it leads on."""
    paths = {f"/{strategy}": strategy for strategy in STRATEGIES}
    leaders = {}
    for path, strategy in paths.items():
        (leaders[path],) = rooms.control.volunteers.start(1, path, strategy, SHORT, by="test")
        rooms.control.volunteers.start(1, path, strategy, TIMEOUT, by="test")

    def known(key: str) -> set[Any]:
        return {rooms.candidate(leader)[key] for leader in leaders.values()}

    def changes() -> list[int]:
        return [operator.exists(path).cversion for path in paths]

    rooms.await_(lambda: known("step") == {"lead"} and is_whole(rooms))
    znodes, before = known("znode"), changes()
    for znode in znodes:
        operator.set_acls(znode, UNREADABLE)
    rooms.await_(lambda: known("belief") == {"suspended"})
    rooms.await_(lambda: all(DENIED in (error or "") for error in known("error")))
    assert all(any(znode in error for error in known("error")) for znode in znodes)
    assert changes() == before
    for znode in znodes:
        operator.set_acls(znode, OPEN_ACL_UNSAFE)
    rooms.await_(lambda: known("belief") == {"leading"})
    assert changes() == before


def is_whole(rooms: Rooms) -> bool:
    """Whether the second of each election waits: of `single`, without a znode."""
    beliefs = sorted(one["belief"] for one in rooms.state["candidates"].values())
    return beliefs == ["leading"] * len(STRATEGIES) + ["waiting"] * len(STRATEGIES)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_who_joins_and_may_not_read_what_is_acknowledged_waits_and_says_so(
    rooms: Rooms, operator: KazooClient, strategy: str
) -> None:
    """20, 23: one request a pause, and not a thousand a second."""
    acknowledged = f"{ELECTION}-acknowledged"
    operator.create(acknowledged, b"", acl=UNREADABLE)
    rooms.control.volunteers.start(1, ELECTION, strategy, SHORT, by="test")
    rooms.await_(lambda: f"cannot read {acknowledged}" in (rooms.candidate("c1")["error"] or ""))
    before = rooms.candidate("c1")["counters"]
    rooms.await_(lambda: rooms.candidate("c1")["counters"] != before)
    after = rooms.candidate("c1")["counters"]
    assert (after["writes"] - before["writes"], after["reads"] - before["reads"] < 10) == (0, True)
    operator.set_acls(acknowledged, OPEN_ACL_UNSAFE)
    rooms.await_(lambda: rooms.candidate("c1")["step"] == "lead")
    assert rooms.candidate("c1")["error"] is None
