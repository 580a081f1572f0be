"""The base of both sides of the replication: the disk, the time, the open answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ....participation import commands as c
from ....participation import inputs as i
from . import messages as w
from .history import ShelfHistory
from .shelf import Shelf, ShelfChange

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


class ReplicationCore:
    """The core of a node. `receive` returns the commands that an input leads to. `patience` is in
    seconds: how long a copy, and a node that has yet to come back, may take.

    known: how many nodes there are; live: which of them are live, None until that is known. The
    code that runs this keeps them right.
    """

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

    def receive(self, given: i.Input) -> list[c.Command]:
        """Return the commands that `given` leads to."""
        self.now = given.at
        self._out = []
        getattr(self, self.handlers[type(given)].__name__)(given)
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
    ) -> int:
        self._call += 1
        self._calls[self._call] = then
        self._out.append(w.Ask(self._call, node, address, word, message, timeout))
        return self._call

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

    # -- what it hears, and when -----------------------------------------------------------------

    handlers: ClassVar[Mapping[type[i.Input], Callable[..., None]]] = {
        w.Persisted: _stored,
        w.StoreFailed: _store_failed,
        w.Replied: _replied,
        i.Tick: _tick,
    }
