"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import Locks
from .model import LockModel
from .text import LOCK, LOCK_IDEA, LOCK_SOURCE

RECIPE = Recipe(
    name="lock",
    place=4,
    procedures=(
        Procedure(
            "lock",
            "Distributed lock",
            LOCK_SOURCE,
            LOCK_IDEA,
            LOCK,
            "machine:DistributedLock",
            "process:LockWork",
        ),
    ),
    model=LockModel(),
    services=(Locks,),
)
