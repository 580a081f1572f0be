"""The recipes as the page shows them: each step with its line and the sentence it carries out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from app.recipes.step import Step
from app.recipes.steps_bookshelf import BOOKSHELF, BOOKSHELF_SOURCE
from app.recipes.steps_flow import BARRIER, BARRIER_SOURCE, QUEUE, QUEUE_SOURCE
from app.recipes.steps_watching import (
    CONFIGURATION,
    CONFIGURATION_SOURCE,
    LOOKUP,
    NAMING,
    NAMING_SOURCE,
)

SOURCE = "Apache ZooKeeper, Recipes and Solutions: Leader Election"
HERD_SOURCE = f"{SOURCE}, which warns of it"
LOCK_SOURCE = "Apache ZooKeeper, Recipes and Solutions: Locks"
MEMBERSHIP_SOURCE = "Apache ZooKeeper, Recipes: Group Membership; Programmer's Guide: Watches"
SINGLE_SOURCE = "The simplest use of an ephemeral znode; the sentences are Handoff's own"


ACKNOWLEDGE = (
    "Applications may consider creating a separate znode to acknowledge that the leader "
    "has executed the leader procedure"
)

PREDECESSOR = (
    Step(
        "create znode",
        "Create a znode with SEQUENCE and EPHEMERAL",
        'Create znode z with path "ELECTION/guid-n_" with both SEQUENCE and EPHEMERAL flags',
    ),
    Step(
        "list children",
        "Let C be the children, i my own number",
        'Let C be the children of "ELECTION", and i be the sequence number of z',
    ),
    Step(
        "watch predecessor",
        "Watch the largest j < i in C, and only that one",
        'Watch for changes on "ELECTION/guid-n_j", where j is the largest sequence number '
        "such that j < i and n_j is a znode in C",
    ),
    Step(
        "notified",
        "When it is deleted, list C again",
        "Upon receiving a notification of znode deletion: "
        "Let C be the new set of children of ELECTION",
    ),
    Step(
        "lead",
        "Am I the smallest in C? Lead. If not, watch again",
        "If z is the smallest node in C, then execute leader procedure",
    ),
    Step("acknowledge", "Write down that I lead, with my epoch", ACKNOWLEDGE),
)

HERD = (
    Step(
        "create znode",
        "Create a znode with SEQUENCE and EPHEMERAL",
        'Have a znode, say "/election", such that each znode creates a child znode '
        '"/election/guid-n_" with both flags SEQUENCE|EPHEMERAL',
    ),
    Step(
        "list children",
        "List the children, and watch their list",
        "A trivial solution is to have all application processes watching",
    ),
    Step(
        "remember leader",
        "Remember the smallest: it leads",
        "The process that created the znode with the smallest appended sequence number is the "
        "leader",
    ),
    Step(
        "notified",
        "When the list changes, everybody lists it again",
        "But this causes a herd effect: upon a failure of the current leader, all other processes "
        "receive a notification, and execute getChildren",
    ),
    Step(
        "lead",
        "Am I the smallest? Lead. If not, remember again",
        "checking if they are the new leader when the smallest znode goes away",
    ),
    Step("acknowledge", "Write down that I lead, with my epoch", ACKNOWLEDGE),
)

SINGLE = (
    Step(
        "list children",
        "List the children, and watch their list",
        "Everybody watches the parent: one znode below it says who leads",
    ),
    Step(
        "create znode",
        "No leader there? Race: create leader, EPHEMERAL",
        "Of many creates of one znode one succeeds; the others are told that it exists",
    ),
    Step(
        "remember leader",
        "Beaten? Remember the leader, and wait",
        "Whoever created the znode leads until its session ends, and the znode with it",
    ),
    Step(
        "lead",
        "Created it, and my session owns it? Lead",
        "The session that owns the ephemeral znode is the leader's",
    ),
    Step("acknowledge", "Write down that I lead, with my epoch", ACKNOWLEDGE),
)

LOCK = (
    Step(
        "create znode",
        "Create a znode with SEQUENCE and EPHEMERAL",
        'Call create() with a pathname of "_locknode_/guid-lock-" and the sequence and ephemeral '
        "flags set",
    ),
    Step(
        "list children",
        "List the children, without a watch",
        "Call getChildren() on the lock node without setting the watch flag (this is important to "
        "avoid the herd effect)",
    ),
    Step(
        "hold",
        "Mine is the lowest, and mine? The lock is held: work",
        "If the pathname created in step 1 has the lowest sequence number suffix, the client has "
        "the lock and the client exits the protocol",
    ),
    Step(
        "watch predecessor",
        "Not the lowest: watch the next lower one alone",
        "The client calls exists() with the watch flag set on the path in the lock directory with "
        "the next lowest sequence number",
    ),
    Step(
        "notified",
        "When it is gone, list again",
        "Otherwise, wait for a notification for the pathname from the previous step before going "
        "to step 2",
    ),
    Step(
        "confirm",
        "Before each write: does my znode still stand?",
        "At any snapshot in time no two clients think they hold the same lock",
    ),
    Step(
        "release",
        "Delete my own znode: the next one's turn",
        "The unlock protocol is very simple: clients wishing to release a lock simply delete the "
        "node they created in step 1",
    ),
    Step(
        "give up",
        "Waited too long? Delete my znode, without the lock",
        "Clients wishing to release a lock simply delete the node they created in step 1",
    ),
)

MEMBERSHIP = (
    Step(
        "register",
        "Create all_nodes/ID, persistent: who I am",
        "The group is represented by a node",
    ),
    Step(
        "announce",
        "Create live_nodes/ID, EPHEMERAL: I am here",
        "Members of the group create ephemeral nodes under the group node",
    ),
    Step(
        "earlier session",
        "Exists, and not by my session? Watch it, and wait",
        "Nodes of the members that fail abnormally will be removed automatically when ZooKeeper "
        "detects the failure: not before",
    ),
    Step(
        "watch members",
        "I am live. Read both lists, with a watch on each",
        "A client will see a watch event for a znode it is watching before seeing the new data "
        "that corresponds to that znode",
    ),
    Step(
        "notified",
        "When one fires, read that list again, and watch again",
        "Watches are one time triggers; if you get a watch event and you want to get notified of "
        "future changes, you must set another watch",
    ),
    Step(
        "leave",
        "Delete live_nodes/ID; all_nodes/ID stays",
        "When the session ends the znode is deleted; whoever leaves need not wait for that",
    ),
)

RECIPES: Mapping[str, tuple[str, str, tuple[Step, ...]]] = {
    "predecessor": ("Leader election, watching the predecessor", SOURCE, PREDECESSOR),
    "herd": ("Leader election, everybody watching everything", HERD_SOURCE, HERD),
    "single": ("Leader election, a race for one znode", SINGLE_SOURCE, SINGLE),
    "lock": ("Distributed lock", LOCK_SOURCE, LOCK),
    "membership": ("Group membership", MEMBERSHIP_SOURCE, MEMBERSHIP),
    "bookshelf": ("A replicated bookshelf", BOOKSHELF_SOURCE, BOOKSHELF),
    "barrier": ("Double barrier", BARRIER_SOURCE, BARRIER),
    "queue": ("Queue of work", QUEUE_SOURCE, QUEUE),
    "configuration": ("Configuration", CONFIGURATION_SOURCE, CONFIGURATION),
    "naming": ("Name service, who provides something", NAMING_SOURCE, NAMING),
    "lookup": ("Name service, who looks it up", NAMING_SOURCE, LOOKUP),
}
"""recipe -> title, source, steps."""


def as_document() -> dict[str, Any]:
    """All recipes for the state document: recipe -> {title, source, steps}."""
    return {
        recipe: {"title": title, "source": source, "steps": [asdict(step) for step in steps]}
        for recipe, (title, source, steps) in RECIPES.items()
    }
