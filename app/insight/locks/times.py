"""How long clients of a lock wait for it, how long it takes to pass on, and whether it is fair.

waits: candidate -> {count, last_ms, total_ms, max_ms, finished, abandoned, gave_up}; milliseconds
from asking to holding, and what became of its tasks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Waits = Mapping[str, Mapping[str, Any]]
Ending = dict[str, Any]
Handovers = Mapping[str, Mapping[str, Any]]

NOTHING_YET: Mapping[str, Any] = {
    "count": 0,
    "last_ms": None,
    "total_ms": 0.0,
    "max_ms": 0.0,
    "finished": 0,
    "abandoned": 0,
    "gave_up": 0,
}


def waited(waits: Waits, candidate: str, seconds: float) -> dict[str, Any]:
    """The lock was got after so many seconds."""
    known = waits.get(candidate, NOTHING_YET)
    ms = round(seconds * 1000, 3)
    return {
        **waits,
        candidate: {
            **known,
            "count": known["count"] + 1,
            "last_ms": ms,
            "total_ms": round(known["total_ms"] + ms, 3),
            "max_ms": max(known["max_ms"], ms),
        },
    }


def counted(waits: Waits, candidate: str, what: str) -> dict[str, Any]:
    """One more task was `finished` or `abandoned`, or the candidate `gave_up`."""
    known = waits.get(candidate, NOTHING_YET)
    return {**waits, candidate: {**known, what: known[what] + 1}}


def fairness(waits: Waits, overtaken: int) -> dict[str, Any]:
    """How evenly the lock was given out, and how often somebody was overtaken in the queue.

    `even` is Jain's index of how often each was served: 1 for all the same, 1/n for one alone.
    """
    counts = [one["count"] for one in waits.values()]
    squares = len(counts) * sum(count * count for count in counts)
    even = round(sum(counts) ** 2 / squares, 3) if squares else None
    return {"served": sum(counts), "overtaken": overtaken, "even": even}


# -- from one holder to the next --------------------------------------------------------------


def ending(candidate: str, fault: str, at: float) -> Ending:
    """The holder's end began with `fault` at `at`; `freed` is when its znode was gone."""
    return {"from": candidate, "fault": fault, "at": at, "freed": None}


def told(known: Ending | None, candidate: str, fault: str, at: float) -> Ending:
    """The holder says that it holds no more. The dashboard may have seen the deletion before it
    hears why; another reason that it knows already is the better one.
    """
    if known is None or known["from"] != candidate:
        return ending(candidate, fault, at)
    if known["fault"] != "deleted" or fault != "release":
        return known
    return {**known, "fault": fault, "at": min(at, known["at"])}


def handed_over(begun: Ending, to: str, asked_at: float, at: float) -> dict[str, Any] | None:
    """The hand-over that `begun` ends in, None where nobody waited when the lock came free."""
    free = begun["at"] if begun["freed"] is None else begun["freed"]
    if to == begun["from"] or asked_at > free:
        return None
    ms = round((at - begun["at"]) * 1000, 3)
    return {"from": begun["from"], "to": to, "fault": begun["fault"], "last_ms": ms, "at": at}


def with_handover(handovers: Handovers, one: Mapping[str, Any]) -> dict[str, Any]:
    """Fault -> {count, last_ms, total_ms, max_ms}, one more."""
    fault, ms = one["fault"], one["last_ms"]
    known = handovers.get(fault, {"count": 0, "total_ms": 0.0, "max_ms": 0.0})
    summed = {
        "count": known["count"] + 1,
        "last_ms": ms,
        "total_ms": round(known["total_ms"] + ms, 3),
        "max_ms": max(known["max_ms"], ms),
    }
    return {**handovers, fault: summed}
