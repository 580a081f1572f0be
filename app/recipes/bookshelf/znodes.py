"""The names of a bookshelf's znodes, and what its in-sync set says.

A bookshelf at PATH is `all_nodes` (stays), `live_nodes` (ephemeral), `election` (ephemeral
sequential) and `in_sync` below it; the last one's data says which nodes, by which disks, have every
acknowledged book.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...foreign_json import read_json

ELECTION = "election"
IN_SYNC = "in_sync"


class InSyncZnode(NamedTuple):
    """The content of the znode `in_sync`: by the name of each node, the id of its store."""

    epoch: int | None
    nodes: Mapping[str, str]


NOBODY = InSyncZnode(None, {})


def in_sync_of(data: str | None) -> InSyncZnode:
    """Return what the data of the znode `in_sync` says; nobody if it says none."""
    try:
        document = read_json(data or "")
    except ValueError:
        return NOBODY
    nodes = document.get("nodes") if isinstance(document, dict) else None
    if not isinstance(nodes, dict) or not all(isinstance(one, str) for one in nodes.values()):
        return NOBODY
    epoch = document["epoch"] if type(document.get("epoch")) is int else None
    return InSyncZnode(epoch, nodes)
