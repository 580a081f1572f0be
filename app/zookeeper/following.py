"""Follow by path: the data of a znode, its children, or both.

All methods belong to the in-order thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from kazoo.exceptions import NoAuthError
from kazoo.protocol.states import ZnodeStat

from ..participation.naming import PARENT
from ..readmodels.event import Event
from ..readmodels.events import ListDenied, ListForgotten, ListGone, MemberRead, ValueRead
from .frames import Answer, DataStat
from .hidden import Hidden
from .loader import Answered
from .members import (
    Beside,
    Children,
    FollowedPath,
    FollowedValue,
    Members,
    as_member,
    as_value,
)
from .publisher import Append
from .reads import ReadQueue, Stat
from .requests import ChildrenOf, DataOf
from .tree import MirroredZnode, ZnodeTree, join, session_of, split
from .values import ValueReads
from .watching import Watcher

_MEMBERS_AT_ONCE = 50


class _Asked(NamedTuple):
    """A member, and the znode at the request: another may have come before the answer."""

    name: str
    path: str
    znode: MirroredZnode | None


class Following:
    """A follower: it reports ValueRead [path] of followed data; of followed children
    ListFound or ListDenied [path], MemberRead [child], ListGone and ListForgotten [path]; of the
    auxiliary znodes beside them the events that their recipe declares [path]. beside: what stands
    beside a path that is found.

    reads: for what is followed, which a sync point waits for; probing: for curiosity. listed: takes
    each list of children as read, and calls `came` and `gone` with what it changes. watcher: takes
    the events of watches that are set where a server has no recursive ones.
    """

    def __init__(
        self,
        tree: ZnodeTree,
        reads: ReadQueue,
        probing: ReadQueue,
        listed: Answered,
        watcher: Watcher,
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
        """Return the paths that are followed, and those that were found."""
        return self._values.keys() | self.known.keys()

    def concerns(self, path: str) -> bool:
        """Tell whether `path` is followed, or a child of such a path, or auxiliary to one."""
        known = self.known
        is_near = path in known or split(path)[0] in known or self._auxiliary(path) is not None
        return is_near or path in self._values

    def _auxiliary(self, path: str) -> FollowedValue | None:
        """Return what is followed at `path` because it stands beside a path with members."""
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
        """Read this from now on, whether there is such a znode or not; the latest call counts."""
        if data:
            self._values.setdefault(path, FollowedValue(path, ValueRead, as_value))
        if children:
            self._know(path, children, beside).is_asked = True

    def find(self, path: str, children: Members) -> None:
        """Read the members of a path that was found."""
        self._read_all(self._know(path, children, self._beside))

    def forget_one(self) -> bool:
        """Follow one less of the paths that were found, where it is known that nobody stands; tell
        whether there was one.
        """
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
        """Set single watches: there is no recursive watch."""
        self._reader.needs_watches = True

    def reread(self, path: str) -> None:
        """Read what is followed at a path as it is now; ListFound is reported again."""
        followed = self.known.get(path)
        if followed:
            followed.is_listing = True
            followed.begin()
            self._reads.many([ChildrenOf(path)], partial(self._relisted, followed))
        if path in self._values:
            self._reader.read([self._values[path]], is_found=True)

    def reread_all(self) -> None:
        """Read everything again: what changed while there was no connection is not known."""
        self._hidden.restart()
        for path in sorted(self.paths):
            self.reread(path)

    def look_for_hidden(self) -> None:
        """Look for members that no event shows, those of followed paths first; read hidden ones."""
        there = [one for one in self.known.values() if one.is_there or one.is_denied]
        there.sort(key=lambda one: (not one.is_asked, one.path))
        self._hidden.look_at([one.path for one in there])
        for one in there:
            names = [name for name, member in one.members.items() if member.get("hidden")]
            if names and one.is_read:
                self._read(one, names[:_MEMBERS_AT_ONCE])

    # What has changed in the tree.

    def came(self, path: str, is_late: bool) -> None:
        """Note that a znode has come. is_late: nobody knows when."""
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

    # Reading.

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

    def _relisted(self, followed: FollowedPath, answers: list[Answer]) -> None:
        self._listed(followed.path, answers[0])
        followed.is_listing = False
        if isinstance(answers[0], list):
            self._read_all(followed)
        elif isinstance(answers[0], NoAuthError):
            self._deny(followed)

    def _looked(self, path: str, answer: Answer) -> None:
        """Take a list that was read because something there may be hidden; its ACL may have been
        closed, or opened.
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
        """Read all members, and what is auxiliary last."""
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
        # Without a recursive watch, no list shows that a znode was replaced by one of its name.
        watcher = self._watcher if is_watched else None

        def take(answers: list[Answer]) -> None:
            for one, answer in zip(asked, answers, strict=True):
                if isinstance(answer, DataStat):
                    self._learn(followed, one, answer.stat, answer.data)
                elif isinstance(answer, NoAuthError):
                    followed.is_denied |= one.name == PARENT
                    self._read_owner(followed, one)
            then()

        self._reads.many([DataOf(path, watcher) for path in paths], take)

    def _read_owner(self, followed: FollowedPath, asked: _Asked) -> None:
        """Read the owner, which may be shown without permission to read the data; if that is
        refused too (`Capabilities.exists_needs_read`), it is there, for the list has named it.
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
        """Count one awaited answer less; after the last, report who is there."""
        if reading != followed.reading:
            return
        followed.awaited -= 1
        if not followed.is_read and not followed.awaited:
            followed.is_read = True
            followed.disprove()
            self._tell_found(followed)
            followed.tell_auxiliary_again()

    def _tell_found(self, followed: FollowedPath) -> None:
        """Report who is there. One permission is for data and for the list of children: a path
        whose data is denied may have members that nobody sees.
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
        """Tell whether a path is ephemeral itself; one that no longer is may have children."""
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
            self._reads.one(ChildrenOf(path), partial(self._listed, path))
