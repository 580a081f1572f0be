"""A matrix of drills: one for each combination of some values, and one report of all."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ...errors import BadRequest
from .plan import DrillPlan, checked

MATRIX_SCHEMA = "handoff-matrix/1"
"""The form of a matrix's report, with its version: it has the whole report of every cell."""
SAME = "same"
"""The cause that ends a matrix two of whose cells are one and the same."""
MOST_CELLS = 60
AXES = ("recipe", "strategy", "candidates", "fault", "target", "session_timeout")
"""The fields of a plan that may have several values; the last one changes with every cell."""


class DrillMatrix(NamedTuple):
    """The plans of all cells, in the order in which they run. axes: field -> its values, where it
    has several: none for one drill.
    """

    plans: Sequence[DrillPlan]
    axes: Mapping[str, Sequence[Any]]

    def name(self, plan: DrillPlan) -> str:
        """Return the name of a cell."""
        return name_of(self.axes, plan.shown)

    def report(
        self, cells: Sequence[Mapping[str, Any]], cause: str, error: str | None, **when: str
    ) -> dict[str, Any]:
        """Return the report. cells: the reports of those that ran; cause, error: as of a drill;
        when: what else it says of its making.
        """
        axes = {axis: [*values] for axis, values in self.axes.items()}
        return {
            "schema": MATRIX_SCHEMA, **when, "cause": cause, "error": error, "axes": axes,
            "planned": len(self.plans), "cells": [*cells],
        }  # fmt: skip


def matrix_of(plan: DrillPlan, values: Mapping[str, Sequence[Any]]) -> DrillMatrix:
    """Return the matrix of a plan with these values in place of its own. Raise BadRequest where a
    cell cannot be drilled, or where there are too many.
    """
    axes = {axis: values[axis] for axis in AXES if len(values.get(axis, ())) > 1}
    fixed = {axis: one for axis, (one, *more) in values.items() if not more}
    cells = [
        replace(plan, **fixed, **dict(zip(axes, one, strict=True)))
        for one in itertools.islice(itertools.product(*axes.values()), MOST_CELLS + 1)
    ]
    if len(cells) > MOST_CELLS:
        raise BadRequest(f"a matrix has at most {MOST_CELLS} cells: give fewer values")
    for cell in cells:
        try:
            checked(cell)
        except BadRequest as error:
            name = name_of(axes, cell.shown)
            raise BadRequest(f"{name}: {error.message}" if name else error.message) from None
    return DrillMatrix(cells, axes)


def name_of(axes: Iterable[str], plan: Mapping[str, Any]) -> str:
    """Return the name of a cell: what it has of the axes."""
    return ", ".join(f"{axis.replace('_', '-')} {_said(axis, plan[axis])}" for axis in axes)


def _said(axis: str, value: Any) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return f"{text} s" if axis == "session_timeout" else text


def same_sessions(matrix: DrillMatrix, granted: Mapping[float, float]) -> str | None:
    """Say which two cells have the same sessions, and what to ask for in their place; None where
    none have, as far as is known. granted: the session timeout that was asked for -> what
    ZooKeeper makes of it, in seconds.
    """
    seen: dict[DrillPlan, tuple[int, DrillPlan]] = {}
    for number, plan in enumerate(matrix.plans, 1):
        if (seconds := granted.get(plan.session_timeout)) is None:
            continue
        first, other = seen.setdefault(replace(plan, session_timeout=seconds), (number, plan))
        if first != number:
            least = max(plan.session_timeout, other.session_timeout) <= seconds
            return (
                f"cell {first} ({matrix.name(other)}) and cell {number} ({matrix.name(plan)}) are "
                f"one and the same: ZooKeeper grants both of them sessions of {seconds:g} s. "
                f"Ask for session timeouts of at {'least' if least else 'most'} {seconds:g} s."
            )
    return None
