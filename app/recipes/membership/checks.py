"""The invariants of a group, checked on every event.

Both invariants are about what a process does once it has been told; between a change and its
notification they cannot hold, so they count as broken after `SETTLING` seconds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ...readmodels.document import Candidates, CandidateState
from ...readmodels.model import Found, Invariant
from .document import Group
from .nodes import SETTLING, is_acting, wrong_about

NAMED = 3
"""How many of those whose list is wrong are named; of more it is said that there are more."""


def _acting(group: Group, own: Candidates) -> Iterator[tuple[str, str, CandidateState]]:
    """Yield (candidate, node, process) of those that run and believe that they are live."""
    for name, node in group["runs"].items():
        if is_acting(own[name]):
            yield name, node, own[name]


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
            yield name, f"{name} is in the live list, but its session was closed"


def _not_told(group: Group, own: Candidates, at: float) -> Iterator[Found]:
    """Yield the nodes about which members' own live lists are wrong: one leaves or comes, and all
    the others have to be told, so that the telling costs the same among ten and among a thousand.
    """
    wrong = wrong_about(group["lists"], group["nodes"])
    misled: dict[str, list[str]] = defaultdict(list)
    for name, _, _ in _acting(group, own):
        for about in sorted(wrong.get(name, ())):
            misled[about].append(name)
    for about, names in misled.items():
        yield about, f"{_lists_of(names)} wrong about {about}"


def _lists_of(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"{names[0]}'s live list is"
    if len(names) > NAMED:
        return f"the live lists of more than {NAMED} processes are"
    return f"the live lists of {', '.join(names[:-1])} and {names[-1]} are"


INVARIANTS = (
    Invariant("live_is_true", SETTLING, _not_true, needs_seen=True),
    Invariant("all_are_told", SETTLING, _not_told, needs_seen=True),
)
