"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import Configurations
from .model import ConfigurationModel
from .steps import CONFIGURATION, CONFIGURATION_SOURCE

RECIPE = Recipe(
    name="configuration",
    place=5,
    procedures=(
        Procedure(
            "configuration",
            "Configuration",
            CONFIGURATION_SOURCE,
            CONFIGURATION,
            "machine:Configuration",
        ),
    ),
    model=ConfigurationModel(),
    services=(Configurations,),
)
