"""What must hold in a group, checked on every event. A violation is {invariant, subject, detail,
since}, as in an election.

Both invariants are about what a process does once it has been told; between a change and its
notification they cannot hold, so they count as broken after `SETTLING` seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.insight.chain import Candidates
from app.insight.violations import Violation, holding, next_moment, standing

Group = Mapping[str, Any]

SETTLING = {"live_is_true": 1.0, "all_are_told": 1.0}


def check(
    group: Group, candidates: Candidates, before: Sequence[Violation], at: float, *, seen: bool
) -> list[Violation]:
    """The violations standing at `at`; one that stood `before` keeps its `since`.

    seen: whether the lists are what ZooKeeper says now; else nobody is judged by them.
    """
    found = [*_not_true(group, candidates), *_not_told(group, candidates)] if seen else []
    return standing(found, before, at)


def verdicts(violations: Sequence[Violation], at: float) -> dict[str, bool]:
    """Invariant -> whether it holds at `at`."""
    return holding(SETTLING, violations, SETTLING, at)


def next_check(violations: Sequence[Violation], at: float) -> float | None:
    """The next moment at which the verdicts can change without any event, None if never."""
    return next_moment(violations, SETTLING, (), at)


def _acting(group: Group, candidates: Candidates) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """(candidate, node, process) of those that run and believe that they are live."""
    for name, node in group["runs"].items():
        one = candidates[name]
        runs = one["process"] == one["lifecycle"] == "running"
        if runs and one["belief"] == "live":
            yield name, node, one


def _not_true(group: Group, candidates: Candidates) -> Iterator[tuple[str, str, str]]:
    """Live list = live sessions: whoever believes it is live is in the list, by its own session;
    and what a process that left in order has held is not.
    """
    for name, node, one in _acting(group, candidates):
        session = (group["nodes"].get(node) or {}).get("session")
        if session != one["session"]:
            whose = "is not in the live list" if session is None else "is there by another session"
            yield "live_is_true", name, f"{name} believes that {node} is live, and it {whose}"
    for name, node in group["nodes"].items():
        left = candidates.get(node["holder"] or "")
        if left and (left["exit"] or {}).get("code") == 0:
            yield "live_is_true", name, f"{name} is in the live list, and its session was closed"


def _not_told(group: Group, candidates: Candidates) -> Iterator[tuple[str, str, str]]:
    """Each member's own live list is the true one."""
    for name, node, _ in _acting(group, candidates):
        read = (group["nodes"].get(node) or {}).get("read")
        if read and (read["extra"] or read["missing"]):
            wrong = ", ".join([*read["extra"], *read["missing"]])
            yield "all_are_told", name, f"{name}'s live list is wrong about {wrong}"
