"""The mirror against a real server: loading, following, and missing nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import pytest
from kazoo.client import KazooClient
from kazoo.security import make_acl

from app.ensemble.apache.server import ApacheServer
from app.ensemble.embedded import SandboxServer
from app.ensemble.ports import free_port
from app.journal.state import JournalFact
from app.processes.sessions import end_session
from app.readmodels.events import ZnodeDeleted
from app.zookeeper import handler, publisher
from app.zookeeper.client import session_hex
from app.zookeeper.mirror import Mirror
from tests.support.mirrored import MirrorOf
from tests.support.proxy import FaultyProxy
from tests.support.releases import release
from tests.support.zookeeper import Connect, Listing, await_until, walk

pytestmark = pytest.mark.needs("recursive_watches")  # else see test_old_server.py
HOSTILE = ["<img src=x onerror=alert(1)>", "'\"`;--", "☃ snow man", "a\\b", "%2e%2e", "{{7*7}}"]


def test_the_whole_tree_is_loaded(client: KazooClient, mirror_of: MirrorOf) -> None:
    for path in ("/a/b/c", "/a/d", "/e"):
        client.create(path, makepath=True)
    mirrored = mirror_of().load()
    assert mirrored.paths == {"/a", "/a/b", "/a/b/c", "/a/d", "/e"}
    loaded = mirrored.told.last("mirror.loaded")
    assert (loaded["znodes"], loaded["mode"]) == (5, "recursive")
    assert mirrored.told.znodes() == [], "what was there before is no news"


def test_thousands_of_znodes_take_more_than_one_batch(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    _fill(client, 3000)
    mirrored = mirror_of().load()
    assert mirrored.paths == walk(client)
    assert mirrored.told.last("mirror.loaded")["znodes"] == 3003


def test_changes_are_told_in_order(client: KazooClient, mirror_of: MirrorOf) -> None:
    mirrored = mirror_of().load()
    client.create("/a/b", makepath=True)
    client.set("/a", b"x")
    client.delete("/a/b")
    client.delete("/a")
    mirrored.settle()
    assert mirrored.told.znodes() == [
        ("created", "/a"),
        ("created", "/a/b"),
        ("changed", "/a"),
        ("deleted", "/a/b"),
        ("deleted", "/a"),
    ]
    assert mirrored.paths == set()


def test_a_tree_that_changes_while_it_is_loaded(
    fresh_hosts: str, client: KazooClient, open_client: Connect, mirror_of: MirrorOf
) -> None:
    """Created and deleted during the walk: the mirror is exact as soon as it has settled."""
    other = open_client(fresh_hosts)
    _fill(client, 2000)
    halt = threading.Event()
    writer = threading.Thread(target=_hammer, args=(other, halt))
    writer.start()
    try:
        for _ in range(3):
            mirrored = mirror_of().load()
    finally:
        halt.set()
        writer.join()
    mirrored.settle()
    assert mirrored.paths == walk(client)


def test_what_was_missed_is_told_after_a_reconnect(
    client: KazooClient, mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    for path in ("/stays", "/goes/deep", "/again"):
        client.create(path, makepath=True)
    mirrored = mirror_of(through).load()
    proxy.down()
    mirrored.told.await_one("zookeeper.suspended")
    client.delete("/goes", recursive=True)
    client.create("/came/deep", makepath=True)
    proxy.up()
    mirrored.load(count=2)
    assert mirrored.paths == walk(client) == {"/stays", "/again", "/came", "/came/deep"}
    assert mirrored.told.znodes() == [
        ("deleted", "/goes/deep"),
        ("deleted", "/goes"),
        ("created", "/came"),
        ("created", "/came/deep"),
    ]
    missed = [mirrored.told.last("znode.deleted", path) for path in ("/goes/deep", "/goes")]
    assert [data.get("found_gone") for data in missed] == [True, True]
    client.delete("/stays")
    assert "found_gone" not in mirrored.told.await_one("znode.deleted", "/stays")
    assert len(mirrored.told.of("zookeeper.connected")) == 2
    sessions = {told.data["session"] for told in mirrored.told.of("zookeeper.connected")}
    assert len(sessions) == 1


def test_the_session_expires(fresh_hosts: str, client: KazooClient, mirror_of: MirrorOf) -> None:
    """The server ends the mirror's session; a new one begins, and nothing is missed."""
    mirrored = mirror_of().load()
    first = mirrored.told.last("zookeeper.connected")["session"]
    identity = mirrored.mirror.client.client_id
    assert identity is not None
    end_session(
        fresh_hosts, identity, mirrored.told.last("zookeeper.connected")["timeout_ms"] / 1000
    )
    client.create("/meanwhile")
    mirrored.load(count=2)
    assert mirrored.told.last("zookeeper.lost") == {"reason": "the session expired"}
    assert mirrored.told.last("zookeeper.connected")["session"] != first
    await_until(lambda: mirrored.told.znodes() == [("created", "/meanwhile")])
    assert mirrored.paths == {"/meanwhile"}


def test_what_a_connection_is_told_with(
    fresh_hosts: str, mirror_of: MirrorOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handler, "_VERSION_TIMEOUT", 20.0)
    mirrored = mirror_of(session_timeout=5.0).load()
    assert mirrored.told.last("zookeeper.connected") == {
        "session": session_hex(mirrored.mirror.client.client_id),
        "version": release(),
        "timeout_ms": 5000,
        "server": fresh_hosts.partition("/")[0],
    }


def test_out_of_reach_is_told_with_its_reason_and_tried_again(mirror_of: MirrorOf) -> None:
    port = free_port()
    mirrored = mirror_of(f"127.0.0.1:{port}")
    told = mirrored.told.await_one("zookeeper.suspended")
    assert told == {"reason": f"connection refused by 127.0.0.1:{port}"}
    ran: list[bool] = []
    mirrored.mirror.after_sync(lambda: ran.append(True))
    await_until(lambda: ran)
    assert not mirrored.mirror.is_loaded


def test_a_shut_znode_is_marked_and_skipped(client: KazooClient, mirror_of: MirrorOf) -> None:
    client.create("/shut", acl=[make_acl("digest", "nobody:x", all=True)])
    client.create("/open/below", makepath=True)
    mirrored = mirror_of().load()
    window = mirrored.mirror.windows.window("/shut")
    assert (window.exists, window.rows) == (True, ())
    assert "ACL" in str(window.error)
    assert mirrored.paths == {"/shut", "/open", "/open/below"}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_names(client: KazooClient, name: str, mirror_of: MirrorOf) -> None:
    mirrored = mirror_of().load()
    client.create(f"/{name}")
    mirrored.settle()
    assert mirrored.paths == {f"/{name}"}
    assert [row.name for row in mirrored.mirror.windows.window("/").rows] == [name]
    assert mirrored.mirror.windows.search(name[:3]).paths == [f"/{name}"]


def test_a_missing_chroot_appears(
    zookeeper: ApacheServer, open_client: Connect, mirror_of: MirrorOf
) -> None:
    hosts = f"{zookeeper.hosts}/not-there-yet"
    mirrored = mirror_of(hosts).load()
    assert not mirrored.mirror.windows.window("/").exists
    assert "/not-there-yet" in mirrored.told.last("mirror.rootless")["reason"]
    open_client(zookeeper.hosts).create("/not-there-yet/a", makepath=True)
    mirrored.settle()
    assert mirrored.paths == {"/a"}
    assert mirrored.told.last("mirror.rooted") == {"chroot": "/not-there-yet"}
    open_client(zookeeper.hosts).delete("/not-there-yet", recursive=True)
    mirrored.settle()
    assert not mirrored.mirror.windows.window("/").exists
    kinds = [told.kind for told in mirrored.told.all if told.kind.startswith("mirror.root")]
    assert kinds == ["mirror.rootless", "mirror.rooted", "mirror.rootless"]


def test_zookeepers_own_znodes_are_no_news(open_client: Connect, mirror_of: MirrorOf) -> None:
    server = SandboxServer()
    server.start()
    try:
        mirrored, client = mirror_of(server.hosts).load(), open_client(server.hosts)
        client.create("/zookeeper/quota/a")
        client.create("/a")
        mirrored.settle()
        assert mirrored.told.znodes() == [("created", "/a")]
        assert mirrored.mirror.windows.window("/zookeeper").total == 2
        assert mirrored.told.last("mirror.loaded")["znodes"] == 0
    finally:
        server.stop()


def test_a_busy_tree_is_summed_up(client: KazooClient, mirror_of: MirrorOf) -> None:
    mirrored = mirror_of(clock=lambda: 0.0).load()
    _fill(client, 2000)
    mirrored.settle()
    await_until(lambda: _counted(mirrored.told, "created") == 2002)
    assert len(mirrored.told.znodes()) == 200
    assert all(t.subject in ("/", "/d0", "/d1") for t in mirrored.told.of("znodes.summary"))


def test_windows_page_through_the_children(client: KazooClient, mirror_of: MirrorOf) -> None:
    _fill(client, 1000)
    mirrored = mirror_of().load()
    window = mirrored.mirror.windows.window("/d0", 998, 50)
    assert (window.total, window.start, window.exists) == (1000, 998, True)
    assert [row.name for row in window.rows] == ["n00998", "n00999"]
    assert mirrored.mirror.windows.window("/none").exists is False


def test_a_window_learns_whose_its_rows_are(client: KazooClient, mirror_of: MirrorOf) -> None:
    client.create("/e-", ephemeral=True, sequence=True)
    client.create("/p")
    mirrored = mirror_of().load()
    changed: list[str] = []
    mirrored.mirror.on_tree_change(changed.append)
    rows = mirrored.mirror.windows.window
    assert "unknown" in {row.kind for row in rows("/").rows}
    await_until(lambda: "/" in changed)
    await_until(lambda: "unknown" not in {row.kind for row in rows("/").rows})
    ephemeral, persistent = rows("/").rows
    assert (ephemeral.kind, ephemeral.session) == (
        "ephemeral_sequential",
        session_hex(client.client_id),
    )
    assert (persistent.kind, persistent.session, persistent.children) == ("persistent", None, 0)


def test_listeners_hear_which_windows_changed(client: KazooClient, mirror_of: MirrorOf) -> None:
    client.create("/a/b", makepath=True)
    mirrored = mirror_of().load()
    changed: list[str] = []

    def fails(path: str) -> None:
        raise RuntimeError(path)

    mirrored.mirror.on_tree_change(fails)
    end = mirrored.mirror.on_tree_change(changed.append)
    client.create("/a/b/c")
    mirrored.settle()
    assert changed == ["/a/b", "/a"]
    end()
    client.delete("/a/b/c")
    mirrored.settle()
    assert changed == ["/a/b", "/a"]


def test_stopping_is_quick_and_final(fresh_hosts: str, client: KazooClient) -> None:
    told = Listing()
    mirror = Mirror(fresh_hosts, told.append)
    mirror.start()
    told.await_one("mirror.loaded")
    mirror.stop()
    count = len(told.all)
    client.create("/after")
    assert len(told.all) == count
    ran: list[bool] = []
    mirror.after_sync(lambda: ran.append(True))
    assert ran == [True]


def test_those_who_end_with_one_session_are_told_together(
    fresh_hosts: str, open_client: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where events wait; before them comes what came before, and after them what came after."""
    monkeypatch.setattr(publisher, "BURST", 0.0)
    told, client, other = Listing(), open_client(fresh_hosts), open_client(fresh_hosts)
    ended: list[list[str]] = []

    def append_all(facts: Sequence[JournalFact]) -> None:
        for fact in facts:
            told.append(*fact)
        if isinstance(facts[0].event, ZnodeDeleted):
            ended.append(sorted(fact.event.subject for fact in facts))

    mirror = Mirror(fresh_hosts, told.append, append_all=append_all)
    mirror.start()
    told.await_one("mirror.loaded")
    mirror.follow("/crowd", children="every")
    other.create("/crowd")
    for _ in range(20):
        client.create("/crowd/n_", ephemeral=True, sequence=True)
    told.await_one("member.read", count=20)
    may_go_on = threading.Event()
    mirror._handler.post(may_go_on.wait)
    other.create("/crowd/before")
    client.stop()
    other.create("/crowd/after")
    await_until(lambda: len(mirror._handler.callback_queue._functions) >= 22)
    may_go_on.set()
    told.await_one("znode.created", "/crowd/after")
    mirror.stop()
    assert ended == [[f"/crowd/n_{n:010}" for n in range(20)]]


def test_what_is_opened_is_read_again_for_what_no_event_tells(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    """A znode that the mirror may not read, created and deleted while it watches."""
    client.create("/folder")
    mirrored = mirror_of().load()
    client.create("/folder/shut", acl=[make_acl("digest", "nobody:x", create=True)])
    mirrored.settle()
    mirrored.mirror.open_paths(["/folder"])
    await_until(lambda: mirrored.mirror.windows.window("/folder").total == 1)
    client.delete("/folder/shut")
    mirrored.mirror.open_paths([])
    mirrored.mirror.open_paths(["/folder"])
    await_until(lambda: mirrored.mirror.windows.window("/folder").total == 0)


def _counted(told: Listing, change: str) -> int:
    single = len([kind for kind, _ in told.znodes() if kind == change])
    return single + sum(int(t.data[change]) for t in told.of("znodes.summary"))


def _fill(client: KazooClient, count: int) -> None:
    """`count` znodes in directories of a thousand."""
    for start in range(0, count, 1000):
        transaction = client.transaction()
        transaction.create(f"/d{start // 1000}")
        for number in range(start, min(start + 1000, count)):
            transaction.create(f"/d{start // 1000}/n{number:05}")
        assert not any(isinstance(result, Exception) for result in transaction.commit())


def _hammer(client: KazooClient, halt: threading.Event) -> None:
    """Create and delete all over the tree, in bursts, until told to halt."""
    turn = 0
    while not halt.is_set():
        turn += 1
        results = [client.create_async(f"/d0/n{n:05}/deep{turn}") for n in range(0, 1000, 50)]
        results += [client.create_async(f"/t{turn}"), client.create_async(f"/t{turn}/below")]
        results += [client.delete_async(f"/d0/n{n:05}/deep{turn}") for n in range(0, 1000, 100)]
        results += [client.delete_async(f"/d1/n{1000 + turn:05}")]
        for result in results:
            result.wait(5)


@pytest.mark.needs("recursive_watches")
def test_what_waits_has_the_time_at_which_it_was_read_and_that_it_waits_is_told(
    fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "BEHIND", 0.2)
    client, mirrored = open_client(fresh_hosts), mirror_of(session_timeout=60).load()
    client.create("/e")
    mirrored.told.await_one("znode.created", "/e")
    queue, reads = mirrored.mirror._handler.callback_queue, list[float]()

    def note() -> None:
        queue.has_read()
        reads.append(queue._reader[1])

    mirrored.mirror.client._connection._socket.on_read = note
    gate, is_at_gate = threading.Event(), threading.Event()
    mirrored.mirror._handler.post(is_at_gate.set)
    mirrored.mirror._handler.post(lambda: gate.wait(30))
    assert is_at_gate.wait(30)
    client.delete("/e")
    await_until(lambda: reads and time.monotonic() > reads[-1] + 0.3)
    gate.set()
    mirrored.told.await_one("znode.deleted", "/e")
    (gone,) = mirrored.told.of("znode.deleted", "/e")
    assert mirrored.told.times[mirrored.told.all.index(gone)] in reads
    assert mirrored.told.await_one("mirror.behind")["ms"] >= 300
    mirrored.told.await_one("mirror.caught_up")
