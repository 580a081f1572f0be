"""A person's decision about `in_sync`, written as it was read: rule 11 of docs/bookshelf.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException, NoNodeError
from kazoo.handlers.threading import KazooTimeoutError

from app.errors import Conflict
from app.insight.bookshelves import IN_SYNC
from app.insight.bookshelves.nodes import in_sync_of
from app.recipes.replication import words as w
from app.recipes.replication.notation import written
from app.zookeeper.refusals import in_words

PATIENCE = 2.0


def write_in_sync(
    client: KazooClient, path: str, stores: Mapping[str, str], node: str, store: str
) -> int:
    """Name this node alone, by its disk, where `stores` is what stands there, empty for nothing;
    returns the epoch that it bears, which stays. So begins a history, which disks of an earlier
    one take up (rule 12).

    Raises Conflict where something else stands there, also by the time it is written.
    """
    path = f"{path}/{IN_SYNC}"
    data, version = _read(client, path)
    found = in_sync_of(data) or {"nodes": {}, "epoch": None}
    if found["nodes"] != dict(stores):
        raise Conflict(f"{path} has been changed meanwhile: look again", code="stale", field="node")
    value = w.given_to(node, store, found["epoch"] or 0, str(uuid4()))
    _write(client, path, written(value), version)
    return value.epoch


def _read(client: KazooClient, path: str) -> tuple[str | None, int | None]:
    try:
        data, stat = client.get_async(path).get(timeout=PATIENCE)
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
        asked.get(timeout=PATIENCE)
    except (KazooException, KazooTimeoutError) as error:
        raise in_words(error, path, changes=True) from error
