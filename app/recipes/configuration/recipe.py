"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import Configurations
from .model import ConfigurationModel
from .text import CONFIGURATION, CONFIGURATION_IDEA, CONFIGURATION_SOURCE

RECIPE = Recipe(
    name="configuration",
    place=7,
    procedures=(
        Procedure(
            "configuration",
            "Configuration",
            CONFIGURATION_SOURCE,
            CONFIGURATION_IDEA,
            CONFIGURATION,
            "machine:Configuration",
        ),
    ),
    model=ConfigurationModel(),
    services=(Configurations,),
)
