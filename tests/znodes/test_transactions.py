"""A notification is joined to the very transaction that fired it, where ZooKeeper tells it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.zookeeper.wire.capabilities import capabilities_of
from tests.conformance.servers import version_of_server
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole
from tests.znodes.test_workbench import KINDS_OF_SERVER


class Followed:
    """A dashboard, and whether its ZooKeeper tells the zxid of a change with the event."""

    def __init__(self, dashboard: Whole, tells: bool) -> None:
        self.dashboard, self.tells = dashboard, tells

    def start(self, strategy: str, count: int) -> str:
        """The path of an election of its own in which so many stand, all of them watching."""
        path = f"/{strategy}"
        body = {"count": count, "election": path, "strategy": strategy, "session_timeout": 20}
        self.dashboard.post("candidates", body)
        await_until(lambda: self._stand(path, count))
        return path

    def _stand(self, path: str, count: int) -> bool:
        state = self.dashboard.state
        own = [one for one in state["candidates"].values() if one["path"] == path]
        beliefs = sorted(one["belief"] for one in own)
        is_acknowledged = state["elections"][path]["acknowledged"] is not None
        return is_acknowledged and beliefs == ["leading", *["waiting"] * (count - 1)]

    def hand_over(self, path: str) -> tuple[str, dict[str, Any]]:
        """Stop the leader; the znode that went, and the handoff."""
        leader: str = self.election(path)["leader"]
        self.dashboard.post("roles/leader/stop", {"election": path})
        await_until(lambda: self.is_over(path, leader))
        return leader, self.election(path)["last_handoff"]

    def is_over(self, path: str, leader: str) -> bool:
        last = self.election(path)["last_handoff"]
        return bool(last and last["from_znode"] == leader and not last["awaited"])

    def election(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = self.dashboard.state["elections"][path]
        return found

    def events(self, kind: str) -> list[dict[str, Any]]:
        answer = self.dashboard.get("events?since=0&limit=5000").json()
        return [event for event in answer["events"] if event["kind"] == kind]


@pytest.fixture(scope="module", params=KINDS_OF_SERVER)
def followed(request: pytest.FixtureRequest) -> Iterator[Followed]:
    server = request.getfixturevalue(request.param)
    with whole(f"{server.hosts}/transactions") as dashboard:
        has = capabilities_of(version_of_server(server.port))
        yield Followed(dashboard, has.events_tell_zxid)


def test_a_handoff_names_the_transaction_that_fired_its_notification(followed: Followed) -> None:
    path = followed.start("predecessor", 3)
    znode, handoff = followed.hand_over(path)
    (deleted,) = [e for e in followed.events("znode.deleted") if e["subject"] == f"{path}/{znode}"]
    (told,) = [e for e in followed.events("candidate.notified") if e["data"]["znode"] == znode]
    zxid = deleted["data"]["zxid"]
    assert (zxid is not None) is followed.tells
    assert told["data"]["zxid"] == zxid
    assert handoff["zxids"] == {"deleted": zxid, "notified": zxid}
    assert (handoff["notifications"], handoff["proven"]) == (1, int(followed.tells))
    heir = followed.dashboard.state["candidates"][handoff["to"]]
    assert heir["notified"]["zxid"] == zxid


def test_the_wake_ups_of_a_herd_are_joined_to_one_death(followed: Followed) -> None:
    path = followed.start("herd", 4)
    _, handoff = followed.hand_over(path)
    assert handoff["notifications"] == 3
    assert handoff["proven"] == (3 if followed.tells else 0)


def test_the_history_of_a_znode_ends_with_whom_its_end_has_told(followed: Followed) -> None:
    path = followed.start("single", 2)
    znode, _ = followed.hand_over(path)
    history = followed.dashboard.get(f"znodes/history?path={path}/{znode}").json()["events"]
    kinds = [event["kind"] for event in history]
    assert "znode.deleted" in kinds
    assert ("candidate.notified" in kinds) is followed.tells


def test_what_the_server_does_not_tell_is_said(followed: Followed) -> None:
    lacks = followed.dashboard.state["zookeeper"]["lacks"]
    assert any("which change fires" in words for words in lacks) is not followed.tells
