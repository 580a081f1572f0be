"""The pseudo-code of the queue and of the barrier."""

from __future__ import annotations

from app.recipes.step import Step

QUEUE_SOURCE = (
    "Apache ZooKeeper, Recipes and Solutions: Queues; Programmer's Guide: multi. "
    "Claims, versions and the line are Handoff's own"
)

QUEUE = (
    Step(
        "put item",
        "Producer: create items/item-, SEQUENCE, and count it in my ledger: both or none",
        "Clients put something into the queue by calling create() with a pathname ending in "
        '"queue-", with the sequence flag',
    ),
    Step(
        "open ledger",
        "Answer lost? My ledger's version says whether it is in",
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
        "Item's version + 1 and create claims/ITEM, EPHEMERAL: both or none",
        "An ephemeral znode exists as long as the session that created it is active: with the "
        "consumer goes the claim, and the item is free again",
    ),
    Step(
        "work",
        "It is mine: do what it asks for",
        "The item stays in the queue until what it asks for is done",
    ),
    Step(
        "finish",
        "Delete the item, of my version, and my claim: both or none",
        "delete() with a version succeeds only if the znode's version matches: of two who believe "
        "that they hold an item one can finish it",
    ),
    Step(
        "lost",
        "Refused? It is no longer mine: nothing has happened",
        "If one of the operations fails, none of them takes effect",
    ),
    Step(
        "line up",
        "Nothing free: create line/n_, SEQUENCE|EPHEMERAL. First in the line? Watch the items. "
        "Else watch the one before me",
        "The client does not issue another getChildren() until it exhausts the list; with no "
        "children left it sets a watch, and here one client alone does: no herd",
    ),
    Step(
        "notified",
        "Notified? Look again",
        "A watch is a one-time trigger: to be notified again, set another one",
    ),
)

BARRIER_SOURCE = (
    "Apache ZooKeeper, Recipes and Solutions: Double Barriers. Rounds, and that ready names those "
    "who are in, are Handoff's own"
)

BARRIER = (
    Step(
        "create znode",
        "Enter: create my znode, EPHEMERAL, with the round in its name",
        "Create child: create(n, EPHEMERAL)",
    ),
    Step(
        "wait for ready",
        "Watch ready (exists), list the processes. Fewer than x? Wait",
        'Set watch: exists(b + "/ready", true). L = getChildren(b, false); if fewer children in L '
        "than x, wait for watch event",
    ),
    Step(
        "open",
        "x are there? Create ready, if they all still stand: all or nothing",
        'else create(b + "/ready", REGULAR)',
    ),
    Step(
        "notified",
        "Notified? Look again",
        "When the barrier node comes, the process proceeds: all are woken at once",
    ),
    Step(
        "inside",
        "Ready names me: I am inside. Work",
        "Double barriers enable clients to synchronize the beginning and the end of a computation. "
        "When enough processes have joined the barrier, processes start their computation",
    ),
    Step(
        "too late",
        "Ready does not name me: too late, wait for the next round",
        "Who created its znode after the first x is not among those who start together",
    ),
    Step(
        "leave",
        "Done: list those of this round. Nobody there? I am out",
        "L = getChildren(b, false). If no children, exit",
    ),
    Step(
        "delete znode",
        "Not the lowest, or alone? Delete my znode",
        "If p is only process node in L, delete(n) and exit; else delete(n) if still exists",
    ),
    Step(
        "wait for the others",
        "Lowest: wait on the highest. Others: wait on the lowest",
        "If p is the lowest process node in L, wait on highest process node in L; else wait on "
        "lowest process node in L; goto 1",
    ),
    Step(
        "out",
        "All are out, together",
        "and leave the barrier once they have finished",
    ),
)
