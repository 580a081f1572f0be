"""Elections of other programs, beside a whole dashboard: each handoff is told as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from kazoo.client import KazooClient

from app.ensemble.embedded import SandboxServer
from app.zookeeper.client import close, connect, session_hex
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

TERMS = 20
NAMES = ("svc1", "svc2", "svc3")


class Strangers:
    """A dashboard, and clients of somebody else's."""

    def __init__(self, dashboard: Whole, clients: dict[str, KazooClient]) -> None:
        self.dashboard, self.clients = dashboard, clients

    def election(self, path: str) -> dict[str, Any]:
        found: dict[str, Any] = self.dashboard.state["elections"].get(path, {"chain": []})
        return found

    def stand(self, path: str, name: str) -> str:
        """A znode in the line, once the dashboard has read it; its name."""
        made = self.clients[name].create(
            f"{path}/n_", name.encode(), ephemeral=True, sequence=True, makepath=True
        )
        znode: str = made.rpartition("/")[2]
        await_until(lambda: znode in [one["znode"] for one in self.election(path)["chain"]])
        return znode

    def own(self, path: str, name: str) -> None:
        """The leader key, once the dashboard has read whose it is."""
        key = f"{path}/leader"
        self.clients[name].create(key, name.encode(), ephemeral=True, makepath=True)
        await_until(lambda: [one["name"] for one in self.election(path)["chain"]] == [name])

    def passed(self, path: str) -> list[dict[str, Any]]:
        answer = self.dashboard.get("events?since=0&limit=5000").json()
        events = [one for one in answer["events"] if one["kind"] == "election.passed"]
        return [one["data"] for one in events if one["subject"] == path]


@pytest.fixture(scope="module")
def strangers() -> Iterator[Strangers]:
    server = SandboxServer()
    server.start()
    with ExitStack() as stack:
        stack.callback(server.stop)
        dashboard = stack.enter_context(whole(server.hosts))
        clients = {name: connect(server.hosts, 20.0) for name in NAMES}
        for client in clients.values():
            client.start(timeout=15)
            stack.callback(close, client)
        yield Strangers(dashboard, clients)


def test_short_terms_are_told_one_by_one(strangers: Strangers) -> None:
    path = "/short"
    line = [(name, strangers.stand(path, name)) for name in NAMES]
    for _ in range(TERMS):
        name, znode = line[len(line) - len(NAMES)]
        strangers.clients[name].delete(f"{path}/{znode}")
        line.append((name, strangers.stand(path, name)))
    await_until(lambda: len(strangers.passed(path)) == TERMS)
    told = [(one["from_name"], one["from_znode"]) for one in strangers.passed(path)]
    heirs = [(one["to_name"], one["to_znode"]) for one in strangers.passed(path)]
    assert (told, heirs) == (line[:TERMS], line[1 : TERMS + 1])
    assert {one["fault"] for one in strangers.passed(path)} == {None}
    assert strangers.election(path)["handoffs"] == TERMS


def test_a_leader_key_passes_on_and_nobody_is_said_to_have_waited(strangers: Strangers) -> None:
    path = "/key"
    strangers.dashboard.post("elections", {"path": path, "strategy": "single"})
    for before, name in zip((None, *NAMES), NAMES, strict=False):
        if before:
            strangers.clients[before].delete(f"{path}/leader")
            await_until(lambda: not strangers.election(path)["chain"])
        strangers.own(path, name)
    await_until(lambda: len(strangers.passed(path)) == len(NAMES) - 1)
    pairs = [(one["from_name"], one["to_name"]) for one in strangers.passed(path)]
    assert pairs == [("svc1", "svc2"), ("svc2", "svc3")]
    last = strangers.election(path)["last_handoff"]
    assert [last.get(key) for key in ("fault", "counted", "notifications", "reads")] == [None] * 4


def test_who_has_lost_its_znode_by_hand_may_still_lead_while_its_session_lasts(
    strangers: Strangers,
) -> None:
    path, dashboard = "/mixed", strangers.dashboard
    before = f"{path}/{strangers.stand(path, 'svc1')}"
    wish = {"count": 1, "election": path, "session_timeout": 20.0, "among_strangers": True}
    assert dashboard.post("candidates", wish).status_code == 201
    await_until(lambda: len(strangers.election(path)["chain"]) == 2)
    assert dashboard.delete("znodes", {"path": before, "version": 0}).status_code == 200
    await_until(lambda: strangers.election(path)["last_handoff"])
    verdicts = strangers.election(path)["invariants"]
    assert (verdicts["one_leader"], verdicts["leader_is_lowest"]) == (None, None)
    session = str(session_hex(strangers.clients["svc1"].client_id))
    await_until(lambda: session in dashboard.state["zookeeper"]["servers"][0]["sessions"])
    strangers.clients["svc1"].stop()
    await_until(lambda: set(strangers.election(path)["invariants"].values()) == {True})
    strangers.clients["svc1"].start(timeout=15)


@pytest.mark.parametrize("by", ["workbench", "console"])
def test_a_key_that_a_person_deletes_is_told_as_that(strangers: Strangers, by: str) -> None:
    path, dashboard = f"/by-{by}", strangers.dashboard
    dashboard.post("elections", {"path": path, "strategy": "single"})
    strangers.own(path, "svc2")
    if by == "workbench":
        answer = dashboard.delete("znodes", {"path": f"{path}/leader", "version": 0})
    else:
        console = dashboard.post("consoles").json()["console"]
        line = {"line": f"delete {path}/leader"}
        answer = dashboard.post(f"consoles/{console}/lines", line)
    assert answer.status_code == 200
    await_until(lambda: (strangers.election(path)["vacant"] or {}).get("fault") == "deleted")
    strangers.own(path, "svc3")
    last = await_until(lambda: strangers.election(path)["last_handoff"])
    assert last["fault"] == "deleted"
    assert last["by"] == ("console k1" if by == "console" else last["by"])
