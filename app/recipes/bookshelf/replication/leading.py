"""A node's side as the leader: it takes over, and keeps `in_sync`.

Rules, by number; docs/bookshelf.md says why they are enough.

1. Only a node that `in_sync` names with the store of its disk may serve.
2. A leader's first act, after it has made sure that its own disk takes nothing of earlier epochs
   any more, is to write `in_sync` with its epoch: at the version that it has read, with a check of
   its own election znode. A later epoch in it ends its term.
   If the same epoch outruns it although its znode is new, it leads in another history (12).
8. Any unexpected outcome of a write to `in_sync` ends the term: the znode is
   read again, and every follower has to join again.
9. A client is told that nothing was written only where nothing was begun; what was begun and not
   ended is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import messages as w
from .core import RETRY
from .following import FollowingNode
from .shelf import ShelfChange
from .term import BookWrite, ServingTerm


class LeadingNode(FollowingNode):
    """A node that has been told to lead, apart from what it leads for."""

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

    def _write_in_sync(self, value: w.InSync, then: Callable[[bool], None]) -> None:
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
        if not (self.is_readable or term.proven):
            self._alarm("take over", self.now + RETRY)
            return
        term.changing = True
        self._write_in_sync(
            self._value(term, found.nodes), lambda done: self._taken_over(term, done)
        )

    def _note_outrun(self, term: ServingTerm) -> None:
        """Note that a later epoch outran it, so that it queues again. If that epoch was known
        before its znode was created, it would queue for ever: zxids grow.
        """
        if self._outrun is not None and self._outrun[0] < term.epoch < self._outrun[1]:
            known, made = f"the epoch 0x{self._outrun[1]:x}", f"a znode made at 0x{term.epoch:x}"
            self._stay_apart(f"this disk knew {known} before it was given {made}")
        self._outrun = (term.epoch, self.latest)

    def _value(self, term: ServingTerm, nodes: Mapping[str, str]) -> w.InSync:
        """Return the new data. A leader that creates a deleted znode again begins a history (rule
        12): everybody else has to take it for another one.
        """
        assert self.in_sync is not None
        begun = term.name if self.version is None else self.in_sync.begun
        return w.InSync(term.epoch, term.name, self.node, self.address, nodes, begun)

    def _taken_over(self, term: ServingTerm, done: bool) -> None:
        term.changing = False
        if self.term is not term:
            return
        if not done:
            self._alarm("take over", self.now + RETRY / 3)
            return
        term.serves = term.proven = True
        term.absent = dict.fromkeys(self._others, self.now)
        self._say_in_sync(())

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
