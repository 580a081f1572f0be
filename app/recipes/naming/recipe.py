"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import NamesService
from .model import NamesModel
from .text import LOOKUP, NAMING, NAMING_IDEA, NAMING_SOURCE

RECIPE = Recipe(
    name="naming",
    place=8,
    procedures=(
        Procedure(
            "naming",
            "Name service, a provider",
            NAMING_SOURCE,
            NAMING_IDEA,
            NAMING,
            "machine:Provider",
            "process:ProviderWork",
        ),
        Procedure(
            "lookup",
            "Name service, a client",
            NAMING_SOURCE,
            NAMING_IDEA,
            LOOKUP,
            "machine:Lookup",
            "process:LookupWork",
        ),
    ),
    model=NamesModel(),
    services=(NamesService,),
)
