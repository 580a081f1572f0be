"""What was seen of a znode: enough to know later whether anybody has changed it since.

A preview answers the sights of all its znodes as one text, and the import brings it back: a count
or the latest zxid would not prove that each of them is as it was.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from kazoo.client import KazooClient
from kazoo.protocol.states import ZnodeStat

from app.errors import BadRequest, Conflict, HandoffError
from app.zookeeper.decoded import text_of
from app.zookeeper.subtree import Found, Subtree

SHOWN = 100
_EXCERPT = 200
_TOLD = 3
_MARK = 16


class Sight(NamedTuple):
    """Each of the four changes with a change of its own: creation, data, data again, ACL."""

    czxid: int
    mzxid: int
    version: int
    aversion: int

    def as_json(self) -> dict[str, Any] | None:
        """None where there is no znode; only `{"hidden": true}` where its ACL hides it."""
        if self == ABSENT:
            return None
        return {"hidden": True} if self == HIDDEN else self._asdict()


Seen = tuple[str, Sight]
"""A path, and what was seen there."""

ABSENT, HIDDEN = Sight(-1, -1, -1, -1), Sight(-2, -2, -2, -2)


def sight_of(stat: ZnodeStat) -> Sight:
    """What a stat says of the znode."""
    return Sight(stat.czxid, stat.mzxid, stat.version, stat.aversion)


def sight_in(found: Found | None) -> Sight:
    """What was read at a path, where there may be nothing."""
    if found is None:
        return ABSENT
    return HIDDEN if found.stat is None else sight_of(found.stat)


def pack(wanted: Sequence[str], sights: Iterable[Sight]) -> str:
    """Return the sights of these znodes as one text. wanted: what the document says of each."""
    columns = array("q", (number for column in zip(*sights, strict=True) for number in column))
    return base64.b64encode(_mark(wanted) + zlib.compress(columns.tobytes(), 1)).decode()


def unpack(wanted: Sequence[str], text: str) -> list[Sight]:
    """Return the sights again. Raise BadRequest where they are of another document."""
    size = len(wanted)
    try:
        packed = base64.b64decode(text, validate=True)
        columns = array("q", _inflated(packed[_MARK:], size * len(Sight._fields) * 8))
    except (ValueError, zlib.error):
        columns = array("q")
    if len(columns) != size * len(Sight._fields) or packed[:_MARK] != _mark(wanted):
        raise BadRequest(
            "seen is no answer to a preview of this document at this path.", field="seen"
        )
    return [Sight(*columns[at::size]) for at in range(size)]


def changes_between(was: Sequence[Seen], now: Sequence[Found | None]) -> dict[str, Any]:
    """What has changed, for an answer: `{"changed": [{"path", "was", "now"}], "changed_count"}`."""
    pairs = zip(was, now, strict=True)
    changed = [(path, then, found) for (path, then), found in pairs if then != sight_in(found)]
    shown = [
        {"path": path, "was": then.as_json(), "now": _now(found)}
        for path, then, found in changed[:SHOWN]
    ]
    return {"changed": shown, "changed_count": len(changed)}


def in_words_of(told: Mapping[str, Any]) -> str:
    """The same in words, for the first few: "/a was written (version 1, now 2)"."""
    first = [_words(**one) for one in told["changed"][:_TOLD]]
    more = told["changed_count"] - len(first)
    return "; ".join(first) + (f"; {more} more were changed" if more else "")


def show_changes(client: KazooClient, refusal: HandoffError, was: Sequence[Seen]) -> None:
    """Say beside a refusal what has changed of these, as far as that can be read."""
    with contextlib.suppress(HandoffError):
        told = changes_between(was, list(Subtree(client).look([path for path, _ in was])))
        if told["changed"]:
            refusal.beside, refusal.message = told, f"{in_words_of(told)}."


def still_there(client: KazooClient, was: Sequence[Seen]) -> list[Seen]:
    """Return those of them that there still are. Raises Conflict where one is not as it was seen:
    its version may be the same, if it was deleted and created again.
    """
    now = Subtree(client).look([path for path, _ in was])
    left = [(one, found) for one, found in zip(was, now, strict=True) if found is not None]
    for (path, then), found in left:
        if sight_in(found) != then:
            raise _stale(path)
    return [one for one, _ in left]


def require_unchanged(client: KazooClient, was: Sequence[Seen]) -> None:
    """Raises Conflict where one of these is no longer as it was seen, or no longer there."""
    left = dict(still_there(client, was))
    for path, _ in was:
        if path not in left:
            raise _stale(path)


def _stale(path: str) -> Conflict:
    return Conflict(f"{path} has been changed since it was read.", code="stale", field="version")


def require_same(path: str, stat: ZnodeStat, was: Sight) -> None:
    """Raises Conflict where the answer to a change tells that another znode stood there: ZooKeeper
    checks a version, and the version begins at 0 again.
    """
    if stat.czxid != was.czxid:
        raise Conflict(
            f"{path} was deleted and created again in the moment in which it was changed here: the"
            " new znode has been changed, and what it held is lost.",
            code="replaced",
            field="path",
        )


def _words(path: str, was: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> str:
    if was is None or now is None:
        return f"{path} was {'created' if now else 'deleted'}"
    if "hidden" in was or "hidden" in now:
        return f"the ACL of {path} was set"
    if was["czxid"] != now["czxid"]:
        return f"{path} was deleted and created again"
    if was["mzxid"] == now["mzxid"]:
        return f"the ACL of {path} was set (version {was['aversion']}, now {now['aversion']})"
    return f"{path} was written (version {was['version']}, now {now['version']})"


def _now(found: Found | None) -> dict[str, Any] | None:
    """With the beginning of its data, where that is text."""
    told = sight_in(found).as_json()
    text = text_of(found.data or b"") if found and found.readable else None
    return told and {**told, "text": text and text[:_EXCERPT]}


def digest_of(was: Iterable[Seen]) -> str:
    """A short text that is another one where any of these is another."""
    digest = hashlib.sha256()
    for path, sight in was:
        digest.update(f"{path}\0{sight}\0".encode())
    return digest.hexdigest()[: 2 * _MARK]


def _mark(wanted: Iterable[str]) -> bytes:
    return hashlib.sha256("\0".join(wanted).encode("utf-8", "surrogatepass")).digest()[:_MARK]


def _inflated(packed: bytes, size: int) -> bytes:
    """No more than is expected: the text may come from anywhere."""
    return zlib.decompressobj().decompress(packed, size + 1)
