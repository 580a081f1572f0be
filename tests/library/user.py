"""The user of the library: functions that work while they lead, and some that behave badly."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from app.library import Term
from app.library.term import RAN_OUT
from tests.recipes.election.deliveries import MOST_WRITES, Deliveries
from tests.simulation.judge import Violation
from tests.simulation.machine import threads
from tests.simulation.threads import Signal

if TYPE_CHECKING:
    from tests.library.program import LibraryProcess

STYLES = ("waits", "sleeps", "returns")
"""How `on_elected` lasts: with `term.wait`, with a sleep and a look at the term, or not at all."""
PACES = (0.02, 0.1, 0.4)
LOOKS_EVERY = 0.5

ELECTED: tuple[str, ...] = ("raises", "blocks", "resigns", "stops")
DEPOSED: tuple[str, ...] = ("raises when deposed", "blocks when deposed")


class Mistake(Exception):
    """What the user raises."""


class Desk(Deliveries):
    """The user's way to the store: in order, and late."""

    def count(self, epoch: int) -> int | None:
        """Ask for the count, and wait for the answer. On a thread of the user's."""
        answer = list[int | None]()
        answered = Signal(threads)

        def ask() -> None:
            answer.append(self.host.world.judge.store.count(self.host, epoch))
            answered.notify_all()

        self._send(ask)
        answered.wait_for(lambda: answer)
        return answer[0]

    def hand_out(self, epoch: int, number: int) -> None:
        """Write a number, and wait for nothing."""
        self._send(partial(self._write, epoch, number))


class User:
    """Whose functions the library calls."""

    def __init__(self, process: LibraryProcess) -> None:
        self._process, self._world = process, process.world
        chance = process.plan.stream(f"{process.name} user")
        self._style, self._pace = chance.choice(STYLES), chance.choice(PACES)
        self._desk = Desk(process)
        self._judge = process.judge
        self._intends = {where: deque[tuple[str, float]]() for where in (ELECTED, DEPOSED)}

    def misbehave(self, how: str, seconds: float) -> None:
        """Do so at the next occasion."""
        self._intends[ELECTED if how in ELECTED else DEPOSED].append((how, seconds))

    # -- the functions ------------------------------------------------------------------------

    def on_elected(self, term: Term) -> None:
        """Count as long as the term lasts."""
        self._tell(self._judge.elected, term)
        try:
            self._work(term)
        finally:
            self._tell(self._judge.returned, term)

    def on_deposed(self, term: Term, reason: str) -> None:
        """Tidy up."""
        self._tell(self._judge.deposed, term, reason)
        try:
            how, seconds = self._intention(DEPOSED)
            if how == "raises when deposed":
                raise Mistake(how)
            if how == "blocks when deposed":
                threads.sleep(seconds)
        finally:
            self._tell(self._judge.returned, term)

    def _work(self, term: Term) -> None:
        count = self._desk.count(term.epoch)
        if count is not None:
            self._count_on(term, count)
        while self._style != "returns" and not self._rests(term, LOOKS_EVERY):
            self._do_as_intended(term)

    def _count_on(self, term: Term, count: int) -> None:
        for number in range(count + 1, count + MOST_WRITES + 1):
            if self._do_as_intended(term):
                self._desk.hand_out(term.epoch, number)
            elif self._is_over(term):
                return
            else:
                self._tell(self._judge.acts, term)
                self._desk.hand_out(term.epoch, number)
            if self._rests(term, self._pace):
                return

    def _rests(self, term: Term, seconds: float) -> bool:
        if self._style == "waits":
            since, is_over = self._world.now, term.wait(seconds)
            self._tell(self._judge.waited, term, since)
            return is_over
        threads.sleep(seconds)
        return self._is_over(term)

    def _is_over(self, term: Term) -> bool:
        process, was_over = self._process, term.reason
        lasted = process.local_now() < process.recipe.deadline
        is_over = term.is_over
        if was_over is None and term.reason == RAN_OUT:
            self._tell(self._judge.looked, term, lasted)
        return is_over

    def _do_as_intended(self, term: Term) -> bool:
        """Whether it has lost sight of its term."""
        how, seconds = self._intention(ELECTED)
        if how == "raises":
            self._tell(self._judge.raises, term)
            raise Mistake(how)
        if how == "stops":
            self._process.is_told_to_stop = self._process.may_withdraw = True
            self._process.candidate.stop()
        elif how == "resigns":
            self._tell(self._judge.resigns, term)
            term.resign()
        if how == "blocks":
            threads.sleep(seconds)
        return how == "blocks"

    def _intention(self, where: tuple[str, ...]) -> tuple[str, float]:
        """What to do wrong now, and for how long; nothing once the faults are over."""
        intends = self._intends[where]
        if not intends or self._world.now > self._world.plan.quiet_at:
            return "", 0.0
        how, seconds = intends.popleft()
        self._world.struck("user", how)
        self._world.happened("user", self._process.name, how)
        return how, seconds

    def _tell(self, judged: Callable[..., None], *about: Any) -> None:
        """Tell the judge. What it finds would be caught by the library."""
        try:
            judged(self._process, *about)
        except Violation as violation:
            self._process.report_to_scheduler(violation)
