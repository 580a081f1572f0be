"""What has members in an order, and no leader: shared locks, semaphores, what cannot be told.

The rest of an election's document is empty here: no handoff, no role, and no invariant of one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight import chain as chains
from app.insight import shapes, story_shapes

Election = dict[str, Any]

NOTHING: Mapping[str, Any] = {
    "leader": None,
    "epoch": None,
    "handoff": None,
    "last_handoff": None,
    "handoffs": 0,
    "woken": None,
    "tally": None,
    "racing": {},
    "racers": [],
    "orders": None,
    "violations": [],
    "doubts": [],
    "invariants": {},
}


def derive(election: Election, shape: str, zookeeper: Mapping[str, Any]) -> Election:
    """What follows from the members and their order; zookeeper: that part of the state document."""
    stands = shapes.stands(shape, election["chain"])
    chain = chains.link(election["chain"], {}, election["listed"], stands=stands)
    holders = [entry["znode"] for entry in chain if entry["truth"] == "holder"]
    linked = {**election, **NOTHING, "shape": shape, "chain": chain, "holders": holders}
    return {**linked, "story": story_shapes.leaderless(linked, zookeeper)}
