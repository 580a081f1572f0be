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

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ....participation import commands as c
from ....participation import inputs as i
from ..znodes import InSync
from . import messages as w
from .shelf import Book, Shelf, ShelfChange, ShelfHistory, compared, taken_up

Then = Callable[[w.Replied], None]

RETRY = 0.3
"""Seconds until a failed attempt is repeated."""


@dataclass
class DiskOperation:
    """One thing to do on the disk. `plan` is called when its turn has come, and returns None for
    nothing; `then` is told whether what it planned is on the disk.
    """

    plan: Callable[[], ShelfChange | None]
    then: Callable[[bool], None]
    change: ShelfChange | None = None


@dataclass
class Joining:
    """A request to be brought to the leader's state."""

    id: str
    leader: str
    since: float
    is_used: bool = False


class FollowingNode:
    """The node while it does not lead. `receive` returns the commands that an input leads to.

    patience: how long a copy, and a node that has yet to come back, may take, in seconds; it waits
    `join_times` as long to be brought to the leader's state: a write may be under way, with a node
    that does not answer. known: how many nodes there are; live: which of them are live, None until
    that is known. The code that runs this keeps them right.
    """

    join_times = 4.0

    def __init__(self, node: str, patience: float) -> None:
        self.node = node
        self.patience = patience
        self.known = 1
        self.live: tuple[str, ...] | None = None
        self.store = self.address = ""
        self.shelf = Shelf()
        self.is_open = False
        self.broken: str | None = None
        self.seen = self.latest = 0
        self.history = self._noted = ShelfHistory()
        self.now = 0.0
        self._out: list[c.Command] = []
        self._operations: deque[DiskOperation] = deque()
        self._operation = 0
        self._writing: DiskOperation | None = None
        self._calls: dict[int, Then] = {}
        self._call = 0
        self._alarms: dict[str, float] = {}
        self.in_sync: InSync | None = None
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

    def receive(self, given: i.Input) -> list[c.Command]:
        """Return the commands that `given` leads to."""
        handler = getattr(self, self.handlers[type(given)].__name__)
        return self._do(given.at, lambda: handler(given))

    def _do(self, at: float, what: Callable[[], None]) -> list[c.Command]:
        self.now = at
        self._out = []
        what()
        self._settle()
        return self._out

    def _settle(self) -> None:
        """Do what is due after every input."""

    def _tell(self, kind: str, **data: Any) -> None:
        self._out.append(w.Tell(kind, data))

    def _answer(self, request: int, status: int, **body: Any) -> None:
        self._out.append(w.Respond(request, status, body))

    # -- the disk: one thing at a time, in order --------------------------------------------------

    def _store(self, plan: Callable[[], ShelfChange | None], then: Callable[[bool], None]) -> None:
        self._operations.append(DiskOperation(plan, then))
        self._next_operation()

    def _next_operation(self) -> None:
        while self._writing is None and self._operations:
            operation = self._operations.popleft()
            change = None if self.broken else operation.plan()
            if change is None or change == ShelfChange(seen=self.seen) or change == ShelfChange():
                operation.then(change is not None)
                continue
            if self.history != self._noted:
                change = change._replace(history=self.history)
            operation.change = change
            self._operation += 1
            self._writing = operation
            self._out.append(w.Persist(self._operation, change))

    def _stored(self, given: w.Persisted) -> None:
        operation = self._writing
        if operation is None or given.operation != self._operation:
            return
        self._writing = None
        change = operation.change or ShelfChange()
        self.shelf.apply(change)
        self.seen = self.seen if change.seen is None else change.seen
        self._noted = change.history or self._noted
        operation.then(True)
        self._next_operation()

    def _store_failed(self, given: w.StoreFailed) -> None:
        """Stop for good: what is on the disk is unknown until this node starts again."""
        operation, self._writing = self._writing, None
        self.broken = given.reason
        if operation is not None:
            operation.then(False)
        self._next_operation()

    # -- other nodes ----------------------------------------------------------------------------

    def _ask(
        self, node: str, address: str, word: str, message: w.Message, timeout: float, then: Then
    ) -> None:
        self._call += 1
        self._calls[self._call] = then
        self._out.append(w.Ask(self._call, node, address, word, message, timeout))

    def _replied(self, given: w.Replied) -> None:
        then = self._calls.pop(given.call, None)
        if then is not None:
            then(given)

    # -- the time -------------------------------------------------------------------------------

    def _alarm(self, name: str, at: float) -> None:
        """Have `_rang` called at this time or soon after."""
        self._alarms[name] = at
        self._out.append(c.WakeAt(at))

    def _tick(self, given: i.Tick) -> None:
        due = [name for name, at in self._alarms.items() if at <= self.now]
        for name in due:
            del self._alarms[name]
            self._rang(name)
        if self._alarms:
            self._out.append(c.WakeAt(min(self._alarms.values())))

    def _rang(self, name: str) -> None:
        """Act on an alarm whose time has come."""

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

    def _look_at(self, found: InSync, version: int) -> None:
        """Note what another leader, or another term, means for a follower."""
        self.latest = max(self.latest, found.epoch)
        if self._aligned is not None and self._aligned != (found.epoch, found.term):
            self._detach("another leader")
        is_in = found.nodes.get(self.node) == self.store
        if self._entered is not None and version >= self._entered and not is_in:
            self._detach("fell behind")
        if self.is_open and not is_in:
            if self.node in found.nodes:
                self.reason = "new disk"
            elif self.reason not in ("new", "was away", "new disk"):
                self.reason = "fell behind"

    def _detach(self, reason: str) -> None:
        self._aligned = self._entered = None
        self.reason = reason

    # -- the history of ZooKeeper -----------------------------------------------------------------

    @property
    def is_blank(self) -> bool:
        """Tell whether nothing would be lost with this disk, whatever history it came from."""
        return self.seen == 0 and len(self.shelf) == 0

    def _place(self, found: InSync, czxid: int, mzxid: int) -> None:
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
        if self.broken or self.apart or not self.is_readable:
            return
        waits = "join" in self._alarms
        if waits or self.is_attached or not found.address or found.leader == self.node:
            return
        self._join(found, found.leader or "", found.address)

    def _join(self, found: InSync, leader: str, address: str) -> None:
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

        def answered(given: w.Replied) -> None:
            if self._joining is not joining:
                return
            if given.status == 200 and given.body.get("done"):
                self._enter(joining, given.body)
            elif given.status == 200:
                self.of = int(given.body["of"])
                self._take_part(joining, given.body)
            else:
                self._join_later(is_there=given.sent)

        timeout = self.join_times * self.patience
        self._ask(leader, address, "join", message, timeout, answered)

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
        epoch, told = int(body["epoch"]), body["buckets"].items()
        buckets = {int(index): [Book(*book) for book in books] for index, books in told}
        change = ShelfChange()

        def plan() -> ShelfChange | None:
            nonlocal change
            if self._joining is not joining or self.leads or epoch < self.latest:
                return None
            self.latest = epoch
            change = self.shelf.change_to(buckets)
            return change._replace(seen=epoch)

        def stored(is_stored: bool) -> None:
            if is_stored:
                self._gained += len(change.add)
            if is_stored and change.drop:
                self._tell("book.dropped", ids=list(change.drop), node=self.node, epoch=epoch)
            then(is_stored)

        self._store(plan, stored)

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
        w.Persisted: _stored,
        w.StoreFailed: _store_failed,
        w.Replied: _replied,
        i.Tick: _tick,
        w.Question: _asked,
    }
    words: ClassVar[Mapping[str, Callable[..., None]]] = {"align": _align, "copy": _copy}
