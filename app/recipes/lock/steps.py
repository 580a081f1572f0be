"""The lock, step by step: each with its line and the sentence that it carries out."""

from __future__ import annotations

from ...participation.step import Step

LOCK_SOURCE = "Apache ZooKeeper, Recipes and Solutions: Locks"

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
        "Is the lowest znode mine, and of my session? I hold the lock: work",
        "If the pathname created in step 1 has the lowest sequence number suffix, the client has "
        "the lock and the client exits the protocol",
    ),
    Step(
        "watch predecessor",
        "Not the lowest: watch only the next lower one",
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
        "Before each write: does my znode still exist?",
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
