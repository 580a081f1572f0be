"""Say where a recipe's znodes are, and what its process writes into them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .naming import PARENT


@dataclass(frozen=True)
class Place:
    """One process's place in a recipe at `path`.

    data: that of its own znode, a JSON object; name: the process's. settings: those that it was
    started with. about: what a permanent entry says of it besides these. parts: the places of the
    recipes that this one is made of; main: the part to which the process's own znode belongs.
    stands_on: the znodes that must exist, each by what follows the path.
    """

    path: str
    data: bytes = b"{}"
    name: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)
    parts: Mapping[str, Place] = field(default_factory=dict)
    main: str | None = None
    stands_on: tuple[str, ...] = ("",)

    def of(self, name: str) -> str:
        """Return the path of a znode that is named relative to the recipe's parent."""
        if self.main is not None:
            return self.parts[self.main].of(name)
        return f"{self.path.rstrip('/')}/{name}"

    def name_of(self, path: str) -> str:
        """Return the name of the znode at `path`, relative to the recipe's parent, which itself is
        PARENT.
        """
        return PARENT if path == self.path else path.removeprefix(f"{self.path.rstrip('/')}/")

    @property
    def process(self) -> dict[str, Any]:
        """Return what tells this process from all others that ever had its name."""
        said: dict[str, Any] = json.loads(self.data or b"{}")
        return {**said, "incarnation": self.settings.get("incarnation")}
