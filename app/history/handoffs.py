"""List the handoffs of a history, and what their phases took."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypedDict

from .past import KeptMoment

PIECE = 10_000
"""Moments of handoffs that a search reads at a time: more than one event has."""
Read = Callable[[int, int], Sequence[KeptMoment]]

PHASES = ("deleted", "next", "notified", "leading", "acknowledged", "held")
"""The phases of a handoff; `next`: a stranger follows; `held` where one time is recorded."""
COMPARED = ("fault", "mark", "lost")
"""What the phases are counted from whose figures can be compared."""

_WITH_WORDS: Final = ("path", "from", "to", "fault", "mark", "strategy")
_COLUMNS: Final = (
    "seq", "wall", "path", "strategy", "from", "to", "fault", "by", "phases_from", "within_ms",
    "mark",
)  # fmt: skip


ListedHandoff = TypedDict(
    "ListedHandoff",
    {
        "seq": int,
        "wall": float,
        "path": str,
        "strategy": "str | None",
        "from": "str | None",
        "to": "str | None",
        "fault": "str | None",
        "mark": "str | None",
        "by": "str | None",
        "at": "float | None",
        "led_ms": "float | None",
        "phases_from": str,
        "within_ms": "int | None",
        "phases_ms": dict[str, float],
        "observed": list[str],
    },
)
"""A handoff. A phase that nobody observed is missing from `phases_ms`; `observed` names the others.
"""

Figures = Mapping[str, float]
"""p50, p95, p99, max in ms, and the count."""


class HandoffGroup(TypedDict):
    fault: str | None
    mark: str | None
    strategy: str | None
    count: int
    figures: Mapping[str, Figures]


def handoffs_of(moments: Iterable[KeptMoment]) -> list[ListedHandoff]:
    """Return the handoffs of these moments."""
    return [_handoff(moment) for moment in moments]


def _handoff(moment: KeptMoment) -> ListedHandoff:
    record = moment["data"]
    phases = record.get("phases_ms") or {"held": record.get("last_ms")}
    told = {name: phases[name] for name in PHASES if phases.get(name) is not None}
    return {
        "seq": moment["seq"],
        "wall": moment["wall"],
        "path": moment["subject"],
        "strategy": record.get("strategy"),
        "from": record.get("from") or record.get("from_name"),
        "to": record.get("to") or record.get("to_name"),
        "fault": record.get("fault"),
        "mark": (record.get("mark") or {}).get("what"),
        "by": record.get("by"),
        "at": record.get("at"),
        "led_ms": record.get("led_ms"),
        "phases_from": record.get("phases_from", "fault"),
        "within_ms": record.get("within_ms"),
        "phases_ms": told,
        "observed": list(told),
    }


def with_words(handoffs: Iterable[ListedHandoff], text: str) -> list[ListedHandoff]:
    """Return the handoffs in which each word of the text stands somewhere."""
    words = text.lower().split()
    return [one for one in handoffs if all(word in _text(one) for word in words)]


def searched(
    read: Read, text: str, until: int, limit: int, piece: int = PIECE
) -> list[ListedHandoff]:
    """Return the newest `limit` handoffs to the event `until` in which each word of the text stands
    somewhere, oldest first. read(until, count): the newest moments of handoffs, oldest first.
    """
    found: list[ListedHandoff] = []
    while len(found) < limit:
        moments = read(until, piece)
        ends = len(moments) < piece
        if not ends:  # of the first event of these, others may be missing
            until = moments[0]["seq"]
            moments = [one for one in moments if one["seq"] > until]
        found = with_words(handoffs_of(moments), text) + found
        if ends:
            break
    return found[-limit:]


def _text(handoff: ListedHandoff) -> str:
    told = (handoff[name] for name in _WITH_WORDS)
    words = {"mark": "marked", "lost": "connection lost"}.get(handoff["phases_from"] or "")
    return " ".join(filter(None, (*told, words))).lower()


def figures_of(handoffs: Iterable[ListedHandoff]) -> dict[str, Figures]:
    """Return the figures of each phase, of what was observed. Only what is counted from the fault,
    a mark or the lost connection can be compared: where nobody knows those, a phase is left out.
    """
    seen: defaultdict[str, list[float]] = defaultdict(list)
    for handoff in handoffs:
        if handoff["phases_from"] in COMPARED:
            for phase, ms in handoff["phases_ms"].items():
                seen[phase].append(ms)
    return {phase: _figures(sorted(seen[phase])) for phase in PHASES if seen[phase]}


def _figures(values: Sequence[float]) -> Figures:
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    ranks = {name: values[math.ceil(share * len(values)) - 1] for name, share in shares.items()}
    return {**ranks, "max": values[-1], "count": len(values)}


def groups_of(handoffs: Iterable[ListedHandoff]) -> list[HandoffGroup]:
    """Return the figures by fault, mark and strategy, the most frequent first: what took
    milliseconds and what took a session are not of one kind.
    """
    found: defaultdict[tuple[str | None, ...], list[ListedHandoff]] = defaultdict(list)
    for one in handoffs:
        found[one["fault"], one["mark"], one["strategy"]].append(one)
    most_first = sorted(found.items(), key=lambda group: -len(group[1]))
    return [
        {
            "fault": fault,
            "mark": mark,
            "strategy": strategy,
            "count": len(own),
            "figures": figures_of(own),
        }
        for (fault, mark, strategy), own in most_first
    ]


def rows_of(handoffs: Iterable[ListedHandoff]) -> Iterable[Sequence[Any]]:
    """Yield a table of the handoffs: its head, then a row for each."""
    yield (*_COLUMNS, *(f"{phase}_ms" for phase in PHASES))
    for one in handoffs:
        yield (*(one[name] for name in _COLUMNS), *(one["phases_ms"].get(p) for p in PHASES))
