"""A producer: puts items into a queue, each exactly once.

Rules beside those of a participant, by number.

1. An item's creation whose answer was lost may have happened, and the item may be done and gone by
   the time one looks for it: no list of items shows it. So each transaction that creates items also
   writes the producer's ledger, and the ledger's version shows it.
8. A missing parent is created.
9. The ledger is deleted when the producer leaves; that is repeated until it is confirmed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.participant import Anywhere, Commands, Participant, Table
from ...participation.phases import Intent, Phase
from . import messages as m
from .znodes import PARENTS, ledger_name

MOST_AT_ONCE = 100
"""Items in one transaction: ZooKeeper takes a megabyte at most."""


class Producer(Participant):
    """One producer's side of a queue. identity: names its ledger, whatever its sessions."""

    words: ClassVar[Mapping[str, str]] = {"waiting": "producing"}
    first_step = "open ledger"
    stands_on = tuple(f"/{one}" for one in PARENTS)

    def __init__(self, identity: str) -> None:
        super().__init__()
        self._ledger = ledger_name(identity)
        self._offered: deque[bytes] = deque()
        self._tried: list[int] = []
        self._version = 0
        self.total = 0

    def _belief(self) -> str:
        return self._believed(super()._belief())

    # -- the ledger ---------------------------------------------------------------------------

    def _resume(self) -> Commands:
        """Read what has happened before anything is put again (rule 1)."""
        self._void_replies()
        if self._intent is Intent.LEAVE:
            return self._withdraw()
        self._enter(Phase.LISTING)
        return [m.OpenLedger(self._ledger)]

    def _put_refused(self, given: i.WriteRefused) -> Commands:
        """Note that somebody else has written the ledger: nothing of this transaction has
        happened.
        """
        self._tried.pop()
        return self._look()

    def _failed(self, given: i.Failed) -> Commands:
        """Handle a failed put: it has not happened; one without an answer is unknown."""
        if self.phase is Phase.CREATING:
            self._tried.pop()
        return super()._failed(given)

    def _ledger_read(self, given: m.LedgerRead) -> Commands:
        """Find what has happened. The ledger's next version and its number say which put was done:
        one put alone, the last one or one that was held back. All begin with the same items.
        """
        self.name = self._ledger
        grown = given.total - self.total
        happened = given.version == self._version + 1 and grown in self._tried
        if given.version != self._version:
            self._tried.clear()
        self._version = given.version
        told = self._entered((), grown) if happened else []
        self.total = max(self.total, given.total)
        return [*told, *self._go_on()]

    # -- putting ------------------------------------------------------------------------------

    def _offer(self, given: m.Offer) -> Commands:
        self._offered.extend(given.items)
        return self._go_on() if self.phase is Phase.RESTING else []

    def _go_on(self) -> Commands:
        if self._intent is Intent.LEAVE:
            return self._withdraw()
        self.step = "put item"
        if not self._offered:
            self._settle(Phase.RESTING)
            return []
        self._in_queue = True
        items = tuple(list(self._offered)[:MOST_AT_ONCE])
        self._tried.append(len(items))
        self._enter(Phase.CREATING)
        return [m.Put(items, self._ledger, self._version, self.total + len(items))]

    def _was_put(self, given: m.WasPut) -> Commands:
        count = self._tried[-1]
        self._tried.clear()
        self._version += 1
        self._settle(Phase.RESTING)
        return [*self._entered(given.names, count), *self._go_on()]

    def _entered(self, names: tuple[str, ...], count: int) -> Commands:
        for _ in range(count):
            self._offered.popleft()
        self.total += count
        return [m.Stored(names, count, self.total)]

    # -- leaving ------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """Stop once what is under way has answered; what has not been put stays with its maker."""
        self._intent = Intent.LEAVE
        if self.session is None:
            return self._leave()
        at_rest = self.phase in (Phase.RESTING, Phase.BACKING_OFF)
        return self._withdraw() if at_rest else []

    def _withdraw(self) -> Commands:
        """Withdraw by deleting the ledger (rule 9)."""
        self.step = None
        self._void_replies()
        self._enter(Phase.WITHDRAWING)
        return [c.DeleteOwn(self._ledger)]

    def _withdrawn(self, given: i.Deleted) -> Commands:
        self.name = None
        return self._leave()

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **Participant.anywhere,
        m.Offer: _offer,
    }
    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.LISTING, m.LedgerRead): _ledger_read,
        (Phase.LISTING, i.ParentMissing): Participant._parent_missing,
        (Phase.CREATING, m.WasPut): _was_put,
        (Phase.CREATING, i.WriteRefused): _put_refused,
        (Phase.WITHDRAWING, i.Deleted): _withdrawn,
    }
