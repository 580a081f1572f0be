"""Finding elections in the tree, and reading who takes part.

An election is a znode with ephemeral sequential children. Listings say which names look
sequential; whether they are ephemeral is asked of three of them only. All methods belong to the
in-order thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from kazoo.exceptions import NoAuthError, NoNodeError
from kazoo.protocol.states import EventType, WatchedEvent, ZnodeStat

from app.recipes.naming import parse_sequence
from app.zookeeper.frames import Answer, DataStat
from app.zookeeper.loader import Listener
from app.zookeeper.members import Membership, as_acknowledgement, as_member
from app.zookeeper.reads import Reads, Stat
from app.zookeeper.requests import ChildrenOf, DataOf
from app.zookeeper.teller import Append
from app.zookeeper.tree import Tree, join, session_of, split

ACKNOWLEDGED = "-acknowledged"
MOST_FOUND = 500
_MEMBERS_AT_ONCE = 50


class Elections:
    """The elections that are followed, and those found.

    reads: for memberships (a barrier waits for these); probing: for curiosity.
    `needs_watches` (no recursive watch): acknowledgements are read with a watch of their own.
    """

    def __init__(
        self, tree: Tree, reads: Reads, probing: Reads, listener: Listener, append: Append
    ) -> None:
        self._tree, self._reads, self._probing = tree, reads, probing
        self._listener, self._append = listener, append
        self.needs_watches = False
        self._followed: set[str] = set()
        self._known: dict[str, Membership] = {}
        self._created: dict[str, int] = {}

    @property
    def paths(self) -> set[str]:
        """The paths of all elections that are followed or found."""
        return self._followed.union(self._known)

    def concerns(self, path: str) -> bool:
        """Whether `path` is an election, a znode in one, or its acknowledgement."""
        return (
            self._is_ours(path)
            or split(path)[0] in self._known
            or self._is_ours(_election_of(path))
        )

    def follow(self, path: str) -> None:
        """Read this election even when it has no members, now and after each reconnect."""
        self._followed.add(path)

    def reread(self, path: str) -> None:
        """List an election and read all its members; `election.found` follows."""
        if path in self._known:
            self._known[path].is_read = False
        self._reads.many([ChildrenOf(path)], lambda answers: self._relisted(path, answers[0]))

    def reread_all(self) -> None:
        """What changed while there was no connection is not known: read everything again."""
        self._created.clear()
        for path in sorted(self.paths):
            self.reread(path)

    def listed(self, path: str, names: Iterable[str]) -> None:
        """A listing came in: is this an election that is not known yet?"""
        if path not in self._known:
            ordered = [(found.number, n) for n in names if (found := parse_sequence(n))]
            if ordered:
                self._probe(path, {min(ordered)[1], max(ordered)[1]})

    def created(self, path: str) -> None:
        """A znode has come into the tree."""
        above, name = split(path)
        if path in self._followed and path not in self._known:
            self._read_members(self._know(path))
        elif above in self._known and parse_sequence(name):
            self._came_in(self._known[above], name)
        elif _election_of(path) in self._known:
            self._read_acknowledgement(self._known[_election_of(path)])
        elif above and parse_sequence(name):
            self._created_in(above, name)

    def deleted(self, path: str) -> None:
        """A znode has gone from the tree."""
        above, name = split(path)
        self._created.pop(path, None)
        if self._known.pop(path, None) is not None:
            self._append("election.gone", path)
        elif above in self._known:
            self._known[above].members.pop(name, None)
        election = _election_of(path)
        if election in self._known:
            self._acknowledge(self._known[election], {})
        elif election in self._followed:
            self._append("acknowledgement.read", election, {})

    def changed(self, path: str) -> None:
        """A znode's data has changed."""
        above, name = split(path)
        if above in self._known and parse_sequence(name):
            self._read_some(self._known[above], [name])
        if _election_of(path) in self._known:
            self._read_acknowledgement(self._known[_election_of(path)])

    def _is_ours(self, path: str) -> bool:
        return path in self._known or path in self._followed

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

    def _probe(self, parent: str, names: set[str]) -> None:
        if len(self._known) < MOST_FOUND:
            paths = [join(parent, name) for name in sorted(names)]
            self._probing.stats(paths, lambda stats: self._probed(parent, stats))

    def _probed(self, parent: str, stats: list[Stat]) -> None:
        owners = (getattr(stat, "ephemeralOwner", None) for stat in stats)
        is_election = any(session_of(owner) for owner in owners)
        if is_election and parent not in self._known and self._tree.find(parent) is not None:
            self._read_members(self._know(parent))

    def _read_members(self, membership: Membership) -> None:
        """Read all, the acknowledgement last: its answer is the end of the reading."""
        membership.is_read = False
        membership.reading += 1
        reading = membership.reading
        membership.members.clear()
        znode = self._tree.find(membership.path)
        names = [n for n in (znode.children if znode else ()) if parse_sequence(n)]
        for start in range(0, len(names), _MEMBERS_AT_ONCE):
            self._read_some(membership, names[start : start + _MEMBERS_AT_ONCE])
        self._read_acknowledgement(membership, partial(self._finish, membership, reading))

    def _finish(self, membership: Membership, reading: int) -> None:
        if reading != membership.reading or self._known.get(membership.path) is not membership:
            return
        membership.is_read = True
        members = sorted(membership.members.values(), key=lambda m: str(m["znode"]))
        self._append("election.found", membership.path, {"members": members})
        if membership.acknowledged or membership.told:
            self._tell_acknowledgement(membership)

    def _came_in(self, membership: Membership, name: str) -> None:
        if not membership.is_listing:
            self._read_some(membership, [name])

    def _read_some(self, membership: Membership, names: list[str]) -> None:
        def take(answers: list[Answer]) -> None:
            for name, answer in zip(names, answers, strict=True):
                self._take(membership, name, answer)

        self._reads.many([DataOf(join(membership.path, name)) for name in names], take)

    def _take(self, membership: Membership, name: str, answer: Answer) -> None:
        if isinstance(answer, DataStat):
            self._learn(membership, name, answer.stat, answer.data)
        elif isinstance(answer, NoAuthError):
            path = join(membership.path, name)
            self._reads.stats([path], lambda stats: self._take_stat(membership, name, stats[0]))

    def _take_stat(self, membership: Membership, name: str, stat: Stat) -> None:
        """`exists` needs no permission: whose it is can be told without reading its data."""
        if isinstance(stat, ZnodeStat):
            self._learn(membership, name, stat, None)

    def _learn(
        self, membership: Membership, name: str, stat: ZnodeStat, data: bytes | None
    ) -> None:
        """Take a member in, unless its end was seen between the read and its answer."""
        path = join(membership.path, name)
        znode = self._tree.find(path)
        if znode is None or self._known.get(membership.path) is not membership:
            return
        znode.owner = stat.ephemeralOwner
        membership.members[name] = as_member(name, stat, data)
        if membership.is_read:
            member = membership.members[name]
            self._append("member.read", path, {"election": membership.path, **member})

    def _read_acknowledgement(
        self, membership: Membership, then: Callable[[], None] | None = None
    ) -> None:
        path = membership.path + ACKNOWLEDGED
        watcher = self._acknowledgement_fired if self.needs_watches else None

        def take(answers: list[Answer]) -> None:
            answer = answers[0]
            found = as_acknowledgement(answer.data) if isinstance(answer, DataStat) else {}
            self._acknowledge(membership, found)
            if then is not None:
                then()

        self._reads.many([DataOf(path, watcher)], take)

    def _acknowledgement_fired(self, event: WatchedEvent) -> None:
        if event.type == EventType.CHANGED:
            self.changed(event.path)

    def _acknowledge(self, membership: Membership, found: dict[str, Any]) -> None:
        membership.acknowledged = found
        if membership.is_read and found != membership.told:
            self._tell_acknowledgement(membership)

    def _tell_acknowledgement(self, membership: Membership) -> None:
        membership.told = membership.acknowledged
        self._append("acknowledgement.read", membership.path, dict(membership.acknowledged))


def _election_of(path: str) -> str:
    """The election that a path is the acknowledgement of, or "" (which is no path)."""
    return path.removesuffix(ACKNOWLEDGED) if path.endswith(ACKNOWLEDGED) else ""
