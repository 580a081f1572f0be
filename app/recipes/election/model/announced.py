"""Fold what stands beside an election: its leader's acknowledgement, the newest data version."""

from __future__ import annotations

from ....readmodels.document import Data
from ..document import Acknowledged, Election
from . import handoff as handoffs


def acknowledged(election: Election, data: Data, at: float) -> Election:
    """Fold the acknowledgement znode as read; empty `data` says that there is none."""
    handoff = election["handoff"]
    if handoff and handoff["at"]["leading"] and handoffs.is_of_heir(handoff, data):
        handoff = handoffs.acknowledged(handoff, at)
    written: Acknowledged = {
        "znode": data.get("znode"),
        "epoch": data.get("epoch"),
        "candidate": data.get("candidate"),
        "believed": data.get("believed"),
    }
    return {**election, "acknowledged": written if data else None, "handoff": handoff}


def with_version(election: Election, data: Data) -> Election:
    """Fold the newest data version as read; None where there is none."""
    newest = data.get("newest")
    return {**election, "data": None if newest is None else {"newest": newest}}
