"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import Groups
from .model import GroupModel
from .text import MEMBERSHIP, MEMBERSHIP_IDEA, MEMBERSHIP_SOURCE

RECIPE = Recipe(
    name="membership",
    place=6,
    procedures=(
        Procedure(
            "membership",
            "Group membership",
            MEMBERSHIP_SOURCE,
            MEMBERSHIP_IDEA,
            MEMBERSHIP,
            "machine:Membership",
        ),
    ),
    model=GroupModel(),
    services=(Groups,),
)
