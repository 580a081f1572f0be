"""Make what services stand on where there is no ZooKeeper: of a recording, of another dashboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..settings import Settings

if TYPE_CHECKING:
    from ..actions.service import Context
    from ..history.history import History
    from ..journal.journal import Journal

NOWHERE = "127.0.0.1:1"
"""An address to which nobody connects."""


def context_of(journal: Journal, settings: Settings, history: History | None = None) -> Context:
    """Return what there is to act on: the journal alone."""
    from ..actions.service import Context
    from ..processes.supervisor import Supervisor
    from ..recipes.registry import ROLES
    from ..zookeeper.mirror import Mirror

    mirror = Mirror(NOWHERE, journal.append)
    supervisor = Supervisor(NOWHERE, journal, mirror.after_sync, ROLES, 0)
    return Context(journal, mirror, supervisor, settings, history=history)
