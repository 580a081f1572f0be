"""List the views of the page in their order: one for each recipe, in `static/js/recipes/<name>/`.

The page names none of them. It imports a module that is made here and served beside the other
scripts.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..recipes.registry import RECIPES

VIEWS = tuple(recipe.name for recipe in RECIPES)
"""The names of the recipes, in the order of the tabs of their views."""

MODULE = "js/recipes.js"
"""The address of the module below that of the static files, which its imports are relative to."""

_FOLDER = "js/recipes"


def module_of(names: Sequence[str]) -> str:
    """Return a script with the views of these recipes, in their order, as `RECIPES`."""
    lines = [f'import {{ view as {name} }} from "./recipes/{name}/view.js";' for name in names]
    return "\n".join([*lines, "", f"export const RECIPES = [{', '.join(names)}];", ""])


_FIRST = ["tokens", "page", "frame", "panels", "ground", "stage", "servers", "views", "kit"]
_FIRST += ["round", "controls"]
_LAST = ["js/znodes/look.css", "js/znodes/console/look.css"]
_LAST += [f"css/{name}.css" for name in ("tour", "time", "hall", "room")]


def stylesheets_of(names: Sequence[str], static: Path) -> list[str]:
    """Return the page's stylesheets in their order, as paths below `static`, with those that these
    recipes have.
    """
    own = [f"{_FOLDER}/{name}/look.css" for name in names]
    there = [path for path in own if (static / path).is_file()]
    return [*(f"css/{name}.css" for name in _FIRST), *there, *_LAST]
