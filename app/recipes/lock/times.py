"""How long clients of a lock wait for it, how long it takes to pass on, and whether it is fair.

waits: of each candidate, milliseconds from asking to holding, and what became of its tasks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from .document import Ending, Fairness, Handover, Span, Waits

ByClient = Mapping[str, Waits]

NOTHING_YET: Waits = {
    "count": 0,
    "last_ms": None,
    "total_ms": 0.0,
    "max_ms": 0.0,
    "finished": 0,
    "abandoned": 0,
    "gave_up": 0,
}


def waited(waits: ByClient, candidate: str, seconds: float) -> ByClient:
    """Add that the lock was got after so many seconds."""
    known = waits.get(candidate, NOTHING_YET)
    return {**waits, candidate: {**known, **_longer(known, round(seconds * 1000, 3))}}


def _longer(known: Span, ms: float) -> Span:
    """Add one more span of so many milliseconds."""
    return {
        "count": known["count"] + 1,
        "last_ms": ms,
        "total_ms": round(known["total_ms"] + ms, 3),
        "max_ms": max(known["max_ms"], ms),
    }


def counted(
    waits: ByClient, candidate: str, what: Literal["finished", "abandoned", "gave_up"]
) -> ByClient:
    """Count one more task that was `finished` or `abandoned`, or that the candidate `gave_up`."""
    known = waits.get(candidate, NOTHING_YET).copy()
    known[what] += 1
    return {**waits, candidate: known}


def fairness(waits: ByClient, overtaken: int) -> Fairness:
    """Return how evenly the lock was given out, and how often somebody was overtaken in the queue.

    `even` is Jain's index of how often each was served: 1 for all the same, 1/n for one alone.
    """
    counts = [one["count"] for one in waits.values()]
    squares = len(counts) * sum(count * count for count in counts)
    even = round(sum(counts) ** 2 / squares, 3) if squares else None
    return {"served": sum(counts), "overtaken": overtaken, "even": even}


# -- from one holder to the next --------------------------------------------------------------


def ending(candidate: str, fault: str, at: float) -> Ending:
    """Begin a hand-over: the holder's end began with `fault` at `at`."""
    return {"from": candidate, "fault": fault, "at": at, "freed": None}


def told(known: Ending | None, candidate: str, fault: str, at: float) -> Ending:
    """Note that the holder says it no longer holds. The dashboard may have seen the deletion before
    it hears the reason; a reason that it knows already takes precedence.
    """
    if known is None or known["from"] != candidate:
        return ending(candidate, fault, at)
    if known["fault"] != "deleted" or fault != "release":
        return known
    return {**known, "fault": fault, "at": min(at, known["at"])}


def handed_over(begun: Ending, to: str, asked_at: float, at: float) -> Handover | None:
    """Return the hand-over that `begun` ends in, None where nobody waited when the lock came
    free.
    """
    free = begun["at"] if begun["freed"] is None else begun["freed"]
    if to == begun["from"] or asked_at > free:
        return None
    ms = round((at - begun["at"]) * 1000, 3)
    return {"from": begun["from"], "to": to, "fault": begun["fault"], "last_ms": ms, "at": at}


def with_handover(handovers: Mapping[str, Span], one: Handover) -> Mapping[str, Span]:
    """Add a hand-over to those with the same fault."""
    known = handovers.get(one["fault"], NOTHING_YET)
    return {**handovers, one["fault"]: _longer(known, one["last_ms"])}
