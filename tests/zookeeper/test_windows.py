"""What a row of the tree says of its znode: never for long that it is not known yet."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import cast

import pytest
from kazoo.client import KazooClient
from kazoo.security import ACL, make_acl, make_digest_acl

from app.zookeeper.reads import ReadQueue
from app.zookeeper.tree import ZnodeTree
from app.zookeeper.windows import MirrorWindows, Row
from tests.support.mirrored import Mirrored, MirrorOf
from tests.support.proxy import FaultyProxy
from tests.support.releases import abilities
from tests.support.zookeeper import Connect, await_until

SHUT: list[ACL] = [make_digest_acl("owner", "secret", all=True)]
OPEN: list[ACL] = [make_acl("world", "anyone", all=True)]


class Page:
    """What a page shows of `path`: read once, and again only when it is told of a change."""

    def __init__(self, mirrored: Mirrored, path: str) -> None:
        self._windows, self._path = mirrored.mirror.windows, path
        self._changed = threading.Event()
        self.readings = 0
        mirrored.mirror.on_tree_change(self._hear)
        mirrored.mirror.open_paths({path})
        self._read()

    def _hear(self, path: str) -> None:
        if path == self._path:
            self._changed.set()

    def _read(self) -> None:
        self._changed.clear()
        self.readings += 1
        rows = self._windows.window(self._path).rows
        self._rows = {row.name: row for row in rows}

    def row(self, name: str) -> Row | None:
        """The row of a child as the page shows it by now."""
        if self._changed.is_set():
            self._read()
        return self._rows.get(name)

    def kind(self, name: str) -> str | None:
        row = self.row(name)
        return row.kind if row else None

    def is_hidden(self, name: str) -> bool | None:
        row = self.row(name)
        return row.hidden if row else None

    def await_kind(self, name: str, kind: str | None) -> None:
        await_until(lambda: self.kind(name) == kind)


@pytest.fixture
def owner(client: KazooClient) -> KazooClient:
    """Somebody who may do what nobody else may."""
    client.add_auth("digest", "owner:secret")
    return client


def test_a_row_that_was_asked_for_during_an_outage_is_known_after_it(
    client: KazooClient, mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    client.create("/a")
    mirrored = mirror_of(through).load()
    proxy.down()
    mirrored.told.await_one("zookeeper.suspended")
    page = Page(mirrored, "/")
    assert page.kind("a") == "unknown"
    proxy.up()
    mirrored.load(2)
    page.await_kind("a", "persistent")


def test_a_row_whose_answer_was_lost_is_known_after_the_outage(
    client: KazooClient, mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    client.create("/a")
    mirrored = mirror_of(through).load()
    proxy.hold()
    page = Page(mirrored, "/")
    mirrored.mirror.names("/", 0, 1)
    proxy.down()
    proxy.release()
    mirrored.told.await_one("zookeeper.suspended")
    assert page.kind("a") == "unknown"
    proxy.up()
    mirrored.load(2)
    page.await_kind("a", "persistent")


def test_what_came_under_the_same_name_during_an_outage_is_of_its_own_kind(
    client: KazooClient, mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    client.create("/a")
    mirrored = mirror_of(through).load()
    page = Page(mirrored, "/")
    page.await_kind("a", "persistent")
    proxy.down()
    mirrored.told.await_one("zookeeper.suspended")
    client.delete("/a")
    client.create("/a", ephemeral=True)
    proxy.up()
    mirrored.load(2)
    page.await_kind("a", "ephemeral")


def test_a_row_that_its_acl_hides_says_so_and_is_not_asked_for_ever(
    owner: KazooClient, mirror_of: MirrorOf
) -> None:
    owner.create("/a", acl=SHUT)
    mirrored = mirror_of().load()
    page = Page(mirrored, "/")
    hidden = abilities().exists_needs_read
    page.await_kind("a", "unknown" if hidden else "persistent")
    await_until(lambda: page.is_hidden("a") is hidden)
    for _ in range(20):
        mirrored.settle()
        page.row("a")
    assert page.readings < 6
    owner.set_acls("/a", OPEN)
    Page(mirrored, "/").await_kind("a", "persistent")


@pytest.mark.needs("exists_needs_read")
def test_a_row_whose_znode_went_unheard_goes_with_the_next_look(
    owner: KazooClient, mirror_of: MirrorOf
) -> None:
    owner.create("/a", acl=SHUT)
    mirrored = mirror_of().load()
    page = Page(mirrored, "/")
    await_until(lambda: page.is_hidden("a"))
    owner.delete("/a")
    owner.create("/b")
    page.await_kind("b", "persistent")
    page.await_kind("a", None)


def test_a_row_whose_owner_was_read_for_an_election_is_known(
    fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    stranger = open_client(fresh_hosts)
    stranger.create("/a/n_", ephemeral=True, sequence=True, makepath=True)
    mirrored = mirror_of().load()
    mirrored.told.await_one("election.found")
    page = Page(mirrored, "/a")
    for _ in range(8):
        name = stranger.create("/a/n_", ephemeral=True, sequence=True).rpartition("/")[2]
        page.await_kind(name, "ephemeral_sequential")


def test_what_an_election_learnt_before_the_row_was_asked_for_is_told() -> None:
    """The row is shown, the election's read comes, and only then the row's turn to be asked for."""
    tree, turns, changed = ZnodeTree(), list[Callable[[], None]](), list[str]()
    for path in ("/", "/a", "/a/n_1"):
        tree.add(path, listed=True)
    nobody = cast(ReadQueue, None)  # there is nothing left to ask for
    windows = MirrorWindows(
        tree, threading.Lock(), nobody, turns.append, changed.append, changed.append
    )
    (row,) = windows.window("/a").rows
    assert row.session is None
    member = tree.find("/a/n_1")
    assert member is not None
    member.owner = 0x17
    for turn in turns:
        turn()
    assert changed == ["/a"]
    (row,) = windows.window("/a").rows
    assert row.session == "0x17"
