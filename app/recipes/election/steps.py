"""The elections, step by step: each with its line and the sentence that it carries out."""

from __future__ import annotations

from ...participation.step import Step

SOURCE = "Apache ZooKeeper, Recipes and Solutions: Leader Election"

HERD_SOURCE = f"{SOURCE}, which warns of it"

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
        "If many clients create the same znode, one succeeds; the others are told that it exists",
    ),
    Step(
        "remember leader",
        "Beaten? Remember the leader, and wait",
        "The creator of the znode leads until its session ends, and the znode with it",
    ),
    Step(
        "lead",
        "Created it, and my session owns it? Lead",
        "The session that owns the ephemeral znode is the leader's",
    ),
    Step("acknowledge", "Write down that I lead, with my epoch", ACKNOWLEDGE),
)
