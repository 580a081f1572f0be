"""The events of locks, each with its line in words."""

from __future__ import annotations

from ...readmodels.guarded import GuardOpened, GuardSwitched


class LockOpened(GuardOpened, kind="lock.opened"):
    """Somebody has opened the lock."""

    thing = "lock"


class LockSwitched(GuardSwitched, kind="lock.switched", tone="frozen"):
    """Somebody has taken the lock away from its clients, or given it back."""

    thing = "lock"
