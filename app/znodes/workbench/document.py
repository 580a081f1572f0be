"""A part of the tree as a JSON document: an export writes it, an import reads it."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypedDict

from kazoo.security import ACL, Id, make_digest_acl_credential

from ...errors import BadRequest, Conflict
from ...zookeeper.client import session_hex
from ...zookeeper.decoded import data_as_json
from ...zookeeper.operations import KINDS
from ...zookeeper.paths import check_path
from ...zookeeper.reader import AclEntry, entries_of
from ...zookeeper.subtree import Found, Subtree
from ...zookeeper.tree import join, kind_of, session_of
from ...zookeeper.wire.codes import LARGEST_FRAME, LONGEST_TTL, PERMISSIONS
from .jobs import Job
from .kinds import Kinds

FORMAT, VERSION = "handoff-znodes", 1
MOST_ZNODES = 200_000
MOST_BYTES = 48 << 20
"""The most bytes of data: an export is put together in memory, so that it is whole or refused, and
the result can be imported again.
"""

_AT_ONCE = 500
_KINDS_TOLD = (
    "ZooKeeper shows containers and znodes with a time to live as persistent ones:"
    " only those that this dashboard created are named here."
)
_FIELDS = frozenset({"path", "kind", "ttl_ms", "data", "acl", "owner"})


@dataclass(frozen=True, slots=True)
class Planned:
    """A znode that a document describes, at its target path."""

    path: str
    kind: str
    ttl_ms: int | None
    data: bytes | None
    acl: list[ACL]


class ZnodeEntry(TypedDict, total=False):
    """A znode as a document has it; `path` is relative to the root ("" is the root itself)."""

    path: str
    kind: str
    ttl_ms: int
    owner: str | None
    data: dict[str, str] | None
    acl: list[AclEntry]


class LeftOut(TypedDict):
    path: str
    why: str


class ZnodesDocument(TypedDict):
    format: str
    version: int
    path: str
    kinds: str
    znodes: Sequence[ZnodeEntry]
    left_out: Sequence[LeftOut]


def entry_of(found: Found, root: str, made: Kinds) -> ZnodeEntry:
    """Return a znode as a document has it. made: the kinds of those that were created here."""
    stat = found.stat
    assert stat is not None, "what hides its stat is left out"
    told = kind_of(found.path.rpartition("/")[2], stat.ephemeralOwner)
    kind = made.of(found.path, stat.czxid, told)
    relative = found.path if root == "/" and found.path != "/" else found.path[len(root) :]
    entry: ZnodeEntry = {"path": relative, "kind": kind.name}
    if kind.name.startswith("ttl"):
        entry["ttl_ms"] = kind.ttl_ms or stat.ephemeralOwner & LONGEST_TTL
    if session_of(stat.ephemeralOwner) is not None:
        entry["owner"] = session_hex(stat.ephemeralOwner)
    entry["data"] = None
    if found.data is not None:
        shown = data_as_json(found.data)
        text = shown["text"]
        entry["data"] = {"base64": shown["base64"]} if text is None else {"text": text}
    entry["acl"] = entries_of(found.acl or ())
    return entry


def why_left_out(found: Found) -> str | None:
    """Return why an export cannot hold this znode, or None: half of it would pass for the whole."""
    if not found.readable:
        return "its ACL does not allow reading its data"
    return "its ACL cannot be read" if found.acl is None else None


def document_of(
    path: str, entries: Sequence[ZnodeEntry], left_out: Sequence[LeftOut]
) -> ZnodesDocument:
    """Return the document; left_out: what could not be read."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "path": path,
        "kinds": _KINDS_TOLD,
        "znodes": entries,
        "left_out": left_out,
    }


def exported(job: Job, path: str, subtree: Subtree, made: Kinds) -> ZnodesDocument:
    """Return the document of a znode and all below it that the session may read: a job's work."""
    entries: list[ZnodeEntry] = []
    left_out: list[LeftOut] = []
    size = 0
    for found in subtree.walk(path, acl=True):
        size += len(found.data or b"")
        if size > MOST_BYTES:
            raise Conflict(
                f"There are more than {MOST_BYTES >> 20} MB of data below {path}:"
                " export it in parts.",
                code="too_large",
                field="path",
            )
        why = why_left_out(found)
        if why is None:
            entries.append(entry_of(found, path, made))
        if why is not None or found.names is None:
            hidden = why or "its ACL does not allow listing its children"
            left_out.append({"path": found.path, "why": hidden})
        job.progress(job.done + 1)
    return document_of(path, entries, left_out)


def written(document: ZnodesDocument) -> Iterator[str]:
    """Yield the document as JSON in pieces, one line a znode, so that diff can compare two."""
    head = {key: value for key, value in document.items() if key != "znodes"}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "znodes": ['
    entries = document["znodes"]
    for start in range(0, len(entries), _AT_ONCE):
        lines = (json.dumps(one, ensure_ascii=False) for one in entries[start : start + _AT_ONCE])
        yield ("\n" if start == 0 else ",\n") + ",\n".join(lines)
    yield "\n]}\n"


def planned_by(document: Mapping[str, Any], under: str) -> list[Planned]:
    """Return what the document describes, placed at `under`; parents before children. Raise
    BadRequest, naming the entry: a document may come from anywhere. The schema of the call has
    checked all but the entries, of which there may be hundreds of thousands.
    """
    entries = document["znodes"]
    planned = sorted(_planned(entries, under), key=lambda one: one.path.count("/"))
    _check_family(planned)
    return planned


def _planned(entries: Sequence[Any], under: str) -> Iterator[Planned]:
    for number, entry in enumerate(entries):
        field = f"document.znodes.{number}"
        if not isinstance(entry, dict) or not entry.keys() <= _FIELDS:
            raise BadRequest(
                f"an entry may have only these fields: {', '.join(sorted(_FIELDS))}", field=field
            )
        path = _absolute(entry.get("path"), under, f"{field}.path")
        kind = entry.get("kind", "persistent")
        if not isinstance(kind, str) or kind not in KINDS:
            raise BadRequest(f"kind must be one of {', '.join(KINDS)}", field=f"{field}.kind")
        ttl_ms, acl = _ttl(entry.get("ttl_ms"), kind, field), _acl(entry.get("acl"), f"{field}.acl")
        data = entry.get("data")
        content = None if data is None else data_of(data, f"{field}.data")
        one = Planned(path, kind, ttl_ms, content, acl)
        _require_room(one, field)
        yield one


def _require_room(one: Planned, field: str) -> None:
    """Raise for a znode that is too large: ZooKeeper would refuse it amid the import."""
    entries = sum(len(f"{entry.id.scheme}{entry.id.id}".encode()) + 12 for entry in one.acl)
    size = 24 + len(one.path.encode()) + len(one.data or b"") + entries
    if size > LARGEST_FRAME:
        raise BadRequest(
            f"{one.path} needs a request of {size:,} bytes, but ZooKeeper takes {LARGEST_FRAME:,}"
            " (the default of its jute.maxbuffer).",
            code="too_large",
            field=field,
        )


def _check_family(planned: Sequence[Planned]) -> None:
    """Require each path once, and nothing below a znode that can have no children."""
    kinds: dict[str, str] = {}
    for one in planned:
        if one.path in kinds:
            raise BadRequest(f"{one.path} is in the document twice", field="document.znodes")
        parent = one.path.rpartition("/")[0] or "/"
        if kinds.get(parent, "").startswith("ephemeral"):
            raise BadRequest(f"{parent} is ephemeral and has children", field="document.znodes")
        kinds[one.path] = one.kind


def _absolute(path: object, under: str, field: str) -> str:
    if path == "":
        return under
    relative = check_path(path, field)
    if relative == "/":
        raise BadRequest('the path of the document\'s root is "", not "/"', field=field)
    return join(under, relative[1:])


def _ttl(ttl_ms: object, kind: str, field: str) -> int | None:
    if not kind.startswith("ttl"):
        if ttl_ms is not None:
            raise BadRequest(f"a znode that is {kind} has no ttl_ms", field=f"{field}.ttl_ms")
        return None
    if not isinstance(ttl_ms, int) or ttl_ms is True or not 0 < ttl_ms <= LONGEST_TTL:
        raise BadRequest(f"ttl_ms must be from 1 to {LONGEST_TTL}", field=f"{field}.ttl_ms")
    return ttl_ms


def _acl(entries: object, field: str) -> list[ACL]:
    if entries is None:
        return []
    if not isinstance(entries, list) or not all(_is_entry(one) for one in entries):
        raise BadRequest(
            'an ACL must be a list of {"scheme", "id", "perms"}, all texts', field=field
        )
    return acl_of(entries, field)


def _is_entry(entry: object) -> bool:
    if not isinstance(entry, dict):
        return False
    values = [entry.get(key) for key in ("scheme", "id", "perms")]
    return len(entry) == len(values) and all(isinstance(value, str) for value in values)


def data_of(data: object, field: str = "data") -> bytes:
    """Return the bytes of `{"text"}` or `{"base64"}`. Raise BadRequest."""
    if not isinstance(data, dict) or len(data) != 1:
        raise BadRequest('data must be {"text": …} or {"base64": …}', field=field)
    ((form, value),) = data.items()
    if form not in _FORMS or not isinstance(value, str):
        raise BadRequest('data must be {"text": …} or {"base64": …}', field=field)
    try:
        return _FORMS[form](value)
    except ValueError:
        raise BadRequest(f"this is not {form}", field=f"{field}.{form}") from None


# A lone surrogate is not text, and invalid base64 raises binascii.Error: both are ValueErrors.
_FORMS: Mapping[str, Callable[[str], bytes]] = {
    "text": str.encode,
    "base64": partial(base64.b64decode, validate=True),
}


def acl_of(entries: Sequence[Mapping[str, Any]] | None, field: str = "acl") -> list[ACL]:
    """Return entries as kazoo wants them; no entries mean world:anyone:cdrwa. An entry of the
    scheme digest may have `user` and `password` instead of `id`. Raise BadRequest for what the
    schemas leave open.
    """
    if entries is not None and not entries:
        raise BadRequest("an ACL without entries would allow nobody", field=field)
    return [_entry(entry, f"{field}.{number}") for number, entry in enumerate(entries or ())]


def _entry(entry: Mapping[str, Any], field: str) -> ACL:
    letters = set(entry["perms"])
    if not letters or letters - PERMISSIONS.keys():
        raise BadRequest(
            f"perms must be letters of cdrwa, not {entry['perms']!r}", field=f"{field}.perms"
        )
    whom = entry.get("id")
    if "password" in entry:
        whom = make_digest_acl_credential(entry["user"], entry["password"])
    return ACL(sum(PERMISSIONS[letter] for letter in letters), Id(entry["scheme"], str(whom)))
