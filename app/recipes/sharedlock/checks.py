"""The invariants of a shared lock, checked on every event.

- writer_alone: no writer believes it holds the lock while anybody else does, among those whose
  session lasts by their own clock.
- readers_together: a reader before whom no writer stands holds the lock, and does not wait.
- watches_the_right_one: a reader that waits watches the next writer before it, a writer that waits
  the next one of any kind, and each of them nothing else.
- no_torn_read: what a reader has read at the end is of the text whose beginning it has read.
- no_lost_update: the file has grown by as many as writes were finished.

ZooKeeper shows the znodes of other programs, and nothing more is known of them: they stand in the
line, and none of these rules judges them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...readmodels.document import Candidates, Entry
from ...readmodels.guarded import holders
from ...readmodels.model import Found, Invariant
from ...readmodels.violations import SETTLE, in_session
from .document import SharedLockState
from .line import READ, WRITE

MODES = {"reader": READ, "writer": WRITE}
"""The mode that each procedure's processes want."""


def _not_alone(lock: SharedLockState, own: Candidates, at: float) -> Iterator[Found]:
    names = in_session(holders(own), at)
    for writer in (name for name in names if own[name]["recipe"] == "writer"):
        others = [name for name in names if name != writer]
        if others:
            detail = f"{writer} writes, and {' and '.join(others)} hold the lock at the same time"
            yield " ".join([writer, *others]), detail


def _kept_waiting(lock: SharedLockState, own: Candidates, at: float) -> Iterator[Found]:
    for entry in _waiting(lock):
        if entry["mode"] == READ and entry["waits_for"] is None:
            name = entry["candidate"] or ""
            yield name, f"{name} waits to read, although no writer is before it"


def _watches_another(lock: SharedLockState, own: Candidates, at: float) -> Iterator[Found]:
    for entry in _waiting(lock):
        name, right = entry["candidate"] or "", entry["waits_for"]
        if right is not None and entry["watches"] != right:
            detail = f"{name} watches {entry['watches'] or 'nothing'}, and waits for {right}"
            yield name, detail


def _waiting(lock: SharedLockState) -> Iterator[Entry]:
    """Return our clients that run and have said that they wait in their place."""
    for entry in lock["chain"]:
        if entry["belief"] == "waiting" and entry["process"] == "running":
            yield entry


def _torn(lock: SharedLockState, own: Candidates, at: float) -> Iterator[Found]:
    file = lock["file"]
    if file["torn"]:
        yield "file", f"{file['torn']} of {file['reads']} reads are torn: somebody wrote meanwhile"


def _lost(lock: SharedLockState, own: Candidates, at: float) -> Iterator[Found]:
    file = lock["file"]
    if file["lost"]:
        detail = (
            f"{file['finished']} writes are finished, and the file says {file['value']}: "
            f"{file['lost']} of them are lost"
        )
        yield "file", detail


INVARIANTS = (
    Invariant("writer_alone", 0.0, _not_alone),
    Invariant("readers_together", SETTLE, _kept_waiting, needs_seen=True),
    Invariant("watches_the_right_one", SETTLE, _watches_another, needs_seen=True),
    Invariant("no_torn_read", 0.0, _torn),
    Invariant("no_lost_update", 0.0, _lost),
)
