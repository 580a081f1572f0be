"""The invariants of a bookshelf, checked on every event.

- no_acknowledged_book_lost: the leader of each new term has every book that any client was told
  is stored; the dashboard asks it for its whole list and compares.
- one_leader_serves: never two nodes that take writes and whose session lasts by their own clock.
- in_sync_agree: a node in sync in the leader's epoch has the same books as the leader. While a copy
  travels that cannot hold: it counts as broken after two seconds with nothing under way.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....readmodels.document import Candidates
from ....readmodels.model import Found, Invariant
from ....readmodels.violations import in_session
from ..document import ShelfState

SERVES = "leading"


def serving(shelf: ShelfState, own: Candidates) -> Candidates:
    """Return the processes of the nodes that say they lead, by name."""
    return {
        name: own[name]
        for name, node in shelf["runs"].items()
        if name in own
        and own[name]["process"] != "exited"
        and shelf["nodes"].get(node, {}).get("state") == SERVES
        and shelf["nodes"][node].get("candidate") == name
    }


def _lost(shelf: ShelfState, own: Candidates, at: float) -> Iterator[Found]:
    audit = shelf["audit"]
    if shelf["lost"] and audit:
        names = ", ".join(audit["missing"][:3])
        detail = (
            f"{audit['node']} leads, and {shelf['lost']} of {audit['acknowledged']} acknowledged "
            f"books are not there: {names}{_decided(shelf)}"
        )
        yield "books", detail


def _decided(shelf: ShelfState) -> str:
    """Tell of a person's decision: the loss was no node's doing."""
    done = shelf["appointed"]
    return f". A person let {done['node']} lead, which lacked {done['lost']}" if done else ""


def _two_serve(shelf: ShelfState, own: Candidates, at: float) -> Iterator[Found]:
    names = in_session(serving(shelf, own), at)
    if len(names) > 1:
        nodes = " and ".join(sorted(shelf["runs"][name] for name in names))
        detail = f"{nodes} take writes at the same time, and the sessions of both last"
        yield nodes, detail


def _disagree(shelf: ShelfState, own: Candidates, at: float) -> Iterator[Found]:
    """Yield the nodes in sync whose books differ. Only nodes that name the same epoch can be
    compared. The subject holds what is compared: a difference that moves is a copy on its way, one
    that stays is a violation.
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
            yield subject, f"{name} is in sync and has other books: {what}"


INVARIANTS = (
    Invariant("no_acknowledged_book_lost", 0.0, _lost),
    Invariant("one_leader_serves", 0.0, _two_serve),
    Invariant("in_sync_agree", 2.0, _disagree, needs_seen=True),
)
