"""The mistakes that are planted, one at a time, to see that the simulation catches each.

Each recipe brings its own. One is named by the recipe, a colon, and what is wrong.
"""

from __future__ import annotations

from tests.simulation.parts import Planting, parts

MUTATIONS: dict[str, Planting] = {
    f"{recipe}: {name}": planting
    for recipe, part in parts().items()
    for name, planting in part.mistakes.items()
}
"""`RECIPE: mistake` -> what plants it."""


def recipe_of(mutation: str) -> str:
    """The recipe that a mistake is planted in."""
    return mutation.partition(":")[0]
