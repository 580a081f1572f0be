"""The messages of the name service: what a provider asks of it, and what it hears.

A name is an ephemeral znode below the service's path; its data says the address.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ...participation import commands as c
from ...participation import inputs as i
from ...participation import watching as w
from ...participation.messages import Writing
from ...participation.place import Place
from ...zookeeper import operations as q

REGISTRATIONS = "-registrations"
"""The suffix of the znode beside the service. Its version counts registrations: a name's own
version does not tell an ephemeral znode from one created in its place.
"""

# -- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class FindName(w.Look):
    """A request to read the own name with a watch, and how many registrations there have been."""

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return the reads, the count first: any later registration changes it."""
        return (q.Get(f"{place.path}{REGISTRATIONS}"), *super().reads(place))

    def told(self, at: float, generation: int, *values: Any) -> i.Input:
        """Return the outcome; a service without registrations has no count."""
        count, read = values
        if read is None:
            return w.Missing(at, generation)
        return NameFound(at, generation, w.value_of(read), count.stat.version if count else None)


@dataclass(frozen=True)
class EnterName(c.Creation):
    """A request to create the name's znode, EPHEMERAL, with this address, and count the
    registration where it is `counted`; answered as a create is.
    """

    name: str
    address: str
    counted: bool = True

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the writes."""
        created = q.Create(place.of(self.name), _said_by(self.address, place), ephemeral=True)
        count = q.Set(f"{place.path}{REGISTRATIONS}", b"", -1)
        return (created, count) if self.counted else (created,)


@dataclass(frozen=True)
class Readdress(Writing):
    """A request to write another address over `version` of the own znode, if nobody has registered
    since, by `count`, None where there is no count. A missing znode is not as it was read either.
    """

    name: str
    address: str
    version: int
    count: int | None = None

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the writes."""
        write = q.Set(place.of(self.name), _said_by(self.address, place), self.version)
        return (write, *_unless_registered(self.count, place))


@dataclass(frozen=True)
class Remove(Writing):
    """A request to delete the own znode as it was read, if nobody has registered since, by `count`,
    None where there is no count. Answered by Deleted, also where it is gone already, or by
    WriteRefused.
    """

    name: str
    version: int
    count: int | None = None

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the delete first: its result decides if both are refused."""
        delete = q.Delete(place.of(self.name), self.version)
        return (delete, *_unless_registered(self.count, place))

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Return the outcome: gone already is as good as removed."""
        gone = isinstance(answer, q.RequestRefused) and (answer.index, answer.why) == (0, "no node")
        if gone or isinstance(answer, q.Committed):
            return i.Deleted(at, generation)
        return super().said(at, generation, answer)


def _unless_registered(count: int | None, place: Place) -> tuple[q.Write, ...]:
    return () if count is None else (q.Check(f"{place.path}{REGISTRATIONS}", count),)


def _said_by(address: str, place: Place) -> bytes:
    return json.dumps({"address": address, **place.process}).encode()


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move(i.Input):
    """An order: the provider is found at this address from now on."""

    address: str


@dataclass(frozen=True)
class NameFound(w.Seen):
    """The name as read; `count` registrations had been made before."""

    count: int | None = None
