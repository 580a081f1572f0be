"""The mistakes that are planted, one at a time, to see that the simulation catches each.

Each recipe brings its own. One is named by the recipe, a colon, and what is wrong.
"""

from __future__ import annotations

from collections import Counter

from tests.simulation.parts import Planting, parts
from tests.simulation.planting import astray
from tests.support.proofs import sample

MUTATIONS: dict[str, Planting] = {
    f"{recipe}: {name}": astray(planting)
    for recipe, part in parts().items()
    for name, planting in part.mistakes.items()
}
"""`RECIPE: mistake` -> what plants it."""


def recipe_of(mutation: str) -> str:
    """The recipe that a mistake is planted in."""
    return mutation.partition(":")[0]


def some() -> list[str]:
    """Return some for `make test`: of each recipe, and of each mistake that several share."""
    names = sorted(MUTATIONS)
    count = Counter(map(kind_of, names))
    return sample(names, 10, recipe_of, lambda one: count[kind_of(one)] > 1 and kind_of(one))


def kind_of(mutation: str) -> str:
    """Return what is wrong, in whichever recipe."""
    return mutation.partition(": ")[2]
