"""Configuration: one znode holds a value, and every subscriber has the newest one.

The rules are those of watching a znode (6, 11, 17). The value in use outlives the connection, the
session and the znode itself: a subscriber that is cut off keeps what it has, and knows it may be
old.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...participation.watching import SELF, Watching


class Configuration(Watching):
    """One subscriber."""

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Configuration:
        """Make a machine from settings: `znode`, the last name of the configuration's path."""
        return cls(SELF, settings.get("znode", "configuration"))

    def view(self) -> Mapping[str, Any]:
        """Return the value in use: what this subscriber believes."""
        return {"configuration": self.seen()}
