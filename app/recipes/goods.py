"""What producers and consumers ask of their queue, and what they are told: the words of the queue.

A queue is a znode with four parents below it: `items`, persistent and sequential, what is to be
done; `claims`, ephemeral, one under the name of each item in somebody's hands; `line`, ephemeral
and sequential, the consumers that wait for an item; `producers`, what each of them has put in so
far. Names are relative to the queue.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes import requests as q
from app.recipes.messages import Message
from app.recipes.place import Place

ITEMS = "items"
CLAIMS = "claims"
LINE = "line"
PRODUCERS = "producers"
PARENTS = (ITEMS, CLAIMS, LINE, PRODUCERS)
PREFIX = "item-"


def item_name(item: str) -> str:
    """An item, relative to its queue."""
    return f"{ITEMS}/{item}"


def claim_name(item: str) -> str:
    """The claim on an item, relative to its queue."""
    return f"{CLAIMS}/{item}"


def ledger_name(producer: str) -> str:
    """What a producer has put in so far, relative to its queue."""
    return f"{PRODUCERS}/{producer}"


# -- commands to ZooKeeper ----------------------------------------------------------------------


@dataclass(frozen=True)
class Survey(Message):
    """List the items, the claims and the line; `watch`: with a watch on the first two lists. With
    `sync` the server catches up first.
    """

    watch: bool
    sync: bool = False

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """In one flight."""
        before = (q.Sync(),) if self.sync else ()
        watched = (q.Names(place.of(name), self.watch) for name in (ITEMS, CLAIMS))
        return (*before, q.Reads((*watched, q.Names(place.of(LINE)))))

    def said(self, at: float, generation: int, *answers: q.Values) -> i.Input:
        """In the order of the reads."""
        return Surveyed(at, generation, *answers[-1].values)


@dataclass(frozen=True)
class Inspect(Message):
    """Read an item; with `owner` also whose session its claim belongs to. With `sync` the server
    catches up first.
    """

    item: str
    owner: bool
    sync: bool = False

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """In one flight."""
        before = (q.Sync(),) if self.sync else ()
        claim = (q.Get(place.of(claim_name(self.item))),) if self.owner else ()
        return (*before, q.Reads((q.Get(place.of(item_name(self.item))), *claim)))

    def said(self, at: float, generation: int, *answers: q.Values) -> i.Input:
        """A claim that was not asked for counts as missing."""
        item, *claims = answers[-1].values
        version, data = (None, b"") if item is None else (item.stat.version, item.data)
        owners = [claim.stat.ephemeralOwner for claim in claims if claim is not None]
        owner = owners[0] if owners else None
        return Inspected(at, generation, self.item, version, data, owner)


@dataclass(frozen=True)
class Take(Message):
    """In one transaction: the item's version goes from `version` to the next, its claim is created,
    EPHEMERAL, and one's `place` in the line, where there is one, is deleted.
    """

    item: str
    version: int
    data: bytes
    place: str | None

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """The item first: its version decides."""
        item = q.Set(place.of(item_name(self.item)), self.data, self.version)
        claim = q.Create(place.of(claim_name(self.item)), place.data, ephemeral=True)
        line = (q.Delete(place.of(self.place)),) if self.place else ()
        return (q.Transaction((item, claim, *line)),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """All or nothing."""
        done = isinstance(answer, q.Committed)
        return (Claimed if done else ClaimRefused)(at, generation, self.item)


@dataclass(frozen=True)
class Finish(Message):
    """In one transaction: the item goes, if its version is still `version`, and its claim."""

    item: str
    version: int

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """The item first: who sees it go knows whose it was."""
        item = q.Delete(place.of(item_name(self.item)), self.version)
        return (q.Transaction((item, q.Delete(place.of(claim_name(self.item))))),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """All or nothing."""
        done = isinstance(answer, q.Committed)
        return (Finished if done else FinishRefused)(at, generation, self.item)


@dataclass(frozen=True)
class OpenLedger(Message):
    """Create the producer's ledger where it is missing, and read it."""

    ledger: str

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """In one flight; it may stand already. A create takes its server as far as the leader."""
        path = place.of(self.ledger)
        return (q.Transaction((q.Create(path, b"0"),)), q.Reads((q.Get(path),)))

    def said(self, at: float, generation: int, made: q.Answer, answer: q.Values) -> i.Input:
        """Without the list of ledgers there is none."""
        ledger = answer.values[0]
        if isinstance(made, q.Refused) and made.why == "no node":
            return i.ParentMissing(at, generation)
        if ledger is None:
            return i.Failed(at, generation, f"cannot open {self.ledger}: it was deleted meanwhile")
        total = int(ledger.data) if ledger.data.isdigit() and len(ledger.data) < 16 else 0
        return LedgerRead(at, generation, ledger.stat.version, total)


@dataclass(frozen=True)
class Put(Message):
    """In one transaction: the items are created, PERSISTENT and SEQUENTIAL, and the ledger, if its
    version is `version`, says `total`.
    """

    items: tuple[bytes, ...]
    ledger: str
    version: int
    total: int

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """The items in their order."""
        prefix = place.of(item_name(PREFIX))
        items = (q.Create(prefix, data, sequence=True) for data in self.items)
        ledger = q.Set(place.of(self.ledger), str(self.total).encode(), self.version)
        return (q.Transaction((*items, ledger)),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Under the names that they were given."""
        if not isinstance(answer, q.Committed):
            return PutRefused(at, generation)
        names = tuple(path.rpartition("/")[2] for path in answer.results[:-1])
        return WasPut(at, generation, names)


# -- commands to the process's work -------------------------------------------------------------


@dataclass(frozen=True)
class Done(c.Command):
    """The item that was in one's hands is done: it is out of the queue."""

    item: str


@dataclass(frozen=True)
class Stored(c.Command):
    """`count` items are in the queue, `total` by this producer; `names` is empty where only the
    ledger says so.
    """

    names: tuple[str, ...]
    count: int
    total: int


# -- inputs -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Complete(i.Input):
    """The task that the item asks for is done."""

    item: str


@dataclass(frozen=True)
class Offer(i.Input):
    """Put these into the queue, in this order."""

    items: tuple[bytes, ...]


@dataclass(frozen=True)
class Surveyed(i.Reply):
    """The three lists, None for a parent that is missing. Read one after the other: what one says
    may be older than what the next one says, and only a transaction decides.
    """

    items: tuple[str, ...] | None
    claims: tuple[str, ...] | None
    line: tuple[str, ...] | None


@dataclass(frozen=True)
class Inspected(i.Reply):
    """An item as read; `version` is None where it is gone, `owner` where nobody claims it or it was
    not asked for.
    """

    item: str
    version: int | None
    data: bytes
    owner: int | None


@dataclass(frozen=True)
class Claimed(i.Reply):
    """The item is one's own; its version counts how often it was given out."""

    item: str


@dataclass(frozen=True)
class ClaimRefused(i.Reply):
    """Somebody else was faster, or the item is gone, or the place in the line is; nothing was
    written.
    """

    item: str


@dataclass(frozen=True)
class Finished(i.Reply):
    """Item and claim are gone."""

    item: str


@dataclass(frozen=True)
class FinishRefused(i.Reply):
    """The claim was lost meanwhile, and the item may be in other hands; nothing was written."""

    item: str


@dataclass(frozen=True)
class LedgerRead(i.Reply):
    """The ledger stands; `version` counts the transactions it was part of, `total` the items."""

    version: int
    total: int


@dataclass(frozen=True)
class WasPut(i.Reply):
    """The items are in the queue under these names."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class PutRefused(i.Reply):
    """The ledger is not as it was read; nothing was written."""
