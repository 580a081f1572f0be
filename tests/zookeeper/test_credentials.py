"""The login by SASL: what answers a challenge, and which servers are not believed.

That real servers take it is shown in tests/cli/test_secured.py.
"""

from __future__ import annotations

import pytest
from kazoo.exceptions import AuthFailedError

from app.zookeeper.credentials import introduce, prove
from app.zookeeper.security import Security
from app.zookeeper.wire.codes import AUTH_XID, Code
from app.zookeeper.wire.jute import decode, encode
from app.zookeeper.wire.records import ReplyHeader, RequestHeader, SaslToken

CHALLENGE = b'realm="zk-sasl-md5",nonce="n0",charset=utf-8,algorithm=md5-sess,qop="auth"'


def log_in(*tokens: bytes | None) -> None:
    """At a server that answers so."""
    waiting = list(tokens)

    def exchange(frame: bytes) -> bytes:
        header, _ = decode(RequestHeader, frame)
        return encode(ReplyHeader(header.xid, 0, 0)) + encode(SaslToken(waiting.pop(0)))

    introduce(exchange, Security(sasl=("ada", "secret")))


def test_a_response_is_that_of_the_rfc() -> None:
    """The example of RFC 2831, section 4."""
    challenge = b'realm="elwood.innosoft.com",nonce="OA6MG9tEQGm2hh",qop="auth"'
    proof = prove(challenge, "chris", "secret", "OA6MHXh6VqTrRk", "imap/elwood.innosoft.com")
    assert b"response=d388dad90d4bbd760a152321f2143af7," in proof.token
    assert proof.expected == b"rspauth=ea40f60335c427b5527b84dbabcdfffd"


def test_a_server_that_does_not_know_the_password_is_not_believed() -> None:
    with pytest.raises(AuthFailedError):
        log_in(CHALLENGE, b"rspauth=00000000000000000000000000000000")


@pytest.mark.parametrize("token", [None, b"", b"hello"])
def test_a_server_without_sasl_is_told_apart(token: bytes | None) -> None:
    with pytest.raises(AuthFailedError, match="has no users for SASL"):
        log_in(token)


def test_a_refused_digest() -> None:
    with pytest.raises(AuthFailedError):
        introduce(
            lambda frame: encode(ReplyHeader(AUTH_XID, 0, Code.AUTH_FAILED)),
            Security(auth=(("digest", "ada:secret"),)),
        )


def test_names_are_quoted_and_latin_where_that_will_do() -> None:
    proof = prove(CHALLENGE, 'a"d\\a', "g\u00e4nse", "c0")
    assert b'username="a\\"d\\\\a"' in proof.token
    assert proof != prove(CHALLENGE, 'a"d\\a', "g\u4e00nse", "c0")
