"""A producer: puts items into a queue, each exactly once.

Rules beside those of a participant, by number.

1. An item's creation whose answer was lost may have happened, and the item may be done and gone by
   the time one looks for it: no list of items tells. So each transaction that creates items also
   writes the producer's ledger, and the ledger's version tells.
8. A missing parent is made.
9. The ledger is deleted when the producer leaves; that is repeated until it is confirmed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import ClassVar

from app.recipes import commands as c
from app.recipes import goods as g
from app.recipes import inputs as i
from app.recipes.participant import Commands, Participant
from app.recipes.phases import Intent, Phase

MOST_AT_ONCE = 100
"""Items in one transaction: ZooKeeper takes a megabyte at most."""


class Producer(Participant):
    """One producer's side of a queue. identity: names its ledger, whatever its sessions."""

    anywhere: ClassVar[Mapping[type[i.Input], str]] = {
        **Participant.anywhere,
        g.Offer: "_offer",
    }
    transitions: ClassVar[Mapping[tuple[Phase, type[i.Input]], str]] = {
        **Participant.transitions,
        (Phase.LISTING, g.LedgerRead): "_ledger_read",
        (Phase.LISTING, i.ParentMissing): "_parent_missing",
        (Phase.MAKING_PARENT, i.ParentMade): "_parent_made",
        (Phase.CREATING, g.WasPut): "_was_put",
        (Phase.CREATING, g.PutRefused): "_put_refused",
        (Phase.WITHDRAWING, i.Deleted): "_withdrawn",
    }
    words: ClassVar[Mapping[str, str]] = {"waiting": "producing"}
    first_step = "open ledger"
    stands_on = tuple(f"/{one}" for one in g.PARENTS)

    def __init__(self, identity: str) -> None:
        super().__init__()
        self._ledger = g.ledger_name(identity)
        self._offered: deque[bytes] = deque()
        self._under_way = 0
        self._version = 0
        self.total = 0

    def _belief(self) -> str:
        believed = super()._belief()
        leaves = self._intent is Intent.LEAVE and believed in ("joining", "waiting")
        return "gone" if leaves else believed

    # -- the ledger ---------------------------------------------------------------------------

    def _resume(self) -> Commands:
        """Rule 1: read what has happened before anything is put again."""
        return self._look()

    def _look(self) -> Commands:
        self._void_replies()
        if self._intent is Intent.LEAVE:
            return self._withdraw()
        self._enter(Phase.LISTING)
        return [g.OpenLedger(self._ledger)]

    def _put_refused(self, given: g.PutRefused) -> Commands:
        """Somebody else has written the ledger; of this transaction nothing has happened."""
        self._under_way = 0
        return self._look()

    def _parent_missing(self, given: i.ParentMissing) -> Commands:
        self._enter(Phase.MAKING_PARENT)
        return [c.MakeParent()]

    def _parent_made(self, given: i.ParentMade) -> Commands:
        return self._look()

    def _ledger_read(self, given: g.LedgerRead) -> Commands:
        """Of what was under way, the next version and its number say that it has happened."""
        self.name = self._ledger
        as_put = (self._version + 1, self.total + self._under_way)
        happened = self._under_way and (given.version, given.total) == as_put
        self._version = given.version
        told = self._entered((), self._under_way) if happened else []
        self._under_way = 0
        self.total = max(self.total, given.total)
        return [*told, *self._go_on()]

    # -- putting ------------------------------------------------------------------------------

    def _offer(self, given: g.Offer) -> Commands:
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
        self._under_way = len(items)
        self._enter(Phase.CREATING)
        return [g.Put(items, self._ledger, self._version, self.total + len(items))]

    def _was_put(self, given: g.WasPut) -> Commands:
        count, self._under_way = self._under_way, 0
        self._version += 1
        self._settle(Phase.RESTING)
        return [*self._entered(given.names, count), *self._go_on()]

    def _entered(self, names: tuple[str, ...], count: int) -> Commands:
        for _ in range(count):
            self._offered.popleft()
        self.total += count
        return [g.Stored(names, count, self.total)]

    # -- leaving ------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """What is under way is left to answer first; what has not been put stays with its maker."""
        self._intent = Intent.LEAVE
        if self.session is None:
            return self._leave()
        at_rest = self.phase in (Phase.RESTING, Phase.BACKING_OFF)
        return self._withdraw() if at_rest else []

    def _withdraw(self) -> Commands:
        """9."""
        self.step = None
        self._void_replies()
        self._enter(Phase.WITHDRAWING)
        return [c.Delete(self._ledger)]

    def _withdrawn(self, given: i.Deleted) -> Commands:
        self.name = None
        return self._leave()

    def _step_down(self, reason: str) -> Commands:
        """A producer holds nothing that could be given up."""
        self._in_queue = False
        return []
