"""Three elections side by side: what one leader's death costs under each strategy.

The section is folded from the events `comparison.*`, and, while a death is under study, from what
the candidates of its election report.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from ...readmodels import events as e
from ...readmodels.document import State
from ...readmodels.event import UNSAID, Event
from ...readmodels.model import Section, by_kind, on
from ...readmodels.zookeeper import Zookeeper
from ..election.handoff import began_at
from ..election.model import ElectionModel
from ..election.strategies import STRATEGIES
from .events import (
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
from .state import (
    Cancelled,
    Comparison,
    Death,
    Ended,
    Measuring,
    Plan,
    Point,
    StandingState,
    new_comparison,
    new_death,
)
from .text import tell

PATHS: Mapping[str, str] = {strategy: f"/compare/{strategy}" for strategy in STRATEGIES}
FAULTS = ("stop", "kill", "pause", "expire", "resign")
"""The faults that can end the leaders."""
MEASURED_FAULTS = ("stop", "kill", "pause")
"""After the others the old leader queues again, and its new znode would be counted too."""
SIZES = (5, 10, 25, 50, 100, 200)
DEATHS = 3

_STRATEGY_AT = {path: strategy for strategy, path in PATHS.items()}
_INTERFERES = (
    e.CandidateStarting
    | e.CandidateStopping
    | e.CandidateKilled
    | e.CandidatePaused
    | e.CandidateExpired
    | e.CandidateResigning
)
"""The events that interfere: what follows is no longer of this death alone."""
_NOBODY: Mapping[str, Death | None] = dict.fromkeys(STRATEGIES)


def estimate(sizes: Sequence[int], deaths: int, fault: str, session_timeout: float = 4.0) -> int:
    """Return the seconds that measuring takes, from what it took on a machine with two cores."""
    joins = [*zip((0, *sizes), sizes, strict=False)]
    return round(
        sum(
            cost(strategy, before, size, deaths, fault, session_timeout)
            for strategy in STRATEGIES
            for before, size in joins
        )
    )


def cost(
    strategy: str, before: int, size: int, deaths: int, fault: str, session_timeout: float
) -> float:
    """Return the seconds for one point of the curve, after one with `before` candidates."""
    silent = 0.0 if fault == "stop" else session_timeout * 1.25
    crowd = 0.001 * (size * size - before * before) if strategy == "herd" else 0.0
    first = 2.0 if before == 0 else 0.0
    return first + 0.02 * (size - before) + crowd + deaths * (0.6 + 0.006 * size + silent)


# -- what is done ---------------------------------------------------------------------------------


def _started(section: Comparison, event: ComparisonStarted, at: float) -> Comparison:
    return {**section, "count": event.count, "error": None, "cancelled": None, "ended": None}


def _stopped(section: Comparison, event: ComparisonStopped, at: float) -> Comparison:
    return {**section, "count": 0, "strike": None, "deaths": _NOBODY, "ended": None}


def standing_at(state: State, strategy: str) -> StandingState:
    """Return how many candidates are in one of the elections, and how many watches they report:
    one on what each waits for; the others are their `own`: on the own znode of each that has
    something to lose with it, and what a leader has left from the time when it waited.
    """
    path = PATHS[strategy]
    here = [one for one in state["candidates"].values() if one["election"] == path]
    alive = [one for one in here if one["process"] != "exited"]
    watching = [one for one in alive if one["watches"] is not None]
    waiting = sum(one["belief"] != "leading" for one in watching)
    guards = ("waiting", "leading") if strategy == "predecessor" else ("leading",)
    guarded = sum(one["znode"] is not None and one["belief"] in guards for one in alive)
    watches = len(watching) + guarded
    return {"n": len(alive), "watches": watches, "own": watches - waiting}


def _struck(section: Comparison, event: LeadersStruck, at: float) -> Comparison:
    """Fold that leaders were struck: all at once, or, in a measurement, one after the other; then
    the rest stays shown.
    """
    rest = section["deaths"] if section["measuring"] else _NOBODY
    deaths = {
        strategy: new_death(leader, event.standing[strategy], event.action, at)
        for strategy, leader in event.leaders.items()
    }
    return {
        **section,
        "strike": {"action": event.action, "at": at, "by": event.by},
        "deaths": {**rest, **deaths},
        "error": None,
        "cancelled": None,
        "ended": None,
    }


def _counted(section: Comparison, event: DeathCounted, at: float) -> Comparison:
    """Replace the candidates' counts by the servers' figures of the death that was measured
    last.
    """
    before = section["deaths"][event.strategy]
    if before is None:
        return section
    death: Death = {
        **before,
        "notifications": event.notifications,
        "again": event.again,
        "watches": event.watches,
        "evidence": event.evidence,
    }
    return {**section, "deaths": {**section["deaths"], event.strategy: death}}


def _measuring(section: Comparison, event: MeasuringBegan, at: float) -> Comparison:
    return {
        **section,
        "strike": None,
        "deaths": _NOBODY,
        "curve": [],
        "count": 0,
        "ended": None,
        "measuring": {
            "sizes": event.sizes,
            "deaths": event.deaths,
            "fault": event.fault,
            "of": event.of,
            "by": event.by,
            "strategy": None,
            "size": None,
            "done": 0,
            "since": at,
            "ends": at + event.seconds,
        },
        "error": None,
        "cancelled": None,
    }


def _progressed(section: Comparison, event: MeasuringProgressed, at: float) -> Comparison:
    before = section["measuring"]
    if before is None:
        return section
    measuring: Measuring = {
        **before,
        "strategy": event.strategy,
        "size": event.size,
        "done": event.done,
        "ends": at + event.left,
    }
    return {**section, "measuring": measuring}


def _cancelling(section: Comparison, event: MeasuringCancelled, at: float) -> Comparison:
    """Fold that its candidates have yet to stop; if it has just ended, none is left."""
    measuring = section["measuring"]
    return {**section, "measuring": {**measuring, "cancelling": True} if measuring else None}


def _measured(section: Comparison, event: DeathsMeasured, at: float) -> Comparison:
    """Add one point: the median of the deaths of one strategy with one number of candidates."""
    return {**section, "curve": [*section["curve"], cast(Point, event.data)]}


def _ended(section: Comparison, event: MeasuringEnded, at: float) -> Comparison:
    error, measuring = event.error, section["measuring"]
    cancelled: Cancelled | None = None
    if measuring and event.cancelled and error is None:
        cancelled = {"done": measuring["done"], "of": measuring["of"]}
    return {
        **section,
        "strike": None,
        "deaths": _NOBODY,
        "measuring": None,
        "error": error,
        "cancelled": cancelled,
    }


# -- what the candidates say of a death ---------------------------------------------------------


def _changed(death: Death, event: Event) -> Death:
    """Note a change: a process that ended is not woken, though its own watches may fire as it goes.
    One that was frozen and goes on queues again: that wakes a herd, too.
    """
    name = event.subject
    if name == death["from"]:
        return {**death, "open": False} if isinstance(event, e.CandidateResumed) else death
    if isinstance(event, _INTERFERES):
        return {**death, "open": False}
    if isinstance(event, e.CandidateNotified):
        return _notified(death, name, event.counters)
    if not isinstance(event, e.CandidateReported) or name not in death["seen"]:
        return death
    if event.counters is not UNSAID:
        return _told_again(death, name, event.counters)
    return death


def _notified(death: Death, name: str, counters: Mapping[str, int]) -> Death:
    """Count a notification: only those from here on count; earlier ones may have gone unreported
    for a while.
    """
    if name in death["seen"]:
        return _told_again(death, name, counters)
    death = {**death, "seen": {**death["seen"], name: dict(counters)}}
    return _woken(death, name, 1)


def _told_again(death: Death, name: str, counters: Mapping[str, int]) -> Death:
    """Add how often a candidate was told again since its last report."""
    times = counters["notifications"] - death["seen"][name]["notifications"]
    death = {**death, "seen": {**death["seen"], name: dict(counters)}}
    return _woken(death, name, times) if times > 0 else death


def _woken(death: Death, name: str, times: int) -> Death:
    woken = {**death["woken"], name: death["woken"].get(name, 0) + times}
    if death["evidence"] == "server":
        return {**death, "woken": woken}
    again = sum(woken.values()) - len(woken)
    return {**death, "notifications": len(woken), "again": again, "woken": woken}


def _with_end(section: Comparison, state: State, strategy: str, event: Event) -> Comparison:
    """Note who ended last, other than by a strike; forget it once another one starts."""
    death, one = section["deaths"][strategy], state["candidates"].get(event.subject)
    if isinstance(event, e.CandidateStarting):
        return {**section, "ended": None}
    fault = one["fault"] if one else None
    if not isinstance(event, e.CandidateExited) or not section["count"] or fault is None:
        return section
    if death and death["from"] == event.subject:
        return section
    ended: Ended = {
        "candidate": event.subject,
        "strategy": strategy,
        "fault": fault["kind"],
        "at": fault["at"],
        "left": standing_at(state, strategy)["n"],
        "led": False,
        "leader": None,
    }
    return {**section, "ended": ended}


def _succeeded(ended: Ended, state: State) -> Ended:
    """Note whether it led, which its handoff tells, and who leads there now."""
    election = ElectionModel.of(state).get(PATHS[ended["strategy"]])
    if election is None:
        return ended
    led = any(
        one and one["from"] == ended["candidate"] and began_at(one) >= ended["at"]
        for one in (election["handoff"], election["last_handoff"])
    )
    chain = (one for one in election["chain"] if one["znode"] == election["leader"])
    name = next((one["name"] for one in chain if one["belief"] == "leading"), None)
    leader = None if name == ended["candidate"] else name
    return {**ended, "led": ended["led"] or led, "leader": leader}


def _handed_over(death: Death, after: State, strategy: str) -> Death:
    """Fold the handoff that this death led to: its cost as it goes, and the rest once it is
    complete; the very transaction of the death fired `proven` of the notifications, None where
    ZooKeeper does not tell.
    """
    election = ElectionModel.of(after).get(PATHS[strategy])
    under_way, last = (election["handoff"], election["last_handoff"]) if election else (None, None)
    handoff = under_way or last
    if not handoff or handoff["from"] != death["from"] or began_at(handoff) < death["at"]:
        return death
    if handoff["counted"]:
        death = {
            **death,
            "reads": handoff["reads"],
            "writes": handoff["writes"],
            "creates": handoff["creates"],
            "failed": handoff["failed"],
        }
    if under_way or not last:
        return death
    start, end = last["phases_ms"]["deleted"], last["phases_ms"]["acknowledged"]
    ms = None if start is None or end is None else round(max(0.0, end - start), 3)
    proven = last["proven"] if last["zxids"]["deleted"] else None
    return {**death, "ms": ms, "to": last["to"], "proven": proven}


class ComparisonSection(Section[Comparison]):
    """The part of the state document about the comparison."""

    name = "comparison"
    families = ("comparison",)
    folds = by_kind(
        on(ComparisonStarted, _started),
        on(ComparisonStopped, _stopped),
        on(LeadersStruck, _struck),
        on(DeathCounted, _counted),
        on(MeasuringBegan, _measuring),
        on(MeasuringProgressed, _progressed),
        on(MeasuringCancelled, _cancelling),
        on(DeathsMeasured, _measured),
        on(MeasuringEnded, _ended),
    )
    claims = tuple(PATHS.values())

    def new(self) -> Comparison:
        """Return a section in which nothing has been compared yet."""
        seconds = {fault: estimate(SIZES, DEATHS, fault) for fault in MEASURED_FAULTS}
        plan: Plan = {"sizes": list(SIZES), "deaths": DEATHS, "seconds": seconds}
        return new_comparison(PATHS, plan)

    def follow(self, own: Comparison, path: str, state: State, event: Event) -> Comparison:
        """Return the section after what happened in one of its elections."""
        strategy = _STRATEGY_AT[path]
        after, death = _with_end(own, state, strategy, event), own["deaths"][strategy]
        ended = after["ended"]
        if ended and ended["strategy"] == strategy and ended != (news := _succeeded(ended, state)):
            after = {**after, "ended": news}
        if death and death["open"]:
            changed = _handed_over(_changed(death, event), state, strategy)
            if changed != death:
                after = {**after, "deaths": {**own["deaths"], strategy: changed}}
        return after

    def told(self, own: Comparison, zookeeper: Zookeeper, /) -> Comparison:
        """Return it with its story."""
        told = tell(own, zookeeper)
        return {**own, "story": told.sentence, "reason": told.reason}
