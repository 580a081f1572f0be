"""The elections by the names of their strategies."""

from __future__ import annotations

from collections.abc import Mapping

from ....participation.participant import Participant
from ..strategies import STRATEGIES as STRATEGIES
from .herd import HerdElection
from .predecessor import PredecessorElection
from .single import SingleElection

ELECTIONS: Mapping[str, type[Participant]] = {
    "predecessor": PredecessorElection,
    "herd": HerdElection,
    "single": SingleElection,
}
