"""What must hold of a configuration, checked on every event. A violation is {invariant, subject,
detail, since}, as in an election.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.insight.violations import Violation, holding, next_moment, standing

Data = Mapping[str, Any]

SETTLING = {"newest_in_use": 2.0, "never_backwards": 0.0}
"""Between a change and its notification nobody can have it."""


def check(document: Data, at: float, *, seen: bool) -> list[Violation]:
    """The violations standing at `at`; one that stood before keeps its `since`.

    seen: whether the znode is what ZooKeeper says now; else nobody is judged by it.
    """
    found = [*(_behind(document) if seen and document["read"] else ()), *_backwards(document)]
    return standing(found, document["violations"], at)


def verdicts(violations: Sequence[Violation], at: float) -> dict[str, bool]:
    """Invariant -> whether it holds at `at`."""
    return holding(SETTLING, violations, SETTLING, at)


def next_check(violations: Sequence[Violation], at: float) -> float | None:
    """The next moment at which the verdicts can change without any event, None if never."""
    return next_moment(violations, SETTLING, (), at)


def _behind(document: Data) -> Iterator[tuple[str, str, str]]:
    """Whoever runs and watches has the newest value in use."""
    for name, one in document["subscribers"].items():
        acts = one["process"] == "running" and one["belief"] == "watching"
        if acts and one["standing"] == "behind":
            yield "newest_in_use", name, f"{name} watches, and does not have the newest value"


def _backwards(document: Data) -> Iterator[tuple[str, str, str]]:
    """Nobody goes back to an older value."""
    for name, one in document["subscribers"].items():
        if one.get("backwards"):
            yield "never_backwards", name, f"{name} has gone back to an older value"
