"""Mistakes of the library, each in the place of one of its methods."""

from __future__ import annotations

from collections.abc import Callable

from app.library.callbacks import CallbackThread
from app.library.leadership import FAILED, Callbacks, Leadership
from app.library.term import Term
from app.participation import inputs as i
from app.recipes.election.messages import Data, Resign
from tests.simulation.machine import machine, threads
from tests.simulation.planting import instead

# -- of a term ----------------------------------------------------------------------------------

_make_term, _begin_to_lead, _call = Term.__init__, Leadership.begin, Callbacks.begin


def _goes_by_no_clock(self: Term) -> bool:
    """A term is over when somebody has said so."""
    return self._over.is_set()


def _goes_by_its_beginning(
    self: Term, epoch: int, znode: str, deadline: Callable[[], float], ended: Callable[[Term], None]
) -> None:
    """The session ends when it would have ended as the term began."""
    at = deadline()
    _make_term(self, epoch, znode, lambda: at, ended)


def _wakes_nobody(self: Term, seconds: float | None = None) -> bool:
    """A thread that waits sleeps on when the term ends."""
    threads.sleep(seconds or 0.0)
    return self.is_over


def _keeps_its_first_epoch(self: Leadership, epoch: int) -> None:
    """Each term of a candidate bears the epoch of its first one."""
    _begin_to_lead(self, vars(self).setdefault("first_epoch", epoch))


# -- of what the user is told -------------------------------------------------------------------


def _tells_late(self: Callbacks, term: Term) -> None:
    """`on_deposed` is called when `on_elected` has returned."""
    if self._told is term:
        self._told = None
        self._elected.do(lambda: self._tell_deposed(term))


def _tells_of_all(self: Callbacks, term: Term) -> None:
    """`on_deposed` is called of a term whose `on_elected` never was."""
    self._told = None
    self._deposed.do(lambda: self._tell_deposed(term))


def _tells_nobody(self: Callbacks, term: Term) -> None:
    """`on_deposed` is not called."""


def _leaves_it_to_another(self: Leadership, reason: str) -> None:
    """`on_deposed` is called by the thread that ended the term, which may have lost its turn."""
    term, self.term = self.term, None
    self._waits_until = None
    if term is not None:
        term.end(reason)


def _each_on_its_thread(self: Callbacks, term: Term) -> None:
    """`on_elected` does not wait until the last one has returned."""
    self._elected = CallbackThread("on_elected", self._elected._after)
    _call(self, term)


def _untidied(self: Callbacks, term: Term) -> None:
    """`on_elected` does not wait until the last `on_deposed` has returned."""
    if not term.is_over:
        _tell_elected(self, term)


def _of_the_past(self: Callbacks, term: Term) -> None:
    """`on_elected` is called of a term that was over before its turn came."""
    self._deposed.await_idle()
    _tell_elected(self, term)


def _tell_elected(self: Callbacks, term: Term) -> None:
    self._told = term
    try:
        if self._on_elected is not None:
            self._on_elected(term)
    except Exception:
        self._failed(term)


# -- of what the recipe is told -----------------------------------------------------------------


def _outlived(self: Leadership, reason: str) -> None:
    """A term goes on after the recipe has stepped down."""
    self._waits_until = None


def _unheard(self: Leadership, term: Term) -> None:
    """The recipe does not hear that the user has resigned, or has looked at the clock."""


def _heard_as_time(self: Leadership, term: Term) -> None:
    """The recipe is asked to look at the clock, and at nothing else."""
    if self.term is term:
        self.host.give(i.Tick(machine.monotonic()))


def _heard_of_another(self: Leadership, term: Term) -> None:
    """What ends a term ends the next one too, if that has begun by then."""
    self.host.give(Resign(machine.monotonic()))


def _leads_on(self: Leadership, term: Term) -> None:
    """What `on_elected` raises changes nothing."""


# -- of resting ---------------------------------------------------------------------------------


def _queues_at_once(self: Leadership, term: Term) -> None:
    """Who has raised something stands again at once."""
    term.end(FAILED)


def _rests_for_ever(self: Leadership) -> None:
    """Nobody comes back."""


def _comes_back_busy(self: Leadership) -> None:
    """A function that is busy does not keep it from coming back."""
    now = machine.monotonic()
    if self._rests_until is not None and now >= self._rests_until:
        self._rests_until = None
        self.host.give(Data(now, version=None, newest=None))


def _rests_in_its_place(self: Leadership, reason: str, seconds: float | None) -> None:
    """Who rests leads on."""
    self.end(reason)


def _waits_for_ever(self: Leadership, now: float) -> None:
    """Who leads waits for its user, however long that takes."""
    self._come_back()
    self._arm()


def _waits_not_at_all(self: Leadership, timeout: float) -> None:
    """Who leads rests unless its user takes it up at once."""
    self._timeout = 0.01


def _asks_for_no_tick(self: Leadership) -> None:
    """Nobody looks at the time."""


MISTAKES = {
    mistake: instead(of, method, mutant)
    for mistake, of, method, mutant in (
        ("goes by no clock", Term, "is_over", property(_goes_by_no_clock)),
        ("goes by its beginning", Term, "__init__", _goes_by_its_beginning),
        ("wakes nobody", Term, "wait", _wakes_nobody),
        ("keeps its first epoch", Leadership, "begin", _keeps_its_first_epoch),
        ("tells late", Callbacks, "end", _tells_late),
        ("tells of all", Callbacks, "end", _tells_of_all),
        ("tells nobody", Callbacks, "end", _tells_nobody),
        ("leaves it to another thread", Leadership, "end", _leaves_it_to_another),
        ("two terms at once", Callbacks, "begin", _each_on_its_thread),
        ("untidied", Callbacks, "_tell_elected", _untidied),
        ("tells of the past", Callbacks, "_tell_elected", _of_the_past),
        ("outlives the lead", Leadership, "end", _outlived),
        ("resigns unheard", Leadership, "_catch_up", _unheard),
        ("resigns by the clock", Leadership, "_catch_up", _heard_as_time),
        ("ends the next one too", Leadership, "_catch_up", _heard_of_another),
        ("fails and leads on", Leadership, "_failed", _leads_on),
        ("fails and queues at once", Leadership, "_failed", _queues_at_once),
        ("rests for ever", Leadership, "_come_back", _rests_for_ever),
        ("comes back busy", Leadership, "_come_back", _comes_back_busy),
        ("rests in its place", Leadership, "_rest", _rests_in_its_place),
        ("waits for ever", Leadership, "tick", _waits_for_ever),
        ("waits not at all", Leadership, "negotiated", _waits_not_at_all),
        ("asks for no tick", Leadership, "_arm", _asks_for_no_tick),
    )
}
