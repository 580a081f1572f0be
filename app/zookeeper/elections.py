"""Finding elections in the tree, and reading who takes part.

An election is a znode with ephemeral sequential children, or with one ephemeral child `leader`: a
key that programs race for. Listings say which names look so; whether they are ephemeral is asked of
three of them only. Where all children are to be members, as in a list of live nodes, somebody has
to say so (`follow`). All methods belong to the in-order thread.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from kazoo.exceptions import NoAuthError, NoNodeError
from kazoo.protocol.states import EventType, ZnodeStat

from app.recipes.naming import parse_sequence
from app.recipes.single import LEADER
from app.zookeeper.beside import Beside, election_of
from app.zookeeper.frames import Answer, DataStat
from app.zookeeper.hidden import Hidden
from app.zookeeper.loader import Listener, tell
from app.zookeeper.members import Membership, as_member
from app.zookeeper.reads import Reads, Stat
from app.zookeeper.requests import ChildrenOf, DataOf
from app.zookeeper.teller import Append
from app.zookeeper.tree import Tree, Znode, join, session_of, split
from app.zookeeper.watching import Event

MOST_FOUND = 500
_MEMBERS_AT_ONCE = 50


class Elections:
    """The elections that are followed, and those found.

    reads: for memberships (a barrier waits for these); probing: for curiosity.
    """

    def __init__(
        self, tree: Tree, reads: Reads, probing: Reads, listener: Listener, append: Append
    ) -> None:
        self._tree, self._reads, self._probing = tree, reads, probing
        self._listener, self._append = listener, append
        self._beside = Beside(reads, append, self.changed)
        self._followed: set[str] = set()
        self._every: set[str] = set()
        self._keys: set[str] = set()
        self._known: dict[str, Membership] = {}
        self._created: dict[str, int] = {}
        self._hidden = Hidden(tree, reads, probing, partial(tell, listener))

    def need_watches(self) -> None:
        """There is no recursive watch: what may change in its place gets a watch of its own."""
        self._beside.needs_watches = True

    @property
    def paths(self) -> set[str]:
        """The paths of all elections that are followed or found."""
        return self._followed.union(self._known)

    def concerns(self, path: str) -> bool:
        """Whether `path` is an election, a znode in one, or one beside it."""
        return (
            self._is_ours(path)
            or split(path)[0] in self._known
            or self._is_ours(election_of(path)[0])
        )

    def follow(self, path: str, every: bool = False) -> None:
        """Read this election even when it has no members, at each `reread` and reconnect.

        every: all children are members, else those with a sequence number; the last word counts.
        """
        self._followed.add(path)
        (self._every.add if every else self._every.discard)(path)

    def reread(self, path: str) -> None:
        """List an election and read all its members; `election.found` follows."""
        if path in self._known:
            self._known[path].is_read = False
        self._reads.many([ChildrenOf(path)], lambda answers: self._relisted(path, answers[0]))

    def reread_all(self) -> None:
        """What changed while there was no connection is not known: read everything again."""
        self._created.clear()
        self._hidden.restart()
        for path in sorted(self.paths):
            self.reread(path)

    def look_for_hidden(self) -> None:
        """Look for members of whom no event tells, those of followed elections first; and whether
        one that was hidden may be read by now.
        """
        found = self._known.keys()
        self._hidden.look_at([*sorted(found & self._followed), *sorted(found - self._followed)])
        for membership in self._known.values():
            names = [name for name, one in membership.members.items() if one.get("hidden")]
            if names and membership.is_read:
                self._read_some(membership, names[:_MEMBERS_AT_ONCE])

    def listed(self, path: str, names: Iterable[str]) -> None:
        """A listing came in: is this an election that is not known yet?"""
        if path not in self._known:
            self._look_at(path, names)

    def created(self, path: str) -> None:
        """A znode has come into the tree."""
        above, name = split(path)
        if path in self._followed and path not in self._known:
            self._read_members(self._know(path))
        elif above in self._known and self._is_member(above, name):
            self._came_in(self._known[above], name)
        elif election_of(path)[0] in self._known:
            self._reread_beside(path)
        elif above and name == LEADER and (znode := self._tree.find(above)):
            self._look_at(above, znode.children)
        elif above and parse_sequence(name):
            self._created_in(above, name)

    def deleted(self, path: str) -> None:
        """A znode has gone from the tree."""
        above, name = split(path)
        self._created.pop(path, None)
        self._keys.discard(path)
        if self._known.pop(path, None) is not None:
            self._append("election.gone", path)
        elif above in self._known:
            self._known[above].members.pop(name, None)
        election, suffix = election_of(path)
        if election in self._known:
            self._beside.gone(self._known[election], suffix)
        elif election in self._followed:
            self._beside.gone_alone(election, suffix)

    def changed(self, path: str) -> None:
        """A znode's data has changed."""
        above, name = split(path)
        if above in self._known and self._is_member(above, name):
            self._read_some(self._known[above], [name])
        if election_of(path)[0] in self._known:
            self._reread_beside(path)

    def _is_ours(self, path: str) -> bool:
        return path in self._known or path in self._followed

    def _is_member(self, election: str, name: str) -> bool:
        if election in self._keys and election not in self._every:
            return name == LEADER
        return election in self._every or parse_sequence(name) is not None

    def _reread_beside(self, path: str) -> None:
        election, suffix = election_of(path)
        self._beside.read(self._known[election], suffix)

    def _know(self, path: str) -> Membership:
        self._created.pop(path, None)
        return self._known.setdefault(path, Membership(path))

    def _relisted(self, path: str, answer: Answer) -> None:
        if isinstance(answer, list):
            membership = self._know(path)
            membership.is_listing = True
            self._listener.listed(path, answer)
            membership.is_listing = False
            self._read_members(membership)
        elif isinstance(answer, NoNodeError):
            self._listener.vanished(path)
        else:
            self._listener.denied(path)

    def _created_in(self, parent: str, name: str) -> None:
        """Ask at the 1st, 2nd, 4th, 8th … of them: a busy queue is not asked about each time."""
        count = self._created.get(parent, 0) + 1
        self._created[parent] = count
        if count & (count - 1) == 0:
            self._probe(parent, {name})

    def _look_at(self, parent: str, names: Iterable[str]) -> None:
        ordered = [(found.number, name) for name in names if (found := parse_sequence(name))]
        ends = {min(ordered)[1], max(ordered)[1]} if ordered else set()
        self._probe(parent, ends.union({LEADER}.intersection(names)))

    def _probe(self, parent: str, names: set[str]) -> None:
        if names and len(self._known) < MOST_FOUND:
            asked = sorted(names)
            paths = [join(parent, name) for name in asked]
            self._probing.stats(paths, lambda stats: self._probed(parent, asked, stats))

    def _probed(self, parent: str, names: list[str], stats: list[Stat]) -> None:
        owners = [session_of(getattr(stat, "ephemeralOwner", None)) for stat in stats]
        owned = {name for name, owner in zip(names, owners, strict=True) if owner}
        if not owned or self._tree.find(parent) is None or not self._may_be(parent, owned):
            return
        (self._keys.add if owned == {LEADER} else self._keys.discard)(parent)
        self._read_members(self._know(parent))

    def _may_be(self, parent: str, owned: set[str]) -> bool:
        """Whether this is news: of a path that somebody follows and nobody stands in, a key is."""
        known = self._known.get(parent)
        is_empty = known is not None and known.is_read and not known.members
        return known is None or (is_empty and owned == {LEADER} and parent not in self._every)

    def _read_members(self, membership: Membership) -> None:
        """Read all, what stands beside last: its answer is the end of the reading."""
        membership.is_read = membership.is_through = False
        membership.awaited = 0
        membership.reading += 1
        reading = membership.reading
        membership.members.clear()
        znode = self._tree.find(membership.path)
        path = membership.path
        names = [n for n in (znode.children if znode else ()) if self._is_member(path, n)]
        for start in range(0, len(names), _MEMBERS_AT_ONCE):
            self._read_some(membership, names[start : start + _MEMBERS_AT_ONCE])
        self._beside.read_all(membership, partial(self._is_through, membership, reading))

    def _is_through(self, membership: Membership, reading: int) -> None:
        if reading == membership.reading:
            membership.is_through = True
            self._finish(membership)

    def _finish(self, membership: Membership) -> None:
        is_known = self._known.get(membership.path) is membership
        if not is_known or membership.awaited or not membership.is_through:
            return
        membership.is_read, membership.is_through = True, False
        members = sorted(membership.members.values(), key=lambda m: str(m["znode"]))
        is_key = membership.path in self._keys and membership.path not in self._every
        said = {"strategy": "single"} if is_key else {}
        self._append("election.found", membership.path, {"members": members, **said})
        self._beside.tell_all(membership)
        self._look_for_key(membership)

    def _look_for_key(self, membership: Membership) -> None:
        """What somebody follows, and nobody stands in, may have a key."""
        znode, path = self._tree.find(membership.path), membership.path
        is_open = path not in self._keys and path not in self._every
        if is_open and not membership.members and znode and LEADER in znode.children:
            self._probe(path, {LEADER})

    def _came_in(self, membership: Membership, name: str) -> None:
        if not membership.is_listing:
            self._read_some(membership, [name])

    def _read_some(self, membership: Membership, names: list[str]) -> None:
        paths = [join(membership.path, name) for name in names]
        asked = [self._tree.find(path) for path in paths]
        watcher = self._member_fired if self._is_watched(membership.path) else None

        def take(answers: list[Answer]) -> None:
            for name, znode, answer in zip(names, asked, answers, strict=True):
                self._take(membership, name, znode, answer)

        self._reads.many([DataOf(path, watcher) for path in paths], take)

    def _is_watched(self, election: str) -> bool:
        """Names that may come again, and data that may change, without a recursive watch: that a
        znode was replaced by one of the same name is seen in no listing.
        """
        return self._beside.needs_watches and election in self._every | self._keys

    def _member_fired(self, event: Event) -> None:
        if event.type == EventType.CHANGED:
            self.changed(event.path)
        elif event.type == EventType.DELETED:
            self._listener.vanished(event.path, event.zxid)

    def _take(self, membership: Membership, name: str, znode: Znode | None, answer: Answer) -> None:
        if isinstance(answer, DataStat):
            self._learn(membership, name, znode, answer.stat, answer.data)
        elif isinstance(answer, NoAuthError):
            membership.awaited += 1
            self._hidden.listen_to(membership.path)
            take = partial(self._take_stat, membership, membership.reading, name, znode)
            self._reads.stats([join(membership.path, name)], take)

    def _take_stat(
        self,
        membership: Membership,
        reading: int,
        name: str,
        znode: Znode | None,
        stats: list[Stat],
    ) -> None:
        """Whose it is may be told without permission to read its data; where that is refused too
        (`Capabilities.exists_needs_read`), the list has named it all the same, so it is there.
        """
        stat = stats[0]
        if isinstance(stat, ZnodeStat):
            self._learn(membership, name, znode, stat, None)
        elif isinstance(stat, NoAuthError):
            self._learn(membership, name, znode, None, None)
        if reading == membership.reading:
            membership.awaited -= 1
            self._finish(membership)

    def _learn(
        self,
        membership: Membership,
        name: str,
        znode: Znode | None,
        stat: ZnodeStat | None,
        data: bytes | None,
    ) -> None:
        """Take a member in, unless its end was seen between the read and its answer. `znode` is
        the one that was there when it was asked for: another may have come under its name. stat:
        None for one that is hidden.
        """
        path = join(membership.path, name)
        if znode is None or znode is not self._tree.find(path):
            return
        if self._known.get(membership.path) is not membership:
            return
        znode.owner = stat and stat.ephemeralOwner
        before, member = membership.members.get(name), as_member(name, stat, data)
        membership.members[name] = member
        if membership.is_read and member != before:
            self._append("member.read", path, {"election": membership.path, **member})
