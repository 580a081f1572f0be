"""Write a person's decision to `in_sync`, where it is unchanged: rule 11 of docs/bookshelf.md."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

from ....errors import Conflict
from ....zookeeper import operations as o
from ....zookeeper.lane import Lane
from ..model.nodes import InSyncZnode, in_sync_of
from ..model.shelf import IN_SYNC


def write_in_sync(lane: Lane, path: str, stores: Mapping[str, str], node: str, store: str) -> int:
    """Name this node alone, by its disk, if `in_sync` still holds `stores`, empty for nothing;
    return the epoch in it, which stays. This begins a history, which disks of an earlier one take
    up (rule 12).

    Raise Conflict where `in_sync` holds something else, also at the time of the write. The imports
    are inside because few decide so, and all else of a machine is loaded by its process alone.
    """
    from ..replication.messages import given_to
    from ..replication.notation import written

    path = f"{path}/{IN_SYNC}"
    seen = lane.ask(o.Get(path))
    found = in_sync_of(seen and seen.data.decode(errors="replace")) or InSyncZnode(None, {})
    if found.nodes != dict(stores):
        raise Conflict(f"{path} was changed meanwhile: look again", code="stale", field="node")
    value = given_to(node, store, found.epoch or 0, str(uuid4()))
    data = written(value)
    lane.ask(o.Set(path, data, seen.stat.version) if seen else o.Create(path, data))
    return value.epoch
