"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import Names
from .machine import Lookup, Provider
from .model import NamesModel
from .process import LookupWork, ProviderWork
from .steps import LOOKUP, NAMING, NAMING_SOURCE

RECIPE = Recipe(
    name="naming",
    place=6,
    procedures=(
        Procedure(
            "naming",
            "Name service, a provider",
            NAMING_SOURCE,
            NAMING,
            Provider,
            ProviderWork,
        ),
        Procedure(
            "lookup",
            "Name service, a client",
            NAMING_SOURCE,
            LOOKUP,
            Lookup,
            LookupWork,
        ),
    ),
    model=NamesModel(),
    services=(Names,),
)
