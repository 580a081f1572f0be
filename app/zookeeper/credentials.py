"""Tell a server who we are, as soon as a session exists and before anybody asks for anything.

SASL is DIGEST-MD5 (RFC 2831), the mechanism that ZooKeeper offers to users with passwords. kazoo
would need another library for it, and says that it has a connection before the server has agreed.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable
from hashlib import md5
from typing import NamedTuple

from kazoo.client import KazooClient
from kazoo.exceptions import AuthFailedError

from .security import Security
from .wire.codes import AUTH_XID, Code, Op
from .wire.jute import decode, encode
from .wire.records import AuthPacket, PathWatch, ReplyHeader, RequestHeader, SaslToken

Exchange = Callable[[bytes], bytes]
"""A function that sends a frame's content, and returns the content of the frame that answers it."""

REFUSED_PAUSE = 1.0
"""The seconds between two attempts. Credentials may be right one day, or at another server; each
attempt leaves a session.
"""

_URI = "zookeeper/zk-sasl-md5"
_XID = 1
_PART = re.compile(r'(\w[\w-]*)=(?:"((?:[^"\\]|\\.)*)"|([^",\s]*))')


def introduce(exchange: Exchange, security: Security, more: Iterable[tuple[str, str]] = ()) -> None:
    """Give the credentials of `security`, and `more` of the same form as its `auth`. Raise
    AuthFailedError.
    """
    if security.sasl is not None:
        _prove(exchange, *security.sasl)
    for scheme, credential in (*security.auth, *more):
        packet = encode(AuthPacket(0, scheme, credential.encode()))
        _answered(exchange(encode(RequestHeader(AUTH_XID, Op.AUTH)) + packet))


def introduce_client(exchange: Exchange, client: KazooClient) -> None:
    """Give the credentials of a client's handler; if a server has refused them before, read the
    root too. Raise AuthFailedError.
    """
    handler = client.handler
    introduce(exchange, handler.security)
    if handler.was_refused or (handler.asks_version and handler.security.auth):
        _look(exchange, client)
        handler.was_refused = False


def _look(exchange: Exchange, client: KazooClient) -> None:
    """Read the root: ZooKeeper takes any password of a digest, and a wrong one shows only where an
    ACL knows another. The root must let in a client that looks around, like the dashboard.
    """
    handler, root = client.handler, client.chroot or "/"
    frame = exchange(encode(RequestHeader(_XID, Op.GET_DATA)) + encode(PathWatch(root, False)))
    if decode(ReplyHeader, frame)[0].error == Code.NO_AUTH and handler.asks_version:
        names = handler.security.names or "us"
        raise AuthFailedError(f"does not let {names} read {root} (ACL)")


class _Proof(NamedTuple):
    """The answer to a challenge, and the answer to that by a server that knows the password."""

    token: bytes
    expected: bytes


def _prove(exchange: Exchange, user: str, password: str) -> None:
    challenge = _token(exchange, b"")
    proof = prove(challenge, user, password, secrets.token_hex(16))
    if _token(exchange, proof.token) != proof.expected:
        raise AuthFailedError


def _token(exchange: Exchange, token: bytes) -> bytes:
    frame = exchange(encode(RequestHeader(_XID, Op.SASL)) + encode(SaslToken(token)))
    answer = decode(SaslToken, frame, _answered(frame))[0]
    return answer.token or b""


def _answered(frame: bytes) -> int:
    """Return the offset at which the answer's body begins."""
    header, offset = decode(ReplyHeader, frame)
    if header.error:
        raise AuthFailedError
    return offset


def prove(challenge: bytes, user: str, password: str, cnonce: str, uri: str = _URI) -> _Proof:
    """Answer a server's first challenge. Raise AuthFailedError if it is none."""
    parts = {key: quoted or plain for key, quoted, plain in _PART.findall(challenge.decode())}
    if "nonce" not in parts:
        raise AuthFailedError("has no users for SASL DIGEST-MD5")
    realm, nonce = parts.get("realm", ""), parts["nonce"]
    secret = md5(_encoded(f"{user}:{realm}:{password}")).digest()
    session = md5(secret + f":{nonce}:{cnonce}".encode()).hexdigest()

    def response(method: str) -> str:
        request = md5(f"{method}:{uri}".encode()).hexdigest()
        return md5(f"{session}:{nonce}:00000001:{cnonce}:auth:{request}".encode()).hexdigest()

    token = (
        f'charset=utf-8,username="{_quoted(user)}",realm="{_quoted(realm)}",nonce="{nonce}",'
        f'nc=00000001,cnonce="{cnonce}",digest-uri="{uri}",response={response("AUTHENTICATE")},'
        "qop=auth"
    )
    return _Proof(token.encode(), f"rspauth={response('')}".encode())


def _encoded(text: str) -> bytes:
    """Encode by RFC 2831 2.1.2.1: in Latin-1 where that is enough, though all else is UTF-8."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        return text.encode()


def _quoted(text: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", text)
