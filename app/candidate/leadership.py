"""Makes terms of what the recipe says, and keeps a candidate from leading to no purpose."""

from __future__ import annotations

import time
from typing import Any, Protocol

from app.candidate.callbacks import Callbacks, OnDeposed, OnElected
from app.candidate.term import Term
from app.recipes import inputs as i
from app.workers.work import Host, Work

FIRST_REST, LONGEST_REST = 1.0, 30.0
"""Seconds for which a candidate sits out after `on_elected` failed: twice as long each time."""

BUSY = "a function of its last term has not returned"
FAILED = "on_elected failed"


class Owner(Host, Protocol):
    """The process, and what it knows of the user."""

    def path_of(self, name: str) -> str:
        """The path of a znode of the election."""

    def tell(self, kind: str, data: dict[str, Any]) -> None:
        """News; from any thread."""


class Leadership(Work):
    """At most one term at a time; on the in-order thread where nothing else is said.

    Who leads and does nothing stands in everybody's way. So a candidate sits out (it keeps its
    session and gives its znode back) while a function of the user's last term has not returned,
    once it has been elected anew and waited for one session timeout, and for a while after
    `on_elected` raised something.
    """

    def __init__(
        self, host: Owner, name: str, on_elected: OnElected | None, on_deposed: OnDeposed | None
    ) -> None:
        super().__init__(host)
        self._owner = host
        self.callbacks = Callbacks(name, on_elected, on_deposed, self._failed, self._returned)
        self.term: Term | None = None
        self._patience = 0.0
        self._waits_until: float | None = None
        self._rests_until: float | None = None
        self._rest_for = FIRST_REST

    # -- what the recipe says -------------------------------------------------------------------

    def begin(self, epoch: int) -> None:
        """Lead: the term begins here, and `on_elected` when it can."""
        recipe = self.host.recipe
        znode = self._owner.path_of(recipe.name or "")
        self.term = Term(epoch, znode, lambda: recipe.deadline, self._ended)
        self._owner.tell("leading", {"epoch": epoch, "znode": znode})
        self.callbacks.begin(self.term)
        self._waits_until = time.monotonic() + self._patience
        self._arm()

    def end(self, reason: str) -> None:
        """StepDown."""
        term, self.term = self.term, None
        self._waits_until = None
        if term is not None:
            term.end(reason)
            self._rest_for = self._rest_for if term.reason == FAILED else FIRST_REST

    def negotiated(self, timeout: float) -> None:
        """How long a session lasts, in seconds."""
        self._patience = timeout

    def tick(self, now: float) -> None:
        """Give up a leadership that nobody uses; come back from a rest."""
        if self._waits_until is not None and now >= self._waits_until:
            self._waits_until = None
            if self.term is not None and not self.callbacks.has_told(self.term):
                self._rest(BUSY, None)
        self._come_back()
        self._arm()

    def _arm(self) -> None:
        """One tick is kept at a time, and what comes first takes the others' place."""
        times = (at for at in (self._waits_until, self._rests_until) if at is not None)
        earliest = min(times, default=None)
        if earliest is not None and earliest > time.monotonic():
            self.host.wake_at(earliest)

    def close(self) -> None:
        """The candidate has left, or must not wait any longer for that."""
        self.end("it was stopped")

    # -- what the user does ---------------------------------------------------------------------

    def _ended(self, term: Term) -> None:
        """From any thread: the recipe may not know yet."""
        self.callbacks.end(term)
        self._owner.tell("stepped_down", {"epoch": term.epoch, "reason": term.reason})
        self.host.post(lambda: self._catch_up(term))

    def _catch_up(self, term: Term) -> None:
        """Somebody has acted on the end of a term: it is over, even if the clock has been put
        right by an answer that came late.
        """
        if self.term is term:
            self.host.give(i.Tick(time.monotonic()))
        if self.term is term:
            self.host.give(i.Resign(time.monotonic()))

    def _failed(self, term: Term) -> None:
        """On the thread of `on_elected`: it raised something. That it is to sit out is queued
        before that its term is over, which by itself would only queue it again.
        """
        self.host.post(lambda: self._sit_out(term))
        term.end(FAILED)

    def _sit_out(self, term: Term) -> None:
        if self.term is not term:
            return
        seconds, self._rest_for = self._rest_for, min(2 * self._rest_for, LONGEST_REST)
        self._rest(FAILED, seconds)

    def _returned(self) -> None:
        """On the thread of one of the user's functions: it has returned."""
        self.host.post(self._come_back)

    # -- sitting out ----------------------------------------------------------------------------

    def _rest(self, reason: str, seconds: float | None) -> None:
        """To the recipe it is as if the candidate's data were behind."""
        now = time.monotonic()
        self.end(reason)
        self._rests_until = now + (seconds or 0.0)
        self._arm()
        self._owner.tell("resting", {"reason": reason, "seconds": seconds})
        self.host.give(i.Data(now, version=0, newest=1))

    def _come_back(self) -> None:
        now = time.monotonic()
        if self._rests_until is None or now < self._rests_until or not self.callbacks.are_done:
            return
        self._rests_until = None
        self.host.give(i.Data(now, version=None, newest=None))
