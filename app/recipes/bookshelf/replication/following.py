"""A node's side towards its leader: it is brought to the leader's state, and takes its copies.

Rules, by number; docs/bookshelf.md says why they are enough.

4. It takes nothing from a leader whose epoch is lower than one it has seen; what it has seen is
   on its disk, with the first thing that it stores of that epoch.
5. It takes copies only from the term to whose leader it has been brought: a term is one time
   of serving, and an epoch may have several.
6. The message that brings it there answers one request of its own, still open, and is taken once; a
   new request voids the answers to earlier ones.
11. It takes nothing meant for another store: an address may be another node's by now.
12. Where `in_sync` is of another history of ZooKeeper than the disk, the node takes no part, until
   it is of this one again, or of one that was begun since.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ....participation import inputs as i
from . import messages as w
from .core import RETRY, ReplicationCore
from .history import ShelfHistory, compared, taken_up
from .shelf import Book, ShelfChange


@dataclass
class Joining:
    """A request to be brought to the leader's state."""

    id: str
    leader: str
    since: float
    is_used: bool = False


class FollowingNode(ReplicationCore):
    """The node while it does not lead. It waits `join_times` its patience to be brought to the
    leader's state: a write may be under way, with a node that does not answer.
    """

    join_times = 4.0

    def __init__(self, node: str, patience: float) -> None:
        super().__init__(node, patience)
        self.in_sync: w.InSync | None = None
        self.version: int | None = None
        self.is_readable = False
        self.apart: str | None = None
        self.reason = "new"
        self.of: int | None = None
        self._name = ""
        self._joins = 0
        self._joining: Joining | None = None
        self._synced_since: float | None = None
        self._gained = 0
        self._aligned: tuple[int, str] | None = None
        self._entered: int | None = None
        self._has_tried = False

    # -- what is known ----------------------------------------------------------------------------

    @property
    def is_attached(self) -> bool:
        """Tell whether the leader of the latest term known counts on this node."""
        return self._aligned is not None and self._entered is not None

    @property
    def is_eligible(self) -> bool:
        """Tell whether this disk has every acknowledged book, by the last read (rule 1)."""
        return (
            self.in_sync is not None
            and self.is_open
            and self.broken is None
            and self.apart is None
            and self.in_sync.nodes.get(self.node) == self.store
        )

    @property
    def leads(self) -> bool:
        """Tell whether this node has been told to lead, and not yet to stop."""
        raise NotImplementedError

    def _read_again(self) -> None:
        """Read the znode again."""
        raise NotImplementedError

    def _asked(self, given: w.Question) -> None:
        handler = self.words.get(given.word)
        if handler is None or not self.is_open:
            self._answer(given.request, 503, why="not ready")
        else:
            getattr(self, handler.__name__)(given.request, given.message)

    def _look_at(self, found: w.InSync, version: int) -> None:
        """Note what another leader, or another term, means for a follower."""
        self.latest = max(self.latest, found.epoch)
        if self._aligned is not None and self._aligned != (found.epoch, found.term):
            self._detach("another leader")
        is_in = found.nodes.get(self.node) == self.store
        if self._entered is not None and version >= self._entered and not is_in:
            self._detach("fell behind")
        if self.is_open and not is_in:
            self.reason = self._why_not(found)

    def _why_not(self, found: w.InSync) -> str:
        if self.node in found.nodes:
            return "new disk"
        return self.reason if self.reason in ("new", "was away", "new disk") else "fell behind"

    def _detach(self, reason: str) -> None:
        self._aligned = self._entered = None
        self.reason = reason

    # -- the history of ZooKeeper -----------------------------------------------------------------

    @property
    def is_blank(self) -> bool:
        """Tell whether nothing would be lost with this disk, whatever history it came from."""
        return self.seen == 0 and len(self.shelf) == 0

    def _place(self, found: w.InSync, czxid: int, mzxid: int) -> None:
        """Compare the disk with the history of `in_sync` (rule 12)."""
        stands = ShelfHistory(found.begun, czxid, mzxid)
        what = compared(self.history, stands)
        if what == "begun":
            self._begin_history(stands, found.epoch)
        elif what == "same" or self.is_blank:
            self.apart = None
            self.history = taken_up(self.history, stands)
        else:
            known = self.history.in_words()
            self._stay_apart(f"in_sync is {stands.in_words()}; this disk knows it {known}")

    def _begin_history(self, stands: ShelfHistory, epoch: int) -> None:
        """Begin a history: what was seen in an earlier one says nothing about it."""
        self.latest, self.apart = epoch, None
        self._detach("another history")
        kept = self.history = taken_up(self.history, stands)
        self._store(lambda: ShelfChange(seen=epoch, history=kept), lambda done: None)

    def _stay_apart(self, why: str) -> None:
        self.apart = f"ZooKeeper was set up again, restored, or is another one: {why}"
        self._detach("another history")

    # -- asking to be brought to the leader's state -----------------------------------------------

    def _pursue(self) -> None:
        """Ask the leader, if there is one that this node does not follow yet."""
        found = self.in_sync
        if self._joining or self.leads or not self.is_open or found is None:
            return
        if self.broken or self.apart:
            return
        waits = "join" in self._alarms
        if waits or self.is_attached or not found.address or found.leader == self.node:
            return
        self._join(found, found.leader or "", found.address)

    def _join(self, found: w.InSync, leader: str, address: str) -> None:
        self._joins += 1
        self._aligned = self._entered = None
        if self._synced_since is None:
            self._synced_since, self._gained = self.now, 0
        joining = self._joining = Joining(f"{self._name}-{self._joins}", leader, self.now)
        message = {
            "id": joining.id,
            "node": self.node,
            "store": self.store,
            "address": self.address,
            "seen": self.latest,
            "epoch": found.epoch,
            "term": found.term,
            "sums": self.shelf.sums,
            "books": len(self.shelf),
        }
        timeout = self.join_times * self.patience
        self._ask(leader, address, "join", message, timeout, self._when_open(joining))

    def _when_open(self, joining: Joining) -> Callable[[w.Replied], None]:
        def answered(given: w.Replied) -> None:
            if self._joining is joining:
                self._join_answered(joining, given)

        return answered

    def _join_answered(self, joining: Joining, given: w.Replied) -> None:
        if given.status == 200 and given.body.get("done"):
            self._enter(joining, given.body)
        elif given.status == 200:
            self.of = int(given.body["of"])
            self._take_part(joining, given.body)
        else:
            self._join_later(is_there=given.sent)

    def _join_later(self, *, is_there: bool = True) -> None:
        """Ask again later: the leader may have changed, or a node may have to do without. If there
        is no leader, the watch tells of the next one, and nothing is read until then.
        """
        self._joining, self._has_tried = None, True
        self._alarm("join", self.now + RETRY)
        if is_there:
            self._read_again()

    def _enter(self, joining: Joining, body: w.Message) -> None:
        """Become attached: the leader counts on this node from this version of `in_sync` on."""
        self._joining = None
        if self._aligned != (body["epoch"], body["term"]):
            self._join_later()
            return
        self._entered = int(body["version"])
        self._has_tried, self.reason, self.of = True, "", None
        took = self.now - (self._synced_since if self._synced_since is not None else self.now)
        self._synced_since = None
        told = {"node": self.node, "from": joining.leader, "books": self._gained}
        self._tell("book.synced", **told, ms=round(took * 1000, 1), epoch=body["epoch"])
        self._read_again()

    def _take_part(self, joining: Joining, body: w.Message) -> None:
        """Take a part of what is missing, before the leader waits for this node; then ask again."""

        def stored(is_stored: bool) -> None:
            if self._joining is joining:
                self._joining = None
                if not is_stored:
                    self._join_later()

        self._bring(joining, body, stored)

    def _bring(self, joining: Joining, body: w.Message, then: Callable[[bool], None]) -> None:
        """Check rules 4 and 6 when the disk is free, not when the message comes."""
        epoch, buckets = int(body["epoch"]), _buckets(body["buckets"])
        changes: list[ShelfChange] = []

        def plan() -> ShelfChange | None:
            if self._joining is not joining or self.leads or epoch < self.latest:
                return None
            self.latest = epoch
            change = self.shelf.change_to(buckets)
            changes.append(change)
            return change._replace(seen=epoch)

        def stored(is_stored: bool) -> None:
            if is_stored:
                self._say_changed(changes[0], epoch)
            then(is_stored)

        self._store(plan, stored)

    def _say_changed(self, change: ShelfChange, epoch: int) -> None:
        self._gained += len(change.add)
        if change.drop:
            self._tell("book.dropped", ids=list(change.drop), node=self.node, epoch=epoch)

    def _align(self, request: int, message: w.Message) -> None:
        """Take the rest of what is missing; the leader takes no write until this is answered."""
        joining, epoch = self._joining, int(message["epoch"])
        is_for_this = message["store"] == self.store
        if not is_for_this or not joining or joining.id != message["id"] or joining.is_used:
            self._answer(request, 409, why="nobody asked", seen=None)
            return
        joining.is_used = True

        def stored(is_stored: bool) -> None:
            if is_stored and self._joining is joining and epoch >= self.latest:
                self._aligned = (epoch, message["term"])
                self._entered = None
                self._answer(request, 200, checksum=self.shelf.checksum)
            else:
                self._answer(request, 409, why="epoch", seen=self.latest)

        self._bring(joining, message, stored)

    # -- copies -----------------------------------------------------------------------------------

    def _copy(self, request: int, message: w.Message) -> None:
        """Check rules 4 and 5 again when the disk is free: a later leader may have come."""
        epoch, term = int(message["epoch"]), message["term"]
        book = Book(**message["book"])
        is_for_this = message["store"] == self.store

        def plan() -> ShelfChange | None:
            if not (is_for_this and self._takes_from(epoch, term)):
                return None
            return ShelfChange(() if self.shelf.get(book.id) == book else (book,), (), epoch)

        def stored(is_stored: bool) -> None:
            if is_stored:
                self._answer(request, 200)
            else:
                self._refuse(request, message, epoch, book)

        self._store(plan, stored)

    def _takes_from(self, epoch: int, term: str) -> bool:
        return epoch >= self.latest and self._aligned == (epoch, term) and not self.leads

    def _refuse(self, request: int, message: w.Message, epoch: int, book: Book) -> None:
        is_stale = epoch < self.latest
        why, seen = ("epoch", self.latest) if is_stale else ("term", None)
        self._answer(request, 409, why=why, seen=seen, epoch=epoch)
        told = {"id": book.id, "from": message["from"], "to": self.node}
        self._tell("book.refused", **told, epoch=epoch, seen=seen, why=why)

    # -- what it hears, and when -----------------------------------------------------------------

    handlers: ClassVar[Mapping[type[i.Input], Callable[..., None]]] = {
        **ReplicationCore.handlers,
        w.Question: _asked,
    }
    words: ClassVar[Mapping[str, Callable[..., None]]] = {"align": _align, "copy": _copy}


def _buckets(told: Mapping[str, Any]) -> dict[int, list[Book]]:
    return {int(index): [Book(*book) for book in books] for index, books in told.items()}
