"""Choose the waiting items that are shown one by one: the first `SHOWN` of those never given out.

The cost of an event depends on these, and not on how many wait. Of the others only their numbers
are known (`beyond`), so that each still counts exactly once. An item that was given out before
stays in view: how often that was is known nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...participation.naming import parse_sequence, precedes
from . import beyond
from .document import ItemState, QueueState

SHOWN = 200
"""The number of items shown; the widest screen draws about a hundred and fifty."""


def new_item(number: int, at: float | None) -> ItemState:
    """Return an item that waits, put in at `at`: None where that has been forgotten."""
    return {
        "number": number,
        "text": None,
        "by": None,
        "at": at,
        "state": "waiting",
        "claim": None,
        "times": 0,
        "ended_at": None,
        "ended_by": None,
    }


def number_of(name: str) -> int | None:
    """Return an item's number; None for anything else: consumers take only what has a number."""
    found = parse_sequence(name)
    return found.number if found else None


def holds(queue: QueueState, name: str) -> bool:
    """Tell whether the item is known, shown or not."""
    return name in queue["items"] or beyond.has(queue["beyond"], name)


def entered(queue: QueueState, name: str, item: ItemState) -> QueueState:
    """Add one waiting item."""
    if _is_beyond(queue, item["number"]):
        return {**queue, "beyond": beyond.with_name(queue["beyond"], name)}
    items = {**queue["items"], name: item}
    fresh = _fresh(items)
    if len(fresh) <= SHOWN:
        return {**queue, "items": items}
    last = _highest(items, fresh)
    del items[last]
    return {**queue, "items": items, "beyond": beyond.with_name(queue["beyond"], last)}


def _is_beyond(queue: QueueState, number: int) -> bool:
    first = beyond.lowest(queue["beyond"])
    lowest = number_of(first) if first else None
    return lowest is not None and not precedes(number, lowest)


def _fresh(items: Mapping[str, ItemState]) -> list[str]:
    return [name for name, one in items.items() if one["state"] == "waiting" and not one["times"]]


def _highest(items: Mapping[str, ItemState], names: list[str]) -> str:
    found = names[0]
    for name in names:
        found = name if precedes(items[found]["number"], items[name]["number"]) else found
    return found


def in_view(queue: QueueState, name: str) -> QueueState:
    """Show this item, for something happens to it."""
    if name in queue["items"] or not beyond.has(queue["beyond"], name):
        return queue
    item = new_item(number_of(name) or 0, None)
    left = beyond.without(queue["beyond"], name)
    return {**queue, "items": {**queue["items"], name: item}, "beyond": left}


def filled(queue: QueueState) -> QueueState:
    """Fill the places of those that were taken with those that come next."""
    if not queue["beyond"]:
        return queue
    for _ in range(SHOWN - len(_fresh(queue["items"]))):
        first = beyond.lowest(queue["beyond"])
        if first is None:
            break
        queue = in_view(queue, first)
    return queue
