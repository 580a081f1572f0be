"""Read and write ACLs as JSON: `{"scheme", "id", "perms"}`, perms in zkCli's letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kazoo.security import ACL, Id, make_digest_acl_credential

from ...errors import BadRequest
from ...zookeeper.wire.codes import PERMISSIONS, Permission

_OF_ANYBODY = ("world", "anyone")


def acl_of(entries: Sequence[Mapping[str, Any]] | None, field: str = "acl") -> list[ACL]:
    """Return entries as kazoo wants them; no entries mean world:anyone:cdrwa. An entry of the
    scheme digest may have `user` and `password` instead of `id`. Raise BadRequest for what the
    schemas leave open.
    """
    if entries is not None and not entries:
        raise BadRequest("an ACL without entries would allow nobody", field=field)
    return [_entry(entry, f"{field}.{number}") for number, entry in enumerate(entries or ())]


def keeps_right(acl: Iterable[ACL], identities: Iterable[tuple[str, str]]) -> bool:
    """Tell whether somebody with these `(scheme, id)` may change the ACL afterwards. What that
    means for an address is not known here; `auth` means the session that asks.
    """
    own = {_OF_ANYBODY, *identities}
    return any(
        entry.perms & Permission.ADMIN
        and ((entry.id.scheme, entry.id.id) in own or entry.id.scheme == "auth")
        for entry in acl
    )


def _entry(entry: Mapping[str, Any], field: str) -> ACL:
    perms = _permissions(entry["perms"], f"{field}.perms")
    return ACL(perms, Id(entry["scheme"], _id(entry)))


def _id(entry: Mapping[str, Any]) -> str:
    if "password" in entry:
        return str(make_digest_acl_credential(entry["user"], entry["password"]))
    return str(entry["id"])


def _permissions(letters: str, field: str) -> int:
    unknown = set(letters) - PERMISSIONS.keys()
    if unknown or not letters:
        raise BadRequest(f"perms must be letters of cdrwa, not {letters!r}", field=field)
    return sum(PERMISSIONS[letter] for letter in set(letters))
