"""The rounds of a drill: what each one showed, in phases."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from .figures import SHARES, quantile

Outcome = Literal["handed over", "not within the limit", "broke"]
PHASES = ("detect", "told", "claims", "acknowledged")
"""From the fault to the deletion, to the notification, to the claim, to the acknowledgement."""
_POINTS = ("fault", "deleted", "notified", "leading", "acknowledged")
HANDOFF = "handoff"
"""The name of the sum of all phases."""


class DrillRound(TypedDict):
    """One round. ms: milliseconds of each phase, None for infinite: it did not end; a phase that
    was not reached is left out, so is one that nobody observed. handoff: of all. waited: the two
    seconds before the fault. broken: the invariants that did not hold. seq: the event of the fault.
    """

    number: int
    outcome: Outcome
    victim: str
    heir: str | None
    waited: Sequence[float]
    ms: Mapping[str, float | None]
    handoff: float | None
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


def phases_of(at: Mapping[str, float | None], within: float) -> dict[str, float | None]:
    """Return the milliseconds of each phase from the moments of a handoff, which may not be over;
    nothing of the phases after the first that did not end within `within` seconds of the fault, nor
    of those of which nobody observed both ends.
    """
    found: dict[str, float | None] = {}
    before = at["fault"]
    ends = math.inf if before is None else before + within
    for place, phase in enumerate(PHASES, 1):
        moment = at[_POINTS[place]]
        if moment is None and any(at[later] is not None for later in _POINTS[place:]):
            before = None
            continue
        if moment is None or moment > ends:
            return {**found, phase: None}
        if before is not None:
            found[phase] = round(max(0.0, moment - before) * 1000, 3)
        before = moment
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
        found = [one["handoff"] for one in rounds]
    else:
        found = [one["ms"][phase] for one in rounds if phase in one["ms"]]
    return [math.inf if one is None else one for one in found]


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
