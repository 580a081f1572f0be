"""The queue, step by step: each with its line and the sentence that it carries out."""

from __future__ import annotations

from ...participation.step import Step

QUEUE_SOURCE = (
    "Apache ZooKeeper, Recipes and Solutions: Queues; Programmer's Guide: multi. "
    "Claims, versions and the line are Handoff's own"
)

QUEUE = (
    Step(
        "put item",
        "Producer: create items/item-, SEQUENCE, and count it in my ledger: both or neither",
        "Clients put something into the queue by calling create() with a pathname ending in "
        '"queue-", with the sequence flag',
    ),
    Step(
        "open ledger",
        "Answer lost? My ledger's version says whether the item is in the queue",
        "A transaction is carried out as a whole or not at all: the ledger counts what was put",
    ),
    Step(
        "look",
        "Consumer: list items and claims. The lowest item without a claim",
        "A client that wants to remove from the queue calls getChildren() and begins processing "
        "nodes with the lowest number",
    ),
    Step(
        "claim",
        "Write the item (version + 1), create claims/ITEM, EPHEMERAL: both or neither",
        "An ephemeral znode exists as long as the session that created it is active: with the "
        "consumer goes the claim, and the item is free again",
    ),
    Step(
        "work",
        "It is mine: do its work",
        "The item stays in the queue until its work is done",
    ),
    Step(
        "finish",
        "Delete the item, at my version, and my claim: both or neither",
        "delete() with a version succeeds only if the znode's version matches: of two clients "
        "that believe that they hold an item, only one can finish it",
    ),
    Step(
        "lost",
        "Refused? It is no longer mine: nothing has changed",
        "If one of the operations fails, none of them takes effect",
    ),
    Step(
        "line up",
        "Nothing free: create line/n_, SEQUENCE|EPHEMERAL. First in the line? Watch the items. "
        "Otherwise watch the one before me",
        "The client does not issue another getChildren() until it exhausts the list; with no "
        "children left it sets a watch, and here one client alone does: no herd",
    ),
    Step(
        "notified",
        "Notified? Look again",
        "A watch is a one-time trigger: to be notified again, set another one",
    ),
)
