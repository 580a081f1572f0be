"""Decide who may do what. Source: ZooKeeperServer.checkACL, PrepRequestProcessor.fixupACL and the
providers for digest and ip of ZooKeeper 3.8.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from typing import TypeAlias

from ...zookeeper.wire.codes import Code, Permission
from ...zookeeper.wire.records import Acl, Id
from .refusals import Refused

AclList: TypeAlias = tuple[Acl, ...]

ANYONE = Id("world", "anyone")
SUPER = Id("super", "")
OPEN: AclList = (Acl(Permission.ALL.value, ANYONE),)
_OPEN_LIST = list(OPEN)
READ_ONLY: AclList = (Acl(Permission.READ.value, ANYONE),)


def digest(credentials: bytes) -> str:
    """Return the id of `user:password`: user, colon, and the SHA-1 of both in base64."""
    text = credentials.decode("utf-8", "replace")
    hashed = hashlib.sha1(text.encode(), usedforsecurity=False).digest()
    return f"{text.partition(':')[0]}:{base64.b64encode(hashed).decode()}"


def identities_for(
    scheme: str, auth: bytes | None, address: str, superuser: str | None
) -> list[Id]:
    """Return the identities that `auth` shows. superuser: the digest of who may do everything.

    Raise Refused(AUTH_FAILED) for an unknown scheme.
    """
    if scheme == "ip":
        return [Id("ip", address)]
    if scheme != "digest" or auth is None:
        raise Refused(Code.AUTH_FAILED)
    shown = digest(auth)
    return [SUPER] * (shown == superuser) + [Id("digest", shown)]


def check(acl: AclList, permission: Permission, who: Sequence[Id]) -> None:
    """Raise Refused(NO_AUTH) unless one of `who` may do one of what `permission` names."""
    if not permits(acl, permission, who):
        raise Refused(Code.NO_AUTH)


def permits(acl: AclList, permission: Permission, who: Sequence[Id]) -> bool:
    """Tell whether one of `who` may do one of what `permission` names."""
    if acl is OPEN or SUPER in who or not acl:
        return True
    return any(
        permissions & permission
        and (allowed == ANYONE or any(_matches(one, allowed) for one in who))
        for permissions, allowed in acl
    )


def resolved(acl: Sequence[Acl], who: Sequence[Id]) -> AclList:
    """Return an ACL as it is kept: no entry twice, `auth` replaced by the client's identities.

    Raise Refused(INVALID_ACL) for an empty one, or an impossible id.
    """
    if acl == _OPEN_LIST:
        return OPEN
    entries: list[Acl] = []
    for entry in dict.fromkeys(acl):
        entries += _authenticated(entry, who) if entry.id.scheme == "auth" else [_valid(entry)]
    if not entries:
        raise Refused(Code.INVALID_ACL)
    return tuple(entries)


def masked(acl: AclList) -> list[Acl]:
    """Return an ACL for those who may not change it: without the hashed passwords."""
    return [
        Acl(permissions, Id("digest", f"{one.id.partition(':')[0]}:x"))
        if one.scheme == "digest"
        else Acl(permissions, one)
        for permissions, one in acl
    ]


def _authenticated(entry: Acl, who: Sequence[Id]) -> list[Acl]:
    shown = [Acl(entry.permissions, one) for one in who if one.scheme == "digest"]
    if not shown:
        raise Refused(Code.INVALID_ACL)
    return shown


def _valid(entry: Acl) -> Acl:
    scheme, name = entry.id
    known = {
        "world": name == "anyone",
        "digest": len(name.rstrip(":").split(":")) == 2,
        "ip": _network(name) is not None,
    }
    if not known.get(scheme, False):
        raise Refused(Code.INVALID_ACL)
    return entry


def _matches(one: Id, allowed: Id) -> bool:
    if one.scheme != allowed.scheme:
        return False
    if one.scheme != "ip":
        return one.id == allowed.id
    network, address = _network(allowed.id), _network(one.id)
    if network is None or address is None:
        return False
    number, bits = network
    return number >> (32 - bits) == address[0] >> (32 - bits)


def _network(text: str) -> tuple[int, int] | None:
    """Return `a.b.c.d` or `a.b.c.d/bits` as a number and the bits that count, if it is IPv4."""
    address, slash, bits = text.partition("/")
    parts = address.split(".")
    if len(parts) != 4 or not all(_is_number(part, 255) for part in parts):
        return None
    if slash and not _is_number(bits, 32):
        return None
    number = int.from_bytes(bytes(int(part) for part in parts), "big")
    return number, int(bits) if slash else 32


def _is_number(text: str, largest: int) -> bool:
    return text.isascii() and text.isdigit() and int(text) <= largest
