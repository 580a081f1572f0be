"""What must hold of a queue, checked on every event.

- none_lost: every item that was put in is done, or is there. Between an item's end and what is said
  of it the dashboard may know that it is gone and not by whom: that counts after a second.
- done_once: nobody has taken out of the queue what somebody else had taken out.
- one_hand: never two that work on one item and whose session lasts by their own clock.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.insight.chain import Candidates
from app.insight.violations import (
    Found,
    Violation,
    believers,
    holding,
    in_session,
    next_moment,
    standing,
)

Queue = Mapping[str, Any]

SETTLING = {"none_lost": 1.0, "done_once": 0.0, "one_hand": 1.0}


def check(queue: Queue, candidates: Candidates, at: float, *, seen: bool) -> list[Violation]:
    """The violations at `at`; one that stood before keeps its `since`. seen: whether the items are
    what ZooKeeper says now.
    """
    found = [
        *(_lost(queue) if seen else ()),
        *_done_twice(queue["twice"]),
        *_in_two_hands(queue["consumers"], candidates, at),
    ]
    return standing(found, queue["violations"], at)


def verdicts(violations: Sequence[Violation], at: float) -> dict[str, bool]:
    """Invariant -> whether it holds at `at`."""
    return holding(SETTLING, violations, SETTLING, at)


def next_check(violations: Sequence[Violation], at: float) -> float | None:
    """The next moment at which the verdicts can change without any event, None if never."""
    return next_moment(violations, SETTLING, (), at)


def _lost(queue: Queue) -> Iterator[Found]:
    if queue["gone"]:
        one = queue["gone"] == 1
        yield (
            "none_lost",
            "items",
            f"{queue['gone']} {'item is' if one else 'items are'} gone that nobody held",
        )


def _done_twice(twice: int) -> Iterator[Found]:
    if twice:
        yield "done_once", "items", f"{twice} more were taken out than there are"


def _in_two_hands(
    consumers: Mapping[str, Any], candidates: Candidates, at: float
) -> Iterator[Found]:
    working = in_session(believers(candidates, "working"), at)
    hands: dict[str, list[str]] = defaultdict(list)
    for name in working:
        item = (consumers.get(name) or {}).get("item")
        if item and candidates[name]["process"] == "running":
            hands[item].append(name)
    for item, names in hands.items():
        if len(names) > 1:
            yield "one_hand", item, f"{' and '.join(names)} work on {item} at the same time"
