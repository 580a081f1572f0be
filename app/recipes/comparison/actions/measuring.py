"""Measure what a death costs with 5, 10 … 200 candidates: one strategy after the other, so that the
servers' counters show one alone.

A measurement runs on a thread of its own. It starts its candidates, waits for states and never for
times, and clears them away whatever happens: at its end, when it is cancelled, when ZooKeeper goes,
when the dashboard closes.
"""

from __future__ import annotations

import contextlib
import logging
import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from ....actions.service import Context
from ....errors import HandoffError, ZooKeeperUnavailable
from ....readmodels.document import Data
from ....zookeeper.counters import WatchCounts
from ...election.actions.volunteers import Volunteers
from ..document import Death
from ..events import SUBJECT, DeathCounted, DeathsMeasured, MeasuringEnded, MeasuringProgressed
from ..model import FIGURES, STRATEGIES, cost
from .compared import Compared
from .counting import Counter, Share, addresses_of

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MeasuringPlan:
    """A plan to measure `deaths` times each of `sizes`, in order, by `fault`; session_timeout of
    the candidates in seconds.
    """

    sizes: tuple[int, ...]
    deaths: int
    fault: str
    session_timeout: float
    by: str

    @property
    def of(self) -> int:
        """Return how many deaths that is."""
        return len(STRATEGIES) * len(self.sizes) * self.deaths

    def cost(self, strategy: str, size: int) -> float:
        """Return the seconds that one point is expected to take."""
        before = max((one for one in self.sizes if one < size), default=0)
        return cost(strategy, before, size, self.deaths, self.fault, self.session_timeout)


class MeasurementCancelled(Exception):
    """Somebody has cancelled the measurement."""


class Measurement(threading.Thread):
    """One run of a plan; it journals `comparison.progressed`, `counted`, `measured`, `ended`."""

    def __init__(self, context: Context, candidates: Volunteers, plan: MeasuringPlan) -> None:
        super().__init__(name="measurement", daemon=True)
        self._journal = context.journal
        self._plan = plan
        self._cancelled = threading.Event()
        self._cancelled_by: str | None = None
        self._is_closing = False
        self._compared = Compared(context, candidates, plan.session_timeout, plan.by, self._pause)
        self._security = context.security
        self._counter = Counter([], self._security)
        self._done = 0
        self._began = time.monotonic()

    def cancel(self, by: str) -> None:
        """Cancel and return at once; the thread clears away what it has started."""
        self._cancelled_by = by
        self._cancelled.set()

    def close(self) -> None:
        """Close: the dashboard ends, and the supervisor ends the candidates."""
        self._is_closing = True
        self.cancel("the dashboard's end")
        if self.is_alive():
            self.join()

    def run(self) -> None:
        """Run the whole measurement."""
        error: str | None = None
        try:
            self._measure_all()
        except MeasurementCancelled:
            pass
        except HandoffError as known:
            lost = isinstance(known, ZooKeeperUnavailable)
            reason = "ZooKeeper was out of reach" if lost else known.message
            error = f"{reason} ({self._done} of {self._plan.of} deaths were measured)"
        except Exception:
            log.exception("a measurement failed")
            error = "an error in the dashboard; see its log"
        if not self._is_closing:
            self._clear_away()
        by = self._cancelled_by
        ended = MeasuringEnded(SUBJECT, error=error, cancelled=by is not None, by=by)
        self._journal.append(ended)

    def _clear_away(self) -> None:
        """Stop the candidates; the supervisor kills those that do not stop by themselves."""
        with contextlib.suppress(HandoffError):
            self._compared.stop(None)

    def _pause(self, seconds: float) -> None:
        """Wait; every wait of the measurement goes through here."""
        if self._cancelled.wait(seconds):
            raise MeasurementCancelled

    # -- one strategy -----------------------------------------------------------------------------

    def _measure_all(self) -> None:
        self._compared.stop(self._pause)
        for strategy in STRATEGIES:
            servers = addresses_of(self._journal.state["zookeeper"])
            self._counter = Counter(servers, self._security)
            self._counter.share = self._share_of(strategy)
            for size in self._plan.sizes:
                self._measure(strategy, size)
            self._compared.stop(self._pause)

    def _share_of(self, strategy: str) -> Share | None:
        """Measure what is counted although nobody else is there. Somebody was there before: every
        leader struck later has seen a list of children that has changed since.
        """
        nobody = self._quiet()
        self._compared.grow(strategy, 2)
        self._compared.end_other(strategy)
        alone = self._quiet()
        self._compared.end_leader(strategy, self._plan.fault)
        ended = self._quiet()
        self._compared.grow(strategy, 1)
        again = self._quiet()
        if nobody is None or alone is None or ended is None or again is None:
            return None
        creation = again.since(ended).created
        return Share(ended.since(alone).fired, creation, nobody.standing)

    def _measure(self, strategy: str, size: int) -> None:
        self._progress(strategy, size)
        deaths = []
        for _ in range(self._plan.deaths):
            self._compared.grow(strategy, size)
            deaths.append(self._death(strategy, size))
            self._done += 1
            self._progress(strategy, size)
        self._journal.append(self._measured(strategy, size, deaths))

    def _measured(self, strategy: str, size: int, deaths: Sequence[Death]) -> DeathsMeasured:
        known: dict[str, Any] = {
            name: _median(cast(Data, death)[name] for death in deaths) for name in FIGURES
        }
        by_server = all(death["evidence"] == "server" for death in deaths)
        return DeathsMeasured(
            SUBJECT,
            strategy=strategy,
            n=size,
            **known,
            fault=self._plan.fault,
            deaths=len(deaths),
            evidence="server" if by_server else "reported",
        )

    # -- one death --------------------------------------------------------------------------------

    def _death(self, strategy: str, size: int) -> Death:
        before = self._armed(strategy)
        self._compared.strike(strategy, self._plan.fault)
        self._compared.await_handoff(strategy, size - 1)
        fired = self._agreed(strategy, before) if before and self._counter.share else None
        if before is None or fired is None:
            self._compared.await_silence(strategy)
        else:
            self._journal.append(self._counted(strategy, before, fired))
        # A candidate that reports its counts in the middle of a race leaves out how the race ends.
        self._compared.await_handoff(strategy, size - 1)
        self._compared.bury(strategy)
        return self._compared.death(strategy)

    def _agreed(self, strategy: str, before: WatchCounts) -> int | None:
        """Return how often the others were told, once servers and candidates agree; None if they
        never do: then the servers count what other programs are told, too.
        """

        def agree() -> int | None:
            after, share = self._counter.read(), self._counter.share
            if after is None or share is None:
                return None
            creations = self._compared.creations(strategy)
            fired = share.others(after.since(before).fired, creations)
            return fired if fired == self._compared.reported(strategy) else None

        return self._compared.until(agree, within=_AGREEING)

    def _counted(self, strategy: str, before: WatchCounts, fired: int) -> DeathCounted:
        """Return the deletion's part of the fired watches: those of candidates told for the first
        time.
        """
        told, share = self._compared.told(strategy), self._counter.share
        nobody = share.standing if share else 0
        return DeathCounted(
            SUBJECT,
            strategy=strategy,
            notifications=told,
            again=fired - told,
            watches=before.standing - nobody,
            evidence="server",
        )

    def _armed(self, strategy: str) -> WatchCounts | None:
        """Return the counts before a death: in a herd, each newcomer has woken all others, and one
        that has not armed its watch again by now would not be told.
        """
        share = self._counter.share
        if share is not None:
            nobody = share.standing

            def armed() -> bool | None:
                now = self._counter.read()
                return (
                    now is None or now.standing - nobody == self._compared.watches(strategy) or None
                )

            self._compared.until(armed, within=_AGREEING)
        return self._quiet()

    def _quiet(self) -> WatchCounts | None:
        """Return the counts once they stop moving; None where they are closed, or never come to
        rest.
        """
        last = [self._counter.read()]

        def at_rest() -> WatchCounts | None:
            now = self._counter.read()
            before, last[0] = last[0], now
            return now if now == before else None

        return self._compared.until(at_rest, within=_RESTING) if last[0] else None

    # -- what is told -----------------------------------------------------------------------------

    def _progress(self, strategy: str, size: int) -> None:
        left = self._left(strategy, size)
        progressed = MeasuringProgressed(
            SUBJECT, strategy=strategy, size=size, done=self._done, left=left
        )
        self._journal.append(progressed)

    def _left(self, strategy: str, size: int) -> float:
        """Return the seconds left, by what it has taken so far against what was expected."""
        plan = self._plan
        points = [(one, number) for one in STRATEGIES for number in plan.sizes]
        expected = [plan.cost(*point) for point in points]
        place = points.index((strategy, size))
        part = (self._done - place * plan.deaths) / plan.deaths
        behind = sum(expected[:place]) + part * expected[place]
        pace = (time.monotonic() - self._began) / behind if behind > _TELLING else 1.0
        return round(pace * (sum(expected) - behind), 1)


_AGREEING = 3.0
"""Seconds for the candidates' reports to match what the servers have counted. On a server that
others use too they may never match; then the candidates' reports stand in.
"""
_RESTING = 2.0
_TELLING = 5.0
"""Seconds of work done before its pace says anything."""


def _median(values: Any) -> float | None:
    known = [value for value in values if value is not None]
    if not known:
        return None
    middle = statistics.median(known)
    return int(middle) if middle == int(middle) else round(middle, 3)
