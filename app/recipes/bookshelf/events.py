"""The events of bookshelves, each with its line in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...readmodels.event import PlaceEvent, spelled
from ...readmodels.wording import Line, asked_by, hexed, plural, who
from .state import Lacks

_WHY = {
    "no leader": "nobody leads",
    "busy": "too many writes waited",
    "unknown": "nobody knows",
    "conflict": "another book has that id",
}


def _by(person: str) -> str:
    return f" ({person})" if person else ""


# -- what a person does, and what the dashboard finds -----------------------------------------


class BookshelfOpened(PlaceEvent, kind="book.opened"):
    """Somebody has opened the bookshelf: it is followed."""

    by: str

    def line(self) -> Line:
        return [f"the bookshelf at {self.subject} opened{asked_by(self.by)}"]


class DisksFound(PlaceEvent, kind="book.disks"):
    """This dashboard has disks of the bookshelf. stores: node -> the store of its disk."""

    stores: Mapping[str, str]

    def line(self) -> Line:
        disks = plural(len(self.stores), "disk")
        return [f"this dashboard has {disks} of the bookshelf at {self.subject}"]


class WritesSlowed(PlaceEvent, kind="book.slowed"):
    """Somebody makes the nodes wait `pause` seconds between the steps of a write."""

    pause: float
    by: str

    def line(self) -> Line:
        slow = f"writes are slowed down, {self.pause:g} s per step"
        return [f"{slow if self.pause else 'writes at full speed'}{_by(self.by)}"]


class DiskWiped(PlaceEvent, kind="book.wiped", tone="dead"):
    """Somebody has removed what a node had on its disk."""

    node: str
    by: str

    def line(self) -> Line:
        return [who(self.node), f" has lost its disk{_by(self.by)}"]


class LeaderAppointed(PlaceEvent, kind="book.appointed", tone="dead"):
    """A person lets `node` lead. missing: named node -> `lost`, `apart` or `elsewhere`."""

    node: str
    epoch: int
    missing: Mapping[str, str]
    by: str

    def line(self) -> Line:
        without = f" without {', '.join(self.missing)}" if self.missing else ""
        return ["a person lets ", who(self.node), f" lead{without}{_by(self.by)}"]


class BooksAudited(PlaceEvent, kind="book.audited"):
    """The leader of a new term was asked for its whole list, which is compared with every
    acknowledged book. kept, gone: of the writes that nobody knew of, those that it has, and those
    that cannot come any more.
    """

    node: str
    epoch: int
    acknowledged: int
    missing: Sequence[str]
    kept: Sequence[str]
    gone: Sequence[str]

    def line(self) -> Line:
        if not self.acknowledged:
            return [who(self.node), " is asked for its list: no book is acknowledged yet"]
        has = f"{self.acknowledged - len(self.missing)} of" if self.missing else "all"
        return [who(self.node), f" has {has} {plural(self.acknowledged, 'acknowledged book')}"]


class StakesCounted(PlaceEvent, kind="book.stakes", tone="dead"):
    """Nobody may lead: each node that could go on lacks so many of the acknowledged books."""

    acknowledged: int
    nodes: Mapping[str, Lacks]

    def line(self) -> Line:
        line: Line = [f"nobody may lead: of {plural(self.acknowledged, 'acknowledged book')}"]
        for name, node in self.nodes.items():
            line += [", ", who(name), f" lacks {node['missing']}"]
        return line


# -- what a node reports ----------------------------------------------------------------------


class NodeEvent(PlaceEvent):
    """An event that a node reports; candidate: its process."""

    candidate: str


class NodeReported(NodeEvent, kind="book.node", told=False):
    """A node says how it is. store: of its disk; seen: the highest epoch that the disk has noted;
    last: its latest books; of: the number of books that it fetches.
    """

    node: str
    store: str | None
    address: str | None
    state: str
    reason: str | None
    books: int | None
    last: Sequence[str] | None
    checksum: str | None
    epoch: int | None
    seen: int | None
    leader: str | None
    of: int | None


class BookAsked(NodeEvent, kind="book.asked"):
    """A node was asked to add a book, and hands it on to the leader `to`."""

    id: str
    author: str | None
    year: int | None
    node: str
    to: str | None

    def line(self) -> Line:
        is_passed = self.to and self.to != self.node
        passed: Line = [", and passes it on to ", who(self.to)] if is_passed else []
        return [who(self.node), f" is asked to add “{self.id}”", *passed]


class BookStored(NodeEvent, kind="book.stored"):
    """The leader has a book on its disk, and will send it to the nodes `to`."""

    id: str
    node: str
    epoch: int | None
    to: Sequence[str]
    of: int | None

    def line(self) -> Line:
        return [who(self.node), f" has “{self.id}” on its disk"]


class CopyEvent(NodeEvent):
    """An event of the copy of a book that the leader sends to a node."""

    id: str
    source: str | None = spelled("from")
    to: str
    epoch: int | None


class CopySent(CopyEvent, kind="book.sent", told=False):
    """One copy leaves."""


class CopyStored(CopyEvent, kind="book.copied"):
    """One copy has arrived."""

    ms: float

    def line(self) -> Line:
        return [who(self.to), f" has “{self.id}” from ", who(self.source)]


class CopyUnanswered(CopyEvent, kind="book.unanswered", tone="dead"):
    """One copy is not taken in time: its node will be taken out of the in-sync set."""

    def line(self) -> Line:
        return [who(self.to), f" does not take “{self.id}” from ", who(self.source), " in time"]


class CopyRefused(CopyEvent, kind="book.refused", tone="dead"):
    """A node has seen a later epoch (`why` is `epoch`), or has yet to be brought to that leader's
    state (`term`).
    """

    seen: int | None
    why: str

    def line(self) -> Line:
        why = ": that leader has not brought it to its state yet"
        if self.why != "term":
            why = f": epoch {hexed(self.epoch)}, and it has seen {hexed(self.seen)}"
        return [who(self.to), f" refuses “{self.id}” from ", who(self.source), why]


class BookWritten(NodeEvent, kind="book.written", tone="new"):
    """A book is acknowledged. new: False where it was there."""

    id: str
    author: str
    year: int
    node: str
    by: str
    epoch: int
    copies: int
    of: int
    ms: float
    new: bool

    def line(self) -> Line:
        stored = f"“{self.id}” is stored: {self.copies} of {self.of} have it; answered at "
        return [stored, who(self.node)]


class BookFailed(NodeEvent, kind="book.failed", tone="lost"):
    """A client was told that a book is not stored, or that nobody knows. why: `no leader`, `busy`
    (it had to wait for too long, and nothing was written), `unknown`, `conflict`. The dashboard
    tells it where a node that it asked did not answer; it knows the `author` and the `year`.
    """

    candidate: str = ""
    id: str
    author: str | None = None
    year: int | None = None
    node: str
    why: str
    ms: float | None

    def line(self) -> Line:
        why = _WHY.get(self.why, self.why)
        return [f"“{self.id}” asked at ", who(self.node), f": {why}"]


class BooksDropped(NodeEvent, kind="book.dropped", tone="lost"):
    """A node that alone had these books sets them aside: nobody had been told."""

    ids: Sequence[str]
    node: str
    epoch: int

    def line(self) -> Line:
        books = ", ".join(f"“{book}”" for book in self.ids[:3])
        return [who(self.node), f" sets {books} aside: no client was told of it"]


class NodeSynced(NodeEvent, kind="book.synced"):
    """A node has caught up."""

    node: str
    source: str = spelled("from")
    books: int | None
    ms: float | None
    epoch: int

    def line(self) -> Line:
        books = "what it lacked" if self.books is None else plural(self.books, "book")
        return [who(self.node), f" has fetched {books} from ", who(self.source)]


class InSyncSetWritten(NodeEvent, kind="book.in_sync", tone="lead"):
    """The leader has written the in-sync set."""

    epoch: int
    term: str
    leader: str
    nodes: Sequence[str]
    gone: Sequence[str]
    by: str

    def line(self) -> Line:
        return [who(self.by), " writes the in-sync set: ", ", ".join(self.nodes)]
