"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Recipe
from .actions.drills import Drills
from .model import DrillSection

RECIPE = Recipe(
    name="drill",
    place=3,
    section=DrillSection(),
    services=(Drills,),
    builds_on=frozenset({"bookshelf", "election", "lock"}),
    borrows=frozenset(
        {
            "bookshelf/actions",
            "election/actions",
            "election/model",
            "election/standing",
            "election/state",
            "lock/actions",
        }
    ),
)
