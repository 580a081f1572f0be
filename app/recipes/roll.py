"""What a member asks of its group's two lists, and what it is told: the words of membership.

A group has two parents: `all_nodes`, which keeps whoever ever was a member, and `live_nodes`, which
holds an ephemeral znode of each that is one now. Names are relative to the group.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes import requests as q
from app.recipes.messages import Message
from app.recipes.place import Place

ALL = "all_nodes"
LIVE = "live_nodes"
PARENTS = (ALL, LIVE)


def known_name(identity: str) -> str:
    """A node's entry that stays, relative to its group."""
    return f"{ALL}/{identity}"


def live_name(identity: str) -> str:
    """A node's ephemeral znode, relative to its group."""
    return f"{LIVE}/{identity}"


# -- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Survey(Message):
    """Read both lists, each with a watch, and one's own two znodes, the live one with a watch."""

    identity: str

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """Four reads in one flight; a watch is set by those that find something."""
        lists = (q.Names(place.of(parent), watch=True) for parent in PARENTS)
        live = q.Get(place.of(live_name(self.identity)), watch=True)
        return (q.Reads((*lists, live, q.Get(place.of(known_name(self.identity))))),)

    def said(self, at: float, generation: int, answer: q.Values) -> i.Input:
        """In the order of the reads."""
        known, live, own, entry = answer.values
        standing = own and Standing(own.stat.ephemeralOwner, _incarnation_in(own))
        noted = entry and Entry(entry.stat.version, _incarnation_in(entry))
        return Surveyed(at, generation, known, live, standing, noted)


@dataclass(frozen=True)
class ReadList(Message):
    """Read one of the two lists again, with a watch."""

    parent: str

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """One read; on a missing parent it sets no watch."""
        return (q.Reads((q.Names(place.of(self.parent), watch=True),)),)

    def said(self, at: float, generation: int, answer: q.Values) -> i.Input:
        """The list as it is now."""
        return ListRead(at, generation, self.parent, answer.values[0])


@dataclass(frozen=True)
class Register(Message):
    """Write this process's information into its entry in `all_nodes`: which process it is, its
    machine's address as ZooKeeper sees it, and since when it runs.

    `version` is the entry's as read, None to create it.
    """

    identity: str
    version: int | None

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """Created, or written over as it was read."""
        return (q.Transaction((_entry_of(self.identity, self.version, place),)),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """An entry that is gone was not as it was read; where there was none, a parent is."""
        if isinstance(answer, q.Committed):
            return Registered(at, generation, _next(self.version))
        if _is_missing(answer) and self.version is None:
            return i.ParentMissing(at, generation)
        return RegistrationRefused(at, generation)


@dataclass(frozen=True)
class Announce(c.Creation):
    """In one transaction: the entry, as it was read at `version`, says what this process has to
    say, and its live znode is created. Two processes of one identity cannot both do that.
    """

    identity: str
    version: int

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """The live znode says which process it is."""
        entry = _entry_of(self.identity, self.version, place)
        return (q.Transaction((entry, _live_of(self.identity, place))),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Refused: somebody stands there, or the entry or a parent is not as it was read."""
        if isinstance(answer, q.Committed):
            return i.Created(at, generation, self.identity)
        return i.Taken(at, generation)


@dataclass(frozen=True)
class Replace(Announce):
    """In one transaction: the entry is still as it was read at `version`, the live znode that an
    earlier process of this identity has left goes, and one's own is created. An ephemeral znode
    made a second time has version 0 again, so that its own version would not tell the two apart.
    """

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """The entry's version is what a process that announces itself meanwhile changes."""
        gone = _eviction(self.identity, self.version, place)
        return (q.Transaction((*gone, _live_of(self.identity, place))),)


@dataclass(frozen=True)
class Evict(Message):
    """In one transaction: the entry is still as it was read at `version`, and the live znode goes
    that an earlier process of this identity has left. Answered by Deleted, gone or not: one looks.
    """

    identity: str
    version: int

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """As a replacement, with nothing in its place."""
        return (q.Transaction(_eviction(self.identity, self.version, place)),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """What stands there now, a look tells."""
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


def _is_missing(answer: q.Answer) -> bool:
    return isinstance(answer, q.Refused) and answer.why == "no node"


def _incarnation_in(read: q.Node) -> str | None:
    """Anybody may have written the znode."""
    found: str | None = c.said_in(read.data, "incarnation", str)
    return found


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """The live znode under one's own name as read: whose session owns it, and which process (its
    `incarnation`) has written it; None where its data says none.
    """

    owner: int
    incarnation: str | None


@dataclass(frozen=True)
class Entry:
    """One's entry in `all_nodes` as read."""

    version: int
    incarnation: str | None


@dataclass(frozen=True)
class Surveyed(i.Reply):
    """Both lists, None for a parent that is missing, and one's own znodes, None for a missing one.

    Read one after the other: only each list agrees with its own watch.
    """

    known: tuple[str, ...] | None
    live: tuple[str, ...] | None
    standing: Standing | None
    entry: Entry | None


@dataclass(frozen=True)
class ListRead(i.Reply):
    """One of the two lists, None where its parent is missing."""

    parent: str
    names: tuple[str, ...] | None


@dataclass(frozen=True)
class Registered(i.Reply):
    """The entry in `all_nodes` says what this process has to say, and has this version."""

    version: int = 0


@dataclass(frozen=True)
class RegistrationRefused(i.Reply):
    """The entry is not as it was read; nothing was written."""
