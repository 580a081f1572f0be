"""What a person asks for while ZooKeeper goes: it is never done later, and what is said is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
import requests
from kazoo.client import KazooClient
from kazoo.protocol.states import KazooState

from app.ensemble.embedded import SandboxServer
from app.zookeeper.wire.codes import Op
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, await_until
from tests.web.whole import Whole, whole

WITHIN = 30.0
WRITES = {Op.CREATE, Op.CREATE2, Op.SET_DATA, Op.DELETE, Op.MULTI}
LOCK = {"path": "/lock", "readers": 0, "writers": 1, "task": 60.0, "session_timeout": 20.0}


class Away(NamedTuple):
    """A dashboard behind a proxy, and somebody who is not."""

    dashboard: Whole
    proxy: FaultyProxy
    other: KazooClient

    def ask(self, method: str, call: str, **body: Any) -> requests.Response:
        return requests.request(
            method, f"{self.dashboard.url}/api/v1/{call}", json=body, timeout=30
        )

    def go_before_a_write(self) -> None:
        """ZooKeeper goes, once, as the dashboard hands its client the next write."""
        client = self.dashboard.client
        pass_on = client._call

        def go(request: Any, result: Any) -> None:
            if getattr(request, "op", None) in WRITES or getattr(request, "type", 0) in WRITES:
                client._call = pass_on
                self.proxy.down()
                await_until(lambda: client.state == KazooState.SUSPENDED)
            pass_on(request, result)

        client._call = go

    def come_back(self) -> None:
        """What the client has kept for this moment is done by its end: requests are in order."""
        self.proxy.up()
        await_until(lambda: self.dashboard.client.connected, WITHIN)
        self.dashboard.client.exists("/")

    def events(self, kind: str) -> list[Any]:
        return [one for one in self.dashboard.journal.since(0) or () if one.kind == kind]


@pytest.fixture
def away(sandbox: SandboxServer, open_client: Connect) -> Iterator[Away]:
    root = open_client(sandbox.hosts).create("/away-", sequence=True)
    proxy = FaultyProxy(sandbox.hosts)
    try:
        with whole(proxy.hosts + root) as dashboard:
            yield Away(dashboard, proxy, open_client(sandbox.hosts + root))
    finally:
        proxy.close()


class Write(NamedTuple):
    """A write of a person: what is there before, the call, and how it is seen to have been done."""

    prepare: Callable[[Away], object]
    ask: Callable[[Away], requests.Response]
    is_done: Callable[[KazooClient], object]


def _configure(away: Away) -> None:
    away.other.create("/config", b"old")
    assert away.ask("POST", "configurations", path="/config", count=0).status_code == 201


def _publish(away: Away, **more: Any) -> requests.Response:
    return away.ask("POST", "configurations/publish", path="/config", value="new", **more)


def _group(away: Away) -> None:
    away.other.create("/group/all_nodes/n1", b'{"incarnation": "one"}', makepath=True)
    assert away.ask("POST", "groups", path="/group", count=0).status_code == 202
    await_until(lambda: away.dashboard.state["groups"]["/group"]["nodes"]["n1"]["entry"], WITHIN)


def _lock(away: Away) -> None:
    assert away.ask("POST", "shared-locks", **LOCK).status_code == 201
    await_until(lambda: away.dashboard.state["shared_locks"]["/lock"]["chain"], WITHIN)


def _revoke(away: Away) -> requests.Response:
    (entry,) = away.dashboard.state["shared_locks"]["/lock"]["chain"]
    return away.ask("POST", "shared-locks/revoke", path="/lock", znode=entry["znode"])


def _is_revoked(other: KazooClient) -> bool:
    (name,) = [one for one in other.get_children("/lock") if "write" in one]
    return bool(other.get(f"/lock/{name}")[0] == b"unlock")


WRITTEN = {
    "a value": Write(_configure, lambda away: _publish(away, version=0),
                     lambda other: other.get("/config")[0] == b"new"),
    "a znode of a value": Write(lambda away: None, lambda away: _publish(away, version=None),
                                lambda other: other.exists("/config")),
    "a value again": Write(_configure, lambda away: _publish(away, version=0, recreate=True),
                           lambda other: other.get("/config")[0] == b"new"),
    "no value": Write(
        _configure,
        lambda away: away.ask("DELETE", "configurations/value", path="/config", version=0),
        lambda other: not other.exists("/config"),
    ),
    "no node": Write(
        _group, lambda away: away.ask("DELETE", "groups/nodes", path="/group", id="n1"),
        lambda other: not other.exists("/group/all_nodes/n1"),
    ),
    "a wish": Write(_lock, _revoke, _is_revoked),
    "no leftovers": Write(
        _group, lambda away: away.ask("DELETE", "leftovers", path="/group", section="groups"),
        lambda other: not other.exists("/group/all_nodes/n1"),
    ),
    "a name": Write(
        lambda away: away.other.ensure_path("/group/all_nodes"),
        lambda away: away.ask("POST", "groups", path="/group", count=1),
        lambda other: other.exists("/group/all_nodes/n1"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("write", WRITTEN.values(), ids=WRITTEN)
def test_what_was_not_sent_is_never_done(away: Away, write: Write) -> None:
    write.prepare(away)
    away.go_before_a_write()
    answer = write.ask(away)
    away.come_back()
    assert not write.is_done(away.other)
    if answer.status_code == 200:
        kept = {one["path"]: one["why"] for one in answer.json()["kept"]}
        assert "ZooKeeper does not answer" in kept["/group/all_nodes/n1"]
    else:
        assert (answer.status_code, answer.json()["error"]["code"]) == (
            503, "zookeeper_unavailable",
        )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "op"),
    [
        ("a value", Op.SET_DATA),
        ("no value", Op.DELETE),
        ("no node", Op.DELETE),
        ("a wish", Op.SET_DATA),
        ("a name", Op.CREATE),
        ("no leftovers", Op.DELETE),
    ],
)
def test_what_was_sent_and_not_answered_may_be_done(away: Away, name: str, op: Op) -> None:
    write = WRITTEN[name]
    write.prepare(away)
    away.proxy.hold_after = op
    answer = write.ask(away)
    assert answer.status_code == 504, answer.text
    assert answer.json()["error"]["code"] == "outcome_unknown"
    away.proxy.release()
    await_until(lambda: write.is_done(away.other))
    assert not away.events("shared_lock.unrevoked")


def test_credentials_that_were_sent_and_not_answered_may_be_known(away: Away) -> None:
    away.proxy.hold_after = Op.AUTH
    answer = away.ask("POST", "znodes/credentials", user="ann", password="x")
    assert (answer.status_code, answer.json()["error"]["code"]) == (504, "outcome_unknown")
    away.proxy.release()
    everybody = {"scheme": "world", "id": "anyone", "perms": "cdrwa"}
    acl = [{"scheme": "auth", "id": "", "perms": "cdrwa"}, everybody]
    await_until(lambda: away.ask("POST", "znodes", path="/who", acl=acl).ok)
    assert any(one.id.id.startswith("ann:") for one in away.other.get_acls("/who")[0])
    credentials = away.dashboard.state["workbench"]["credentials"]
    assert [one["id"].partition(":")[0] for one in credentials] == ["ann"]


def test_an_ephemeral_whose_creation_was_not_answered_is_counted(away: Away) -> None:
    assert away.ask("POST", "znodes", path="/before").status_code == 201
    away.proxy.hold_after = Op.CREATE
    answer = away.ask("POST", "znodes", path="/mine", kind="ephemeral")
    assert answer.status_code == 504, answer.text
    away.proxy.release()
    await_until(lambda: away.other.exists("/mine"))
    session = away.dashboard.state["workbench"]["session"]
    refused = away.ask("DELETE", "znodes/session", session=session, expect=0)
    assert refused.status_code == 409
    assert "with 1 ephemerals" in refused.json()["error"]["message"]
    ended = away.ask("DELETE", "znodes/session", session=session, expect=1)
    assert ended.status_code == 200, ended.text
    assert not away.other.exists("/mine")
