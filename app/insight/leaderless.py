"""What has members in an order, and no leader: shared locks, semaphores, what cannot be told.

The rest of an election's document is empty here: no handoff under way, no role, and no invariant
of one. What was known of it stays: a stray member may make it a queue for a moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight import shapes, story_shapes

Election = dict[str, Any]

NOTHING: Mapping[str, Any] = {
    "leader": None,
    "epoch": None,
    "handoff": None,
    "vacant": None,
    "removed": None,
    "woken": None,
    "tally": None,
    "racing": {},
    "racers": [],
    "onlookers": None,
    "orders": None,
    "violations": [],
    "doubts": [],
    "invariants": {},
}


def derived(election: Election, zookeeper: Mapping[str, Any]) -> Election:
    """The document of a thing whose chain is linked; zookeeper: that part of the state document."""
    chain = [_with_mode(entry, election["shape"]) for entry in election["chain"]]
    holders = [entry["znode"] for entry in chain if entry["truth"] == "holder"]
    known = {**election, **NOTHING, "chain": chain, "holders": holders}
    return {**known, "story": story_shapes.leaderless(known, zookeeper)}


def _with_mode(entry: Election, shape: str) -> Election:
    mode = shapes.mode_of(entry["znode"]) if shape == shapes.SHARED else None
    return entry if entry.get("mode") == mode else {**entry, "mode": mode}
