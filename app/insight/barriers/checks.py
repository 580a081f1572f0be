"""What must hold of a double barrier, checked on every event.

- in_together: nobody is inside a round that has not begun with all of its processes there. The
  process may say so before the dashboard has read the ready znode: that counts after a second. Who
  was killed or frozen inside stays there, while the others end the round and its ready znode goes.
- out_together: nobody is out of a round while somebody who entered it with a session that lasts is
  still at work in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.insight.chain import Candidates
from app.insight.violations import Found, Violation, holding, next_moment, standing

Barrier = Mapping[str, Any]

SETTLING = {"in_together": 1.0, "out_together": 1.0}


def check(barrier: Barrier, candidates: Candidates, at: float, *, seen: bool) -> list[Violation]:
    """The violations at `at`; one that stood before keeps its `since`. seen: whether the lists are
    what ZooKeeper says now.
    """
    found = [*(_alone(barrier) if seen else ()), *_left_behind(barrier, candidates, at)]
    return standing(found, barrier["violations"], at)


def verdicts(violations: Sequence[Violation], at: float) -> dict[str, bool]:
    """Invariant -> whether it holds at `at`."""
    return holding(SETTLING, violations, SETTLING, at)


def next_check(violations: Sequence[Violation], at: float) -> float | None:
    """The next moment at which the verdicts can change without any event, None if never."""
    return next_moment(violations, SETTLING, (), at)


def _alone(barrier: Barrier) -> Iterator[Found]:
    begun = {one["round"]: one for one in barrier["ready"].values()}
    for name, one in barrier["people"].items():
        if one["stage"] != "inside":
            continue
        ready = begun.get(one["round"])
        if one["round"] > barrier["round"]:
            yield "in_together", name, f"{name} is inside round {one['round']}, which has not begun"
        elif ready and barrier["size"] is not None and len(ready["members"]) < barrier["size"]:
            yield (
                "in_together",
                f"round {one['round']}",
                f"round {one['round']} has begun with {len(ready['members'])} of {barrier['size']}",
            )


def _left_behind(barrier: Barrier, candidates: Candidates, at: float) -> Iterator[Found]:
    """Whoever said that it is inside, and has neither said that it is done nor fallen out."""
    for one in barrier["rounds"]:
        inside = one["in"].keys() - one["done"].keys() - one["fell"].keys()
        for name in sorted(inside):
            if one["out"] and _is_there(candidates.get(name), at):
                others = ", ".join(sorted(one["out"]))
                detail = f"{others} left round {one['round']} while {name} was at work in it"
                yield "out_together", name, detail


def _is_there(candidate: Mapping[str, Any] | None, at: float) -> bool:
    if candidate is None or candidate["process"] != "running" or candidate["fault"]:
        return False
    ends = candidate["session_ends"]
    return candidate["belief"] == "inside" and (ends is None or at < ends)
