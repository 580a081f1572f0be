"""The names of a bookshelf's znodes, and what its in-sync set says.

A bookshelf at PATH is `all_nodes` (stays), `live_nodes` (ephemeral), `election` (ephemeral
sequential) and `in_sync` below it; the last one's data, a JSON object, says which nodes, by which
disks, have every acknowledged book.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...foreign_json import read_json
from ...participation.said import said_in

ELECTION = "election"
IN_SYNC = "in_sync"


@dataclass(frozen=True)
class InSync:
    """The znode `in_sync`: which nodes have every acknowledged book, by name and store.

    epoch and term are those of the leader who wrote it last; 0, "" and no leader where a fresh
    shelf's first node has created it. begun: the name that the person or the serving leader gave
    to the history of ZooKeeper that this belongs to; "" for the first one of a shelf.
    """

    epoch: int
    term: str
    leader: str | None
    address: str | None
    nodes: Mapping[str, str]
    begun: str = ""

    def document(self) -> bytes:
        """Return the znode's data."""
        return json.dumps({**vars(self), "nodes": dict(self.nodes)}).encode()


def given_to(node: str, store: str, epoch: int = 0, begun: str = "") -> InSync:
    """Return a znode by which this node alone may lead, with this disk: on a fresh shelf, or (rule
    11) because a person says so, where no named node has the named disk, or may lead by it. epoch:
    the one that was there; begun: the name of the history that this begins.
    """
    return InSync(epoch, "", None, None, {node: store}, begun)


def parsed_in_sync(data: bytes) -> InSync | None:
    """Parse what a node goes by; None where it makes no sense: anybody may have written it."""
    try:
        told = read_json(data or b"null")
        return InSync(
            _of_type(int, told["epoch"]),
            _of_type(str, told["term"]),
            _of_type((str, type(None)), told["leader"]),
            _of_type((str, type(None)), told["address"]),
            {_of_type(str, name): _of_type(str, store) for name, store in told["nodes"].items()},
            _of_type(str, told.get("begun", "")),
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _of_type(kind: Any, value: Any) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not a {kind}")
    return value


class InSyncNodes(NamedTuple):
    """What is shown of the znode `in_sync`: by the name of each node, the id of its store."""

    epoch: int | None
    nodes: Mapping[str, str]


def in_sync_of(data: str | None) -> InSyncNodes:
    """Return what the data of the znode `in_sync` says; nobody if it says none."""
    nodes = said_in(data, "nodes", dict)
    if nodes is None or not all(isinstance(one, str) for one in nodes.values()):
        return InSyncNodes(None, {})
    return InSyncNodes(said_in(data, "epoch", int), nodes)
