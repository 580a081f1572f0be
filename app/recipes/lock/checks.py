"""The invariants of a lock, checked on every event.

- one_holder: never two that believe they hold it and whose session lasts by their own clock.
- fifo: nobody holds it by a znode that is behind another one, and nobody who came first was
  passed over. For the time of a notification the dashboard may see a hold before the deletion that
  it rests on: the first half counts as broken after a second. If a holder's znode is gone, its
  report is still on its way; should it go on believing, the next holder breaks `one_holder`.
- no_lost_update: the file has grown by as many as tasks were finished.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...readmodels.document import Candidates
from ...readmodels.guarded import holders
from ...readmodels.model import Found, Invariant
from ...readmodels.violations import in_session
from .state import LockState


def _two_holders(lock: LockState, own: Candidates, at: float) -> Iterator[Found]:
    names = in_session(holders(own), at)
    if len(names) > 1:
        detail = f"{' and '.join(names)} believe at the same time that they hold the lock"
        yield " ".join(names), detail


def _out_of_turn(lock: LockState, own: Candidates, at: float) -> Iterator[Found]:
    behind = {entry["znode"] for entry in lock["chain"][1:]}
    for name, one in holders(own).items():
        if one["process"] == "running" and (one["znode"] or "").rpartition("/")[2] in behind:
            yield name, f"{name} holds the lock, but does not own the lowest znode"


def _overtaken(lock: LockState, own: Candidates, at: float) -> Iterator[Found]:
    passed_over = lock["passed_over"]
    if passed_over:
        who, by = passed_over["candidate"], passed_over["by"]
        yield f"{by} {who}", f"{by} got the lock before {who}, which came first"


def _lost(lock: LockState, own: Candidates, at: float) -> Iterator[Found]:
    file = lock["file"]
    if file["lost"]:
        detail = (
            f"{file['finished']} tasks are finished, and the file says {file['value']}: "
            f"{file['lost']} of their updates are lost"
        )
        yield "file", detail


INVARIANTS = (
    Invariant("one_holder", 0.0, _two_holders),
    Invariant("fifo", 1.0, _out_of_turn, needs_seen=True),
    Invariant("fifo", 1.0, _overtaken),
    Invariant("no_lost_update", 0.0, _lost),
)
