"""The messages of membership: what a member asks of its group's two lists, and what it hears.

Names are relative to the group; `znodes` says what there is.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.messages import Reading, Writing
from ...participation.place import Place
from ...participation.said import said_in
from ...zookeeper import operations as q
from .znodes import PARENTS, known_name, live_name

# -- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Gather(Reading):
    """A request to read both lists, each with a watch, and the own two znodes, the live one with a
    watch.
    """

    identity: str

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return four reads; those that find something set a watch."""
        lists = (q.Names(place.of(parent), watch=True) for parent in PARENTS)
        live = q.Get(place.of(live_name(self.identity)), watch=True)
        return (*lists, live, q.Get(place.of(known_name(self.identity))))

    def told(self, at: float, generation: int, *values: Any) -> i.Input:
        """Return the answers in the order of the reads."""
        known, live, own, entry = values
        standing = own and LiveStanding(own.stat.ephemeralOwner, _incarnation_in(own))
        noted = entry and OwnEntry(entry.stat.version, _incarnation_in(entry))
        return Gathered(at, generation, known, live, standing, noted)


@dataclass(frozen=True)
class ReadList(Reading):
    """A request to read one of the two lists again, with a watch."""

    parent: str

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return one read; on a missing parent it sets no watch."""
        return (q.Names(place.of(self.parent), watch=True),)

    def told(self, at: float, generation: int, names: tuple[str, ...] | None) -> i.Input:
        """Return the list as it is now."""
        return ListRead(at, generation, self.parent, names)


@dataclass(frozen=True)
class Register(Writing):
    """A request to write this process's information into its entry in `all_nodes`: which process it
    is, its machine's address as ZooKeeper sees it, and since when it runs.

    `version` is the entry's as read, None to create it.
    """

    identity: str
    version: int | None

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return a create, or a write over the entry as it was read."""
        return (_entry_of(self.identity, self.version, place),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Return the outcome: a missing entry was not as it was read; if there was none, a parent
        is missing.
        """
        if isinstance(answer, q.Committed):
            return Registered(at, generation, _next(self.version))
        if (
            self.version is None
            and isinstance(answer, q.RequestRefused)
            and answer.why == "no node"
        ):
            return i.ParentMissing(at, generation)
        return super().said(at, generation, answer)


@dataclass(frozen=True)
class Announce(c.Creation):
    """A transaction in which the entry, as read at `version`, takes this process's information, and
    its live znode is created. Two processes of one identity cannot both do that.
    """

    identity: str
    version: int

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the writes; the live znode says which process it is."""
        entry = _entry_of(self.identity, self.version, place)
        return (entry, _live_of(self.identity, place))

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Return the outcome. Refused: another is there, or something is not as it was read."""
        if isinstance(answer, q.Committed):
            return i.Created(at, generation, self.identity)
        return i.Taken(at, generation)


@dataclass(frozen=True)
class Replace(Announce):
    """A transaction that checks that the entry is as read at `version`, deletes the live znode that
    an earlier process of this identity has left, and creates its own. An ephemeral znode created a
    second time has version 0 again, so its own version would not tell the two apart.
    """

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the writes; a process that announces itself meanwhile changes the entry's
        version.
        """
        gone = _eviction(self.identity, self.version, place)
        return (*gone, _live_of(self.identity, place))


@dataclass(frozen=True)
class Evict(Writing):
    """A transaction that checks that the entry is as read at `version`, and deletes the live znode
    that an earlier process of this identity has left. Answered by Deleted, gone or not: a look
    follows.
    """

    identity: str
    version: int

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the writes of a replacement, with nothing in its place."""
        return _eviction(self.identity, self.version, place)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Return Deleted; a look shows what is there now."""
        return i.Deleted(at, generation)


def _eviction(identity: str, version: int, place: Place) -> tuple[q.Write, ...]:
    check = q.Check(place.of(known_name(identity)), version)
    return (check, q.Delete(place.of(live_name(identity))))


def _entry_of(identity: str, version: int | None, place: Place) -> q.Write:
    path, data = place.of(known_name(identity)), json.dumps({**place.process, **place.about})
    if version is None:
        return q.Create(path, data.encode())
    return q.Set(path, data.encode(), version)


def _live_of(identity: str, place: Place) -> q.Write:
    data = json.dumps(place.process).encode()
    return q.Create(place.of(live_name(identity)), data, ephemeral=True)


def _next(version: int | None) -> int:
    return 0 if version is None else version + 1


def _incarnation_in(read: q.Node) -> str | None:
    """Return the incarnation in the data; anybody may have written the znode."""
    found: str | None = said_in(read.data, "incarnation", str)
    return found


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class LiveStanding:
    """The live znode under the own name as read: whose session owns it, and which process (its
    `incarnation`) wrote it; None where its data says none.
    """

    owner: int
    incarnation: str | None


@dataclass(frozen=True)
class OwnEntry:
    """The own entry in `all_nodes` as read."""

    version: int
    incarnation: str | None


@dataclass(frozen=True)
class Gathered(i.Reply):
    """Both lists, None for a missing parent, and the own znodes, None for a missing one.

    They are read one after the other: only each list agrees with its own watch.
    """

    known: tuple[str, ...] | None
    live: tuple[str, ...] | None
    standing: LiveStanding | None
    entry: OwnEntry | None


@dataclass(frozen=True)
class ListRead(i.Reply):
    """One of the two lists, None where its parent is missing."""

    parent: str
    names: tuple[str, ...] | None


@dataclass(frozen=True)
class Registered(i.Reply):
    """The entry in `all_nodes` has this process's information, and this version."""

    version: int = 0
