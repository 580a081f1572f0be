"""Take part in ZooKeeper's recipes from a program of your own: `from handoff import Candidate`.

The page about it, with an example of ten lines for each: docs/library.md. A name is loaded when it
is asked for, and what it needs with it: no program loads a recipe that it does not use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..errors import ZooKeeperUnavailable as ZooKeeperUnavailable
    from ..zookeeper.security import Tls as Tls
    from .barrier import Barrier as Barrier
    from .barrier import Round as Round
    from .candidate import Candidate as Candidate
    from .holder import Hold as Hold
    from .holder import Lost as Lost
    from .kazoo_options import from_kazoo as from_kazoo
    from .lock import Held as Held
    from .lock import Lock as Lock
    from .membership import Membership as Membership
    from .news import News as News
    from .queue_consumer import Item as Item
    from .queue_consumer import QueueConsumer as QueueConsumer
    from .shared_lock import Revocable as Revocable
    from .shared_lock import SharedLock as SharedLock
    from .term import Term as Term

HOMES = {
    "Barrier": ".barrier",
    "Candidate": ".candidate",
    "Held": ".lock",
    "Hold": ".holder",
    "Item": ".queue_consumer",
    "Lock": ".lock",
    "Lost": ".holder",
    "Membership": ".membership",
    "News": ".news",
    "QueueConsumer": ".queue_consumer",
    "Revocable": ".shared_lock",
    "Round": ".barrier",
    "SharedLock": ".shared_lock",
    "Term": ".term",
    "Tls": "..zookeeper.security",
    "ZooKeeperUnavailable": "..errors",
    "from_kazoo": ".kazoo_options",
}
"""In which module each name is."""

__all__ = sorted(HOMES)


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(HOMES[name], __package__), name)
