"""Find paths in the tree that programs contend for, and that nobody has asked for.

Such a path is a znode with ephemeral sequential children, with ephemeral children of a form of
GROUPS, or with one ephemeral child `leader`, a key that programs race for. Or the path is itself
such a key, and has a name of KEYS. Listings show which names look so; the finder asks of only three
whether they are ephemeral. A znode that has gone before the answer does not tell; then the form of
its name has to do, if a library gives that form to ephemeral znodes. Digits at the end of a name
may be a time or a start code: digits that the parent's counter cannot have given are no number. The
mirror follows at most MOST_FOUND of these paths: those without members make room. All methods
belong to the in-order thread.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from kazoo.protocol.states import ZnodeStat

from ..participation.forms import KEYS, form_of, is_in_group
from ..participation.naming import LEADER, PARENT, parse_sequence
from .following import Following
from .members import Members, Numbered, uncounted
from .reads import ReadQueue, Stat
from .tree import ZnodeTree, join, session_of, split

MOST_FOUND = 2000


class Finder:
    """A finder that has the mirror follow every such path that it finds. If somebody follows the
    numbered children of a path, and there are none, it finds a key there. bounded: called once,
    with MOST_FOUND, when it leaves a path out because so many have members.
    """

    def __init__(
        self,
        tree: ZnodeTree,
        probing: ReadQueue,
        following: Following,
        bounded: Callable[[int], object],
    ) -> None:
        self._tree, self._probing, self._following = tree, probing, following
        self._bounded, self._is_bounded = bounded, False
        self._created: dict[str, int] = {}
        self._asking: dict[str, set[str]] = {}  # path -> the names to ask about after the answer

    def restart(self) -> None:
        """Restart on a new connection, over which the mirror lists everything again."""
        self._created.clear()
        self._asking.clear()
        self._is_bounded = False

    def listed(self, path: str, names: Collection[str]) -> None:
        """Take a listing, and ask whether programs contend for this path, or for one of these
        znodes, unless that is known.
        """
        for name in KEYS.keys() & names:
            self._probe(join(path, name), {PARENT})
        known = self._following.known.get(path)
        if known and known.children != "numbered":
            return
        ordered = [(found.number, name) for name in names if (found := parse_sequence(name))]
        ends = {min(ordered)[1], max(ordered)[1]} if ordered else set()
        if not ends:
            together = sorted(filter(is_in_group, names))
            ends = {*together[:1], *together[-1:]}
        if not (known and ends):
            self._probe(path, ends.union({LEADER}.intersection(names)))

    def came(self, path: str) -> None:
        """Note that a znode has come into the tree."""
        above, name = split(path)
        if not above or self._following.followed_above(path):
            return
        if name in KEYS:
            self._probe(path, {PARENT})
        elif name == LEADER and (znode := self._tree.find(above)):
            self.listed(above, znode.children)
        elif parse_sequence(name) or is_in_group(name):
            self._created_in(above, name)

    def gone(self, path: str) -> None:
        """Note that a znode has gone from the tree."""
        self._created.pop(path, None)

    def _created_in(self, parent: str, name: str) -> None:
        """Ask about the 1st, 2nd, 4th, 8th … child that comes, and not about each one of a busy
        queue.
        """
        count = self._created.get(parent, 0) + 1
        self._created[parent] = count
        if count & (count - 1) == 0:
            self._probe(parent, {name})

    def _probe(self, parent: str, names: set[str]) -> None:
        if parent in self._asking:
            self._asking[parent] |= names
        elif names:
            asked = sorted(names)
            self._asking[parent] = set()
            paths = [*(join(parent, name) for name in asked), parent]  # the parent last
            self._probing.stats(paths, lambda stats: self._probed(parent, asked, stats))

    def _probed(self, parent: str, names: list[str], answers: list[Stat]) -> None:
        later = self._asking.pop(parent, set())
        *stats, above = answers
        owners = [session_of(getattr(stat, "ephemeralOwner", None)) for stat in stats]
        owned = {name for name, owner in zip(names, owners, strict=True) if owner}
        if not any(stats):
            self._created.pop(parent, None)  # all have gone: the next one is asked about again
            owned = {name for name in names if form_of(name)}
        parent_stat = above if isinstance(above, ZnodeStat) else None
        owned -= uncounted(_numbered(names, stats), parent_stat)
        children = _members_of(owned)
        if owned and self._may_be(parent, children) and self._has_room(parent):
            self._created.pop(parent, None)
            self._following.find(parent, children)
        elif parent not in self._following.known:
            self._probe(parent, later)

    def _has_room(self, parent: str) -> bool:
        known = self._following.known
        if parent in known or len(known) < MOST_FOUND or self._following.forget_one():
            return True
        if not self._is_bounded:
            self._is_bounded = True
            self._bounded(MOST_FOUND)
        return False

    def _may_be(self, parent: str, children: Members) -> bool:
        """Tell whether a find is news: a key is, even at a followed path without members."""
        znode, known = self._tree.find(parent), self._following.known.get(parent)
        if znode is None or known is None:
            return znode is not None
        if children == "itself":
            return False
        is_empty = not any(map(parse_sequence, znode.children))
        return known.children == "numbered" and children == "key" and is_empty


def _members_of(owned: Collection[str]) -> Members:
    if owned == {PARENT}:
        return "itself"
    return "key" if owned == {LEADER} else "numbered"


def _numbered(names: Sequence[str], stats: Sequence[Stat]) -> list[Numbered]:
    return [
        Numbered(stat.czxid, found.number, name)
        for name, stat in zip(names, stats, strict=True)
        if isinstance(stat, ZnodeStat) and stat.ephemeralOwner and (found := parse_sequence(name))
    ]
