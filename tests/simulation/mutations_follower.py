"""The mistakes that show only where a server lags behind its leader."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from app.zookeeper.wire.codes import Op
from tests.simulation.follower import Follower

LOST_CREATES = ("predecessor", "herd", "single", "lock", "queue", "barrier")


def _unsynced() -> AbstractContextManager[Any]:
    """1: looks for its lost create in whatever tree there is: a `sync` waits for nothing."""
    return patch.object(Follower, "ASKED", Follower.ASKED - {Op.SYNC})


UNSYNCED: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    f"{recipe}: does not sync before looking": _unsynced for recipe in LOST_CREATES
}
