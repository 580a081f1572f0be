"""A candidate of the library's that writes down what it is told."""

from __future__ import annotations

import threading
import time
from typing import Any, NamedTuple

from app.library import Candidate, News, Term
from tests.support.zookeeper import await_until

TIMEOUT = 20.0
"""Of a session that is to last, whatever else the machine has to do."""
SHORT = 3.0
"""Of one that is to run out by its owner's own clock."""


class Told(NamedTuple):
    """One call of a function of the user's. `at` is monotonic; `reason` None: elected."""

    at: float
    term: Term
    reason: str | None = None


class Stander:
    """A candidate at `/election` of `hosts`, which runs as soon as it is made.

    While `blocks` is set, `on_elected` returns only when it is cleared, whatever its term says;
    `fails` is how often it raises something instead. `work` (term) is done in it.
    """

    def __init__(self, hosts: str, name: str, **arguments: Any) -> None:
        self.calls: list[Told] = []
        self.news: list[News] = []
        self.at_once = self.most_at_once = 0
        self.fails = arguments.pop("fails", 0)
        self.work = arguments.pop("work", None)
        self.freed = threading.Event()
        if not arguments.pop("blocks", False):
            self.freed.set()
        settings = {"session_timeout": TIMEOUT, "on_news": self.news.append, **arguments}
        self.candidate = Candidate(
            hosts, "/election", name, self._elected, self._deposed, **settings
        )
        self.candidate.start()

    def close(self) -> None:
        """Let it leave, whatever it does."""
        self.freed.set()
        if not hasattr(self, "candidate"):
            return
        self.candidate.stop()
        assert self.candidate.join(30)

    def forget(self) -> None:
        """Keep nothing of it; for who counts what is left."""
        self.calls.clear()
        self.news.clear()
        del self.candidate

    def _elected(self, term: Term) -> None:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.calls.append(Told(time.monotonic(), term))
        try:
            if self.fails:
                self.fails -= 1
                raise ValueError("the user's own mistake")
            if self.work is not None:
                self.work(term)
            term.wait()
            assert self.freed.wait(30)
        finally:
            self.at_once -= 1

    def _deposed(self, term: Term, reason: str) -> None:
        self.calls.append(Told(time.monotonic(), term, reason))

    @property
    def elected(self) -> list[Told]:
        """The calls of `on_elected`."""
        return [one for one in list(self.calls) if one.reason is None]

    @property
    def deposed(self) -> list[Told]:
        """The calls of `on_deposed`."""
        return [one for one in list(self.calls) if one.reason is not None]

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Its news of one kind."""
        return [one.data for one in list(self.news) if one.kind == kind]

    def await_elected(self, times: int = 1) -> Told:
        """Wait until it was elected so often; the latest."""
        await_until(lambda: len(self.elected) >= times, 30)
        return self.elected[times - 1]

    def await_deposed(self, times: int = 1) -> Told:
        """Wait until it was deposed so often; the latest."""
        await_until(lambda: len(self.deposed) >= times, 30)
        return self.deposed[times - 1]

    def await_place(self) -> Stander:
        """Wait until it waits behind somebody."""
        await_until(lambda: self.of("watching"), 30)
        return self
