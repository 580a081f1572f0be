"""A configuration in the state document."""

from __future__ import annotations

from ...readmodels.changes import Followed
from ...readmodels.document import Document


class ConfigurationState(Document, Followed):
    recipe: str
    read: bool
