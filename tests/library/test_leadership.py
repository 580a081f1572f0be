"""What a candidate of the library's makes of an `on_elected` that fails again and again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest

from app.library.leadership import FIRST_REST, LONGEST_REST, Leadership
from app.library.term import Term
from app.participation import inputs as i
from app.participation.participant import Participant
from app.processes.channel import WorkerTask
from app.recipes.election.machine import PredecessorElection

FAILURES = 5_000
"""At one every thirty seconds, forty hours."""


class Leads(PredecessorElection):
    """An election that leads, whatever happens."""

    @property
    def must_prove(self) -> bool:
        return True


class Room:
    """A candidate that has no session: the test runs what is posted."""

    def __init__(self) -> None:
        self.task = WorkerTask("c1", "", "/election", 4.0)
        self.recipe: Participant = Leads()
        self.recipe.receive(i.Restored(0.0, 0x1000, "guid", timeout=1e9))
        self.posted: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self.rests: list[float] = []
        self.woken_at = 0.0
        self.is_leaving = False

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

    def leave_if_asked(self) -> None:
        """Nobody asks it to leave."""

    def path_of(self, name: str) -> str:
        return f"/election/{name}"


def test_after_five_thousand_failures_it_still_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(term: Term) -> None:
        raise ValueError("the user's own mistake")

    now = 0.0
    clock = SimpleNamespace(monotonic=lambda: now)
    monkeypatch.setattr("app.library.leadership.time", clock)
    monkeypatch.setattr("app.library.callbacks.log.exception", lambda *_: None)
    room = Room()
    leadership = Leadership(room, "c1", fail, None)
    for number in range(1, FAILURES + 1):
        leadership.begin(epoch=number)
        while len(room.rests) < number or not leadership.callbacks.are_done:
            room.posted.get(timeout=30)()
        assert room.woken_at == now + room.rests[-1]
        now = room.woken_at
        leadership.tick(now)
    assert room.rests[:3] == [FIRST_REST, 2 * FIRST_REST, 4 * FIRST_REST]
    assert room.rests[-1] == LONGEST_REST
    leadership.callbacks.finish(30)


def test_on_deposed_does_not_wait_for_a_thread_that_lost_its_turn() -> None:
    """Found in simulation: the thread that resigned was stopped in the middle of it, the candidate
    led again, and `on_deposed` was never called.
    """
    told: SimpleQueue[str] = SimpleQueue()
    resigned, goes_on = threading.Event(), threading.Event()
    leadership = Leadership(
        Room(), "c1", lambda term: told.put("elected"), lambda term, reason: told.put(reason)
    )
    leadership.begin(epoch=1)
    assert told.get(timeout=30) == "elected"
    term = leadership.term
    assert term is not None
    tells = term._ended

    def tell_late(term: Term) -> None:
        resigned.set()
        goes_on.wait(30)
        tells(term)

    term._ended = tell_late
    slow = threading.Thread(target=term.resign)
    slow.start()
    assert resigned.wait(30)
    leadership.end("the connection was lost")
    assert told.get(timeout=30) == "it resigned"
    goes_on.set()
    slow.join(30)
    leadership.callbacks.finish(30)
    assert told.empty()


def test_a_term_is_over_once_the_machine_gives_it_up_before_anybody_says_so() -> None:
    """A new session's clock begins while the reason is still on its way."""
    deadlines: list[float | None] = [float("inf"), None]
    term = Term(1, "/election/n_1", lambda: deadlines[0], lambda _: None)
    looks = [term.is_over]
    del deadlines[0]
    looks.append(term.is_over)
    assert (looks, term.reason) == ([False, True], None)
    term.end("the connection was lost")
    assert term.reason == "the connection was lost"
