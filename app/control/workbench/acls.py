"""ACLs as JSON: `{"scheme", "id", "perms"}`, perms in zkCli's letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kazoo.security import ACL, Id, make_digest_acl_credential

from app.errors import BadRequest

PERMISSIONS = {"c": 4, "d": 8, "r": 1, "w": 2, "a": 16}
ADMIN = PERMISSIONS["a"]
_OF_ANYBODY = ("world", "anyone")


def acl_of(entries: Sequence[Mapping[str, Any]] | None, field: str = "acl") -> list[ACL]:
    """Entries as kazoo wants them; none stand for world:anyone:cdrwa. An entry of the scheme
    digest may have `user` and `password` instead of `id`. Raises BadRequest.
    """
    if entries is not None and not entries:
        raise BadRequest("an ACL without entries would let nobody in", field=field)
    return [_entry(entry, f"{field}.{number}") for number, entry in enumerate(entries or ())]


def keeps_right(acl: Iterable[ACL], identities: Iterable[tuple[str, str]]) -> bool:
    """Whether somebody with these `(scheme, id)` may change the ACL afterwards. What it means for
    an address is not known here; `auth` stands for whoever asks.
    """
    own = {_OF_ANYBODY, *identities}
    return any(
        entry.perms & ADMIN and ((entry.id.scheme, entry.id.id) in own or entry.id.scheme == "auth")
        for entry in acl
    )


def digest_id(user: str, password: str) -> str:
    """`user:hash`, as an ACL names whoever gives these credentials."""
    return str(make_digest_acl_credential(user, password))


def _entry(entry: Mapping[str, Any], field: str) -> ACL:
    return ACL(
        _permissions(entry["perms"], f"{field}.perms"), Id(entry["scheme"], _id(entry, field))
    )


def _id(entry: Mapping[str, Any], field: str) -> str:
    if "password" not in entry:
        if "id" not in entry:
            raise BadRequest("an entry needs an id, or user and password", field=f"{field}.id")
        return str(entry["id"])
    if entry["scheme"] != "digest" or not entry.get("user") or ":" in entry["user"]:
        raise BadRequest(
            "a password belongs to the scheme digest and to a user without a colon",
            field=f"{field}.user",
        )
    return digest_id(entry["user"], entry["password"])


def _permissions(letters: str, field: str) -> int:
    unknown = set(letters) - PERMISSIONS.keys()
    if unknown or not letters:
        raise BadRequest(f"perms are some of the letters cdrwa, not {letters!r}", field=field)
    return sum(PERMISSIONS[letter] for letter in set(letters))
