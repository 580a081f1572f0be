"""What must hold of a bookshelf, checked on every event.

- no_acknowledged_book_lost: the leader of each new term has every book of which anybody was told
  that it is stored; the dashboard asks it for its whole list and compares.
- one_leader_serves: never two nodes that take writes and whose session lasts by their own clock.
- in_sync_agree: who is in sync in the leader's epoch has the same books as the leader. While a copy
  travels that cannot hold: it counts as broken after two seconds with nothing under way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.insight.chain import Candidates
from app.insight.violations import Found, Violation, holding, in_session, next_moment, standing

Shelf = Mapping[str, Any]

SETTLING = {"no_acknowledged_book_lost": 0.0, "one_leader_serves": 0.0, "in_sync_agree": 2.0}
SERVES = "leading"


def check(shelf: Shelf, candidates: Candidates, at: float, *, seen: bool) -> list[Violation]:
    """The violations at `at`; one that stood before keeps its `since`. seen: whether the in-sync
    set is what ZooKeeper says now.
    """
    found = [
        *_lost(shelf),
        *_two_serve(shelf, candidates, at),
        *(_disagree(shelf) if seen else ()),
    ]
    return standing(found, shelf["violations"], at)


def verdicts(violations: Sequence[Violation], at: float) -> dict[str, bool]:
    """Invariant -> whether it holds at `at`."""
    return holding(SETTLING, violations, SETTLING, at)


def next_check(shelf: Shelf, candidates: Candidates, at: float) -> float | None:
    """The next moment at which the verdicts can change without any event, None if never."""
    serving = _serving(shelf, candidates).values()
    return next_moment(shelf["violations"], SETTLING, serving, at)


def _serving(shelf: Shelf, candidates: Candidates) -> dict[str, Mapping[str, Any]]:
    """The processes of the nodes that say they lead, by name."""
    return {
        name: candidates[name]
        for name, node in shelf["runs"].items()
        if name in candidates
        and candidates[name]["process"] != "exited"
        and shelf["nodes"].get(node, {}).get("state") == SERVES
        and shelf["nodes"][node].get("candidate") == name
    }


def _lost(shelf: Shelf) -> Iterator[Found]:
    if shelf["lost"]:
        audit = shelf["audit"]
        names = ", ".join(audit["missing"][:3])
        detail = (
            f"{audit['node']} leads, and {shelf['lost']} of {audit['acknowledged']} acknowledged "
            f"books are not there: {names}{_decided(shelf)}"
        )
        yield "no_acknowledged_book_lost", "books", detail


def _decided(shelf: Shelf) -> str:
    """It was no node's doing."""
    done = shelf["appointed"]
    return f". A person let {done['node']} lead, which lacked {done['lost']}" if done else ""


def _two_serve(shelf: Shelf, candidates: Candidates, at: float) -> Iterator[Found]:
    names = in_session(_serving(shelf, candidates), at)
    if len(names) > 1:
        nodes = " and ".join(sorted(shelf["runs"][name] for name in names))
        detail = f"{nodes} take writes at the same time, and the sessions of both last"
        yield "one_leader_serves", nodes, detail


def _disagree(shelf: Shelf) -> Iterator[Found]:
    """Only who says the same epoch can be compared. What is compared is in the subject: a
    difference that moves is a copy on its way, one that stays is a violation.
    """
    leader = shelf["nodes"].get(shelf["leader"] or "")
    if leader is None or leader["state"] != SERVES or shelf["writes"]:
        return
    for name, node in shelf["nodes"].items():
        comparable = node["in_sync"] and node["live"] and node["process"] != "paused"
        if not comparable or node["epoch"] != leader["epoch"] or node["checksum"] is None:
            continue
        if node["checksum"] != leader["checksum"]:
            subject = f"{name} {node['checksum']} {leader['checksum']}"
            what = f"{node['books']} books, the leader {shelf['leader']} {leader['books']}"
            yield "in_sync_agree", subject, f"{name} is in sync and has other books: {what}"
