"""How long clients of a lock wait for it, how long it takes to pass on, and whether it is fair.

waits: of each candidate, milliseconds from asking to holding, and what became of its tasks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ...participation.naming import precedes
from .state import Ending, Fairness, Handover, Span, Waits

ByClient = Mapping[str, Waits]
Endings = Sequence[Ending]
"""The endings of a lock's terms, oldest first."""

MOST_UNCLAIMED = 20

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


def ending(
    candidate: str, fault: str, at: float, term: int | None, freed: float | None = None
) -> Ending:
    """Begin a hand-over: the end of the holder's `term` began with `fault` at `at`."""
    return {"from": candidate, "fault": fault, "at": at, "freed": freed, "term": term}


def ending_of(endings: Endings, candidate: str, term: int | None) -> Ending | None:
    """Return the known ending of this term, None where there is none."""
    known = (one for one in endings if one["from"] == candidate and one["term"] == term)
    return next(known, None)


def with_ending(endings: Endings, one: Ending) -> Endings:
    """Put an ending at its place among those of earlier and of later terms; what was known of the
    same term is replaced. Of those that nobody claims the newest are kept.
    """
    others = [e for e in endings if (e["from"], e["term"]) != (one["from"], one["term"])]
    later = [e for e in others if is_before(one["term"], e["term"])]
    earlier = [e for e in others if e not in later]
    return [*earlier, one, *later][-MOST_UNCLAIMED:]


def told(known: Ending | None, candidate: str, fault: str, at: float, term: int | None) -> Ending:
    """Note that the holder says it no longer holds. The dashboard may have seen the deletion, or
    done something to it, before it hears the reason. A fault that came first takes precedence; one
    that came after the holder had let go did not end its term.
    """
    if known is None:
        return ending(candidate, fault, at, term)
    if known["fault"] == "deleted":
        fault = "release" if fault == "release" else "deleted"
    elif at >= known["at"]:
        return known
    return {**known, "fault": fault, "at": min(at, known["at"])}


def claimed(endings: Endings, term: int | None) -> tuple[Ending | None, Endings]:
    """Return the ending that a claim of the lock follows, and the endings that are left for other
    claims. The claims are heard from the processes and may come late, when the mirror has seen
    later terms end: their endings wait for the claims that follow them. Who holds again, by the
    znode of its last term, hands nothing over.
    """
    left = [one for one in endings if is_before(term, one["term"]) or _is_over(one, term)]
    earlier = [one for one in endings if one not in left and not _is_of(one, term)]
    return (earlier[-1] if earlier else None), left


def is_before(first: int | None, second: int | None) -> bool:
    """Tell whether it is known that the first term came before the second."""
    return first is not None and second is not None and precedes(first, second)


def _is_of(one: Ending, term: int | None) -> bool:
    return term is not None and one["term"] == term


def _is_over(one: Ending, term: int | None) -> bool:
    """Tell whether the claim's own znode is gone already: it was heard late."""
    return _is_of(one, term) and one["freed"] is not None


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
