"""What must hold of a lock, checked on every event.

- one_holder: never two that believe they hold it and whose session lasts by their own clock.
- fifo: nobody holds it by a znode that stands behind another one, and nobody who came first was
  passed over. For the time of a notification the dashboard may see a hold before the deletion that
  it rests on: the first half counts as broken after a second. Of a holder whose znode is gone the
  word is still on its way; should it believe on, then `one_holder` is broken by the next one.
- no_lost_update: the file has grown by as many as tasks were finished.
"""

from __future__ import annotations

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

Lock = Mapping[str, Any]

SETTLING = {"one_holder": 0.0, "fifo": 1.0, "no_lost_update": 0.0}


def check(lock: Lock, candidates: Candidates, at: float, *, seen: bool) -> list[Violation]:
    """The violations at `at`; one that stood before keeps its `since`. seen: whether the chain is
    what ZooKeeper says now.
    """
    found = [
        *_two_holders(candidates, at),
        *(_out_of_turn(lock["chain"], candidates) if seen else ()),
        *_overtaken(lock["passed_over"]),
        *_lost(lock["file"]),
    ]
    return standing(found, lock["violations"], at)


def verdicts(violations: Sequence[Violation], at: float) -> dict[str, bool]:
    """Invariant -> whether it holds at `at`."""
    return holding(SETTLING, violations, SETTLING, at)


def next_check(violations: Sequence[Violation], candidates: Candidates, at: float) -> float | None:
    """The next moment at which the verdicts can change without any event, None if never."""
    return next_moment(violations, SETTLING, holders(candidates).values(), at)


def holders(candidates: Candidates) -> dict[str, Mapping[str, Any]]:
    """Those that live and believe they hold the lock, by name."""
    return believers(candidates, "holding")


def _two_holders(candidates: Candidates, at: float) -> Iterator[Found]:
    names = in_session(holders(candidates), at)
    if len(names) > 1:
        detail = f"{' and '.join(names)} believe at the same time that they hold the lock"
        yield "one_holder", " ".join(names), detail


def _out_of_turn(chain: Sequence[Mapping[str, Any]], candidates: Candidates) -> Iterator[Found]:
    behind = {entry["znode"] for entry in chain[1:]}
    for name, one in holders(candidates).items():
        if one["process"] == "running" and (one["znode"] or "").rpartition("/")[2] in behind:
            yield "fifo", name, f"{name} holds the lock, and does not own the lowest znode"


def _overtaken(passed_over: Mapping[str, Any] | None) -> Iterator[Found]:
    if passed_over:
        who, by = passed_over["candidate"], passed_over["by"]
        yield "fifo", f"{by} {who}", f"{by} got the lock before {who}, which had come first"


def _lost(file: Mapping[str, Any]) -> Iterator[Found]:
    if file["lost"]:
        detail = (
            f"{file['finished']} tasks are finished, and the file says {file['value']}: "
            f"{file['lost']} of their updates are lost"
        )
        yield "no_lost_update", "file", detail
