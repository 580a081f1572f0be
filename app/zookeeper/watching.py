"""A watch event as Handoff knows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias


class WatchEvent(NamedTuple):
    """A watch event as kazoo gives it to watchers, and the zxid of the change that fired it.

    type and state: kazoo's `EventType` and `KeeperState`. path: without the chroot. zxid: None
    where the server does not send it (`Capabilities.events_tell_zxid`), and for a lost connection.
    """

    type: str
    state: str
    path: str
    zxid: int | None = None


Watcher: TypeAlias = Callable[[WatchEvent], None]
