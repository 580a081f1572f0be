"""A candidate with the options of a program's own KazooClient."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from kazoo.client import KazooClient
from kazoo.retry import KazooRetry
from kazoo.security import make_digest_acl

from app.library import Lock, Tls, from_kazoo
from app.zookeeper.security import Security
from tests.library.standing import TIMEOUT, Stander
from tests.support.secured import SERVERS
from tests.support.zookeeper import await_until

SECRET = "ada:a-secret:of=ours"


@contextmanager
def standing(options: dict[str, Any]) -> Iterator[Stander]:
    """A candidate with these options, while it leads."""
    stander = Stander(name="1", **from_kazoo(options))
    try:
        stander.await_elected()
        yield stander
    finally:
        stander.close()


@contextmanager
def connected(options: dict[str, Any]) -> Iterator[KazooClient]:
    """The program's own client."""
    client = KazooClient(**options)
    client.start(TIMEOUT)
    try:
        yield client
    finally:
        client.stop()
        client.close()


def options_of(hosts: str, security: Security) -> dict[str, Any]:
    """What a program gives kazoo to be served as `security` says."""
    options: dict[str, Any] = {"hosts": hosts, "timeout": TIMEOUT, "default_acl": security.acl}
    if security.auth:
        options["auth_data"] = list(security.auth)
    if security.sasl:
        names = ("username", "password")
        options["sasl_options"] = dict(zip(names, security.sasl, strict=True))
    if security.tls:
        ca, certificate, key = security.tls
        options.update(use_ssl=True, ca=ca, certfile=certificate, keyfile=key)
    return options


def test_it_stands_beside_a_client_with_the_same_options(fresh_hosts: str) -> None:
    address, _, root = fresh_hosts.partition("/")
    options = {
        "hosts": [address, f"/{root}"],
        "timeout": TIMEOUT,
        "auth_data": {("digest", SECRET)},
        "default_acl": [make_digest_acl(*SECRET.split(":", 1), all=True)],
        "connection_retry": {"max_tries": 3},
        "command_retry": KazooRetry(max_tries=3),
        "read_only": False,
    }
    with connected({**options, "command_retry": None}) as client, standing(options) as stander:
        term = stander.elected[0].term
        assert client.get_acls(term.znode)[0] == options["default_acl"]
        await_until(lambda: stander.of("connected"))
        assert stander.of("connected")[0]["timeout"] == TIMEOUT
        assert client.exists(term.znode).ephemeralOwner != client.client_id[0]
        stander.close()
        assert not client.exists(term.znode)
        assert client.connected


def test_every_class_takes_them(fresh_hosts: str) -> None:
    options = from_kazoo({"hosts": fresh_hosts, "timeout": TIMEOUT})
    with Lock(path="/lock", **options) as held:
        held.confirm()


@pytest.mark.proof
@pytest.mark.parametrize("kind", SERVERS)
def test_it_is_served_where_the_server_serves_nobody_unknown(kind: str, tmp_path: Path) -> None:
    with (
        SERVERS[kind](tmp_path) as server,
        standing(options_of(server.hosts, server.security)) as stander,
    ):
        assert stander.candidate.term is not None


def test_what_kazoo_called_sasl_before() -> None:
    options = {"hosts": "a:2181", "auth_data": [("sasl", "ada:sec:ret"), ("digest", SECRET)]}
    assert from_kazoo(options) == {
        "hosts": "a:2181",
        "auth": (("digest", SECRET),),
        "sasl": ("ada", "sec:ret"),
    }


def test_certificates_are_for_tls_only() -> None:
    files = {"ca": "ca.pem", "certfile": "own.pem", "keyfile": "own.key"}
    assert from_kazoo(files) == {}
    assert from_kazoo({**files, "use_ssl": True}) == {"tls": Tls("ca.pem", "own.pem", "own.key")}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"handler": object(), "client_id": (1, b"")}, "cannot take client_id, handler from"),
        ({"read_only": True}, "cannot take read_only"),
        (KazooClient("a:2181"), "takes the options of a KazooClient, not a client"),
        ({"keyfile_password": "sesame"}, "cannot take keyfile_password"),
        ({"host": "a:2181"}, "cannot take host from"),
        ({"use_ssl": True, "verify_certs": False}, "give ca instead of verify_certs=False"),
        ({"sasl_options": {"mechanism": "GSSAPI"}}, "only DIGEST-MD5 for SASL, not GSSAPI"),
        ({"sasl_options": "digest"}, "sasl_options must be a mapping of options, not 'digest'"),
        ({"auth_data": ["digest"]}, "auth_data must be pairs of a scheme and a credential"),
    ],
)
def test_what_a_candidate_cannot_keep_to_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        from_kazoo(options)
