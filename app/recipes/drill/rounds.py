"""The rounds of a drill: what each one showed, in phases."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypedDict

from .figures import SHARES, quantile

Outcome = Literal["handed over", "led on", "not within the limit", "broke", "undo failed"]
GOOD = ("handed over", "led on")
"""The outcomes of a round that went as it should: led on, where the leader was not to fail."""
LATE: Outcome = "not within the limit"
PHASES = ("detect", "told", "claims", "acknowledged", "serves")
"""From the fault to the deletion, to the notification, to the claim, to the acknowledgement, and of
others' programs, and of a bookshelf, to the service.
"""
SERVES = "serves"
OF_CANDIDATES, OF_OURS = PHASES[:4], ("told", "acknowledged")
"""The phases of our own candidates, and those that only these tell."""
OF_RECIPES = {
    "election": OF_CANDIDATES,
    "lock": OF_CANDIDATES[:3],
    "bookshelf": ("detect", "claims", "acknowledged", "serves"),
}
"""Recipe -> the phases of a handoff of its candidates: a holder acknowledges nothing, and no node
of a bookshelf reports when it was notified.
"""
OF_ANY = PHASES[:2]
"""The phases of a fault that does not strike the leader."""
MOMENTS = dict(
    zip(PHASES, ("deleted", "notified", "leading", "acknowledged", "served"), strict=True)
)
"""Phase -> the moment at which it ends."""
SLACK = 50.0
"""Milliseconds that the machine may be late before a round counts as outside."""
HANDOFF = "handoff"
"""The name of the sum of all phases."""


class RoundMore(TypedDict, total=False):
    """What not every round has. handoff: milliseconds of all phases, where the leader was struck;
    said: what a command printed that failed; span: milliseconds within which the fault of a command
    came; away: those in which a service did not answer, None where it always did. books, lost: of a
    bookshelf, how many were acknowledged, and how many of all are found to be missing.
    """

    handoff: float | None
    said: str
    span: float
    away: float | None
    books: int
    lost: int


class DrillRound(RoundMore):
    """One round. victims: whom the fault struck, none of a drill of none; heir: who led next. ms:
    milliseconds of each phase, None for infinite: it did not end; a phase that was not reached is
    left out, so is one that nobody observed. waited: the two seconds before the fault. broken: the
    invariants that did not hold. seq: the event of the fault.
    """

    number: int
    outcome: Outcome
    victims: Sequence[str]
    heir: str | None
    waited: Sequence[float]
    ms: Mapping[str, float | None]
    broken: Sequence[str]
    seq: int


class PhaseFigures(TypedDict):
    """What a phase adds up to, in milliseconds. counted: rounds with this phase; infinite: those of
    them in which it did not end; not_reached: rounds that ended before it, or where nobody saw it.
    p50 … p99: [value, upper bound], where infinite is None; without a bound, too few rounds can
    say; max: the longest.
    """

    counted: int
    infinite: int
    not_reached: int
    quantiles: Mapping[str, Sequence[float | None]]
    max: float | None


class DrillWindow(NamedTuple):
    """The milliseconds after which a session's end is expected at the least and at the most. The
    least is unknown where nobody knows how often its client is heard, so is the most where a server
    does not tell its tick.
    """

    least: float | None
    most: float | None


def window_of(timeout: float, tick: float | None, servers: int, gap: float | None) -> DrillWindow:
    """Return the window of a client's end by its timeout, of seconds. A client was last heard `gap`
    seconds before its fault at most. ZooKeeper looks once in a tick, and a quorum's leader learns
    once in half a tick whom its followers have heard (ZooKeeper's SessionTrackerImpl, and
    LearnerHandler, PING).
    """
    late = None if tick is None else tick * (1.5 if servers > 1 else 1.0)
    return DrillWindow(
        None if gap is None else round((timeout - gap) * 1000, 3),
        None if late is None else round((timeout + late) * 1000, 3),
    )


def is_outside(one: DrillRound, window: DrillWindow | None) -> bool:
    """Tell whether a round's `detect` is outside of what was expected, by more than SLACK."""
    took = one["ms"].get("detect")
    if window is None or took is None:
        return False
    least, most = window
    return (least is not None and took < least - SLACK) or (
        most is not None and took > most + SLACK
    )


def phases_of(
    at: Mapping[str, float | None], within: float, phases: Sequence[str] = OF_CANDIDATES
) -> dict[str, float | None]:
    """Return the milliseconds of each of these phases, from the moments of a handoff, which may not
    be over; nothing of the phases after the first that did not end within `within` seconds
    of the fault, nor of those of which nobody observed both ends.
    """
    found: dict[str, float | None] = {}
    before = at["fault"]
    ends = math.inf if before is None else before + within
    for place, phase in enumerate(phases):
        moment = at[MOMENTS[phase]]
        if moment is None and any(at[MOMENTS[later]] is not None for later in phases[place + 1 :]):
            before = None
            continue
        if moment is None or moment > ends:
            return {**found, phase: None}
        if before is not None:
            found[phase] = round(max(0.0, moment - before) * 1000, 3)
        before = moment
    return found


def in_order(at: Mapping[str, float | None], phases: Sequence[str]) -> dict[str, float | None]:
    """Return the moments of a handoff, each no later than the next: what rests on another moment
    may be heard of before that.
    """
    found, latest = {**at}, math.inf
    for point in reversed([MOMENTS[phase] for phase in phases]):
        moment = found[point]
        if moment is not None:
            found[point] = latest = min(moment, latest)
    return found


def figures_of(rounds: Sequence[DrillRound]) -> dict[str, PhaseFigures]:
    """Return what each phase adds up to, and the whole handoff."""
    return {phase: _of_phase(rounds, phase) for phase in (HANDOFF, *PHASES)}


def _of_phase(rounds: Sequence[DrillRound], phase: str) -> PhaseFigures:
    values = values_of(rounds, phase)
    infinite = sum(map(math.isinf, values))
    found = {name: quantile(values, share) for name, share in SHARES.items()}
    return {
        "counted": len(values),
        "infinite": infinite,
        "not_reached": len(rounds) - len(values),
        "quantiles": {
            name: [_finite(one.value), *([] if one.bound is None else [_finite(one.bound)])]
            for name, one in found.items()
            if one is not None
        },
        "max": _finite(max(values, default=math.inf)),
    }


def values_of(rounds: Sequence[DrillRound], phase: str) -> list[float]:
    """Return the milliseconds of a phase, or of the handoff, in the rounds that reached it."""
    if phase == HANDOFF:
        found = [one["handoff"] for one in rounds if "handoff" in one]
    else:
        found = [one["ms"][phase] for one in rounds if phase in one["ms"]]
    return [math.inf if one is None else one for one in found]


class BooksCounted(NamedTuple):
    """The books of a drill: how many were acknowledged, and how many of these are not there."""

    acknowledged: int
    lost: int


def books_of(rounds: Sequence[Mapping[str, Any]]) -> BooksCounted | None:
    """Return what became of the books of a bookshelf; None where no round has any."""
    found = [(one["books"], one["lost"]) for one in rounds if "lost" in one]
    return BooksCounted(*map(sum, zip(*found, strict=True))) if found else None


def said_of_books(books: BooksCounted) -> str:
    """Word what became of the books."""
    return f"{books.lost:,} of {books.acknowledged:,} acknowledged books were lost"


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
