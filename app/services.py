"""Everything that a person can do or ask: services, whose methods declare their actions."""

from __future__ import annotations

from .actions.records import Records
from .actions.servers import Servers
from .actions.service import Service
from .recipes.candidates import Candidates
from .recipes.clearing import Clearing
from .recipes.registry import RECIPES
from .znodes.consoles import Consoles
from .znodes.watchers import Watchers
from .znodes.workbench.workbench import Workbench
from .znodes.znodes import Znodes

SERVICES: tuple[type[Service], ...] = (
    Records, Servers, Candidates, Clearing, Consoles, Watchers, Workbench, Znodes,
    *(service for recipe in RECIPES for service in recipe.services),
)  # fmt: skip
"""The classes of services that declare actions."""
