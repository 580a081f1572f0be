"""Handoff: a dashboard for coordination with Apache ZooKeeper."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import library
from .library import HOMES

if TYPE_CHECKING:
    from .assembly import Handoff as Handoff
    from .assembly import create_app as create_app
    from .library import Barrier as Barrier
    from .library import Candidate as Candidate
    from .library import Held as Held
    from .library import Hold as Hold
    from .library import Item as Item
    from .library import Lock as Lock
    from .library import Lost as Lost
    from .library import Membership as Membership
    from .library import News as News
    from .library import QueueConsumer as QueueConsumer
    from .library import Revocable as Revocable
    from .library import Round as Round
    from .library import SharedLock as SharedLock
    from .library import Term as Term
    from .library import Tls as Tls
    from .library import ZooKeeperUnavailable as ZooKeeperUnavailable
    from .library import from_kazoo as from_kazoo

WIRED = ("Handoff", "create_app")
"""What `assembly.py` has."""

__all__ = [*WIRED, *HOMES]


def __getattr__(name: str) -> Any:
    """Load a name of the library, or of the dashboard, when it is asked for: `from handoff import
    Candidate`.
    """
    if name in WIRED:
        return getattr(import_module(".assembly", __name__), name)
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(library, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
