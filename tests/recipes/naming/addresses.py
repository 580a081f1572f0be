"""What a provider of a name is found at: an address that nobody calls."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from app.processes.work import Host, Work
from app.recipes.naming.machine import Move, Provider

if TYPE_CHECKING:
    from tests.simulation.process import Process


class Addressed(Work):
    """In the place of `ProviderWork`, which listens on a port."""

    host: Process

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._numbers = itertools.count(1)

    def changed(self) -> None:
        """The recipe has no address before it is told."""
        recipe = self.host.recipe
        if isinstance(recipe, Provider) and recipe.address is None:
            self._move()

    def order(self, word: str, value: Any) -> bool:
        """`move`: another address from now on."""
        if word == "move" and isinstance(self.host.recipe, Provider):
            self._move()
        return word == "move"

    def _move(self) -> None:
        self.host.give(Move(self.host.local_now(), f"{self.host.name}:{next(self._numbers)}"))
