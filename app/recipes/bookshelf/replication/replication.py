"""One node's side of the replication: what it knows of `in_sync`, and what follows from that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ....participation import commands as c
from ....participation import inputs as i
from ....participation.participant import FIRST_RETRY, LONGEST_RETRY
from ..znodes import InSync, given_to
from . import messages as w
from .following import RETRY
from .leading import LeadingNode
from .shelf import ShelfHistory

PASS_ON_TIMES = 6
"""Times `patience` that a passed-on write may wait for absent nodes, and for writes before it."""


LAST = 12
"""How many ids of its latest books a node reports."""


class Trouble:
    """The reasons, for people; the pauses between attempts grow up to a limit."""

    def __init__(self) -> None:
        self._unread: str | None = None
        self._unwritten: str | None = None
        self._retry_in = FIRST_RETRY

    @property
    def reason(self) -> str | None:
        """Return why it can neither read nor write."""
        return self._unread or self._unwritten

    def unread(self, reason: str) -> float:
        """Note that reading failed; return seconds until the next attempt."""
        self._unread = reason
        return self._pause()

    def unwritten(self, reason: str) -> float:
        """Note that writing failed; return seconds until the next attempt."""
        self._unwritten = reason
        return self._pause()

    def was_read(self) -> None:
        """Note that reading works; if writing does not, its pauses go on growing."""
        if self._unread is not None:
            self._unread, self._retry_in = None, FIRST_RETRY

    def was_written(self) -> None:
        """Note that all is well."""
        self._unread, self._unwritten, self._retry_in = None, None, FIRST_RETRY

    def _pause(self) -> float:
        pause, self._retry_in = self._retry_in, min(2 * self._retry_in, LONGEST_RETRY)
        return pause


class Replication(LeadingNode):
    """One node. `was_here`: it was a node before, whatever its disk says.

    It learns of its session by `linked` and `unlinked`, of its leadership by `begin` and `end`, of
    the others by `lives`; the code that runs it lets it be live while `may_live`, and stand in the
    election while `is_eligible`.
    """

    def __init__(self, node: str, patience: float = 1.0) -> None:
        super().__init__(node, patience)
        self.generation = 0
        self.is_linked = self.was_here = False
        self.trouble = Trouble()
        self.is_gone = False
        self._is_reading = self._must_read = False
        self._asked_for: InSync | None = None
        self._number = 0
        self._is_admitted = False
        self._told: w.Message = {}

    # -- the session and the leadership -----------------------------------------------------------

    def linked(self, at: float, guid: str) -> list[c.Command]:
        """Note that the connection is there, for the first time or again; `guid` is fresh."""
        return self._do(at, lambda: self._link(guid))

    def unlinked(self, at: float) -> list[c.Command]:
        """Note that the connection is gone; open requests over it are void."""
        return self._do(at, self._unlink)

    def begin(self, at: float, epoch: int) -> list[c.Command]:
        """Note that the election is won."""
        return self._do(at, lambda: self._begin(epoch))

    def end(self, at: float) -> list[c.Command]:
        """Note that the leadership is over, or has to be taken for over."""
        return self._do(at, self._end)

    def lives(self, at: float, live: tuple[str, ...]) -> list[c.Command]:
        """Note that these nodes are live, by the last read of their list."""
        self.live = live
        return self._do(at, lambda: None)

    def _link(self, guid: str) -> None:
        self.generation += 1
        self.is_linked = True
        self._name = guid[:8]
        self._is_reading = False
        self._asked_for = self._on_written = None
        self._read_again()

    def _unlink(self) -> None:
        self.generation += 1
        self.is_linked = self._is_reading = False
        self._asked_for = self._on_written = None

    def _opened(self, given: w.Opened) -> None:
        self.store, self.address = given.store, given.address
        self.seen, self.history = given.seen, ShelfHistory.of(given.history, given.seen)
        self._noted = given.history
        self.latest = max(self.latest, given.seen)
        self.shelf = type(self.shelf)(given.books)
        self.is_open = True
        self.reason = "was away" if given.seen else "new"
        self._read_again()

    # -- the znode --------------------------------------------------------------------------------

    def _read_again(self) -> None:
        """Read the znode, one read at a time; a request meanwhile is served after it."""
        if not self.is_linked:
            return
        self._must_read = self._is_reading
        if not self._is_reading:
            self._is_reading = True
            self._out.append(w.read_in_sync(self.generation))

    def _in_sync_changed(self, given: w.InSyncChanged) -> None:
        if given.generation == self.generation:
            self._read_again()

    def _in_sync_unread(self, given: w.InSyncUnread) -> None:
        if given.generation == self.generation:
            self._is_reading = False
            self._alarm("read", self.now + self.trouble.unread(given.reason))

    def _in_sync_read(self, given: w.InSyncRead) -> None:
        if given.generation != self.generation:
            return
        self._is_reading = False
        self.trouble.was_read()
        if self._must_read:
            self._must_read = False
            self._read_again()
        if given.found is not None and self.is_open:
            self._place(given.found, given.czxid, given.mzxid)
        if self.term is None:
            self._learn(given)
        elif self.term.serves:
            self._compare(given)
        elif not self.term.changing:
            self._learn(given)
        on_read, self._on_read = self._on_read, None
        if on_read is not None:
            on_read()

    def _learn(self, given: w.InSyncRead) -> None:
        """Learn what the znode says; if it is missing or makes no sense, the last state stays."""
        self.version = given.version
        self.is_readable, self.is_gone = given.found is not None, given.version is None
        if given.found is not None and given.version is not None:
            self.in_sync = given.found
            if self.apart is None:
                self._look_at(given.found, given.version)
        elif given.version is None:
            self._make_first()

    def _make_first(self) -> None:
        """Create a fresh shelf's znode, unless this node has ever seen a leader."""
        if self.in_sync is None and self.is_open and self.is_blank:
            first = given_to(self.node, self.store)
            self._write_in_sync(
                first, lambda done: self._alarm("read", self.now + (0 if done else RETRY))
            )

    def _compare(self, given: w.InSyncRead) -> None:
        """Compare, while serving: the znode must be as this leader wrote it (rule 8)."""
        assert self.term is not None
        if self.term.changing or (given.version == self.version and given.found is not None):
            return
        self.version, self.is_readable = given.version, given.found is not None
        if given.found is not None:
            self.in_sync = given.found
            self.latest = max(self.latest, given.found.epoch)
        self._take_over_again(self.term)

    def _write_in_sync(self, value: InSync, then: Callable[[bool], None]) -> None:
        """Write the znode, with a check of the election's znode while leading."""
        znode = self.election_znode if self.term is not None else None
        self._asked_for, self._on_written = value, then
        self._alarms.pop("written", None)
        self._number += 1
        version = self.version
        self._out.append(w.write_in_sync(self.generation, self._number, value, version, znode))

    def _is_latest(self, given: w.InSyncWritten | w.InSyncRefused) -> bool:
        """Tell whether this answers the latest write, and not one of an earlier term."""
        return (given.generation, given.number) == (self.generation, self._number)

    def _in_sync_written(self, given: w.InSyncWritten) -> None:
        if not self._is_latest(given) or self._asked_for is None:
            return
        self.in_sync, self.version, self.is_readable = self._asked_for, given.version, True
        self.trouble.was_written()
        self._have_written(True)

    def _in_sync_refused(self, given: w.InSyncRefused) -> None:
        """Look again: at once if something has changed, later if the write is forbidden."""
        if not self._is_latest(given):
            return
        if given.failed:
            self._alarm("written", self.now + self.trouble.unwritten(given.reason))
        else:
            self._have_written(False)

    def _have_written(self, done: bool) -> None:
        on_written, self._on_written, self._asked_for = self._on_written, None, None
        if on_written is not None:
            on_written(done)

    def _rang(self, name: str) -> None:
        if name == "read":
            self._read_again()
        elif name == "written":
            self._have_written(False)
        elif name == "take over" and self.term is not None and not self.term.changing:
            self._take_over(self.term)

    # -- clients ----------------------------------------------------------------------------------

    def _post(self, request: int, message: w.Message) -> None:
        """Take a client's book: it goes to the leader, wherever that is."""
        found = None if self.leads else self.in_sync
        to = self.node if self.leads else found.leader if found else None
        self._tell("book.asked", **message["book"], node=self.node, to=to)
        message = {**message, "node": self.node}
        if found is None or found.address is None or found.leader in (None, self.node):
            self._write(request, message)
            return
        since = self.now
        self._ask(
            found.leader or "", found.address, "write", message, PASS_ON_TIMES * self.patience,
            lambda given: self._passed_on(request, message, since, given),
        )  # fmt: skip

    def _passed_on(self, request: int, message: w.Message, since: float, given: w.Replied) -> None:
        """Answer for a book passed on: if it may have reached the leader without an answer, it is
        unknown (rule 9).
        """
        if given.status is not None:
            self._answer(request, given.status, **given.body)
            return
        why, status = ("unknown", 504) if given.sent else ("no leader", 503)
        self._answer(request, status, why=why)
        told = {"id": message["book"]["id"], "node": self.node, "why": why}
        self._tell("book.failed", **told, ms=round((self.now - since) * 1000, 1))

    def _books(self, request: int, message: w.Message) -> None:
        self._answer(request, 200, books=self.shelf.books, checksum=self.shelf.checksum,
                     epoch=self.latest, node=self.node, leads=self.serves)  # fmt: skip

    def _status(self, request: int, message: w.Message) -> None:
        found = self.in_sync
        named = sorted(found.nodes) if found else []
        self._answer(request, 200, **self._news, in_sync=named, known=self.known)

    # -- what it makes of the node ----------------------------------------------------------------

    @property
    def may_live(self) -> bool:
        """Tell whether it may be among the live nodes: it has every acknowledged book, and has been
        brought to the leader's state, or has found no leader to do that; from then on, while it has
        them.
        """
        return self._is_admitted

    def _admit(self) -> None:
        found = self.in_sync
        alone = found is not None and found.leader in (None, self.node)
        has_asked = self._has_tried or self.is_attached or self.serves or alone
        self._is_admitted = self.is_eligible and (self._is_admitted or has_asked)
        if not self.is_eligible:
            self._has_tried = False

    @property
    def state(self) -> str:
        """Return its state: registering, catching up, in sync, leading, or down (broken disk)."""
        if self.broken is not None:
            return "down"
        waits = self.in_sync is None and (self.is_blank or not self.is_gone)
        if not self.is_open or waits:
            return "registering"
        if self.serves:
            return "leading"
        return "in sync" if self.may_live else "catching up"

    def _settle(self) -> None:
        self._go_on()
        self._admit()
        self._pursue()
        self._say_state()

    @property
    def _why(self) -> str | None:
        if self.broken is not None or self.state != "catching up":
            return self.broken
        return "new disk" if self.reason == "new" and self.was_here else self.reason

    @property
    def _news(self) -> dict[str, Any]:
        """Return what it reports of itself."""
        found = self.in_sync
        return {
            "node": self.node,
            "store": self.store,
            "address": self.address,
            "state": self.state,
            "reason": self._why,
            "books": len(self.shelf),
            "last": self.shelf.last(LAST),
            "checksum": self.shelf.checksum,
            "epoch": self.latest,
            "seen": self.seen,
            "leader": found.leader if found else None,
            "of": self.of,
        }

    def _say_state(self) -> None:
        told = self._news
        if told != self._told and self.is_open:
            self._told = told
            self._tell("book.node", **told)

    # -- what it hears, and when -----------------------------------------------------------------

    handlers: ClassVar[Mapping[type[i.Input], Callable[..., None]]] = {
        **LeadingNode.handlers,
        w.Opened: _opened,
        w.InSyncRead: _in_sync_read,
        w.InSyncUnread: _in_sync_unread,
        w.InSyncChanged: _in_sync_changed,
        w.InSyncWritten: _in_sync_written,
        w.InSyncRefused: _in_sync_refused,
    }
    words: ClassVar[Mapping[str, Callable[..., None]]] = {
        **LeadingNode.words,
        "post": _post,
        "books": _books,
        "status": _status,
    }
