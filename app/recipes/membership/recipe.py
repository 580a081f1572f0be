"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import Groups
from .model import GroupModel
from .text import MEMBERSHIP, MEMBERSHIP_SOURCE

RECIPE = Recipe(
    name="membership",
    place=4,
    procedures=(
        Procedure(
            "membership", "Group membership", MEMBERSHIP_SOURCE, MEMBERSHIP, "machine:Membership"
        ),
    ),
    model=GroupModel(),
    services=(Groups,),
)
