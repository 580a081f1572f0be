"""The names of a group's znodes.

A group has two parents: `all_nodes`, which keeps everybody who ever was a member, and `live_nodes`,
which holds an ephemeral znode of each current member. Names are relative to the group.
"""

from __future__ import annotations

ALL = "all_nodes"
LIVE = "live_nodes"
PARENTS = (ALL, LIVE)


def known_name(identity: str) -> str:
    """Return the name of a node's permanent entry, relative to its group."""
    return f"{ALL}/{identity}"


def live_name(identity: str) -> str:
    """Return the name of a node's ephemeral znode, relative to its group."""
    return f"{LIVE}/{identity}"
