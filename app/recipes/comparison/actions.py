"""Compare three elections: started together, struck together, measured one after the other.

A measurement says what a death costs with 5, 10 … 200 candidates, one strategy after the other, so
that the servers' counters show one alone. It runs on a thread of its own. It starts its candidates,
waits for states and never for times, and clears them away whatever happens: at its end, when it is
cancelled, when ZooKeeper goes, when the dashboard closes.
"""

from __future__ import annotations

import contextlib
import logging
import statistics
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypeVar, cast

from ...actions.action import Action
from ...actions.fields import COUNT, TEXT, TEXTS, SessionTimeout, object_of, within
from ...actions.service import Context, Service
from ...actions.signature import Bounded
from ...errors import Conflict, HandoffError, NotFound, ZooKeeperUnavailable
from ...processes.supervisor import Supervisor
from ...readmodels.document import Data, Entry, State
from ...zookeeper.addresses import Address, split_hosts
from ...zookeeper.fourletter import WatchCounts, read_counts
from ..election.actions import ElectionCandidates, Elections, Strangers
from ..election.model import ElectionModel
from ..election.standing import leader_at, meddled, stands
from ..election.strategies import STRATEGIES
from .events import (
    SUBJECT,
    ComparisonStarted,
    ComparisonStopped,
    DeathCounted,
    DeathsMeasured,
    LeadersStruck,
    MeasuringBegan,
    MeasuringCancelled,
    MeasuringEnded,
    MeasuringProgressed,
)
from .model import (
    DEATHS,
    FAULTS,
    MEASURED_FAULTS,
    PATHS,
    SIZES,
    ComparisonSection,
    cost,
    estimate,
    standing_at,
)
from .state import Death

log = logging.getLogger(__name__)

IDLE = False
"""Leaders in a comparison do no other work: its cost is not the strategy's."""

_NOBODY_STARTED = (
    "A comparison uses its own three paths only: stop the candidates there first. "
    "Nobody was started."
)
_LARGEST = 1_000
_NAMES = {"type": "object", "description": "by strategy", "additionalProperties": TEXTS}
_LEADERS = {"type": "object", "description": "by strategy", "additionalProperties": TEXT}
_SIZES = {"type": "array", "items": COUNT}


class Comparisons(Service):
    """The elections below `/compare`, one for each strategy."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._candidates = context.service(ElectionCandidates)
        self._elections = context.service(Elections)
        self._strangers = Strangers(context)
        self._changing = threading.Lock()
        self._measurement: Measurement | None = None

    @Action(
        "POST", "/comparisons", 201, "Start three elections, or fill them up again",
        object_of(candidates=_NAMES), gives="candidates",
    )  # fmt: skip
    def start(
        self,
        count: Annotated[
            int,
            within(1, _LARGEST),
            "candidates in each of the three elections; existing ones count",
        ] = 5,
        session_timeout: SessionTimeout = 4.0,
        *,
        by: str,
    ) -> dict[str, list[str]]:
        """Fill each election up to `count` candidates; return strategy -> the names of those
        started.
        """
        with self._changing:
            self._require_free()
            state = self._state
            missing = {one: count - standing_at(state, one)["n"] for one in STRATEGIES}
            too_many = [strategy for strategy, number in missing.items() if number < 0]
            if too_many:
                raise Conflict(
                    f"more than {count} candidates are in {PATHS[too_many[0]]}: stop them first",
                    field="count",
                )
            self._require_room(sum(missing.values()))
            with self._candidates.starting:
                self._require_strategies()
                self._journal.append(ComparisonStarted(SUBJECT, count=count, by=by))
                return {
                    strategy: self._candidates.start(
                        number, PATHS[strategy], strategy, session_timeout, work=IDLE, by=by
                    )
                    for strategy, number in missing.items()
                    if number
                }

    @Action(
        "POST", "/comparisons/strike", 202, "End all three leaders",
        object_of(struck=_LEADERS), gives="struck",
    )  # fmt: skip
    def strike(
        self,
        action: Annotated[
            str, Bounded(enum=list(FAULTS)), "what happens to all three leaders"
        ] = "kill",
        *,
        by: str,
    ) -> dict[str, str]:
        """Do `action` to all leaders at once that are ours and can be struck now; return strategy
        -> the name of its leader.
        """
        with self._changing:
            self._refuse_while_measuring()
            state = self._state
            found = {strategy: leader_of(state, strategy) for strategy in STRATEGIES}
            leaders = {
                strategy: name
                for strategy, name in found.items()
                if name and action in state["candidates"][name]["allowed"]
            }
            if not leaders:
                raise Conflict(
                    f"none of the three leaders can be told to {action} now", field="action"
                )
            self._journal.append(_struck(state, leaders, action, by))
            for name in leaders.values():
                self._supervisor.act(name, action, by)
            return leaders

    @Action(
        "DELETE", "/comparisons", 202, "Stop the candidates of the three elections",
        object_of(candidates=TEXTS), gives="candidates",
    )  # fmt: skip
    def stop(self, by: str) -> list[str]:
        """Stop the candidates of the three elections, frozen ones included; return their names."""
        with self._changing:
            self._refuse_while_measuring()
            self._journal.append(ComparisonStopped(SUBJECT, by=by))
            return _stop_all(self._state, self._supervisor, by)

    @Action(
        "POST", "/comparisons/measure", 202,
        "Measure what a death costs with each number of candidates",
        object_of(sizes=_SIZES, deaths=COUNT, fault=TEXT, of=COUNT, seconds=COUNT),
    )  # fmt: skip
    def measure(
        self,
        sizes: Annotated[
            Sequence[Annotated[int, within(2, _LARGEST)]],
            Bounded(minItems=1, maxItems=40),
            "numbers of candidates; with one candidate, nobody is left to be woken",
        ] = SIZES,
        deaths: Annotated[int, within(1, 50)] = DEATHS,
        fault: Annotated[str, Bounded(enum=list(MEASURED_FAULTS)), "how the leaders end"] = "stop",
        session_timeout: SessionTimeout = 10.0,
        *,
        by: str,
    ) -> Data:
        """Begin to measure what a death costs with each number of candidates; return the plan."""
        with self._changing:
            self._require_free()
            self._require_strategies()
            there = sum(standing_at(self._state, strategy)["n"] for strategy in STRATEGIES)
            self._require_room(max(sizes) - there)
            in_order = sorted({int(size) for size in sizes})
            plan = MeasuringPlan(in_order, deaths, fault, session_timeout, by)
            self._measurement = Measurement(self._context, self._candidates, plan)
            began = MeasuringBegan(
                SUBJECT,
                sizes=in_order,
                deaths=deaths,
                fault=fault,
                by=by,
                of=plan.of,
                seconds=estimate(in_order, deaths, fault, session_timeout),
            )
            self._journal.append(began)
            self._measurement.start()
            return began.data

    @Action("DELETE", "/comparisons/measure", 202, "Stop measuring", object_of())
    def cancel(self, by: str) -> None:
        """Stop measuring; its candidates end too. The state shows when that is done."""
        if self._measurement is None or not self._measurement.is_alive():
            raise Conflict("nothing is being measured")
        self._journal.append(MeasuringCancelled(SUBJECT, by=by))
        self._measurement.cancel(by)

    def close(self) -> None:
        """End the measurement, if one is running."""
        if self._measurement is not None:
            self._measurement.close()

    # -- what must hold -------------------------------------------------------------------------

    def _require_free(self) -> None:
        """Require that nothing is measured, and that no other program takes part."""
        self._require_connection()
        self._refuse_while_measuring()
        for strategy, path in PATHS.items():
            found = self._strangers.at(path, strategy)
            if found is not None:
                raise Conflict(f"{found['who']} {_NOBODY_STARTED}", code="strangers")

    def _require_strategies(self) -> None:
        for strategy, path in PATHS.items():
            other = self._elections.other_than(strategy, path)
            if other is not None:
                stands = f"{path} follows the strategy {other}, and has candidates."
                raise Conflict(f"{stands} {_NOBODY_STARTED}")

    def _refuse_while_measuring(self) -> None:
        if self._measurement is not None and self._measurement.is_alive():
            raise Conflict("a measurement is running: wait for it, or cancel it")


# -- what there is in the three elections ---------------------------------------------------------


def _struck(state: State, leaders: Mapping[str, str], action: str, by: str) -> LeadersStruck:
    """Return the event that tells of it; leaders: strategy -> name."""
    standing = {strategy: standing_at(state, strategy) for strategy in leaders}
    return LeadersStruck(SUBJECT, action=action, leaders=leaders, standing=standing, by=by)


def leader_of(state: State, strategy: str) -> str | None:
    """Return the owner of the leader's znode; None if there is none, or it is a foreign client."""
    return leader_at(state, PATHS[strategy])


def alive(state: State) -> list[str]:
    """Return the candidates of the three elections whose processes have not ended."""
    paths = set(PATHS.values())
    everybody = state["candidates"].items()
    return [n for n, one in everybody if one["election"] in paths and one["process"] != "exited"]


def _stop_all(state: State, supervisor: Supervisor, by: str) -> list[str]:
    """Stop the candidates of the three elections, frozen ones included; return their names."""
    names = alive(state)
    for name in names:
        for action in ("resume", "stop"):
            with contextlib.suppress(Conflict, NotFound):
                supervisor.act(name, action, by)
    return names


def _chain(state: State, strategy: str) -> Sequence[Entry]:
    election = ElectionModel.of(state).get(PATHS[strategy])
    return election["chain"] if election else []


# -- the candidates of a measurement are started, ended and awaited -------------------------------

Pause = Callable[[float], None]
"""Waits so many seconds; raises what ends the measurement."""
Found = TypeVar("Found")

_EVERY = 0.02
_SETTLING = 60.0
_SILENCE = 0.3


@dataclass(frozen=True)
class MeasuringPlan:
    """A plan to measure `deaths` times each of `sizes`, in order, by `fault`; session_timeout of
    the candidates in seconds.
    """

    sizes: Sequence[int]
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


class Compared(Service):
    """The elections below `/compare`, as a measurement uses them: nobody else acts on them."""

    def __init__(
        self, context: Context, candidates: ElectionCandidates, plan: MeasuringPlan, pause: Pause
    ) -> None:
        super().__init__(context)
        self._candidates = candidates
        self._timeout, self._by, self._fault = plan.session_timeout, plan.by, plan.fault
        self._pause = pause

    def grow(self, strategy: str, size: int) -> None:
        """Start candidates up to `size`, and wait until all are in their places."""
        missing = size - standing_at(self._state, strategy)["n"]
        if missing > 0:
            self._candidates.start(
                missing, PATHS[strategy], strategy, self._timeout, work=IDLE, by=self._by
            )
        self._await(
            f"{size} candidates of {strategy} did not find their places",
            lambda state: stands(state, PATHS[strategy], size),
            _SETTLING + size * 0.3,
        )

    def strike(self, strategy: str) -> None:
        """End the leader, and journal that first."""
        leader = self._leader(strategy)
        self._journal.append(_struck(self._state, {strategy: leader}, self._fault, self._by))
        self._act(strategy, leader, self._fault)

    def end_leader(self, strategy: str) -> None:
        """End a candidate that is alone, and wait until its znode is gone."""
        leader = self._leader(strategy)
        self._act(strategy, leader, self._fault)
        self._await_gone(strategy, lambda entry: True)
        self._end(leader)

    def end_other(self, strategy: str) -> None:
        """Stop the one of two that does not lead."""
        leader = self._leader(strategy)
        path, known = PATHS[strategy], self._state["candidates"]
        other = next(n for n in alive(self._state) if n != leader and known[n]["election"] == path)
        self._act(strategy, other, "stop")
        self._end(other)
        self._await_gone(strategy, lambda entry: entry["candidate"] == other)

    def bury(self, strategy: str) -> None:
        """End the process of the struck leader, if it is only frozen."""
        self._end(self.death(strategy)["from"])

    def stop(self, pause: Pause | None) -> None:
        """Stop all candidates of the three elections and wait for their end: with a `pause` until
        their znodes are gone too, without one for the processes only.
        """
        _stop_all(self._state, self._supervisor, self._by)
        deadline = time.monotonic() + 2 * self._timeout + 15
        while time.monotonic() < deadline:
            state = self._state
            left = pause and any(_chain(state, strategy) for strategy in STRATEGIES)
            if not alive(state) and not left:
                return
            (pause or time.sleep)(_EVERY)
        if pause is not None:
            raise HandoffError("another program takes part in the compared elections")

    def _leader(self, strategy: str) -> str:
        name = leader_of(self._state, strategy)
        if name is None:
            raise meddled(PATHS[strategy])
        return name

    def _act(self, strategy: str, name: str, action: str) -> None:
        """Act on a candidate; somebody else may have been faster."""
        try:
            self._supervisor.act(name, action, self._by)
        except (Conflict, NotFound):
            raise meddled(PATHS[strategy]) from None

    def _end(self, name: str) -> None:
        with contextlib.suppress(Conflict, NotFound):
            if self._state["candidates"][name]["process"] == "paused":
                self._supervisor.act(name, "kill", self._by)
        self._await(
            f"{name} did not end",
            lambda state: name not in alive(state),
            self._timeout * 2 + 10,
        )

    # -- waiting ----------------------------------------------------------------------------------

    def await_handoff(self, strategy: str, left: int) -> None:
        """Wait until the next leader has acknowledged and `left` candidates are in their places."""
        gone = self.death(strategy)["from"]
        self._await_gone(strategy, lambda entry: entry["candidate"] == gone)
        self._await(
            f"no candidate of {strategy} took over",
            lambda state: stands(state, PATHS[strategy], left, besides=gone),
            _SETTLING + left * 0.3,
        )

    def _await_gone(self, strategy: str, is_meant: Callable[[Entry], bool]) -> None:
        self._await(
            f"the leader's znode of {strategy} did not go",
            lambda state: not any(map(is_meant, _chain(state, strategy))),
            self._timeout * 2 + 20,
        )

    def await_silence(self, strategy: str) -> None:
        """Wait until nobody has reported anything new for a while: where the servers do not tell,
        there is no other sign.
        """
        last, since = self.reported(strategy), time.monotonic()
        while time.monotonic() - since < _SILENCE:
            self._pause(_EVERY)
            now = self.reported(strategy)
            last, since = now, since if now == last else time.monotonic()

    def until(self, look: Callable[[], Found | None], within: float) -> Found | None:
        """Return the first result found; None after `within` seconds. Raise
        ZooKeeperUnavailable.
        """
        deadline = time.monotonic() + within
        while (found := look()) is None:
            self._require_connection()
            if time.monotonic() > deadline:
                return None
            self._pause(_EVERY)
        return found

    def _await(self, otherwise: str, holds: Callable[[State], bool], within: float) -> None:
        if self.until(lambda: holds(self._state) or None, within) is None:
            raise HandoffError(f"{otherwise} within {within:.0f} s")

    # -- what the candidates have reported -----------------------------------------------------

    def death(self, strategy: str) -> Death:
        """Return the death under study, as the state document has it."""
        death = ComparisonSection.of(self._state)["deaths"][strategy]
        assert death is not None
        return death

    def reported(self, strategy: str) -> int:
        """Return how often they were told anything since, by their own reports."""
        return sum(self.death(strategy)["woken"].values())

    def watches(self, strategy: str) -> int:
        """Return how many watches they have, by their own reports."""
        return standing_at(self._state, strategy)["watches"]


# -- a measurement --------------------------------------------------------------------------------

_AGREEING = 3.0
"""Seconds for the candidates' reports to match what the servers have counted. On a server that
others use too they may never match; then the candidates' reports stand in.
"""
_RESTING = 2.0
_TELLING = 5.0
"""Seconds of work done before its pace says anything."""
_FIGURES = (
    "notifications", "again", "reads", "writes", "creates", "failed", "ms", "watches", "own",
)  # fmt: skip
"""The facts told of a death: counts, and `ms` from the deletion to the acknowledgement."""


class MeasurementCancelled(Exception):
    """Somebody has cancelled the measurement."""


class Share(NamedTuple):
    """The share of the servers' counts that is not of the others: `death` watches fired by the end
    of a lone candidate, `creation` by a znode's creation; `standing` watches when there are no
    candidates.

    `mntr` counts every watch that fires, those of the dashboard and of the dead leader too. Their
    share is measured, not assumed: the death of a lone candidate wakes nobody else, so whatever is
    counted then is not of the others; and a lone candidate's creation of its znode shows what a
    creation adds. So it does not matter how many dashboards watch, or how a server counts a
    recursive watch.
    """

    death: int
    creation: int
    standing: int


class Measurement(threading.Thread):
    """One run of a plan; it journals `comparison.progressed`, `counted`, `measured`, `ended`.

    _share: of a strategy; None where a server does not count.
    """

    def __init__(
        self, context: Context, candidates: ElectionCandidates, plan: MeasuringPlan
    ) -> None:
        super().__init__(name="measurement", daemon=True)
        self._journal, self._security = context.journal, context.security
        self._plan = plan
        self._cancelled = threading.Event()
        self._cancelled_by: str | None = None
        self._is_closing = False
        self._compared = Compared(context, candidates, plan, self._pause)
        self._servers: list[Address] = []
        self._share: Share | None = None
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
            # The supervisor kills those that do not stop by themselves.
            with contextlib.suppress(HandoffError):
                self._compared.stop(None)
        by = self._cancelled_by
        ended = MeasuringEnded(SUBJECT, error=error, cancelled=by is not None, by=by)
        self._journal.append(ended)

    def _pause(self, seconds: float) -> None:
        """Wait; every wait of the measurement goes through here."""
        if self._cancelled.wait(seconds):
            raise MeasurementCancelled

    def _measure_all(self) -> None:
        self._compared.stop(self._pause)
        for strategy in STRATEGIES:
            servers = self._journal.state["zookeeper"]["servers"]
            listed = ",".join(server["address"] for server in servers)
            self._servers = split_hosts(listed)[0] if listed else []
            self._share = self._share_of(strategy)
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
        self._compared.end_leader(strategy)
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
        figures: dict[str, Any] = {
            name: _median(cast(Data, death)[name] for death in deaths) for name in _FIGURES
        }
        by_server = all(death["evidence"] == "server" for death in deaths)
        measured = DeathsMeasured(
            SUBJECT,
            strategy=strategy,
            n=size,
            **figures,
            fault=self._plan.fault,
            deaths=len(deaths),
            evidence="server" if by_server else "reported",
        )
        self._journal.append(measured)

    def _progress(self, strategy: str, size: int) -> None:
        """Tell how far it is, and the seconds left, by what it has taken so far against what was
        expected.
        """
        plan = self._plan
        points = [(one, number) for one in STRATEGIES for number in plan.sizes]
        expected = [plan.cost(*point) for point in points]
        place = points.index((strategy, size))
        part = (self._done - place * plan.deaths) / plan.deaths
        behind = sum(expected[:place]) + part * expected[place]
        pace = (time.monotonic() - self._began) / behind if behind > _TELLING else 1.0
        left = round(pace * (sum(expected) - behind), 1)
        progressed = MeasuringProgressed(
            SUBJECT, strategy=strategy, size=size, done=self._done, left=left
        )
        self._journal.append(progressed)

    # -- one death --------------------------------------------------------------------------------

    def _death(self, strategy: str, size: int) -> Death:
        before = self._armed(strategy)
        self._compared.strike(strategy)
        self._compared.await_handoff(strategy, size - 1)
        share = self._share
        fired = self._agreed(strategy, before, share) if before and share else None
        if before is None or share is None or fired is None:
            self._compared.await_silence(strategy)
        else:
            # The deletion's part is of the candidates that were told for the first time.
            told = len(self._compared.death(strategy)["woken"])
            counted = DeathCounted(
                SUBJECT,
                strategy=strategy,
                notifications=told,
                again=fired - told,
                watches=before.standing - share.standing,
                evidence="server",
            )
            self._journal.append(counted)
        # A candidate that reports its counts in the middle of a race leaves out how the race ends.
        self._compared.await_handoff(strategy, size - 1)
        self._compared.bury(strategy)
        return self._compared.death(strategy)

    def _armed(self, strategy: str) -> WatchCounts | None:
        """Return the counts before a death: in a herd, each newcomer has woken all others, and one
        that has not armed its watch again by now would not be told.
        """
        share = self._share
        if share is not None:
            nobody = share.standing

            def armed() -> bool | None:
                now = self._counts()
                return (
                    now is None or now.standing - nobody == self._compared.watches(strategy) or None
                )

            self._compared.until(armed, within=_AGREEING)
        return self._quiet()

    def _agreed(self, strategy: str, before: WatchCounts, share: Share) -> int | None:
        """Return how often the others were told, once servers and candidates agree; None if they
        never do: then the servers count what other programs are told, too.
        """

        def agree() -> int | None:
            after, death = self._counts(), self._compared.death(strategy)
            if after is None:
                return None
            creations = death["creates"] - death["failed"]
            others = after.since(before).fired - share.death - creations * share.creation
            return others if others == self._compared.reported(strategy) else None

        return self._compared.until(agree, within=_AGREEING)

    def _quiet(self) -> WatchCounts | None:
        """Return the counts once they stop moving; None where they are closed, or never come to
        rest.
        """
        last = [self._counts()]

        def at_rest() -> WatchCounts | None:
            now = self._counts()
            before, last[0] = last[0], now
            return now if now == before else None

        return self._compared.until(at_rest, within=_RESTING) if last[0] else None

    def _counts(self) -> WatchCounts | None:
        """Return the counts of all servers; None where one does not tell them. Block for a second
        at most.
        """
        return read_counts(self._servers, self._security) if self._servers else None


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    if not known:
        return None
    middle = statistics.median(known)
    return int(middle) if middle == int(middle) else round(middle, 3)
