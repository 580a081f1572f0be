"""A configuration in the state document."""

from __future__ import annotations

from ...readmodels.changes import NO_SPREAD, Followed
from ...readmodels.document import Document

RECIPE = "configuration"


class ConfigurationState(Document, Followed):
    recipe: str
    read: bool


def new_configuration(path: str, recipe: str = RECIPE) -> ConfigurationState:
    """Return a configuration of which nothing is known yet."""
    return {
        "path": path,
        "recipe": recipe,
        "read": False,
        "znode": None,
        "subscribers": {},
        "changes": {},
        "counted": 0,
        "asked": None,
        "ended": None,
        "spread": NO_SPREAD,
        "doubts": [],
        "invariants": {},
        "violations": [],
        "story": [],
        "reason": [],
    }
