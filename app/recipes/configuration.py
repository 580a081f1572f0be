"""Configuration: one znode holds a value, and every subscriber has the newest one.

The rules are those of watching a znode (6, 11, 17). The value in use outlives the connection, the
session and the znode itself: whoever is cut off goes on with what it has, and knows it may be old.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.recipes.watching import SELF, Watching


class Configuration(Watching):
    """One subscriber."""

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Configuration:
        """Settings: `znode`, the last name of the configuration's path."""
        return cls(SELF, settings.get("znode", "configuration"))

    def view(self) -> Mapping[str, Any]:
        """The value in use: what this subscriber believes."""
        return {"configuration": self.seen()}
