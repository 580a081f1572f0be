"""Follow by path: the data of a znode, its children, or both.

All methods belong to the in-order thread.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from kazoo.exceptions import NoAuthError, NoNodeError
from kazoo.protocol.states import EventType, ZnodeStat

from ..participation.naming import PARENT
from ..readmodels.event import Event
from ..readmodels.events import ListDenied, ListForgotten, ListGone, MemberRead, ValueRead
from . import operations as o
from .members import (
    Beside,
    Children,
    FollowedPath,
    FollowedValue,
    Members,
    Said,
    as_member,
    as_value,
)
from .publisher import Append
from .reads import ReadQueue, Stat
from .requests import Answer, Answered, DataStat
from .tree import MirroredZnode, ZnodeTree, join, session_of, split

MOST_LOOKED_AT = 64


class Hidden:
    """A search for members that have come or gone unheard; it watches the lists where some are
    known.

    A recursive watch keeps silent about znodes that its session may not read (since CVE-2024-23944
    was fixed, by some distributions in older versions too). The list of the path's children still
    shows them, and so does the stat of the path: how many there are, and when that changed last.

    listed: takes a list of children as read. All methods belong to the in-order thread.
    """

    def __init__(
        self, tree: ZnodeTree, reads: ReadQueue, probing: ReadQueue, listed: Answered
    ) -> None:
        self._tree, self._reads, self._probing, self._listed = tree, reads, probing, listed
        self._listened_to: set[str] = set()
        self._changed_at: dict[str, int] = {}

    def restart(self) -> None:
        """Forget open requests: their connection has ended."""
        self._listened_to.clear()
        self._changed_at.clear()

    def listen_to(self, path: str) -> None:
        """Watch the list of a path with a hidden member."""
        if path not in self._listened_to:
            self._listened_to.add(path)
            self._reads.names(path, partial(self._take, path), partial(self._fired, path))

    def look_at(self, listed: Sequence[str]) -> None:
        """Ask how many children these paths have, and when the list of them changed last."""
        paths = listed[:MOST_LOOKED_AT]
        self._probing.stats(paths, partial(self._compare, paths))

    def _fired(self, path: str, event: o.WatchEvent) -> None:
        self._listened_to.discard(path)
        if event.type == EventType.CHILD:
            self.listen_to(path)

    def _take(self, path: str, answer: Answer) -> None:
        """Take a list; one that nobody could read has set no watch."""
        if not isinstance(answer, list):
            self._listened_to.discard(path)
        self._listed(path, answer)

    def _compare(self, paths: Sequence[str], stats: Sequence[Stat]) -> None:
        """Compare the answers with what is known: they come after all events before them, so an
        unknown child is hidden. One child may go as another one comes: then the number is the same,
        and the change is another.
        """
        for path, stat in zip(paths, stats, strict=True):
            znode = self._tree.find(path)
            if znode is not None and isinstance(stat, NoAuthError):
                self._reads.names(path, partial(self._listed, path))
            if znode is None or not isinstance(stat, ZnodeStat):
                continue
            is_same = stat.numChildren == len(znode.children)
            if not is_same or self._changed_at.get(path) != stat.pzxid:
                self._reads.names(path, partial(self._listed, path))
            self._changed_at[path] = stat.pzxid


class ValueReads:
    """A reader of values, which reports them, and the path's before an auxiliary znode's.

    watcher: takes the events of watches; these are set once `needs_watches`, where there are no
    recursive ones.
    """

    def __init__(self, reads: ReadQueue, append: Append, watcher: o.Watcher) -> None:
        self._reads, self._append, self._watcher = reads, append, watcher
        self.needs_watches = False

    def read(
        self,
        values: Collection[FollowedValue],
        is_found: bool,
        then: Callable[[], None] = lambda: None,
    ) -> None:
        """Read these znodes, call `then`, and report what is new. is_found: whether no change was
        the reason.
        """
        watcher = self._watcher if self.needs_watches else None

        def take(answers: list[Answer]) -> None:
            then()
            for value, answer in zip(values, answers, strict=True):
                if value.of is None or value.of.is_read:
                    self._take(value, answer, is_found)

        self._reads.many([o.Get(value.path) for value in values], take, watcher)

    def gone(self, value: FollowedValue) -> None:
        """Note that the znode was deleted."""
        self._tell(value, value.nothing)

    def _take(self, value: FollowedValue, answer: Answer, is_found: bool) -> None:
        if isinstance(answer, DataStat):
            said = value.parse(*answer)
            marks = {"mtime": answer.stat.mtime, **({"found": True} if is_found else {})}
            self._tell(value, said, marks if any(said.values()) else {})
        elif isinstance(answer, NoNodeError) or value.of:
            self._tell(value, value.nothing)
        if isinstance(answer, NoNodeError) and self.needs_watches and not value.of:
            # Nobody may list its parent, perhaps: then no list shows when it comes.
            self._reads.when_there(value.path, partial(self.read, [value], is_found=False))

    def _tell(self, value: FollowedValue, said: Said, marks: Said | None = None) -> None:
        if said != value.said:
            value.said = said
            subject = value.of.path if value.of else value.path
            self._append(value.kind.told_as(subject, {**said, **(marks or {})}))


_MEMBERS_AT_ONCE = 50


class _Asked(NamedTuple):
    """A member, with its znode at the time of the request: another one may have come before the
    answer.
    """

    name: str
    path: str
    znode: MirroredZnode | None


class Following:
    """A follower: it reports ValueRead [path] of followed data; of followed children ListFound or
    ListDenied [path], MemberRead [child], ListGone and ListForgotten [path]; of the auxiliary
    znodes beside them the events that their recipe declares [path]. beside: what stands beside a
    found path.

    reads: the reads of what is followed, for which a sync point waits; probing: those for
    curiosity. listed: takes each list of children as read, and calls `came` and `gone` with what it
    changes. watcher: takes the events of watches that are set where a server has no recursive ones.
    """

    def __init__(
        self,
        tree: ZnodeTree,
        reads: ReadQueue,
        probing: ReadQueue,
        listed: Answered,
        watcher: o.Watcher,
        append: Append,
        append_all: Callable[[Sequence[Event]], object],
        beside: Beside,
    ) -> None:
        self._tree, self._reads = tree, reads
        self._append, self._append_all = append, append_all
        self._beside = beside
        self._listed, self._watcher = listed, watcher
        self._hidden = Hidden(tree, reads, probing, self._looked)
        self._reader = ValueReads(reads, append, watcher)
        self._values: dict[str, FollowedValue] = {}
        self._endings: set[str] = set()
        self.known: dict[str, FollowedPath] = {}

    @property
    def paths(self) -> set[str]:
        """Return the paths that it follows, both those that somebody asked for and those that were
        found.
        """
        return self._values.keys() | self.known.keys()

    def concerns(self, path: str) -> bool:
        """Tell whether `path` is followed, or a child of such a path, or auxiliary to one."""
        known = self.known
        is_near = path in known or split(path)[0] in known or self._auxiliary(path) is not None
        return is_near or path in self._values

    def _auxiliary(self, path: str) -> FollowedValue | None:
        """Return the value at `path` that it follows because that stands beside a path with
        members.
        """
        above = (path.removesuffix(end) for end in self._endings if path.endswith(end))
        places = (self.known[one] for one in above if one in self.known)
        return next((place.auxiliary[path] for place in places if path in place.auxiliary), None)

    def followed_above(self, path: str) -> FollowedPath | None:
        """Return a followed path that the znode at `path` is a member of."""
        return next((followed for followed, _ in self._places_of(path)), None)

    def session_of(self, path: str) -> str | None:
        """Return the session that owns the znode at `path`, a member, as it was read."""
        members = (place.members.get(name, {}) for place, name in self._places_of(path))
        return next((member.get("session") for member in members), None)

    def _places_of(self, path: str) -> Iterator[tuple[FollowedPath, str]]:
        """Yield the followed paths that the znode at `path` is a member of, and its names there."""
        above, name = split(path)
        for place, called in ((above, name), (path, PARENT)):
            followed = self.known.get(place)
            if followed and followed.has(called):
                yield followed, called

    def follow(self, path: str, data: bool, children: Children | None, beside: Beside) -> None:
        """Read this path from now on, whether its znode exists or not; the latest call counts."""
        if data:
            self._values.setdefault(path, FollowedValue(path, ValueRead, as_value))
        if children:
            self._know(path, children, beside).is_asked = True

    def find(self, path: str, children: Members) -> None:
        """Read the members of a path that was found."""
        self._read_all(self._know(path, children, self._beside))

    def forget_one(self) -> bool:
        """Stop following a found path where surely nobody stands; tell whether there was one."""
        free = (path for path, one in self.known.items() if not one.is_asked and self._is_free(one))
        path = next(free, None)
        if path is not None:
            del self.known[path]
            self._append(ListForgotten(path))
        return path is not None

    def _is_free(self, followed: FollowedPath) -> bool:
        return followed.is_read and not any(map(followed.has, self._there(followed)))

    def _there(self, followed: FollowedPath) -> list[str]:
        """Return the names of all znodes at a path that may be members."""
        znode = self._tree.find(followed.path)
        return [PARENT, *znode.children] if znode else []

    def need_watches(self) -> None:
        """Set single watches from now on: there is no recursive watch."""
        self._reader.needs_watches = True

    def reread(self, path: str) -> None:
        """Read again what it follows at a path; it reports ListFound again."""
        followed = self.known.get(path)
        if followed:
            followed.is_listing = True
            followed.begin()
            self._reads.names(path, partial(self._relisted, followed))
        if path in self._values:
            self._reader.read([self._values[path]], is_found=True)

    def reread_all(self) -> None:
        """Read everything again: nobody knows what changed while there was no connection."""
        self._hidden.restart()
        for path in sorted(self.paths):
            self.reread(path)

    def look_for_hidden(self) -> None:
        """Look for members that no event shows, first for those of followed paths; read hidden
        ones.
        """
        there = [one for one in self.known.values() if one.is_there or one.is_denied]
        there.sort(key=lambda one: (not one.is_asked, one.path))
        self._hidden.look_at([one.path for one in there])
        for one in there:
            names = [name for name, member in one.members.items() if member.get("hidden")]
            if names and one.is_read:
                self._read(one, names[:_MEMBERS_AT_ONCE])

    # -- what has changed in the tree ---------------------------------------------------------

    def came(self, path: str, is_late: bool) -> None:
        """Note that a znode has come. is_late: whether nobody knows when."""
        followed = self.known.get(path)
        if followed and not (followed.is_there or followed.is_listing):
            self._read_all(followed)
        self.changed(path, is_late)

    def changed(self, path: str, is_late: bool = False) -> None:
        """Note that a znode's data has changed."""
        for followed, name in self._places_of(path):
            if not followed.is_listing:
                self._read(followed, [name])
        for value in self._values_at(path):
            if value.of is None or value.of.is_read:
                self._reader.read([value], is_late)

    def gone(self, path: str) -> None:
        """Note that a znode has gone."""
        for place, name in self._places_of(path):
            place.members.pop(name, None)
        for value in self._values_at(path):
            if value.of:
                self._reader.gone(value)
            else:
                # Another one may have come in the same transaction: then it was replaced.
                self._reader.read([value], is_found=False)
        followed = self.known.get(path)
        if followed and followed.is_there:
            followed.is_there = False
            followed.begin()
            if not followed.has(PARENT):
                self._append(ListGone(path))
                if not followed.is_asked:
                    del self.known[path]

    # -- reading ------------------------------------------------------------------------------

    def _know(self, path: str, children: Members, beside: Beside) -> FollowedPath:
        followed = self.known.setdefault(path, FollowedPath(path, children))
        followed.children = children
        followed.read_beside(beside)
        self._endings |= beside.keys()
        return followed

    def _values_at(self, path: str) -> Iterator[FollowedValue]:
        if path in self._values:
            yield self._values[path]
        beside = self._auxiliary(path)
        if beside:
            yield beside

    def _relisted(self, followed: FollowedPath, answer: Answer) -> None:
        self._listed(followed.path, answer)
        followed.is_listing = False
        if isinstance(answer, list):
            self._read_all(followed)
        elif isinstance(answer, NoAuthError):
            self._deny(followed)

    def _looked(self, path: str, answer: Answer) -> None:
        """Take a list that was read because something there may be hidden; somebody may have closed
        or opened its ACL.
        """
        self._listed(path, answer)
        followed = self.known.get(path)
        if followed and isinstance(answer, NoAuthError):
            self._deny(followed)
        elif followed and followed.is_denied and isinstance(answer, list):
            self._read_all(followed)

    def _deny(self, followed: FollowedPath) -> None:
        if not followed.is_denied:
            followed.is_denied = True
            self._append(ListDenied(followed.path))

    def _read_all(self, followed: FollowedPath) -> None:
        """Read all members, and the auxiliary znodes last."""
        followed.is_there, reading = True, followed.begin()
        done = partial(self._answered, followed, reading)
        may_be_key = followed.children in ("numbered", "every") and not followed.is_key
        names = [PARENT] if may_be_key else []
        names += filter(followed.has, self._there(followed))
        for start in range(0, len(names), _MEMBERS_AT_ONCE):
            followed.awaited += 1
            self._read(followed, names[start : start + _MEMBERS_AT_ONCE], done)
        if followed.auxiliary:
            self._reader.read(followed.auxiliary.values(), is_found=True, then=done)
        else:
            done()

    def _read(
        self, followed: FollowedPath, names: list[str], then: Callable[[], None] = lambda: None
    ) -> None:
        paths = [join(followed.path, name) for name in names]
        znodes = map(self._tree.find, paths)
        asked = list(map(_Asked, names, paths, znodes))
        may_be_replaced = followed.is_key or followed.children != "numbered"
        is_watched = self._reader.needs_watches and may_be_replaced
        # Without a recursive watch, no list shows that another znode of its name replaced one.
        watcher = self._watcher if is_watched else None

        def take(answers: list[Answer]) -> None:
            for one, answer in zip(asked, answers, strict=True):
                if isinstance(answer, DataStat):
                    self._learn(followed, one, answer.stat, answer.data)
                elif isinstance(answer, NoAuthError):
                    followed.is_denied |= one.name == PARENT
                    self._read_owner(followed, one)
            then()

        self._reads.many([o.Get(path) for path in paths], take, watcher)

    def _read_owner(self, followed: FollowedPath, asked: _Asked) -> None:
        """Read the owner, which a server may show without permission to read the data. If it
        refuses that too (`Capabilities.exists_needs_read`), the znode is there, for the list has
        named it.
        """
        reading = followed.reading
        followed.awaited += 1
        self._hidden.listen_to(followed.path)

        def take(stats: list[Stat]) -> None:
            stat, was_read = stats[0], followed.is_read
            if isinstance(stat, ZnodeStat | NoAuthError):
                known = stat if isinstance(stat, ZnodeStat) else None
                self._learn(followed, asked, known, None)
            self._answered(followed, reading)
            if followed.is_read and not was_read:
                self._reader.read(followed.auxiliary.values(), is_found=True)

        self._reads.stats([asked.path], take)

    def _answered(self, followed: FollowedPath, reading: int) -> None:
        """Count one awaited answer less, and report after the last one who is there."""
        if reading != followed.reading:
            return
        followed.awaited -= 1
        if not followed.is_read and not followed.awaited:
            followed.is_read = True
            followed.disprove()
            self._tell_found(followed)
            followed.tell_auxiliary_again()

    def _tell_found(self, followed: FollowedPath) -> None:
        """Report who is there. One permission covers data and the list of children: a path whose
        data are denied may have members that nobody sees.
        """
        if self.known.get(followed.path) is not followed:
            return
        if followed.is_denied and not followed.is_key:
            self._append(ListDenied(followed.path))
            return
        self._append(followed.found(self._there(followed)))

    def _learn(
        self, followed: FollowedPath, asked: _Asked, stat: ZnodeStat | None, data: bytes | None
    ) -> None:
        """Add a member, unless it has gone since the read. stat: None for a hidden one."""
        name, path, znode = asked
        if znode is None or znode is not self._tree.find(path):
            return
        znode.owner = stat and stat.ephemeralOwner
        if name == PARENT and not self._is_key(followed, stat):
            followed.stat = stat
            if followed.is_read and followed.disprove():
                self._tell_found(followed)
            self._tell_doubted(followed)
            return
        before, member = followed.members.get(name), as_member(name, stat, data)
        followed.members[name] = member
        if not followed.is_read or member == before:
            return
        if followed.doubts(name):
            followed.doubted.add(name)
            self._read(followed, [PARENT])
        else:
            self._append(MemberRead(path, path=followed.path, member=member))

    def _tell_doubted(self, followed: FollowedPath) -> None:
        """Report the members whose numbers the counter may have given, as its stat now shows."""
        names, followed.doubted = sorted(filter(followed.has, followed.doubted)), set()
        there = [name for name in names if name in followed.members] if followed.is_read else ()
        path, members = followed.path, followed.members
        self._append_all(
            [MemberRead(join(path, name), path=path, member=members[name]) for name in there]
        )

    def _is_key(self, followed: FollowedPath, stat: ZnodeStat | None) -> bool:
        """Tell whether a path is itself ephemeral; one that no longer is may have children."""
        if stat is None:
            return followed.is_key
        was_key = followed.has(PARENT)
        followed.is_key = session_of(stat.ephemeralOwner) is not None
        if was_key and not followed.is_key:
            self._is_no_key(followed)
        return followed.is_key

    def _is_no_key(self, followed: FollowedPath) -> None:
        path = followed.path
        if followed.is_asked:
            followed.children = "every" if followed.children == "every" else "numbered"
            self.reread(path)
        else:
            del self.known[path]
            self._append(ListGone(path))
            self._reads.names(path, partial(self._listed, path))
