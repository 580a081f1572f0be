"""In which order the words of several processes are heard."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.journal.state import JournalFact
from app.processes.channel import Report
from app.processes.hold_back import HoldBack
from app.processes.listener import Listener
from app.readmodels.event import event_of
from tests.support.zookeeper import await_until


class Two:
    """c1 and c2 on real pipes, and what is recorded of them where the mirror has seen everything.

    `meanwhile` runs once, after the listener has seen whose words have come and before it reads.
    """

    def __init__(self) -> None:
        self.meanwhile: Callable[[], object] = lambda: None
        self.heard: list[str] = []
        self.told: list[tuple[str, str]] = []
        self.hold_back = HoldBack(lambda seen: seen(), self._record)
        looked = self.hold_back.settle
        self.listener = Listener(self._hear, looked, self._gathering, self._tell)
        self.pipes, self.ends = {}, {}
        for name in ("c1", "c2"):
            ours, self.pipes[name] = multiprocessing.Pipe()
            sentinel, self.ends[name] = os.pipe()
            self.listener.watch(name, ours, sentinel)

    def _hear(self, name: str, report: Report | None) -> None:
        at, kind = time.monotonic(), f"{name} ended"
        if report is not None:
            at, kind = report.at, report.kind
        self.hold_back.add(JournalFact(event_of(kind, name), at))

    def _record(self, facts: list[JournalFact]) -> None:
        self.heard += [fact.event.kind for fact in facts]

    def _tell(self, kind: str, subject: str, data: dict[str, Any]) -> None:
        self.told.append((kind, subject))

    def _gathering(self) -> float:
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        return 0.0

    def say(self, name: str, kind: str) -> None:
        self.pipes[name].send([Report(kind, time.monotonic())])


@pytest.fixture
def two() -> Iterator[Two]:
    found = Two()
    yield found
    found.listener.close()


def test_what_came_of_a_word_is_not_heard_before_it(two: Two) -> None:
    """c2 gives up its lock and says so first; c1, whose pipe is being read, holds it at once."""

    def pass_it_on() -> None:
        two.say("c2", "gave it up")
        two.say("c1", "holds it")

    two.meanwhile = pass_it_on
    two.say("c1", "waits")
    await_until(lambda: len(two.heard) == 3)
    assert two.heard == ["waits", "gave it up", "holds it"]


def test_the_last_words_of_one_that_ends_come_before_its_end(two: Two) -> None:
    def end() -> None:
        two.say("c1", "goes")
        os.write(two.ends["c1"], b"x")

    two.meanwhile = end
    two.say("c2", "waits")
    await_until(lambda: len(two.heard) == 3)
    assert two.heard == ["waits", "goes", "c1 ended"]


def test_what_is_said_of_a_later_moment_is_heard_when_that_has_come(two: Two) -> None:
    soon = time.monotonic() + 0.5
    two.pipes["c1"].send([Report("soon", soon)])
    two.say("c2", "now")
    await_until(lambda: len(two.heard) == 2)
    assert time.monotonic() >= soon
    assert two.heard == ["now", "soon"]


class Poison:
    """Cannot be taken out of a pipe."""

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return int, ("poison",)


def test_a_word_that_cannot_be_read_is_told_and_the_others_are_heard(two: Two) -> None:
    two.pipes["c1"].send(Poison())
    await_until(lambda: two.told)
    two.say("c1", "goes on")
    two.say("c2", "goes on, too")
    await_until(lambda: two.heard == ["goes on", "goes on, too"])
    assert two.told == [("thread.ended", "candidates"), ("thread.restarted", "candidates")]
