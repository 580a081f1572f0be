"""Keep what was seen of a znode: enough to know later whether anybody has changed it since.

A preview answers the sights of all its znodes as one text, and the import sends it back: a count
or the latest zxid would not prove that each of them is as it was.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypedDict, cast

from kazoo.client import KazooClient
from kazoo.protocol.states import ZnodeStat

from ...errors import BadRequest, Conflict, HandoffError, NotFound
from ...zookeeper.decoded import text_of
from ...zookeeper.subtree import Found, Subtree

SHOWN = 100
_EXCERPT = 200
_TOLD = 3
_MARK = 16


class SightTold(TypedDict, total=False):
    """A sight for JSON, which is only `hidden` where the ACL hides it. text: the beginning of the
    data, if that is text.
    """

    hidden: bool
    czxid: int
    mzxid: int
    version: int
    aversion: int
    text: str | None


class ChangedZnode(TypedDict):
    path: str
    was: SightTold | None
    now: SightTold | None


class ChangedZnodes(TypedDict):
    """The changes since something was seen: the first `SHOWN`, and how many there are."""

    changed: list[ChangedZnode]
    changed_count: int


class Sight(NamedTuple):
    """A look at a znode: creation, data, data again and ACL each change one field."""

    czxid: int
    mzxid: int
    version: int
    aversion: int

    def as_json(self) -> SightTold | None:
        """Return it for JSON: None without a znode."""
        if self == ABSENT:
            return None
        return {"hidden": True} if self == HIDDEN else cast(SightTold, self._asdict())


Seen = tuple[str, Sight]
"""A path, and what was seen there."""

ABSENT, HIDDEN = Sight(-1, -1, -1, -1), Sight(-2, -2, -2, -2)


def sight_of(stat: ZnodeStat) -> Sight:
    """Return what a stat says of the znode."""
    return Sight(stat.czxid, stat.mzxid, stat.version, stat.aversion)


def sight_in(found: Found | None) -> Sight:
    """Return what was read at a path, where there may be nothing."""
    if found is None:
        return ABSENT
    return HIDDEN if found.stat is None else sight_of(found.stat)


def pack(wanted: Sequence[str], sights: Iterable[Sight]) -> str:
    """Return the sights of these znodes as one text. wanted: what the document says of each."""
    columns = array("q", (number for column in zip(*sights, strict=True) for number in column))
    return base64.b64encode(_mark(wanted) + zlib.compress(columns.tobytes(), 1)).decode()


def unpack(wanted: Sequence[str], text: str) -> list[Sight]:
    """Return the sights again. Raise BadRequest if they are of another document."""
    size = len(wanted)
    try:
        packed = base64.b64decode(text, validate=True)
        # No more than is expected is unpacked: the text may come from anywhere.
        expected = size * len(Sight._fields) * 8
        columns = array("q", zlib.decompressobj().decompress(packed[_MARK:], expected + 1))
    except (ValueError, zlib.error):
        columns = array("q")
    if len(columns) != size * len(Sight._fields) or packed[:_MARK] != _mark(wanted):
        raise BadRequest(
            "seen does not come from a preview of this document at this path.", field="seen"
        )
    return [Sight(*columns[at::size]) for at in range(size)]


def changes_between(was: Sequence[Seen], now: Sequence[Found | None]) -> ChangedZnodes:
    """Return what has changed."""
    pairs = zip(was, now, strict=True)
    changed = [(path, then, found) for (path, then), found in pairs if then != sight_in(found)]
    shown: list[ChangedZnode] = [
        {"path": path, "was": then.as_json(), "now": _now(found)}
        for path, then, found in changed[:SHOWN]
    ]
    return {"changed": shown, "changed_count": len(changed)}


def in_words_of(told: ChangedZnodes) -> str:
    """Return what has changed in words, for the first few: "/a was written (version 1, now 2)"."""
    first = [_words(**one) for one in told["changed"][:_TOLD]]
    more = told["changed_count"] - len(first)
    return "; ".join(first) + (f"; {more} more were changed" if more else "")


@contextlib.contextmanager
def showing_changes(client: KazooClient, was: Sequence[Seen]) -> Iterator[None]:
    """Add to a refusal what has changed of these, as far as that can be read."""
    try:
        yield
    except (Conflict, NotFound) as refusal:
        with contextlib.suppress(HandoffError):
            told = changes_between(was, list(Subtree(client).look([path for path, _ in was])))
            if told["changed"]:
                refusal.beside, refusal.message = {**told}, f"{in_words_of(told)}."
        raise


def still_there(client: KazooClient, was: Sequence[Seen]) -> list[Seen]:
    """Return those of them that still exist. Raise Conflict where one is not as it was seen: its
    version may be the same, if it was deleted and created again.
    """
    now = Subtree(client).look([path for path, _ in was])
    left = [(one, found) for one, found in zip(was, now, strict=True) if found is not None]
    for (path, then), found in left:
        if sight_in(found) != then:
            raise _stale(path)
    return [one for one, _ in left]


def require_unchanged(client: KazooClient, was: Sequence[Seen]) -> None:
    """Raise Conflict where one of these is no longer as it was seen, or no longer there."""
    left = dict(still_there(client, was))
    for path, _ in was:
        if path not in left:
            raise _stale(path)


def _stale(path: str) -> Conflict:
    return Conflict(f"{path} was changed since it was read.", code="stale", field="version")


def require_same(path: str, stat: ZnodeStat, was: Sight) -> None:
    """Raise Conflict where the answer to a change shows that another znode was there: ZooKeeper
    checks a version, and the version begins at 0 again.
    """
    if stat.czxid != was.czxid:
        raise Conflict(
            f"{path} was deleted and created again just as it was changed here: the"
            " new znode was changed, and what it held is lost.",
            code="replaced",
            field="path",
        )


def _words(path: str, was: SightTold | None, now: SightTold | None) -> str:
    if was is None or now is None:
        return f"{path} was {'created' if now else 'deleted'}"
    if "hidden" in was or "hidden" in now:
        return f"the ACL of {path} was set"
    if was["czxid"] != now["czxid"]:
        return f"{path} was deleted and created again"
    if was["mzxid"] == now["mzxid"]:
        return f"the ACL of {path} was set (version {was['aversion']}, now {now['aversion']})"
    return f"{path} was written (version {was['version']}, now {now['version']})"


def _now(found: Found | None) -> SightTold | None:
    """Return it as it is now, with the beginning of its data."""
    told = sight_in(found).as_json()
    text = text_of(found.data or b"") if found and found.readable else None
    return {**told, "text": text and text[:_EXCERPT]} if told else None


def digest_of(was: Iterable[Seen]) -> str:
    """Return a short text that changes when any of these does."""
    digest = hashlib.sha256()
    for path, sight in was:
        digest.update(f"{path}\0{sight}\0".encode())
    return digest.hexdigest()[: 2 * _MARK]


def _mark(wanted: Iterable[str]) -> bytes:
    return hashlib.sha256("\0".join(wanted).encode("utf-8", "surrogatepass")).digest()[:_MARK]
