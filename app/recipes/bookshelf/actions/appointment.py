"""Write a person's decision to `in_sync`, where it is unchanged: rule 11 of docs/bookshelf.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException, NoNodeError
from kazoo.handlers.threading import KazooTimeoutError

from ....errors import Conflict
from ....zookeeper.refusals import in_words
from ..model.nodes import InSyncZnode, in_sync_of
from ..model.shelf import IN_SYNC

TIMEOUT = 2.0


def write_in_sync(
    client: KazooClient, path: str, stores: Mapping[str, str], node: str, store: str
) -> int:
    """Name this node alone, by its disk, if `in_sync` still holds `stores`, empty for nothing;
    return the epoch in it, which stays. This begins a history, which disks of an earlier one take
    up (rule 12).

    Raise Conflict where `in_sync` holds something else, also at the time of the write. The imports
    are inside because few decide so, and all else of a machine is loaded by its process alone.
    """
    from ..replication.messages import given_to
    from ..replication.notation import written

    path = f"{path}/{IN_SYNC}"
    data, version = _read(client, path)
    found = in_sync_of(data) or InSyncZnode(None, {})
    if found.nodes != dict(stores):
        raise Conflict(f"{path} was changed meanwhile: look again", code="stale", field="node")
    value = given_to(node, store, found.epoch or 0, str(uuid4()))
    _write(client, path, written(value), version)
    return value.epoch


def _read(client: KazooClient, path: str) -> tuple[str | None, int | None]:
    try:
        data, stat = client.get_async(path).get(timeout=TIMEOUT)
    except NoNodeError:
        return None, None
    except (KazooException, KazooTimeoutError) as error:
        raise in_words(error, path) from error
    return data.decode(errors="replace"), stat.version


def _write(client: KazooClient, path: str, data: bytes, version: int | None) -> None:
    asked: Any
    if version is None:
        asked = client.create_async(path, data)
    else:
        asked = client.set_async(path, data, version)
    try:
        asked.get(timeout=TIMEOUT)
    except (KazooException, KazooTimeoutError) as error:
        raise in_words(error, path, changes=True) from error
