"""What a provider asks of the name service, and what it is told: the words of the name service.

A name is an ephemeral znode below the service's path; its data says the address.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes import requests as q
from app.recipes import watching as w
from app.recipes.messages import Message
from app.recipes.place import Place

REGISTRATIONS = "-registrations"
"""What the znode beside the service is called after it. Its version counts registrations: a name's
own version does not tell an ephemeral znode from one that was made in its place."""

# -- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Find(w.Look):
    """Read one's name with a watch, and how many registrations there have been."""

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """The count first: whatever registers later makes it another one."""
        count = q.Get(f"{place.path}{REGISTRATIONS}")
        return (q.Reads((count, q.Get(self.path(place), watch=True))),)

    def said(self, at: float, generation: int, answer: q.Values) -> i.Input:
        """A service that nobody has registered at has no count."""
        count, read = answer.values
        if read is None:
            return w.Missing(at, generation)
        return Found(at, generation, w.value_of(read), count.stat.version if count else None)


@dataclass(frozen=True)
class Enter(c.Creation):
    """Create the name's znode, EPHEMERAL, with this address, and count the registration where it is
    `counted`; answered as a create is.
    """

    name: str
    address: str
    counted: bool = True

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """In one transaction."""
        created = q.Create(place.of(self.name), _said_by(self.address, place), ephemeral=True)
        count = q.Set(f"{place.path}{REGISTRATIONS}", b"", -1)
        return (q.Transaction((created, count) if self.counted else (created,)),)


@dataclass(frozen=True)
class Readdress(Message):
    """Write another address over `version` of the own znode; nobody has registered since, as
    `count` tells, None where there is no count. Answered by Readdressed, or by Overtaken where it
    is not as it was read.
    """

    name: str
    address: str
    version: int
    count: int | None = None

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """In one transaction."""
        write = q.Set(place.of(self.name), _said_by(self.address, place), self.version)
        return (q.Transaction((write, *_unless_registered(self.count, place))),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Gone is not as it was read either."""
        done = isinstance(answer, q.Committed)
        return Readdressed(at, generation) if done else Overtaken(at, generation)


@dataclass(frozen=True)
class Remove(Message):
    """Delete the own znode as it was read; nobody has registered since, as `count` tells, None
    where there is no count. Answered by Deleted, also where it is gone already, or by Overtaken.
    """

    name: str
    version: int
    count: int | None = None

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """The delete first: what it says decides, where both are refused."""
        delete = q.Delete(place.of(self.name), self.version)
        return (q.Transaction((delete, *_unless_registered(self.count, place))),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Gone already is as good as removed."""
        gone = isinstance(answer, q.Refused) and (answer.index, answer.why) == (0, "no node")
        if gone or isinstance(answer, q.Committed):
            return i.Deleted(at, generation)
        return Overtaken(at, generation)


def _unless_registered(count: int | None, place: Place) -> tuple[q.Write, ...]:
    return () if count is None else (q.Check(f"{place.path}{REGISTRATIONS}", count),)


def _said_by(address: str, place: Place) -> bytes:
    return json.dumps({"address": address, **place.process}).encode()


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move(i.Input):
    """The provider is to be found at this address from now on."""

    address: str


@dataclass(frozen=True)
class Found(w.Seen):
    """The name was read; `count` registrations had been made before."""

    count: int | None = None


@dataclass(frozen=True)
class Readdressed(i.Reply):
    """The znode says the new address."""


@dataclass(frozen=True)
class Overtaken(i.Reply):
    """The znode is not as it was read; nothing was changed."""


# -- what a znode says ----------------------------------------------------------------------------


def address_in(text: str) -> str:
    """The address that a name's data says: that of a JSON object, else the text as it stands."""
    said: str | None = c.said_in(text, "address", str)
    return text if said is None else said


def incarnation_in(text: str) -> str | None:
    """The process that wrote it, where the data says one."""
    found: str | None = c.said_in(text, "incarnation", str)
    return found
