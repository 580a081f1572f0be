"""The REST interface of each part beside the elections: blueprint, shapes, description."""

from __future__ import annotations

from types import ModuleType

from app.web.parts import (
    barriers,
    bookshelves,
    comparisons,
    configurations,
    consoles,
    groups,
    locks,
    names,
    queues,
    works,
    znodes,
)

PARTS: tuple[ModuleType, ...] = (
    barriers,
    bookshelves,
    comparisons,
    configurations,
    consoles,
    groups,
    locks,
    names,
    queues,
    works,
    znodes,
)
"""Modules, each with `blueprint` and `OPERATIONS`."""
