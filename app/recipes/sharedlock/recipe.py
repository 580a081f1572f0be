"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import SharedLocks
from .machine import Reader, Writer
from .model import SharedLockModel
from .process import SharedLockWork
from .steps import READER, SHARED_LOCK_SOURCE, WRITER

RECIPE = Recipe(
    name="sharedlock",
    place=10,
    procedures=(
        Procedure(
            "reader", "Shared lock, a reader", SHARED_LOCK_SOURCE, READER, Reader, SharedLockWork
        ),
        Procedure(
            "writer", "Shared lock, a writer", SHARED_LOCK_SOURCE, WRITER, Writer, SharedLockWork
        ),
    ),
    model=SharedLockModel(),
    services=(SharedLocks,),
    builds_on=frozenset({"lock"}),
    borrows=frozenset({"lock/process"}),
)
