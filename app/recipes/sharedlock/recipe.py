"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import SharedLocks
from .model import SharedLockModel
from .text import READER, SHARED_LOCK_IDEA, SHARED_LOCK_SOURCE, WRITER

RECIPE = Recipe(
    name="sharedlock",
    place=5,
    procedures=(
        Procedure(
            "reader",
            "Shared lock, a reader",
            SHARED_LOCK_SOURCE,
            SHARED_LOCK_IDEA,
            READER,
            "machine:Reader",
            "process:SharedLockWork",
        ),
        Procedure(
            "writer",
            "Shared lock, a writer",
            SHARED_LOCK_SOURCE,
            SHARED_LOCK_IDEA,
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
