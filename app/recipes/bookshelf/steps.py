"""A node of the bookshelf, step by step: each with its line and the sentence that it carries out.

It puts two recipes together.
"""

from __future__ import annotations

from ...participation.step import Step

BOOKSHELF_SOURCE = (
    "Group Membership and Leader Election; the in-sync set is the idea of Apache Kafka's "
    "replication; the sentences are Handoff's own"
)

BOOKSHELF = (
    Step(
        "register",
        "Create all_nodes/ID, persistent; read in_sync, with a watch",
        "A node belongs to the shelf for good, whether its process runs or not",
    ),
    Step(
        "catch up",
        "Not in in_sync? The leader brings my disk to its state",
        "Only a node that has every acknowledged book is in the in-sync set, by the name of its "
        "disk: one that comes with an empty disk is not",
    ),
    Step(
        "announce",
        "In sync: create live_nodes/ID, EPHEMERAL",
        "A live node has caught up before",
    ),
    Step(
        "stand",
        "Take part in the election: only nodes in sync may lead",
        "The next leader comes from the in-sync set, so no acknowledged book is lost with the last",
    ),
    Step(
        "follow",
        "Store each copy from the leader, but none of an earlier epoch",
        "A copy with a lower epoch than one already seen comes from an earlier leader",
    ),
    Step(
        "take over",
        "Elected: write my epoch into in_sync, at the version that I have read",
        "The first act of a leader is one conditional write, which shuts out every earlier leader",
    ),
    Step(
        "serve",
        "Store a book, copy it to all in sync, take out those that are silent, answer",
        "A book counts as kept once all in the in-sync set have it on their disks; a node that "
        "does not answer is taken out of the set before the client is told",
    ),
    Step(
        "fall behind",
        "Taken out: delete my candidacy and live znode, and catch up",
        "A node that may lack a book must neither lead nor count as up to date",
    ),
)
