"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import Locks
from .machine import DistributedLock
from .model import LockModel
from .process import LockWork
from .steps import LOCK, LOCK_SOURCE

RECIPE = Recipe(
    name="lock",
    place=3,
    procedures=(
        Procedure("lock", "Distributed lock", LOCK_SOURCE, LOCK, DistributedLock, LockWork),
    ),
    model=LockModel(),
    services=(Locks,),
)
