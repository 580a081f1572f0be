"""What came of a run: what the checkers found, in a line of JSON and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.judges.history.checkers import BarrierFound, CounterFound, QueueFound, SetFound


@dataclass(frozen=True)
class Account:
    """What came of a run. trouble: what was not as before when all faults had been undone; faults:
    how many there were of each kind; the others are what the checkers found.
    """

    seed: int
    seconds: float
    version: str
    trouble: Sequence[str]
    faults: Mapping[str, int]
    shelf: SetFound
    lock: CounterFound
    work: CounterFound
    queue: QueueFound
    rounds: BarrierFound

    @property
    def broken(self) -> list[str]:
        """Return every broken promise, one sentence each; that nothing happened is one."""
        found = {
            "bookshelf": (self.shelf.broken, min(self.shelf.kept, self.shelf.reads)),
            "lock": (self.lock.broken, self.lock.updates),
            "leaders' work": (self.work.broken, self.work.updates),
            "queue": (self.queue.broken, self.queue.done),
            "barrier": (self.rounds.broken, self.rounds.rounds),
        }
        broken = [f"{where}: {line}" for where, (lines, _) in found.items() for line in lines]
        idle = [f"{where}: nothing happened" for where, (_, count) in found.items() if not count]
        return [*self.trouble, *broken, *idle]

    def as_json(self) -> dict[str, Any]:
        """Return the line that a run ends with."""
        return {
            "seed": self.seed,
            "seconds": self.seconds,
            "servers": 3,
            "kept": self.shelf.kept,
            "lost": len(self.shelf.lost),
            "reads": self.shelf.reads,
            "stale": self.shelf.stale,
            "updates": self.lock.updates,
            "lost_updates": self.lock.lost,
            "numbers": self.work.updates,
            "lost_numbers": self.work.lost,
            "items": self.queue.items,
            "given_again": self.queue.again,
            "lost_items": len(self.queue.lost),
            "done_twice": self.queue.done_twice,
            "rounds": self.rounds.rounds,
            "left_early": self.rounds.left_early,
            "entered_alone": self.rounds.entered_alone,
            "broken": len(self.broken),
            "faults": dict(sorted(self.faults.items())),
        }

    @property
    def in_words(self) -> str:
        """Return on what, and how much of it, this is a judgement."""
        counts = (
            (sum(self.faults.values()), "faults"),
            (self.shelf.kept, "books"),
            (self.shelf.reads, "reads"),
            (self.lock.updates, "updates"),
            (self.work.updates, "numbers"),
            (self.queue.items, "items"),
            (self.rounds.rounds, "rounds"),
        )
        return f"{self.seconds:g} s on 3 servers: " + ", ".join(f"{n} {what}" for n, what in counts)
