"""Verbs that elections add to a candidate's life cycle: resigning, and data that can be behind."""

from __future__ import annotations

from ...readmodels.events import CandidateResigning
from ...readmodels.lifecycle import Process, Transition, staying
from .events import CandidateBehind, CandidateUpdated
from .model.strategies import STRATEGIES

_RUNNING = staying("running")
_ONLY = "only candidates of an election have data that can be behind"


def _leads_nothing(candidate: Process) -> str | None:
    leads = candidate["belief"] == "leading"
    return None if leads else "it does not lead, so there is nothing to resign"


def _behind_already(candidate: Process) -> str | None:
    return "its data is behind already" if candidate["belief"] == "behind" else None


def _never_behind(candidate: Process) -> str | None:
    """Refuse if it has no data to catch up with. That its data is old may not be known here yet."""
    return "its data has never been behind" if candidate["data"] is None else None


CHANGES = (
    Transition(CandidateResigning, _RUNNING, "resign", order="resign", why_not=_leads_nothing),
    Transition(
        CandidateBehind,
        _RUNNING,
        "behind",
        "set {} behind",
        None,
        STRATEGIES,
        _ONLY,
        _behind_already,
    ),
    Transition(
        CandidateUpdated,
        _RUNNING,
        "catch-up",
        "catch {} up",
        None,
        STRATEGIES,
        _ONLY,
        _never_behind,
    ),
)
