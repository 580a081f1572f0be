"""A node's side as the leader: it takes over, keeps `in_sync`, and does one thing after another: a
write, or bringing in a node.

Rules, by number; docs/bookshelf.md says why they are enough.

1. Only a node that `in_sync` names with the store of its disk may serve.
2. A leader's first act, after it has made sure that its own disk takes nothing of earlier epochs
   any more, is to write `in_sync` with its epoch: at the version that it has read, with a check of
   its own election znode. A later epoch in it ends its term.
   If the same epoch outruns it although its znode is new, it leads in another history (12).
3. A client is told that a book is kept once the book is on the leader's disk and on that of every
   node that `in_sync` names; a node that has not confirmed is taken out of it before.
7. A node is put into `in_sync` when its books are the leader's, and no write is under way.
8. Any unexpected outcome of a write to `in_sync` ends the term: the znode is
   read again, and every follower has to join again.
9. A client is told that nothing was written only where nothing was begun; what was begun and not
   ended is unknown.
10. A message says for which store it is: an address may be another node's by now.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import ClassVar

from ..znodes import InSync
from . import messages as w
from .following import RETRY, FollowingNode
from .shelf import Book, ShelfChange

ALIGN_TIMES = 2
WRITE_TIMES = 4


@dataclass(frozen=True)
class Follower:
    """A node that the leader counts on: where it can be reached, and the store of its disk."""

    address: str
    store: str


@dataclass
class BookWrite:
    """A book that a client wants to store. `found` is the book with the same id, if any."""

    request: int
    book: Book
    node: str
    since: float
    found: Book | None = None
    begun: bool = False
    waiting: set[str] = field(default_factory=set)
    copies: set[str] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)


@dataclass
class Newcomer:
    """A node that waits to be brought to the leader's state."""

    request: int
    id: str
    node: str
    follower: Follower
    sums: list[str]


@dataclass
class ServingTerm:
    """One time of serving. `followers` has every node but the leader; `absent` says since when a
    node that `in_sync` names is not among them.
    """

    epoch: int
    name: str
    serves: bool = False
    proven: bool = False
    followers: dict[str, Follower] = field(default_factory=dict)
    absent: dict[str, float] = field(default_factory=dict)
    newcomers: deque[Newcomer] = field(default_factory=deque)
    writes: deque[BookWrite] = field(default_factory=deque)
    task: BookWrite | Newcomer | None = None
    changing: bool = False


class LeadingNode(FollowingNode):
    """A node that has been told to lead; it serves once `in_sync` bears its epoch. `at_once` books,
    or `few` buckets, may be brought to a node while writes wait.
    """

    at_once = 400
    few = 4

    def __init__(self, node: str, patience: float) -> None:
        super().__init__(node, patience)
        self.term: ServingTerm | None = None
        self.wants_out = False
        self.election_znode: str | None = None
        self._terms = 0
        self._on_read: Callable[[], None] | None = None
        self._on_written: Callable[[bool], None] | None = None
        self._outrun: tuple[int, int] | None = None

    @property
    def leads(self) -> bool:
        return self.term is not None

    @property
    def serves(self) -> bool:
        """Tell whether it takes writes."""
        return self.term is not None and self.term.serves

    @property
    def is_eligible(self) -> bool:
        """Tell whether this disk has every acknowledged book, by a record that stands. Only a
        leader that has served since it read that record may write it again.
        """
        is_proven = self.term is not None and self.term.proven
        return super().is_eligible and (self.is_readable or is_proven)

    def _write_in_sync(self, value: InSync, then: Callable[[bool], None]) -> None:
        """Write the znode as it was read last; `then` is told whether the write succeeded."""
        raise NotImplementedError

    # -- taking over ------------------------------------------------------------------------------

    def _begin(self, epoch: int) -> None:
        """Begin a term (rule 2)."""
        if self.term is not None:
            self._end()
        self._joining = self._synced_since = self.of = None
        self._detach("")
        self.latest = max(self.latest, epoch)
        self._terms += 1
        self.wants_out = False
        term = self.term = ServingTerm(epoch, f"{self._name}-{self._terms}")
        self._store(lambda: ShelfChange(seen=self.latest), lambda done: self._take_over(term, done))

    def _take_over(self, term: ServingTerm, may: bool = True) -> None:
        if self.term is not term or not may:
            return
        self._on_read = lambda: self._have_read(term)
        self._read_again()

    def _have_read(self, term: ServingTerm) -> None:
        if self.term is not term or term.serves or term.changing:
            return
        found = self.in_sync
        self.wants_out = self.latest > term.epoch
        if self.wants_out:
            self._note_outrun(term)
        if found is None or self.wants_out or not self.is_eligible:
            return

        def written(done: bool) -> None:
            term.changing = False
            if self.term is not term:
                return
            if not done:
                self._alarm("take over", self.now + RETRY / 3)
                return
            term.serves = term.proven = True
            term.absent = dict.fromkeys(self._others, self.now)
            self._say_in_sync(())

        term.changing = True
        self._write_in_sync(self._value(term, found.nodes), written)

    def _note_outrun(self, term: ServingTerm) -> None:
        """Note that a later epoch outran it, so that it queues again. If that epoch was known
        before its znode was created, it would queue for ever: zxids grow.
        """
        if self._outrun is not None and self._outrun[0] < term.epoch < self._outrun[1]:
            known, made = f"the epoch 0x{self._outrun[1]:x}", f"a znode made at 0x{term.epoch:x}"
            self._stay_apart(f"this disk knew {known} before it was given {made}")
        self._outrun = (term.epoch, self.latest)

    def _value(self, term: ServingTerm, nodes: Mapping[str, str]) -> InSync:
        """Return the new data. A leader that creates a deleted znode again begins a history (rule
        12): everybody else has to take it for another one.
        """
        assert self.in_sync is not None
        begun = term.name if self.version is None else self.in_sync.begun
        return InSync(term.epoch, term.name, self.node, self.address, nodes, begun)

    @property
    def _others(self) -> list[str]:
        assert self.in_sync is not None
        return [name for name in self.in_sync.nodes if name != self.node]

    def _take_over_again(self, term: ServingTerm) -> None:
        """Take over again (rule 8)."""
        if self.term is not term:
            return
        self._give_up_task(term, 504)
        self._terms += 1
        fresh = self.term = ServingTerm(term.epoch, f"{self._name}-{self._terms}", proven=True)
        fresh.writes = term.writes
        for newcomer in term.newcomers:
            self._answer(newcomer.request, 409, why="another term")
        self._take_over(fresh)

    def _end(self) -> None:
        """End the term: the node has been told to stop leading."""
        term, self.term = self.term, None
        self._on_read = self._on_written = None
        if term is None:
            return
        self._give_up_task(term, 504)
        for newcomer in term.newcomers:
            self._answer(newcomer.request, 409, why="no leader")
        for write in term.writes:
            self._fail(write, 503, "no leader")

    def _give_up_task(self, term: ServingTerm, status: int) -> None:
        task, term.task = term.task, None
        if isinstance(task, BookWrite):
            self._fail(task, *((status, "unknown") if task.begun else (503, "no leader")))
        elif task is not None:
            self._answer(task.request, 409, why="another term")

    def _change(
        self,
        term: ServingTerm,
        nodes: Mapping[str, str],
        gone: tuple[str, ...],
        then: Callable[[], None],
    ) -> None:
        """Write other nodes into `in_sync`, then go on."""

        def written(done: bool) -> None:
            term.changing = False
            if self.term is not term:
                return
            if not done:
                self._take_over_again(term)
                return
            self._say_in_sync(gone)
            then()

        term.changing = True
        self._write_in_sync(self._value(term, nodes), written)

    def _say_in_sync(self, gone: tuple[str, ...]) -> None:
        found = self.in_sync
        assert found is not None
        told = {"epoch": found.epoch, "term": found.term, "leader": self.node}
        self._tell("book.in_sync", **told, nodes=sorted(found.nodes), gone=list(gone), by=self.node)

    # -- what clients are told ------------------------------------------------------------------

    def _fail(self, write: BookWrite, status: int, why: str) -> None:
        self._answer(write.request, status, why=why)
        self._say_failed(write, why)

    def _say_failed(self, write: BookWrite, why: str) -> None:
        ms = round((self.now - write.since) * 1000, 1)
        self._tell("book.failed", id=write.book.id, node=write.node, why=why, ms=ms)

    # -- one thing after the other ----------------------------------------------------------------

    def _go_on(self) -> None:
        """Start the next task, after every input; newcomers first: a write may need them."""
        while (term := self.term) and term.serves and term.task is None and not term.changing:
            if term.newcomers:
                term.task = term.newcomers.popleft()
                self._bring_in(term, term.task)
            elif term.writes and self._may_write(term):
                self._begin_write(term, term.writes.popleft())
            else:
                return

    def _may_write(self, term: ServingTerm) -> bool:
        """Tell whether a write may begin: late nodes are taken out first (rule 3)."""
        missing = [name for name in self._others if name not in term.followers]
        if not missing:
            return True
        come_by = self._come_by(term, missing)
        if self.now < come_by:
            self._alarm("come by", come_by)
            return False
        self._change(term, self._without(missing), tuple(missing), lambda: None)
        return False

    def _come_by(self, term: ServingTerm, missing: list[str]) -> float:
        """Return until when the missing are waited for: a node that is not live is dead, and will
        not come soon. An error here costs the node an alignment, and nobody a book.
        """
        about = [name for name in missing if self.live is None or name in self.live]
        since = [term.absent.setdefault(name, self.now) for name in about]
        return max(since) + self.patience if since else self.now

    def _without(self, gone: list[str]) -> dict[str, str]:
        assert self.in_sync is not None
        return {name: store for name, store in self.in_sync.nodes.items() if name not in gone}

    # -- a write ----------------------------------------------------------------------------------

    def _write(self, request: int, message: w.Message) -> None:
        """Take a write from a client of this node, or one that another node has passed on."""
        book = Book(**message["book"])
        write = BookWrite(request, book, message["node"], self.now)
        if self.term is None or not self.term.serves or self.broken:
            self._fail(write, 503, "no leader")
            return
        self.term.writes.append(write)

    def _begin_write(self, term: ServingTerm, write: BookWrite) -> None:
        """Begin a write, unless it waited for so long that its client has gone."""
        if self.now - write.since > WRITE_TIMES * self.patience:
            self._fail(write, 503, "busy")
            return
        term.task = write
        write.found = self.shelf.get(write.book.id)
        write.begun = True
        book = write.found or write.book

        def stored(is_stored: bool) -> None:
            if self.term is not term or term.task is not write:
                return
            if is_stored:
                self._copy_out(term, write, book)
            else:
                self._give_up_task(term, 504)
                self.wants_out = True

        self._store(lambda: ShelfChange(() if write.found else (book,)), stored)

    def _copy_out(self, term: ServingTerm, write: BookWrite, book: Book) -> None:
        to = sorted(term.followers)
        told = {"id": book.id, "node": self.node, "epoch": term.epoch}
        self._tell("book.stored", **told, to=to, of=self.known)
        for turn, name in enumerate(to):
            follower = term.followers[name]
            copy = {**self._to(term, name, follower), "book": book.as_json(), "turn": turn}
            answered = self._when_copied(term, write, name)
            self._ask(name, follower.address, "copy", copy, self.patience, answered)
            write.waiting.add(name)
        self._check_copies(term, write)

    def _to(self, term: ServingTerm, name: str, follower: Follower) -> dict[str, object]:
        """Return the address of a message: the port may be another's by now (rule 10)."""
        whom = {"from": self.node, "to": name, "store": follower.store}
        return {**whom, "epoch": term.epoch, "term": term.name}

    def _when_copied(
        self, term: ServingTerm, write: BookWrite, name: str
    ) -> Callable[[w.Replied], None]:
        sent_at = self.now

        def answered(given: w.Replied) -> None:
            if self.term is not term or term.task is not write:
                return
            write.waiting.discard(name)
            self._copied(term, write, name, given, self.now - sent_at)
            if self.term is term and term.task is write:
                self._check_copies(term, write)

        return answered

    def _copied(
        self, term: ServingTerm, write: BookWrite, name: str, given: w.Replied, took: float
    ) -> None:
        told = {"id": write.book.id, "from": self.node, "to": name, "epoch": term.epoch}
        if given.status == 200:
            write.copies.add(name)
            self._tell("book.copied", **told, ms=round(took * 1000, 1))
            return
        write.lost.add(name)
        term.followers.pop(name, None)
        if given.status is None:
            self._tell("book.unanswered", **told)
        elif (given.body.get("seen") or 0) > term.epoch:
            self.latest = max(self.latest, int(given.body["seen"]))
            self.wants_out = True
            self._give_up_task(term, 504)

    def _check_copies(self, term: ServingTerm, write: BookWrite) -> None:
        """Check the copies (rule 3). A node that has joined again meanwhile is still named, and
        counts by its new report.
        """
        if write.waiting:
            return
        assert self.in_sync is not None
        missing = [name for name in self._others if name not in write.copies]
        if missing:
            nodes = self._without(missing)
            self._change(term, nodes, tuple(missing), lambda: self._kept(term, write))
        else:
            self._kept(term, write)

    def _kept(self, term: ServingTerm, write: BookWrite) -> None:
        term.task = None
        book = (write.found or write.book).as_json()
        if write.found not in (None, write.book):
            self._answer(write.request, 409, why="conflict", book=book, epoch=term.epoch)
            self._say_failed(write, "conflict")
            return
        is_new, copies = write.found is None, 1 + len(write.copies)
        self._tell(
            "book.written", **book, node=write.node, by=self.node, epoch=term.epoch, copies=copies,
            of=self.known, ms=round((self.now - write.since) * 1000, 1), new=is_new,
        )  # fmt: skip
        self._answer(
            write.request, 201 if is_new else 200, book=book, copies=copies, of=self.known,
            epoch=term.epoch, by=self.node,
        )  # fmt: skip

    # -- a newcomer -------------------------------------------------------------------------------

    def _joined(self, request: int, message: w.Message) -> None:
        term = self.term
        if term is None or not term.serves or self.broken:
            self._answer(request, 409, why="no leader")
        elif int(message["seen"]) > term.epoch:
            self.latest = max(self.latest, int(message["seen"]))
            self.wants_out = True
            self._answer(request, 409, why="epoch", seen=message["seen"])
        elif (message["epoch"], message["term"]) != (term.epoch, term.name):
            self._answer(request, 409, why="another term")
        else:
            self._receive(term, request, message)

    def _receive(self, term: ServingTerm, request: int, message: w.Message) -> None:
        name = message["node"]
        if term.followers.pop(name, None):
            term.absent[name] = self.now
        sums = list(message["sums"])
        too_many = self._part_of(term, sums)
        if too_many is not None:
            self._answer(request, 200, done=False, **too_many)
            return
        for other in [one for one in term.newcomers if one.node == name]:
            term.newcomers.remove(other)
            self._answer(other.request, 409, why="asked again")
        follower = Follower(message["address"], message["store"])
        term.newcomers.append(Newcomer(request, message["id"], name, follower, sums))

    def _part_of(self, term: ServingTerm, sums: list[str]) -> w.Message | None:
        """Return some of what is missing, if it is too much to let writes wait for it."""
        differing = self.shelf.differing(sums)
        books = sum(len(self.shelf.bucket(index)) for index in differing)
        if books <= self.at_once or len(differing) <= self.few:
            return None
        sizes = accumulate(len(self.shelf.bucket(index)) for index in differing)
        part = [index for index, size in zip(differing, sizes, strict=True) if size <= self.at_once]
        return {**self._contents(term, part or differing[:1]), "of": len(self.shelf)}

    def _contents(self, term: ServingTerm, indices: list[int]) -> dict[str, object]:
        buckets = {str(index): [list(b) for b in self.shelf.bucket(index)] for index in indices}
        return {"epoch": term.epoch, "term": term.name, "buckets": buckets}

    def _bring_in(self, term: ServingTerm, newcomer: Newcomer) -> None:
        """Bring in a newcomer; the task is the lock: no write begins before it is done (rule 7)."""
        contents = self._contents(term, self.shelf.differing(newcomer.sums))
        whom = self._to(term, newcomer.node, newcomer.follower)
        message = {**contents, **whom, "id": newcomer.id}
        timeout = ALIGN_TIMES * self.patience

        def answered(given: w.Replied) -> None:
            if self.term is term and term.task is newcomer:
                self._aligned_or_not(term, newcomer, given)

        self._ask(newcomer.node, newcomer.follower.address, "align", message, timeout, answered)

    def _aligned_or_not(self, term: ServingTerm, newcomer: Newcomer, given: w.Replied) -> None:
        assert self.in_sync is not None
        if given.status != 200 or given.body.get("checksum") != self.shelf.checksum:
            term.task = None
            self._answer(newcomer.request, 409, why="not brought to this state")
        elif self.in_sync.nodes.get(newcomer.node) == newcomer.follower.store:
            self._bring_in_done(term, newcomer)
        else:
            nodes = {**self.in_sync.nodes, newcomer.node: newcomer.follower.store}
            self._change(term, nodes, (), lambda: self._bring_in_done(term, newcomer))

    def _bring_in_done(self, term: ServingTerm, newcomer: Newcomer) -> None:
        term.task = None
        term.followers[newcomer.node] = newcomer.follower
        term.absent.pop(newcomer.node, None)
        told = {"epoch": term.epoch, "term": term.name, "version": self.version}
        self._answer(newcomer.request, 200, done=True, **told)

    # -- what it hears, and when -----------------------------------------------------------------

    words: ClassVar[Mapping[str, Callable[..., None]]] = {
        **FollowingNode.words,
        "join": _joined,
        "write": _write,
    }
