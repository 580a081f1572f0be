"""What must hold in a group, checked on every event.

Both invariants are about what a process does once it has been told; between a change and its
notification they cannot hold, so they count as broken after `SETTLING` seconds.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...readmodels.document import Candidate, Candidates
from ...readmodels.model import Found, Invariant
from .document import Group


def _acting(group: Group, own: Candidates) -> Iterator[tuple[str, str, Candidate]]:
    """Yield (candidate, node, process) of those that run and believe that they are live."""
    for name, node in group["runs"].items():
        one = own[name]
        runs = one["process"] == one["lifecycle"] == "running"
        if runs and one["belief"] == "live":
            yield name, node, one


def _not_true(group: Group, own: Candidates, at: float) -> Iterator[Found]:
    """Yield where the live list is not the live sessions: a process that believes it is live must
    be in the list, by its own session; the znode of a process that left in order must not be.
    """
    for name, node, one in _acting(group, own):
        session = group["nodes"].get(node, {}).get("session")
        if session != one["session"]:
            whose = "is not in the live list" if session is None else "is there by another session"
            yield name, f"{name} believes that {node} is live, and it {whose}"
    for name, known in group["nodes"].items():
        left = own.get(known["holder"] or "")
        if left and left["exit"] and left["exit"]["code"] == 0:
            yield name, f"{name} is in the live list, and its session was closed"


def _not_told(group: Group, own: Candidates, at: float) -> Iterator[Found]:
    """Yield the members whose own live list is not the true one."""
    for name, node, _ in _acting(group, own):
        read = group["nodes"].get(node, {}).get("read")
        if read and (read["extra"] or read["missing"]):
            wrong = ", ".join([*read["extra"], *read["missing"]])
            yield name, f"{name}'s live list is wrong about {wrong}"


INVARIANTS = (
    Invariant("live_is_true", 1.0, _not_true, needs_seen=True),
    Invariant("all_are_told", 1.0, _not_told, needs_seen=True),
)
