"""The invariants of a configuration, checked on every event."""

from __future__ import annotations

from collections.abc import Iterator

from ...readmodels.document import Candidates
from ...readmodels.model import Found, Invariant
from .document import ConfigurationState


def _behind(document: ConfigurationState, own: Candidates, at: float) -> Iterator[Found]:
    """Yield running, watching subscribers without the newest value; between a change and its
    notification nobody can have it.
    """
    for name, one in document["subscribers"].items():
        acts = one["process"] == "running" and one["belief"] == "watching"
        if acts and one["standing"] == "behind":
            yield name, f"{name} watches, but does not have the newest value"


def _backwards(document: ConfigurationState, own: Candidates, at: float) -> Iterator[Found]:
    """Yield subscribers that went back to an older value."""
    for name, one in document["subscribers"].items():
        if one.get("backwards"):
            yield name, f"{name} has gone back to an older value"


INVARIANTS = (
    Invariant("newest_in_use", 2.0, _behind, needs_seen=True),
    Invariant("never_backwards", 0.0, _backwards),
)
