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
class Survey(c.Command):
    """List the items, the claims and the line; `watch`: with a watch on the first two lists."""

    watch: bool


@dataclass(frozen=True)
class Inspect(c.Command):
    """Read an item; with `owner` also whose session its claim belongs to."""

    item: str
    owner: bool


@dataclass(frozen=True)
class Take(c.Command):
    """In one transaction: the item's version goes from `version` to the next, its claim is created,
    EPHEMERAL, and one's `place` in the line, where there is one, is deleted.
    """

    item: str
    version: int
    data: bytes
    place: str | None


@dataclass(frozen=True)
class Finish(c.Command):
    """In one transaction: the item goes, if its version is still `version`, and its claim."""

    item: str
    version: int


@dataclass(frozen=True)
class OpenLedger(c.Command):
    """Create the producer's ledger where it is missing, and read it."""

    ledger: str


@dataclass(frozen=True)
class Put(c.Command):
    """In one transaction: the items are created, PERSISTENT and SEQUENTIAL, and the ledger, if its
    version is `version`, says `total`.
    """

    items: tuple[bytes, ...]
    ledger: str
    version: int
    total: int


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
