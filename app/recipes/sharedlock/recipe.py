"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import SharedLocks
from .model import SharedLockModel
from .text import READER, SHARED_LOCK_SOURCE, WRITER

RECIPE = Recipe(
    name="sharedlock",
    place=10,
    procedures=(
        Procedure(
            "reader",
            "Shared lock, a reader",
            SHARED_LOCK_SOURCE,
            READER,
            "machine:Reader",
            "process:SharedLockWork",
        ),
        Procedure(
            "writer",
            "Shared lock, a writer",
            SHARED_LOCK_SOURCE,
            WRITER,
            "machine:Writer",
            "process:SharedLockWork",
        ),
    ),
    model=SharedLockModel(),
    services=(SharedLocks,),
    builds_on=frozenset({"lock"}),
    borrows=frozenset({"lock/process"}),
)
