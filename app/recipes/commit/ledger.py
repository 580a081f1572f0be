"""A site's ledger: one account, what the site is prepared for, and what it has carried out last.

Each change gives the next ledger, whole: it is written to the disk in one piece, so that a site
that comes back finds it as it was before a change, or as it was after that.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from .znodes import COMMIT, Deed


@dataclass(frozen=True)
class PreparedEntry:
    """A transaction that a ledger is prepared for. id: of the order behind it."""

    transaction: str
    id: str
    amount: int


@dataclass(frozen=True)
class Ledger:
    """An account's balance, and the id of the order that was carried out last."""

    balance: int
    entry: PreparedEntry | None = None
    last: str | None = None

    @property
    def text(self) -> str:
        """Return what the disk says of it."""
        return json.dumps(asdict(self))

    def objection(self, site: str, deed: Deed) -> str | None:
        """Return why this site cannot carry it out; None where it can."""
        if site in deed.refuses:
            return "it was asked to vote no"
        return f"{self.balance} is too little" if self.balance + deed.moves[site] < 0 else None

    def prepared(self, transaction: str, site: str, deed: Deed) -> Ledger:
        """Return the ledger once it is prepared for this."""
        return replace(self, entry=PreparedEntry(transaction, deed.id, deed.moves[site]))


def ledger_in(text: str) -> Ledger:
    """Read a ledger. Raise ValueError, KeyError or TypeError where it is none."""
    said = json.loads(text)
    entry = None if said["entry"] is None else PreparedEntry(**said["entry"])
    return Ledger(int(said["balance"]), entry, said["last"])


def carried_out(ledger: Ledger, decision: str) -> Ledger:
    """Return the ledger after what it was prepared for was decided so."""
    assert ledger.entry is not None
    amount = ledger.entry.amount if decision == COMMIT else 0
    return Ledger(ledger.balance + amount, None, ledger.entry.id)
