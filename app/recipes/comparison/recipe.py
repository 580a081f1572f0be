"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Recipe
from .actions import Comparisons
from .model import ComparisonSection

RECIPE = Recipe(
    name="comparison",
    place=2,
    section=ComparisonSection(),
    services=(Comparisons,),
    builds_on=frozenset({"election"}),
    borrows=frozenset(
        {"election/actions", "election/handoff", "election/model", "election/standing"}
    ),
)
