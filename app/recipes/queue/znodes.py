"""The names of a queue's znodes.

A queue is a znode with four parents below it: `items`, persistent and sequential, the work to
do; `claims`, ephemeral, one under the name of each item in somebody's hands; `line`, ephemeral
and sequential, the consumers that wait for an item; `producers`, what each of them has put in so
far. Names are relative to the queue.
"""

from __future__ import annotations

ITEMS = "items"
CLAIMS = "claims"
LINE = "line"
PRODUCERS = "producers"
PARENTS = (ITEMS, CLAIMS, LINE, PRODUCERS)
PREFIX = "item-"


def item_name(item: str) -> str:
    """Return the name of an item, relative to its queue."""
    return f"{ITEMS}/{item}"


def claim_name(item: str) -> str:
    """Return the name of the claim on an item, relative to its queue."""
    return f"{CLAIMS}/{item}"


def ledger_name(producer: str) -> str:
    """Return the name of a producer's ledger, relative to its queue."""
    return f"{PRODUCERS}/{producer}"
