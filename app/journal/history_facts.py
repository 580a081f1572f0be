"""Fold what is kept of the journal when the dashboard has ended."""

from __future__ import annotations

from ..readmodels.document import Folded, HistoryFacts, State
from ..readmodels.events import HistoryBegun, HistoryResumed, HistoryStopped
from ..readmodels.models import Models


def begun(models: Models, state: State, at: float, event: HistoryBegun) -> Folded:
    """Fold that a history is kept from now on, or why it is not."""
    history: HistoryFacts = {
        "file": event.file,
        "after": event.after,
        "since": at,
        "stopped": None,
        "unkept": event.unkept,
        "replays": None,
    }
    return {**state, "history": history}, ()


def stopped(models: Models, state: State, at: float, event: HistoryStopped) -> Folded:
    """Fold that nothing is kept, and why."""
    return _with_stopped(state, event.reason)


def resumed(models: Models, state: State, at: float, event: HistoryResumed) -> Folded:
    """Fold that what happens is kept again."""
    return _with_stopped(state, None)


def _with_stopped(state: State, reason: str | None) -> Folded:
    known = state["history"]
    return (state if known is None else {**state, "history": {**known, "stopped": reason}}), ()
