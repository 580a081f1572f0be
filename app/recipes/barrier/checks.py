"""The invariants of a double barrier, checked on every event.

- in_together: nobody is inside a round that has not begun with all of its processes there. The
  process may say so before the dashboard has read the ready znode: that counts after a second. A
  process killed or frozen inside stays there, while the others end the round and its ready znode
  goes, perhaps before it was read: only of one at work inside that znode must be there.
- out_together: nobody leaves a round while a process that entered it with a living session is
  still at work in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...readmodels.document import Candidates, CandidateState
from ...readmodels.model import Found, Invariant
from .state import BarrierState


def _begun_with_all(barrier: BarrierState, own: Candidates, at: float) -> Iterator[Found]:
    begun = {one["round"]: one for one in barrier["ready"].values()}
    for name, one in barrier["people"].items():
        number = one["round"]
        if one["stage"] != "inside" or number is None:
            continue
        ready = begun.get(number)
        if number > barrier["round"]:
            if _is_at_work(own.get(name), at):
                yield name, f"{name} is inside round {number}, which has not begun"
        elif ready and barrier["size"] and 0 < len(ready["members"]) < barrier["size"]:
            yield (
                f"round {number}",
                f"round {number} has begun with {len(ready['members'])} of {barrier['size']}",
            )


def _left_behind(barrier: BarrierState, own: Candidates, at: float) -> Iterator[Found]:
    """Yield the processes that said they are inside, and neither said they are done nor fell
    out.
    """
    for one in barrier["rounds"]:
        inside = one["in"].keys() - one["done"].keys() - one["fell"].keys()
        for name in sorted(inside):
            if one["out"] and _is_there(own.get(name), at):
                others = ", ".join(sorted(one["out"]))
                detail = f"{others} left round {one['round']} while {name} was at work in it"
                yield name, detail


def _is_there(candidate: CandidateState | None, at: float) -> bool:
    return bool(candidate and candidate["belief"] == "inside") and _is_at_work(candidate, at)


def _is_at_work(candidate: CandidateState | None, at: float) -> bool:
    """Tell whether it acts, and has a session as far as it knows."""
    if candidate is None or candidate["process"] != "running" or candidate["fault"]:
        return False
    ends = candidate["session_ends"]
    return candidate["belief"] != "suspended" and (ends is None or at < ends)


def _unread(barrier: BarrierState) -> Iterator[str]:
    for one in barrier["ready"].values():
        if not one["members"]:
            yield f"the dashboard cannot read who is in round {one['round']}"


INVARIANTS = (
    Invariant("in_together", 1.0, _begun_with_all, True, _unread),
    Invariant("out_together", 1.0, _left_behind),
)
