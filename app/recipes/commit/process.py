"""The work of coordinators and sites: a deadline and a pause, a ledger on a disk."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.phases import Phase
from ...processes.work import Host, Work
from . import machine as m
from . import znodes as z

PAUSE = 1.0
"""Seconds from trouble with the ledger to the next attempt."""


class CoordinatorWork(Work):
    """Settings: `patience`, seconds until a vote that is missing says "abort".

    An order `begin` {id, moves, refuses, pause}: begin this transaction; `pause`, seconds between
    the votes and the decision, in which a class can kill the coordinator.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._patience = float(host.task.settings["patience"])
        self._pause = 0.0
        self._due: dict[type[i.Input], float] = {}

    def order(self, word: str, value: Mapping[str, Any]) -> bool:
        """Take an order to begin a transaction."""
        if word != "begin":
            return False
        self._pause = float(value["pause"])
        deed = z.Deed(value["id"], value["moves"], tuple(value["refuses"]))
        self.host.give(m.TransactionOrder(time.monotonic(), deed))
        return True

    def begin(self, epoch: int) -> None:
        """Count the deadline from here, by its own clock; `epoch`: of its znode."""
        self._due.clear()
        transaction = (self.host.recipe.name or "").partition("/")[0] or None
        deadline = self._give_at(m.Overdue, self._patience)
        self.host.report("coordinating", {"transaction": transaction, "deadline": deadline})

    def _give_at(self, given: type[i.Input], seconds: float) -> float:
        """Have the recipe told this after so many seconds; return when."""
        due = self._due.setdefault(given, time.monotonic() + seconds)
        self.host.wake_at(due)
        return due

    def told(self, command: c.Command) -> None:
        """Decide after a pause when the votes are in; stop waiting when it is decided."""
        if isinstance(command, m.VotesIn):
            decides = self._give_at(m.Conclude, self._pause)
            self.host.report("votes_in", {**vars(command), "decides": decides})
        elif isinstance(command, m.Concluded):
            self._due.clear()
            self.host.report("decided", vars(command))
        elif isinstance(command, m.OrderTaken):
            told = {"id": command.deed.id, "transaction": command.transaction}
            self.host.report("begun" if command.transaction else "not_begun", told)

    def tick(self, now: float) -> None:
        """Tell the recipe what is due."""
        for given, due in [*self._due.items()]:
            if now < due:
                self.host.wake_at(due)
            elif self._due.pop(given, None):
                self.host.give(given(now))

    def end(self, reason: str) -> None:
        """Stop waiting: somebody else coordinates it, or will."""
        self._due.clear()
        self.host.report("stood_down", {"reason": reason})


# -- sites ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PreparedEntry:
    """A transaction that a ledger is prepared for. id: of the order behind it."""

    transaction: str
    id: str
    amount: int


@dataclass(frozen=True)
class Ledger:
    """A site's account, what the site is prepared for, and `last`, the id of the order that it has
    carried out last.

    Each change gives the next ledger, whole: it is written to the disk in one piece, so that a site
    that comes back finds it as it was before a change, or as it was after that.
    """

    balance: int
    entry: PreparedEntry | None = None
    last: str | None = None

    @property
    def text(self) -> str:
        """Return what the disk says of it."""
        return json.dumps(asdict(self))

    def objection(self, site: str, deed: z.Deed) -> str | None:
        """Return why this site cannot carry it out; None where it can."""
        if site in deed.refuses:
            return "it was asked to vote no"
        return f"{self.balance} is too little" if self.balance + deed.moves[site] < 0 else None

    def prepared(self, transaction: str, site: str, deed: z.Deed) -> Ledger:
        """Return the ledger once it is prepared for this."""
        return replace(self, entry=PreparedEntry(transaction, deed.id, deed.moves[site]))

    def carried_out(self, decision: str) -> Ledger:
        """Return the ledger after what it was prepared for was decided so."""
        assert self.entry is not None
        amount = self.entry.amount if decision == z.COMMIT else 0
        return Ledger(self.balance + amount, None, self.entry.id)


def ledger_in(text: str) -> Ledger:
    """Read a ledger. Raise ValueError, KeyError or TypeError where it is none."""
    said = json.loads(text)
    entry = None if said["entry"] is None else PreparedEntry(**said["entry"])
    return Ledger(int(said["balance"]), entry, said["last"])


class SiteWork(Work):
    """Settings: `site`; `directory`, of the sites' ledgers; `opening`, the balance of a new one;
    `think`, seconds that it takes to find out how it votes.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        settings = host.task.settings
        self._site = str(settings["site"])
        self._opening = int(settings["opening"])
        self._think = float(settings["think"])
        self._path = Path(settings["directory"]) / f"{self._site}.json"
        self._ledger = Ledger(self._opening)
        self._do: Callable[[], None] | None = None
        self._due = float("inf")

    def told(self, command: c.Command) -> None:
        """Do what the recipe asks for once it has dealt with its input."""
        if isinstance(command, m.Recall):
            self._later(self._open)
        elif isinstance(command, m.Prepare):
            self._later(lambda: self._prepare(command), self._think)
        elif isinstance(command, m.CarryOut):
            self._later(lambda: self._carry_out(command))

    def _later(self, do: Callable[[], None], seconds: float = 0.0) -> None:
        self._do = do
        self._due = time.monotonic() + seconds
        self.host.wake_at(self._due)

    def tick(self, now: float) -> None:
        """Do what is due, while the recipe waits for it: what it has given up, it asks for again.
        After trouble with the ledger, try again.
        """
        if self._do is None or self.host.recipe.phase is not Phase.CREATING:
            return
        if now < self._due:
            self.host.wake_at(self._due)
            return
        do, self._do = self._do, None
        try:
            do()
        except (OSError, ValueError, KeyError, TypeError) as error:
            self.host.report("ledger_failed", {"site": self._site, "reason": str(error)})
            self._later(do, PAUSE)

    # -- the ledger -----------------------------------------------------------------------------

    def _open(self) -> None:
        """Read the ledger; a new site's is made."""
        try:
            self._ledger = ledger_in(self._path.read_text())
        except FileNotFoundError:
            self._write(self._ledger)
        self._tell("opened_ledger", opening=self._opening)

    def _prepare(self, command: m.Prepare) -> None:
        """Prepare the disk first: who has voted "commit" must be able to."""
        name, deed = command.transaction, command.deed
        why = self._ledger.objection(self._site, deed)
        if why is None:
            self._write(self._ledger.prepared(name, self._site, deed))
        vote = z.COMMIT if why is None else z.ABORT
        refused = None if why is None else deed.id
        self._tell("prepared", refused, transaction=name, vote=vote, why=why)

    def _carry_out(self, command: m.CarryOut) -> None:
        """Carry it out once: with it goes what the ledger was prepared for."""
        self._write(self._ledger.carried_out(command.decision))
        self._tell("carried_out", **vars(command))

    def _write(self, ledger: Ledger) -> None:
        """Write all or nothing: a site that is killed meanwhile comes back to one of the two."""
        draft = self._path.with_suffix(f".{self.host.task.name}")
        draft.write_text(ledger.text)
        os.replace(draft, self._path)
        self._ledger = ledger

    def _tell(self, kind: str, refused: str | None = None, **more: Any) -> None:
        """Tell the dashboard, and the recipe, what the ledger says now."""
        entry, balance = self._ledger.entry, self._ledger.balance
        shown = entry and {"transaction": entry.transaction, "amount": entry.amount}
        self.host.report(kind, {"site": self._site, "balance": balance, "entry": shown, **more})
        prepared = (entry.transaction, entry.id) if entry else None
        self.host.give(m.LedgerKept(time.monotonic(), prepared, self._ledger.last, refused))

    def close(self) -> None:
        """Leave undone what it has begun."""
        self._do = None
