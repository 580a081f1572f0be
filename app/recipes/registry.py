"""Find the recipes: each folder here that has a descriptor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

from ..processes.work import Role
from ..readmodels.model import Models
from ..znodes.consoles_model import ConsolesSection
from ..znodes.workbench_model import WorkbenchSection
from .recipe import Recipe


def _found() -> Iterator[Recipe]:
    for file in sorted(Path(__file__).parent.glob("*/recipe.py")):
        yield import_module(f"{__package__}.{file.parent.name}.recipe").RECIPE


def models_of(recipes: Iterable[Recipe]) -> Models:
    """Return the read models of these recipes. Where a path could belong to several, it belongs to
    the one that builds on the others.
    """
    by_name = {recipe.name: recipe for recipe in recipes}
    order = TopologicalSorter({name: one.builds_on for name, one in by_name.items()})
    builders_first = [by_name[name] for name in reversed([*order.static_order()])]
    described = {
        one.name: one.described for recipe in by_name.values() for one in recipe.procedures
    }
    return Models(
        [recipe.model for recipe in builders_first if recipe.model],
        [ConsolesSection(), WorkbenchSection(), *(r.section for r in builders_first if r.section)],
        [change for recipe in builders_first for change in recipe.changes],
        described,
    )


RECIPES = tuple(sorted(_found(), key=lambda recipe: recipe.place))
"""The recipes in the order of their views on the page."""

MODELS = models_of(RECIPES)

ROLES: Mapping[str, Role] = {
    name: role for recipe in RECIPES for name, role in recipe.roles.items()
}
"""The code that a process runs, by the recipe that it says it follows."""
