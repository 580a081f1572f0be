"""The shared lock, step by step, of readers and of writers: each step with its line and the
sentence that it carries out.
"""

from __future__ import annotations

from ...participation.step import Step

SHARED_LOCK_SOURCE = (
    "Apache ZooKeeper, Recipes and Solutions: Shared Locks, and Revocable Shared Locks"
)

_CONFIRM = "At any snapshot in time no two clients think they hold the same lock"
_RELEASE = (
    "The unlock protocol is very simple: clients wishing to release a lock simply delete the "
    "node they created in step 1"
)
_LIST = Step(
    "list children",
    "List the children, without a watch; watch my own znode's data",
    "Call getChildren() on the lock node without setting the watch flag - this is important, "
    "as it avoids the herd effect",
)
_NOTIFIED = Step(
    "notified",
    "When it is gone, list again",
    "If exists() returns false, goto step 2. Otherwise, wait for a notification for the "
    "pathname from the previous step before going to step 2",
)
_GIVE_UP = Step(
    "give up",
    "Waited too long? Delete my znode, without the lock",
    "Clients wishing to release a lock simply delete the node they created in step 1",
)
_GIVE_BACK = Step(
    "give back",
    'My znode says "unlock"? Delete it, and ask again later',
    "If the client subsequently receives notification for the node it created in step 1, it does "
    'another getData() on that node, with watch set and looks for the string "unlock", which '
    "signals to the client that it must release the lock",
)

READER = (
    Step(
        "create znode",
        'Create a znode "read-" with SEQUENCE and EPHEMERAL',
        'Call create() to create a node with pathname "guid-/read-". This is the lock node use '
        "later in the protocol. Make sure to set both the sequence and ephemeral flags",
    ),
    _LIST,
    Step(
        "hold",
        'No "write-" before mine, and mine is of my session? Read, together with other readers',
        'If there are no children with a pathname starting with "write-" and having a lower '
        "sequence number than the node created in step 1, the client has the lock and can exit "
        "the protocol",
    ),
    Step(
        "watch predecessor",
        'Watch only the next lower "write-"',
        "Otherwise, call exists(), with watch flag, set on the node in lock directory with "
        'pathname staring with "write-" having the next lowest sequence number',
    ),
    _NOTIFIED,
    Step("confirm", "Before I say what I have read: does my znode still exist?", _CONFIRM),
    Step("release", "Delete my own znode: perhaps a writer's turn", _RELEASE),
    _GIVE_BACK,
    _GIVE_UP,
)

WRITER = (
    Step(
        "create znode",
        'Create a znode "write-" with SEQUENCE and EPHEMERAL',
        'Call create() to create a node with pathname "guid-/write-". This is the lock node '
        "spoken of later in the protocol. Make sure to set both sequence and ephemeral flags",
    ),
    _LIST,
    Step(
        "hold",
        "Is the lowest znode of all mine, and of my session? Write, alone",
        "If there are no children with a lower sequence number than the node created in step 1, "
        "the client has the lock and the client exits the protocol",
    ),
    Step(
        "watch predecessor",
        "Watch only the next lower znode, of a reader or a writer",
        "Call exists(), with watch flag set, on the node with the pathname that has the next "
        "lowest sequence number",
    ),
    _NOTIFIED,
    Step("confirm", "Before each write: does my znode still exist?", _CONFIRM),
    Step("release", "Delete my own znode: the next ones' turn", _RELEASE),
    _GIVE_BACK,
    _GIVE_UP,
)
