"""Fold what stands beside an election: its leader's acknowledgement, the newest data version."""

from __future__ import annotations

from ....readmodels.event import UNSAID
from ..document import Acknowledged, Election
from ..events import AcknowledgementRead, VersionRead
from . import handoff as handoffs


def acknowledged(election: Election, event: AcknowledgementRead, at: float) -> Election:
    """Fold the acknowledgement znode as read."""
    if event.znode is None:
        return {**election, "acknowledged": None}
    written: Acknowledged = {
        "znode": event.znode,
        "epoch": None if event.epoch is UNSAID else event.epoch,
        "candidate": None if event.candidate is UNSAID else event.candidate,
        "believed": None if event.believed is UNSAID else event.believed,
    }
    handoff = election["handoff"]
    if handoff and handoff["at"]["leading"] and handoffs.is_of_heir(handoff, written):
        handoff = handoffs.acknowledged(handoff, at)
    return {**election, "acknowledged": written, "handoff": handoff}


def with_version(election: Election, event: VersionRead, at: float) -> Election:
    """Fold the newest data version as read; None where there is none."""
    newest = event.newest
    return {**election, "data": None if newest is None else {"newest": newest}}
