"""Make terms of what the recipe says, and keep a candidate from leading to no purpose.

What users of other libraries suffer from, and the remedy here: a deposition noticed late is told at
once, while `on_elected` may still be busy; two terms cannot be at work in one process, for the next
`on_elected` waits until the last one has returned.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from ..participation import inputs as i
from ..recipes.election.messages import Data, Resign
from .callbacks import CallbackThread, Job
from .standing import Owner, UserWork
from .term import Term

FIRST_REST, LONGEST_REST = 1.0, 30.0
"""Seconds for which a candidate sits out after `on_elected` failed: twice as long each time."""

BUSY = "a function of its last term has not returned"
FAILED = "on_elected failed"

OnElected = Callable[[Term], object]
OnDeposed = Callable[[Term, str], object]
log = logging.getLogger(__package__)


class Callbacks:
    """A caller of the user's functions: for each `on_elected(term)` there is one `on_deposed(term,
    reason)`, and none for a term that was over before its turn came.

    failed: hears, on the thread of `on_elected`, that it raised something; returned: that a
    function has returned.
    """

    def __init__(
        self,
        name: str,
        on_elected: OnElected | None,
        on_deposed: OnDeposed | None,
        failed: Callable[[Term], None],
        returned: Job,
    ) -> None:
        self._on_elected = on_elected
        self._on_deposed = on_deposed
        self._failed = failed
        self._elected = CallbackThread(f"candidate {name}: on_elected", returned)
        self._deposed = CallbackThread(f"candidate {name}: on_deposed", returned)
        self._lock = threading.RLock()
        self._told: Term | None = None

    @property
    def are_done(self) -> bool:
        """Tell whether every function of the user has returned."""
        return self._elected.is_idle and self._deposed.is_idle

    def has_told(self, term: Term) -> bool:
        """Tell whether `on_elected` has been called with this term, which is not over."""
        return self._told is term

    def begin(self, term: Term) -> None:
        """Begin leadership: `on_elected` is next."""
        self._elected.do(lambda: self._tell_elected(term))

    def end(self, term: Term) -> None:
        """End leadership: `on_deposed` now, if its `on_elected` was ever called."""
        with self._lock:
            if self._told is not term:
                return
            self._told = None
            self._deposed.do(lambda: self._tell_deposed(term))

    def finish(self, timeout: float) -> None:
        """Wait for the functions to return, each for `timeout` seconds, after the last term."""
        for worker in (self._elected, self._deposed):
            if not worker.await_idle(timeout):
                log.warning("%s has not returned; its thread is left behind", worker.name)
            worker.close()

    def _tell_elected(self, term: Term) -> None:
        """Call `on_elected`, after `on_deposed` of the last term: what that tidies up may be needed
        again.
        """
        self._deposed.await_idle()
        with self._lock:
            if term.is_over:
                return
            self._told = term
        try:
            if self._on_elected is not None:
                self._on_elected(term)
        except BaseException:
            log.exception("on_elected failed; leadership is given up")
            self._failed(term)

    def _tell_deposed(self, term: Term) -> None:
        if self._on_deposed is not None:
            self._on_deposed(term, term.reason or "")


class Leadership(UserWork):
    """Makes terms, at most one at a time, on the in-order thread where nothing else is said.

    A leader that does nothing is in everybody's way. So a candidate sits out (it keeps its session
    and gives its znode back) while a function of the user's last term has not returned, once it has
    been elected again and waited for one session timeout, and for a while after `on_elected` raised
    something.
    """

    def __init__(
        self, host: Owner, name: str, on_elected: OnElected | None, on_deposed: OnDeposed | None
    ) -> None:
        super().__init__(host)
        self.callbacks = Callbacks(name, on_elected, on_deposed, self._failed, self._returned)
        self.term: Term | None = None
        self._timeout = 0.0
        self._waits_until: float | None = None
        self._rests_until: float | None = None
        self._rest_for = FIRST_REST

    # -- what the recipe says -------------------------------------------------------------------

    def begin(self, epoch: int) -> None:
        """Lead: the term begins here, and `on_elected` when it can."""
        recipe = self.host.recipe
        znode = self.owner.path_of(recipe.name or "")

        def deadline() -> float | None:
            return recipe.deadline if recipe.must_prove else None

        self.term = Term(epoch, znode, deadline, self._ended)
        self.owner.tell("leading", {"epoch": epoch, "znode": znode})
        self.callbacks.begin(self.term)
        self._waits_until = time.monotonic() + self._timeout
        self._arm()

    def end(self, reason: str) -> None:
        """End the term on End; somebody may have ended it already."""
        term, self.term = self.term, None
        self._waits_until = None
        if term is not None:
            term.end(reason)
            self.callbacks.end(term)
            self._rest_for = self._rest_for if term.reason == FAILED else FIRST_REST

    def negotiated(self, timeout: float) -> None:
        """Note how long a session lasts, in seconds."""
        self._timeout = timeout

    def tick(self, now: float) -> None:
        """Give up a leadership that nobody uses; come back from a rest."""
        if self._waits_until is not None and now >= self._waits_until:
            self._waits_until = None
            if self.term is not None and not self.callbacks.has_told(self.term):
                self._rest(BUSY, None)
        self._come_back()
        self._arm()

    def _arm(self) -> None:
        """Arm one tick at a time; an earlier one replaces the others."""
        times = (at for at in (self._waits_until, self._rests_until) if at is not None)
        earliest = min(times, default=None)
        if earliest is not None and earliest > time.monotonic():
            self.host.wake_at(earliest)

    def close(self) -> None:
        """Close: the candidate has left, or must not wait any longer for that."""
        self.end("it was stopped")

    # -- what the user does ---------------------------------------------------------------------

    def _ended(self, term: Term) -> None:
        """Note the end, from any thread: the recipe may not know yet."""
        self.callbacks.end(term)
        self.owner.tell("stepped_down", {"epoch": term.epoch, "reason": term.reason})
        self.host.post(lambda: self._catch_up(term))

    def _catch_up(self, term: Term) -> None:
        """Catch up with a term that somebody has treated as over: it is over, even if an answer
        that came late has put the clock right.
        """
        if self.term is term:
            self.host.give(i.Tick(time.monotonic()))
        if self.term is term:
            self.host.give(Resign(time.monotonic()))

    def _failed(self, term: Term) -> None:
        """Sit out after `on_elected` raised something, on its thread. The order to sit out is
        queued before the end of the term, which by itself would only make the candidate queue
        again.
        """
        self.host.post(lambda: self._sit_out(term))
        term.end(FAILED)

    def _sit_out(self, term: Term) -> None:
        """Sit out, also if the connection was lost before this turn; but keep a later term."""
        if self.term not in (None, term):
            return
        seconds, self._rest_for = self._rest_for, min(2 * self._rest_for, LONGEST_REST)
        self._rest(FAILED, seconds)

    def _returned(self) -> None:
        """Note that one of the user's functions has returned, on its thread."""
        self.host.post(self._come_back)

    # -- sitting out ----------------------------------------------------------------------------

    def _rest(self, reason: str, seconds: float | None) -> None:
        """Rest: to the recipe it is as if the candidate's data were behind."""
        now = time.monotonic()
        self.end(reason)
        self._rests_until = now + (seconds or 0.0)
        self._arm()
        self.owner.tell("resting", {"reason": reason, "seconds": seconds})
        self.host.give(Data(now, version=0, newest=1))

    def _come_back(self) -> None:
        now = time.monotonic()
        if self._rests_until is None or now < self._rests_until or not self.callbacks.are_done:
            return
        self._rests_until = None
        self.host.give(Data(now, version=None, newest=None))
