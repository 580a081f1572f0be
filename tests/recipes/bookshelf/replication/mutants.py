"""Planted mistakes, each a machine without one of the rules of docs/bookshelf.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.recipes.bookshelf.replication import messages as w
from app.recipes.bookshelf.replication.following import Joining
from app.recipes.bookshelf.replication.leading import BookWrite, Newcomer, ServingTerm
from app.recipes.bookshelf.replication.shelf import ShelfChange, ShelfHistory
from app.recipes.bookshelf.znodes import InSync
from tests.recipes.bookshelf.replication.world import Hasty


class ServesOutOfSync(Hasty):
    """1: whoever knows the shelf may lead."""

    @property
    def is_eligible(self) -> bool:
        return self.in_sync is not None and self.is_open


class GoesByName(Hasty):
    """1: a name is enough, whatever disk is behind it."""

    @property
    def is_eligible(self) -> bool:
        return self.in_sync is not None and self.is_open and self.node in self.in_sync.nodes


class WritesBlindly(Hasty):
    """2: `in_sync` is written whatever its version, and whatever became of the own znode; needs
    the world to do so too.
    """

    blind = True


class TakesOldCopies(Hasty):
    """2: a new leader goes on taking what its predecessor sends."""

    def _begin(self, epoch: int) -> None:
        latest, aligned, entered = self.latest, self._aligned, self._entered
        super()._begin(epoch)
        self.latest, self._aligned, self._entered = latest, aligned, entered

    def _takes_from(self, epoch: int, term: str) -> bool:
        return epoch >= self.latest and self._aligned == (epoch, term)


class KeepsTheSilent(Hasty):
    """3: who has not answered stays in `in_sync`."""

    def _check_copies(self, term: ServingTerm, write: BookWrite) -> None:
        if not write.waiting:
            self._kept(term, write)


class AnswersFirst(Hasty):
    """3: the client is answered as soon as the leader has the book."""

    def _check_copies(self, term: ServingTerm, write: BookWrite) -> None:
        self._kept(term, write)


class CountsTheAbsent(Hasty):
    """3: a write begins, and ends, without those that have yet to come back."""

    def _may_write(self, term: ServingTerm) -> bool:
        return True

    def _check_copies(self, term: ServingTerm, write: BookWrite) -> None:
        if not write.waiting and not write.lost:
            self._kept(term, write)
        else:
            super()._check_copies(term, write)


class AnswersBeforeTheDisk(Hasty):
    """3: a copy is confirmed before it is on the disk."""

    def _copy(self, request: int, message: w.Message) -> None:
        if self._takes_from(int(message["epoch"]), message["term"]):
            self._answer(request, 200)
        super()._copy(request, message)


class ForgetsEpochs(Hasty):
    """4: the epochs that it has seen are not on its disk."""

    def _store(self, plan: Callable[[], ShelfChange | None], then: Callable[[bool], None]) -> None:
        def forgetful() -> ShelfChange | None:
            change = plan()
            return change and change._replace(seen=None)

        super()._store(forgetful, then)


class TakesLowerEpochs(Hasty):
    """4: any leader's epoch is good enough."""

    def receive(self, given: Any) -> Any:
        self.latest = 0
        return super().receive(given)


class CopiesForAnybody(Hasty):
    """5: copies are taken without having been brought to the leader's state."""

    def _takes_from(self, epoch: int, term: str) -> bool:
        return epoch >= self.latest and not self.leads


class TermsAreEpochs(Hasty):
    """5: two terms of one epoch are taken for one."""

    def _takes_from(self, epoch: int, term: str) -> bool:
        is_aligned = self._aligned is not None and self._aligned[0] == epoch
        return epoch >= self.latest and is_aligned and not self.leads


class TakesAnyAlignment(Hasty):
    """6: what brings a node to a state need not answer an open request."""

    def _align(self, request: int, message: w.Message) -> None:
        if self._joining is None:
            self._joining = Joining(message["id"], message["from"], self.now)
        self._joining.id, self._joining.is_used = message["id"], False
        super()._align(request, message)


class KeepsOldAlignments(Hasty):
    """6: a new request leaves standing what an earlier one has brought."""

    def _join(self, found: InSync, leader: str, address: str) -> None:
        aligned = self._aligned
        super()._join(found, leader, address)
        self._aligned = aligned


class TrustsNewcomers(Hasty):
    """7: who asks is put into `in_sync`, whatever has become of it."""

    def _aligned_or_not(self, term: ServingTerm, newcomer: Newcomer, given: w.Replied) -> None:
        told = replace(given, status=200, body={"checksum": self.shelf.checksum})
        super()._aligned_or_not(term, newcomer, told)


class TakesNewcomersAside(Hasty):
    """7: writes go on while a node is brought in."""

    def _bring_in(self, term: ServingTerm, newcomer: Newcomer) -> None:
        super()._bring_in(term, newcomer)
        term.task = None

    def _aligned_or_not(self, term: ServingTerm, newcomer: Newcomer, given: w.Replied) -> None:
        told = replace(given, body={"checksum": self.shelf.checksum})
        task = term.task
        super()._aligned_or_not(term, newcomer, told)
        term.task = task

    def _ask(self, node: str, address: str, word: str, *rest: Any) -> None:
        if word == "align" and self.term is not None:
            term, (message, timeout, _) = self.term, rest
            newcomer = term.task
            assert isinstance(newcomer, Newcomer)

            def then(given: w.Replied) -> None:
                if self.term is term and term.serves and not term.changing:
                    self._aligned_or_not(term, newcomer, given)

            rest = (message, timeout, then)
        super()._ask(node, address, word, *rest)


class IgnoresRefusals(Hasty):
    """8: a write to `in_sync` is taken for done."""

    def _have_written(self, done: bool) -> None:
        super()._have_written(True)


class TakesForeignNews(Hasty):
    """8: who serves goes on from whatever it reads in `in_sync`; without its own znode's check."""

    blind = True

    def _compare(self, given: w.InSyncRead) -> None:
        if given.found is not None and self.term is not None and not self.term.changing:
            self.in_sync, self.version = given.found, given.version


class SaysNothingWasWritten(Hasty):
    """9: what was begun is reported as not begun."""

    def _fail(self, write: BookWrite, status: int, why: str) -> None:
        super()._fail(write, 503, "no leader")


class PassesOnHopefully(Hasty):
    """9: a leader that does not answer is said not to have written anything."""

    def _passed_on(self, request: int, message: w.Message, since: float, given: w.Replied) -> None:
        super()._passed_on(request, message, since, replace(given, sent=False))


class AnswersForOthers(Hasty):
    """10: a node takes what is meant for the one that had its port before."""

    def _asked(self, given: w.Question) -> None:
        if given.word in ("align", "copy"):
            given = replace(given, message={**given.message, "store": self.store})
        super()._asked(given)


class BelievesAnyHistory(Hasty):
    """12: goes on whatever `in_sync` says of the history that it belongs to."""

    def _stay_apart(self, why: str) -> None:
        pass


class TakesUpOldHistories(Hasty):
    """12: a history that was left long ago is as good as one that was begun just now."""

    def _place(self, found: InSync, czxid: int, mzxid: int) -> None:
        self.history = ShelfHistory()
        super()._place(found, czxid, mzxid)
