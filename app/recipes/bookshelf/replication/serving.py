"""A node's side as the leader: one thing after another, a write, or a node that is brought in.

Rules, by number; docs/bookshelf.md says why they are enough.

3. A client is told that a book is kept once the book is on the leader's disk and on that of every
   node that `in_sync` names; a node that has not confirmed is taken out of it before.
7. A node is put into `in_sync` when its books are the leader's, and no write is under way.
10. A message says for which store it is: an address may be another node's by now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import ClassVar

from . import messages as w
from .leading import LeadingNode
from .shelf import Book, ShelfChange
from .term import BookWrite, Follower, Newcomer, ServingTerm

ALIGN_TIMES = 2
WRITE_TIMES = 4


class Serving(LeadingNode):
    """A leader once `in_sync` bears its epoch. `at_once` books, or `few` buckets, may be brought to
    a node while writes wait.
    """

    at_once = 400
    few = 4

    # -- one thing after the other ----------------------------------------------------------------

    def _go_on(self) -> None:
        """Start the next task, after every input; newcomers first: a write may need them."""
        while (term := self.term) and term.serves and term.task is None and not term.changing:
            if term.newcomers:
                term.task = term.newcomers.popleft()
                self._bring_in(term, term.task)
            elif term.writes and self._may_write(term):
                self._next_write(term, term.writes.popleft())
            else:
                return

    def _next_write(self, term: ServingTerm, write: BookWrite) -> None:
        """Begin a write, unless it waited for so long that its client has gone."""
        if self.now - write.since > WRITE_TIMES * self.patience:
            self._fail(write, 503, "busy")
        else:
            term.task = write
            self._begin_write(term, write)

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
        write.found = self.shelf.get(write.book.id)
        write.begun = True
        book = write.found or write.book

        def stored(is_stored: bool) -> None:
            if self.term is term and term.task is write:
                self._copy_out(term, write, book) if is_stored else self._disk_failed(term)

        self._store(lambda: ShelfChange(() if write.found else (book,)), stored)

    def _disk_failed(self, term: ServingTerm) -> None:
        self._give_up_task(term, 504)
        self.wants_out = True

    def _copy_out(self, term: ServingTerm, write: BookWrite, book: Book) -> None:
        to = sorted(term.followers)
        told = {"id": book.id, "node": self.node, "epoch": term.epoch}
        self._tell("book.stored", **told, to=to, of=self.known)
        for turn, name in enumerate(to):
            follower = term.followers[name]
            copy = {**self._to(term, name, follower), "book": book.as_json(), "turn": turn}
            answered = self._when_copied(term, write, name)
            call = self._ask(name, follower.address, "copy", copy, self.patience, answered)
            write.waiting[name] = call
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
            write.waiting.pop(name, None)
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
        book = write.found or write.book
        copies = 1 + len(write.copies)
        if book != write.book:
            self._answer(write.request, 409, why="conflict", book=book.as_json(), epoch=term.epoch)
            self._say_failed(write, "conflict")
        else:
            told = {"book": book.as_json(), "copies": copies, "of": self.known}
            status = 200 if write.found else 201
            self._say_kept(term, write, copies)
            self._answer(write.request, status, **told, epoch=term.epoch, by=self.node)

    def _say_kept(self, term: ServingTerm, write: BookWrite, copies: int) -> None:
        told = {**write.book.as_json(), "node": write.node, "by": self.node, "epoch": term.epoch}
        ms = round((self.now - write.since) * 1000, 1)
        is_new = write.found is None
        self._tell("book.written", **told, copies=copies, of=self.known, ms=ms, new=is_new)

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
        **LeadingNode.words,
        "join": _joined,
        "write": _write,
    }
