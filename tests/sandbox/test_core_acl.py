"""Who may do what."""

from __future__ import annotations

import pytest

from app.sandbox.core.acl import digest
from app.zookeeper.wire.codes import Code, Op, Permission
from app.zookeeper.wire.records import Acl, ClientInfo, Id
from tests.sandbox.playbook import OPEN, Server

READ, WRITE, CREATE, DELETE, ADMIN = Permission
ALL = Permission.ALL
ADA = Acl(ALL, Id("digest", digest(b"ada:secret")))


def test_the_digest_is_the_one_of_apache() -> None:
    """`DigestAuthenticationProvider super:test`, as ZooKeeper's documentation shows it."""
    assert digest(b"super:test") == "super:D/InIHSb7yEEbrWz8b9l71RjZJU="


def test_each_permission_opens_its_own_door() -> None:
    client = Server().client()
    for name, permission in (("r", READ), ("w", WRITE), ("c", CREATE), ("d", DELETE), ("a", ADMIN)):
        client.create(f"/{name}")
        client.create(f"/{name}/child")
        client.protect(f"/{name}", [Acl(permission, Id("world", "anyone"))])

    def opened(answer: object) -> bool:
        return answer is not Code.NO_AUTH

    for name in "rwcda":
        path = f"/{name}"
        assert opened(client.read(path)) == (name == "r")
        assert opened(client.children(path)) == (name == "r")
        assert opened(client.acl(path)) == (name in "ra")
        assert opened(client.write(path, b"")) == (name == "w")
        assert opened(client.create(f"{path}/new")) == (name == "c")
        assert opened(client.delete(f"{path}/child")) == (name == "d")
        assert opened(client.exists(path)) == (name == "r")
        assert opened(client.protect(path, OPEN)) == (name == "a")


def test_a_password_opens_what_was_made_with_it() -> None:
    server = Server()
    ada, other = server.client(), server.client()
    ada.authenticate("digest", b"ada:secret")
    ada.create("/hers", b"", acl=[Acl(ALL, Id("auth", ""))])
    assert ada.read("/hers") is not Code.NO_AUTH
    assert other.read("/hers") is Code.NO_AUTH
    other.authenticate("digest", b"ada:wrong")
    assert other.read("/hers") is Code.NO_AUTH
    other.authenticate("digest", b"ada:secret")
    assert other.acl("/hers").acl == [ADA]


def test_whoever_may_only_read_does_not_see_the_hashes() -> None:
    server = Server()
    server.client().create("/a", acl=[ADA, Acl(READ, Id("world", "anyone"))])
    assert server.client().acl("/a").acl[0] == Acl(ALL, Id("digest", "ada:x"))


def test_the_super_user_may_do_everything() -> None:
    server = Server(superuser=digest(b"super:test"))
    server.client().create("/a", acl=[ADA])
    client = server.client()
    client.authenticate("digest", b"super:test")
    assert client.write("/a", b"theirs") is not Code.NO_AUTH


@pytest.mark.parametrize(
    ("network", "address", "opens"),
    [
        ("10.0.0.1", "10.0.0.1", True),
        ("10.0.0.1", "10.0.0.2", False),
        ("10.0.0.0/8", "10.9.9.9", True),
        ("10.0.0.0/8", "11.0.0.1", False),
        ("10.1.128.0/17", "10.1.127.1", False),
        ("0.0.0.0/0", "192.168.1.1", True),
        ("10.0.0.1", "::1", False),
    ],
)
def test_addresses_and_networks(network: str, address: str, opens: bool) -> None:
    server = Server()
    server.client().create("/a", acl=[Acl(ALL, Id("ip", network))])
    assert (server.client(address=address).read("/a") is not Code.NO_AUTH) == opens


@pytest.mark.parametrize(
    "entry",
    [
        Id("world", "someone"), Id("auth", ""), Id("digest", "nocolon"), Id("digest", "a:"),
        Id("ip", "1.2.3"), Id("ip", "1.2.3.4/33"), Id("ip", "256.1.1.1"), Id("none", "x"),
        Id("", ""),
    ],
)  # fmt: skip
def test_impossible_entries_are_refused(entry: Id) -> None:
    client = Server().client()
    assert client.create("/a", acl=[Acl(ALL, entry)]) is Code.INVALID_ACL
    assert client.create("/a", acl=[]) is Code.INVALID_ACL


def test_the_acl_has_a_version_of_its_own() -> None:
    client = Server().client()
    client.create("/a")
    assert client.protect("/a", OPEN, 0).stat.aversion == 1
    assert client.protect("/a", OPEN, 0) is Code.BAD_VERSION
    assert client.exists("/a").stat.version == 0


def test_a_client_may_ask_who_it_is() -> None:
    client = Server().client()
    client.authenticate("digest", b"ada:secret")
    client.authenticate("digest", b"ada:secret")
    found = client.ask(Op.WHO_AM_I).clients
    assert found == [ClientInfo("ip", "127.0.0.1"), ClientInfo("digest", "ada")]
