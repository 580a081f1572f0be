"""Derive things with ordered members and no leader: shared locks, semaphores, unknown shapes.

The rest of an election's document is empty here: no handoff under way, no role, and no invariant.
What was known of it stays: a stray member may make it a queue for a moment.
"""

from __future__ import annotations

from ....readmodels.chain import Chain
from ....readmodels.document import Entry
from ....readmodels.zookeeper import Zookeeper
from ..document import Election, Parts
from ..text import tell_leaderless
from . import shapes

NOTHING: Parts = {
    "leader": None,
    "epoch": None,
    "handoff": None,
    "vacant": None,
    "cut": None,
    "marks": {},
    "removed": None,
    "woken": None,
    "tally": None,
    "racing": {},
    "racers": [],
    "onlookers": None,
    "orders": None,
}


def derived(election: Election, zookeeper: Zookeeper) -> Election:
    """Return the document of a thing whose chain is linked; zookeeper: that part of the state
    document.
    """
    shape, chain = election["shape"], election["chain"]
    # One that is linked again was no shared lock's: only such a chain has modes.
    is_again = isinstance(chain, Chain) and chain.follows is not None
    if shape == shapes.SHARED or (not is_again and any(entry.get("mode") for entry in chain)):
        chain = [_with_mode(entry, shape) for entry in chain]
    holds = [] if shape in shapes.NO_ORDER else filter(_holds, chain)
    holders = [entry["znode"] for entry in holds]
    known: Election = {
        **election,
        **NOTHING,
        "violations": [],
        "doubts": [],
        "invariants": {},
        "chain": chain,
        "holders": holders,
    }
    told = tell_leaderless(known, zookeeper)
    return {**known, "story": told.sentence, "reason": told.reason}


def _holds(entry: Entry) -> bool:
    return entry["truth"] == "holder"


def _with_mode(entry: Entry, shape: str) -> Entry:
    mode = shapes.mode_of(entry["znode"]) if shape == shapes.SHARED else None
    return entry if entry.get("mode") == mode else {**entry, "mode": mode}
