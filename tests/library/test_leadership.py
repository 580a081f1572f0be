"""What a candidate of the library's makes of an `on_elected` that fails again and again."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest

from app.candidate.leadership import FIRST_REST, LONGEST_REST, Leadership
from app.candidate.term import Term
from app.recipes import inputs as i
from app.recipes.participant import Participant
from app.recipes.predecessor import PredecessorElection
from app.workers.channel import Task

FAILURES = 5_000
"""At one every thirty seconds, forty hours."""


class Room:
    """A candidate that has no session: the test runs what is posted."""

    def __init__(self) -> None:
        self.task = Task("c1", "", "/election", 4.0)
        self.recipe: Participant = PredecessorElection()
        self.recipe.receive(i.Restored(0.0, 0x1000, "guid", timeout=1e9))
        self.posted: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self.rests: list[float] = []
        self.woken_at = 0.0

    def give(self, given: i.Input) -> None:
        """Nothing is asked of the recipe here."""

    def post(self, function: Callable[[], object]) -> None:
        self.posted.put(function)

    def report(self, kind: str, data: dict[str, Any]) -> None:
        """Nobody reads it."""

    def tell(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "resting":
            self.rests.append(data["seconds"])

    def wake_at(self, at: float) -> None:
        self.woken_at = at

    def path_of(self, name: str) -> str:
        return f"/election/{name}"


def test_after_five_thousand_failures_it_still_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(term: Term) -> None:
        raise ValueError("the user's own mistake")

    now = 0.0
    clock = SimpleNamespace(monotonic=lambda: now)
    monkeypatch.setattr("app.candidate.leadership.time", clock)
    monkeypatch.setattr("app.candidate.callbacks.log.exception", lambda *_: None)
    room = Room()
    leadership = Leadership(room, "c1", fail, None)
    for number in range(1, FAILURES + 1):
        leadership.begin(epoch=number)
        while len(room.rests) < number or not leadership.callbacks.are_done:
            room.posted.get(timeout=30)()
        assert room.woken_at == now + room.rests[-1]
        now = room.woken_at
        leadership.tick(now)
    assert (room.rests[0], room.rests[-1]) == (FIRST_REST, LONGEST_REST)
    leadership.callbacks.finish(30)
