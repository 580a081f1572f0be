"""Fold what is kept of the journal when the dashboard has ended."""

from __future__ import annotations

from ..readmodels.document import Data, Folded, HistoryFacts, State
from ..readmodels.models import Models


def history(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold that a history is kept from now on, or is not, and why."""
    known = state["history"]
    if what == "begun":
        begun: HistoryFacts = {
            "file": data["file"],
            "after": data["after"],
            "since": at,
            "stopped": None,
            "unkept": data.get("unkept"),
            "replays": None,
        }
        return {**state, "history": begun}, ()
    if known is None:
        return state, ()
    return {**state, "history": {**known, "stopped": data.get("reason")}}, ()
