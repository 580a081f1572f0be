"""The messages of the queue: what producers and consumers ask of it, and what they hear.

Names are relative to the queue; `znodes` says what there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.messages import Message, Reading, Writing
from ...participation.place import Place
from ...zookeeper import operations as q
from .znodes import CLAIMS, ITEMS, LINE, PREFIX, claim_name, item_name

# -- commands to ZooKeeper ----------------------------------------------------------------------


@dataclass(frozen=True)
class GatherQueue(Reading):
    """A request to list the items, the claims and the line; `watch`: with a watch on the first two
    lists. With `sync` the server catches up first.
    """

    watch: bool
    sync: bool = False

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return the three lists."""
        watched = (q.Names(place.of(name), self.watch) for name in (ITEMS, CLAIMS))
        return (*watched, q.Names(place.of(LINE)))

    def told(self, at: float, generation: int, *lists: Any) -> i.Input:
        """Return the lists."""
        return GatheredQueue(at, generation, *lists)


@dataclass(frozen=True)
class InspectItem(Reading):
    """A request to read an item; with `owner` also whose session its claim belongs to. With `sync`
    the server catches up first.
    """

    item: str
    owner: bool
    sync: bool = False

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return the item, and its claim."""
        claim = (q.Get(place.of(claim_name(self.item))),) if self.owner else ()
        return (q.Get(place.of(item_name(self.item))), *claim)

    def told(
        self, at: float, generation: int, item: q.Node | None, *claims: q.Node | None
    ) -> i.Input:
        """Return the outcome; a claim that was not asked for counts as missing."""
        version, data = (None, b"") if item is None else (item.stat.version, item.data)
        owners = [claim.stat.ephemeralOwner for claim in claims if claim is not None]
        owner = owners[0] if owners else None
        return InspectedItem(at, generation, self.item, version, data, owner)


@dataclass(frozen=True)
class Take(Writing):
    """A transaction that raises the item's version from `version`, creates its claim, EPHEMERAL,
    and deletes the own `place` in the line, where there is one.
    """

    item: str
    version: int
    data: bytes
    place: str | None

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the writes, the item first: its version decides."""
        item = q.Set(place.of(item_name(self.item)), self.data, self.version)
        claim = q.Create(place.of(claim_name(self.item)), place.data, ephemeral=True)
        line = (q.Delete(place.of(self.place)),) if self.place else ()
        return (item, claim, *line)


@dataclass(frozen=True)
class Finish(Writing):
    """A transaction that deletes the item, if its version is still `version`, and its claim."""

    item: str
    version: int

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the writes, the item first: a client that sees it go knows whose it was."""
        item = q.Delete(place.of(item_name(self.item)), self.version)
        return (item, q.Delete(place.of(claim_name(self.item))))


@dataclass(frozen=True)
class OpenLedger(Message):
    """A request to create the producer's ledger where it is missing, and read it."""

    ledger: str

    def requests(self, place: Place) -> tuple[q.Operation, ...]:
        """Return the requests, sent in one flight; the ledger may exist already. A create takes its
        server as far as the leader.
        """
        path = place.of(self.ledger)
        return ((q.Create(path, b"0"),), q.Reads((q.Get(path),)))

    def said(self, at: float, generation: int, made: q.Answer, answer: q.Values) -> i.Input:
        """Return the outcome; without the list of ledgers there is none."""
        ledger = answer.values[0]
        if isinstance(made, q.RequestRefused) and made.why == "no node":
            return i.ParentMissing(at, generation)
        if ledger is None:
            return i.Failed(at, generation, f"cannot open {self.ledger}: it was deleted meanwhile")
        total = int(ledger.data) if ledger.data.isdigit() and len(ledger.data) < 16 else 0
        return LedgerRead(at, generation, ledger.stat.version, total)


@dataclass(frozen=True)
class Put(Writing):
    """A transaction that creates the items, PERSISTENT and SEQUENTIAL, and writes `total` into the
    ledger, if its version is `version`.
    """

    items: tuple[bytes, ...]
    ledger: str
    version: int
    total: int

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return the items in their order, then the ledger."""
        prefix = place.of(item_name(PREFIX))
        items = (q.Create(prefix, data, sequence=True) for data in self.items)
        ledger = q.Set(place.of(self.ledger), str(self.total).encode(), self.version)
        return (*items, ledger)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Return the items under the names that they were given."""
        if not isinstance(answer, q.Committed):
            return super().said(at, generation, answer)
        names = tuple(path.rpartition("/")[2] for path in answer.results[:-1])
        return WasPut(at, generation, names)


# -- commands to the process's work -------------------------------------------------------------


@dataclass(frozen=True)
class Done(c.Command):
    """News: the item that was in its hands is done, and out of the queue."""

    item: str


@dataclass(frozen=True)
class Stored(c.Command):
    """News: `count` items are in the queue, `total` by this producer; `names` is empty where only
    the ledger says so.
    """

    names: tuple[str, ...]
    count: int
    total: int


# -- inputs -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Complete(i.Input):
    """An order: the task that the item asks for is done."""

    item: str


@dataclass(frozen=True)
class Offer(i.Input):
    """An order: put these into the queue, in this order."""

    items: tuple[bytes, ...]


@dataclass(frozen=True)
class GatheredQueue(i.Reply):
    """The three lists, None for a missing parent. They are read one after the other: one may be
    older than the next, and only a transaction decides.
    """

    items: tuple[str, ...] | None
    claims: tuple[str, ...] | None
    line: tuple[str, ...] | None


@dataclass(frozen=True)
class InspectedItem(i.Reply):
    """An item as read; `version` is None where it is gone, `owner` where nobody claims it or it was
    not asked for.
    """

    item: str
    version: int | None
    data: bytes
    owner: int | None


@dataclass(frozen=True)
class LedgerRead(i.Reply):
    """The ledger exists; `version` counts the transactions it was part of, `total` the items."""

    version: int
    total: int


@dataclass(frozen=True)
class WasPut(i.Reply):
    """The items are in the queue under these names."""

    names: tuple[str, ...]
