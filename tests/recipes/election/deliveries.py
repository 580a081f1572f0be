"""A leader's work as its store sees it: writes that were sent at any time in a term, and came at
any time after.

It stands in the place of `app/recipes/election/process.py`, whose thread would have to be
frozen between any two of its instructions: here a process's writes come whenever they like, its
end, its freezing and its death notwithstanding. What the store does with them is the real rule,
`app/recipes/election/ledger.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from app.processes.work import Host, Work
from app.recipes.election.actions import Store

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

MOST_WRITES = 6
"""In one term: a long term that goes on writing shows nothing new."""

LATENESS = (0.0, 0.001, 0.05, 1.0, 6.0)
"""Seconds that a message to the store takes at most, of which one is drawn each time."""


class Deliveries(Work):
    """What one process sends to the store. It comes in the order in which it was sent, for there is
    one pipe; and who begins a new term sends nothing of the old one any more.
    """

    host: Process

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._comes_at = 0.0
        self._term = 0

    def begin(self, epoch: int) -> None:
        """Ask for the count with this term's epoch; when the answer comes, write."""
        self._term += 1
        self._send(partial(self._ask, self._term, epoch))

    def _ask(self, term: int, epoch: int) -> None:
        count = self.host.world.judge.store.count(self.host, epoch)
        if count is None or term != self._term:
            return
        for number in range(1, self.host.work_chance.randint(1, MOST_WRITES) + 1):
            self._send(partial(self._write, epoch, count + number))

    def _write(self, epoch: int, number: int) -> None:
        self.host.world.judge.store.write(self.host, epoch, number)

    def _send(self, message: Callable[[], None]) -> None:
        chance, world = self.host.work_chance, self.host.world
        lateness = chance.choice(LATENESS) * chance.random()
        self._comes_at = max(self._comes_at, world.now + lateness)
        world.at(self._comes_at, message)


class Numbers:
    """The real store; what it answers, and what the judge is told of it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._store = Store(self._answered)
        self._answers: list[dict[str, Any]] = []

    def _answered(self, candidate: str, word: str, value: dict[str, Any]) -> None:
        self._answers.append(value)

    def count(self, process: Process, epoch: int) -> int | None:
        """The count for a term that begins; None for one that comes too late."""
        self._answers.clear()
        self._store.count(process.name, self._path, {"term": 0, "epoch": epoch}, 0.0)
        told = int(self._answers[0]["count"]) if self._answers else None
        self._world.judge.counted(process, epoch, told is not None)
        return told

    def write(self, process: Process, epoch: int, number: int) -> None:
        """A number is handed out."""
        self._answers.clear()
        message = {"term": 0, "epoch": epoch, "number": number}
        self._store.write(process.name, self._path, message, 0.0)
        self._world.judge.written(process, epoch, number, self._answers[0]["verdict"])

    @property
    def _path(self) -> str:
        return self._world.server.scene.path
