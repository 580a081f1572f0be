"""Elections in the mirrored tree: found, followed, read, and gone."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from uuid import uuid4

import pytest
from kazoo.client import KazooClient
from kazoo.protocol.states import ZnodeStat
from kazoo.security import make_acl

from app.recipes.election.events import BESIDE
from app.zookeeper import finder
from app.zookeeper.client import session_hex
from app.zookeeper.members import Numbered, uncounted
from tests.support.mirrored import MirrorOf
from tests.support.proxy import FaultyProxy
from tests.support.releases import abilities
from tests.support.zookeeper import Connect, Listing, await_until


@pytest.mark.needs("recursive_watches")
def test_an_election_in_the_tree_is_found(client: KazooClient, mirror_of: MirrorOf) -> None:
    names = [_join(client, "/locks/a", data=b"host-1:%d" % n) for n in range(3)]
    mirrored = mirror_of().load()
    members = mirrored.told.await_one("election.found", "/locks/a")["members"]
    assert [member["znode"] for member in members] == names
    stat = client.exists(f"/locks/a/{names[1]}")
    assert members[1] == {
        "znode": names[1],
        "session": session_hex(client.client_id),
        "czxid": stat.czxid,
        "mzxid": stat.mzxid,
        "ctime": stat.ctime,
        "data": "host-1:1",
    }


@pytest.mark.needs("recursive_watches")
def test_a_queue_of_persistent_znodes_is_no_election(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    for _ in range(3):
        client.create("/queue/item-", sequence=True, makepath=True)
    mirrored = mirror_of().load()
    client.create("/queue/item-", sequence=True)
    _join(client, "/real")
    mirrored.told.await_one("election.found", "/real")
    assert not mirrored.told.of("election.found", "/queue")


@pytest.mark.needs("recursive_watches")
@pytest.mark.parametrize("is_there", [True, False])
def test_ten_digits_that_no_counter_has_given_make_no_election(
    client: KazooClient, mirror_of: MirrorOf, is_there: bool
) -> None:
    """Start codes of HBase's region servers end with the time, as Dubbo's addresses do."""
    client.create("/rs")
    mirrored = None if is_there else mirror_of().load()
    for host, code in ((1, 1500000000123), (2, 1500000000007)):
        client.create(f"/rs/host{host},16020,{code}", b"", ephemeral=True)
    mirrored = mirrored or mirror_of().load()
    _join(client, "/real")
    mirrored.told.await_one("election.found", "/real")
    mirrored.settle()
    assert not mirrored.told.of("election.found", "/rs")


def test_what_a_stat_of_the_parent_disproves() -> None:
    """Six were created there. Where only the order is wrong, nobody knows who of them lies."""
    parent = ZnodeStat(*[0] * 11)._replace(cversion=10, numChildren=2, pzxid=8)
    first, code, later = Numbered(5, 1, "n_1"), Numbered(6, 1500000000, "h"), Numbered(8, 5, "n_5")
    assert uncounted([first, code, later], parent) == {"h"}
    assert uncounted([first, Numbered(9, 1500000000, "h")], parent) == set()
    assert uncounted([first._replace(number=6), later], parent) == {"n_1", "n_5"}
    assert uncounted([code], parent._replace(cversion=1 << 31)) == set()


@pytest.mark.needs("recursive_watches")
def test_a_copied_znode_says_nothing_of_a_counter(client: KazooClient, mirror_of: MirrorOf) -> None:
    """A persistent one may have been given its number elsewhere: it came later than it says."""
    client.create("/e/n_0000000007", makepath=True)
    own = _join(client, "/e")
    mirrored = mirror_of(follow="/e").load()
    found = mirrored.told.await_one("election.found", "/e")["members"]
    assert [one["znode"] for one in found] == [own, "n_0000000007"]


@pytest.mark.needs("recursive_watches")
def test_of_a_followed_path_what_no_counter_has_given_is_no_member(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    client.create("/rs/host1,16020,1500000000123", ephemeral=True, makepath=True)
    own = _join(client, "/rs")
    mirrored = mirror_of(follow="/rs").load()
    found = mirrored.told.await_one("election.found", "/rs")["members"]
    assert [one["znode"] for one in found] == [own]
    client.create("/rs/host2,16020,1611719412345", ephemeral=True)
    again = mirrored.told.await_one("election.found", "/rs", count=2)["members"]
    assert [one["znode"] for one in again] == [own]


def test_a_followed_election_that_does_not_exist_yet(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    mirrored = mirror_of(follow="/deep/e").load()
    assert not mirrored.told.of("election.found")
    client.create("/deep/e", makepath=True)
    assert mirrored.told.await_one("election.found", "/deep/e") == {"members": []}


@pytest.mark.needs("recursive_watches")
def test_members_are_told_as_they_come_and_go(client: KazooClient, mirror_of: MirrorOf) -> None:
    client.create("/e")
    mirrored = mirror_of(follow="/e").load()
    mirrored.told.await_one("election.found", "/e")
    path = f"/e/{_join(client, '/e', data=b'me')}"
    read = mirrored.told.await_one("member.read", path)
    assert (read["election"], read["data"]) == ("/e", "me")
    client.set(path, b"me again")
    assert mirrored.told.await_one("member.read", path, count=2)["data"] == "me again"
    client.delete(path)
    mirrored.settle()
    about = [told.kind for told in mirrored.told.all if told.subject == path]
    assert about == [
        "znode.created",
        "member.read",
        "znode.changed",
        "member.read",
        "znode.deleted",
    ]


@pytest.mark.needs("recursive_watches")
def test_a_free_path_makes_room_for_one_with_members_and_is_found_again(
    fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That there is no room where all have members is told once."""
    monkeypatch.setattr(finder, "MOST_FOUND", 2)
    client, mirrored = open_client(fresh_hosts), mirror_of().load()
    for path in ("/locks/a", "/locks/b"):
        name = _join(client, path)
        mirrored.told.await_one("election.found", path)
    for path in ("/locks/c", "/locks/d"):
        _join(client, path)
        mirrored.settle()
    assert mirrored.told.await_one("mirror.bounded") == {"most": 2}
    client.delete(f"/locks/b/{name}")
    _join(client, "/locks/e")
    mirrored.told.await_one("election.found", "/locks/e")
    assert [told.subject for told in mirrored.told.of("election.forgotten")] == ["/locks/b"]
    client.delete("/locks/a", recursive=True)
    _join(client, "/locks/b")
    mirrored.told.await_one("election.found", "/locks/b", count=2)
    assert len(mirrored.told.of("mirror.bounded")) == 1


def test_an_election_that_is_deleted_is_gone_and_comes_back(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    client.create("/e")
    mirrored = mirror_of(follow="/e").load()
    client.delete("/e")
    mirrored.told.await_one("election.gone", "/e")
    client.create("/e")
    mirrored.told.await_one("election.found", "/e", count=2)
    name = _join(client, "/e")
    mirrored.told.await_one("member.read", f"/e/{name}")


def test_acknowledgements_are_read(client: KazooClient, mirror_of: MirrorOf) -> None:
    client.create("/e")
    client.create("/e-acknowledged", _acknowledgement("n_0", 1))
    mirrored = mirror_of(follow="/e").load()
    told = mirrored.told.await_one("acknowledgement.read", "/e")
    times = {"mtime": told["mtime"], "found": True}
    assert told == {"znode": "n_0", "epoch": 1, "candidate": "c1", "believed": True, **times}
    client.set("/e-acknowledged", _acknowledgement("n_1", 1 << 60))
    told = mirrored.told.await_one("acknowledgement.read", "/e", count=2)
    said = {"znode": "n_1", "epoch": 1 << 60, "candidate": "c1", "believed": False}
    assert told == {**said, "mtime": told["mtime"]}
    client.set("/e-acknowledged", b'["not", "one"]')
    assert mirrored.told.await_one("acknowledgement.read", "/e", count=3) == {}
    client.set("/e-acknowledged", _acknowledgement("n_2", 11))
    mirrored.told.await_one("acknowledgement.read", "/e", count=4)
    client.delete("/e-acknowledged")
    assert mirrored.told.await_one("acknowledgement.read", "/e", count=5) == {}
    client.create("/e-acknowledged", _acknowledgement("n_3", 13))
    assert mirrored.told.await_one("acknowledgement.read", "/e", count=6)["epoch"] == 13


@pytest.mark.needs("recursive_watches")
def test_an_acknowledgement_that_comes_with_its_election_is_read(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    """While members are read for the first time, another one and the acknowledgement come."""
    mirrored = mirror_of().load()
    paths = [f"/e{number}" for number in range(50)]
    for path in paths:
        mirrored.mirror.follow(path, children="numbered", beside=BESIDE)
        for child in (path, f"{path}/n_0000000000", f"{path}/n_0000000001"):
            client.create_async(child)
        client.create_async(f"{path}-acknowledged", _acknowledgement("n_0000000000", 1))
    for path in paths:
        mirrored.told.await_one("acknowledgement.read", path)


@pytest.mark.needs("recursive_watches")
def test_members_that_came_and_went_without_a_connection(
    client: KazooClient, mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    stays, goes = _join(client, "/e"), _join(client, "/e")
    mirrored = mirror_of(through, follow="/e").load()
    proxy.down()
    mirrored.told.await_one("zookeeper.suspended")
    client.delete(f"/e/{goes}")
    comes = _join(client, "/e")
    proxy.up()
    mirrored.load(count=2)
    found = mirrored.told.await_one("election.found", "/e", count=2)
    assert [member["znode"] for member in found["members"]] == [stays, comes]
    assert mirrored.told.znodes() == [("deleted", f"/e/{goes}"), ("created", f"/e/{comes}")]


def test_members_join_and_leave_while_the_tree_is_loaded(
    fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    """Folding what was told gives the members that there are, whatever the interleaving."""
    client = open_client(fresh_hosts, 30.0)
    for number in range(1500):
        client.create_async(f"/filler-{number}")
    _join(client, "/e")
    mirrored = mirror_of(follow="/e")
    for turn in range(60):
        name = _join(client, "/e")
        if turn % 2:
            client.delete(f"/e/{name}")
    mirrored.load()
    mirrored.settle()
    assert mirrored.members("/e") == set(client.get_children("/e"))
    assert len(mirrored.members("/e")) == 31


def test_a_member_whose_data_is_forbidden_is_still_a_member(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    client.create("/e")
    shut = [make_acl("digest", "nobody:x", all=True)]
    path = client.create("/e/n_", b"secret", acl=shut, ephemeral=True, sequence=True)
    mirrored = mirror_of(follow="/e").load()
    member = await_until(lambda: _last_read(mirrored.told, path))
    session = None if abilities().exists_needs_read else session_hex(client.client_id)
    assert (member["session"], member["data"]) == (session, None)


def test_a_path_whose_list_is_forbidden_has_not_nobody(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    shut = [make_acl("digest", "nobody:x", all=True), make_acl("world", "anyone", create=True)]
    client.create("/e", acl=shut)
    client.create("/e/n_", ephemeral=True, sequence=True)
    mirrored = mirror_of(follow="/e").load()
    mirrored.told.await_one("election.denied", "/e")
    mirrored.settle()
    assert not mirrored.told.of("election.found", "/e")


@pytest.mark.needs("recursive_watches")
def test_data_that_is_no_text(client: KazooClient, mirror_of: MirrorOf) -> None:
    _join(client, "/e", data=b"\xff\xfe")
    found = mirror_of().told.await_one("election.found", "/e")
    assert found["members"][0]["data"] is None


@pytest.mark.needs("recursive_watches")
def test_many_elections_are_found(client: KazooClient, mirror_of: MirrorOf) -> None:
    for number in range(80):
        _join(client, f"/locks/l{number}")
    mirrored = mirror_of().load()
    await_until(lambda: len(mirrored.told.of("election.found")) == 80)


def _join(client: KazooClient, election: str, data: bytes = b"") -> str:
    client.ensure_path(election)
    path = client.create(f"{election}/guid-n_", data, ephemeral=True, sequence=True)
    return str(path.rpartition("/")[2])


def _acknowledgement(znode: str, epoch: int) -> bytes:
    return json.dumps({"znode": znode, "epoch": epoch, "candidate": "c1"}).encode()


def _last_read(told: Listing, path: str) -> dict[str, object] | None:
    name = path.rpartition("/")[2]
    listed = [m for t in told.of("election.found") for m in t.data["members"]]
    single = [t.data for t in told.of("member.read", path)]
    found = [member for member in (*listed, *single) if member["znode"] == name]
    return found[-1] if found else None


@pytest.mark.needs("recursive_watches")
def test_who_lives_shorter_than_a_round_trip_is_found(
    client: KazooClient, mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    """No answer says that it is ephemeral: its name does. It is a member that was not read."""
    client.create("/selector")
    proxy.delay = 0.2
    mirrored = mirror_of(through).load()
    with _taking_turns(client, f"/selector/_c_{uuid4()}-lock-"):
        found = mirrored.told.await_one("election.found", "/selector")
    assert all(member["unread"] for member in found["members"])


@pytest.mark.needs("recursive_watches")
def test_who_comes_while_the_first_one_is_asked_about_is_found(
    client: KazooClient, mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    """The first one turns out to be persistent."""
    client.create("/mixed")
    proxy.delay = 0.2
    mirrored = mirror_of(through).load()
    client.create("/mixed/n_", sequence=True)
    _join(client, "/mixed")
    assert mirrored.told.await_one("election.found", "/mixed")["members"]


@contextlib.contextmanager
def _taking_turns(client: KazooClient, prefix: str) -> Iterator[None]:
    """One znode after another comes, each for less time than an answer takes."""
    is_over = threading.Event()

    def take() -> None:
        while not is_over.wait(0.01):
            path = client.create(prefix, ephemeral=True, sequence=True)
            is_over.wait(0.1)
            client.delete(path)

    turns = threading.Thread(target=take)
    turns.start()
    try:
        yield
    finally:
        is_over.set()
        turns.join()


@pytest.mark.needs("recursive_watches")
def test_members_without_an_order_are_found_and_followed(
    fresh_hosts: str, client: KazooClient, open_client: Connect, mirror_of: MirrorOf
) -> None:
    """Of kazoo's Party, and of an instance as Curator's service discovery registers one."""
    other = open_client(fresh_hosts)
    first, second = client.Party("/party", "n1"), other.Party("/party", "n2")
    first.join()
    mirrored = mirror_of().load()
    found = mirrored.told.await_one("election.found", "/party")["members"]
    assert [(one["znode"], one["data"]) for one in found] == [(first.node, "n1")]
    second.join()
    assert mirrored.told.await_one("member.read", f"/party/{second.node}")["data"] == "n2"
    mirrored.mirror.follow("/party", children="numbered")
    again = mirrored.told.await_one("election.found", "/party", count=2)["members"]
    assert {one["data"] for one in again} == {"n1", "n2"}
    instance = f"/discovery/shop/{uuid4()}"
    client.create(instance, b'{"name": "shop"}', ephemeral=True, makepath=True)
    assert mirrored.told.await_one("election.found", "/discovery/shop")["members"]
    client.create(f"/kept/{uuid4()}", makepath=True)
    client.create("/brokers/ids/1", ephemeral=True, makepath=True)
    _join(client, "/real")
    mirrored.told.await_one("election.found", "/real")
    assert not mirrored.told.of("election.found", "/kept")
    assert not mirrored.told.of("election.found", "/brokers/ids")


@pytest.mark.needs("recursive_watches")
def test_of_a_start_code_that_stands_alone_nobody_is_told_that_it_leads(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    client.create("/rs")
    mirrored = mirror_of(follow="/rs").load()
    mirrored.told.await_one("election.found", "/rs")
    code = client.create("/rs/host1-9092-1719412345", ephemeral=True).rpartition("/")[2]
    found = mirrored.told.await_one("election.found", "/rs", count=2)
    assert (found["members"], found["uncounted"]) == ([], [code])
    own = _join(client, "/rs")
    mirrored.told.await_one("member.read", f"/rs/{own}")
    assert not mirrored.told.of("member.read", f"/rs/{code}")


@pytest.mark.needs("recursive_watches")
def test_an_acl_that_is_closed_or_opened_later_is_noticed(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    client.create("/e")
    name = _join(client, "/e")
    mirrored = mirror_of(follow="/e").load()
    mirrored.told.await_one("election.found", "/e")
    shut = [make_acl("digest", "nobody:x", all=True), make_acl("world", "anyone", admin=True)]
    client.set_acls("/e", shut)
    client.create("/other")
    mirrored.told.await_one("election.denied", "/e")
    client.set_acls("/e", [make_acl("world", "anyone", all=True)])
    again = mirrored.told.await_one("election.found", "/e", count=2)["members"]
    assert [one["znode"] for one in again] == [name]
