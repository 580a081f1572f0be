"""What the simulation has to know of elections, by strategy; see `tests/simulation/parts.py`."""

from __future__ import annotations

from typing import Any

from tests.recipes.election.deliveries import Deliveries
from tests.recipes.election.judge import ElectionJudge, PredecessorJudge
from tests.recipes.election.mistakes import MISTAKES
from tests.simulation.parts import Faults, Share, Simulated
from tests.simulation.truth import Scene

OF_LEADERS: Faults = {
    "resign": (1.5, ()),
    "delete": (2.5, ("znode", "predecessor", "acknowledgement", "election")),
    "write": (1.5, ("znode", "a later epoch", "no epoch")),
    "forbid": (2, ("changes", "changes", "everything", "acknowledging")),
}
"""A leader may resign, be told that another one leads, and be kept from acknowledging."""
FAULTS: Faults = {
    **OF_LEADERS,
    "meanwhile": (3, ("stop", "resign", "behind", "end session")),
    "behind": (1.5, ("and caught up", "for good", "unheard")),
}
FORGED = (
    "a far epoch", "a huge epoch", "a negative epoch", "an epoch in words", "another one's epoch",
    "a list", "no JSON",
)  # fmt: skip
RARE: Faults = {
    "hide": (3, ("own znode", "own znode", "acknowledgement", "version")),
    "forge": (3, FORGED),
}

_OF_ANY: dict[str, Any] = {
    "scene": Scene("/election", "/election"),
    "works": dict.fromkeys(MISTAKES, Deliveries),
    "versions": True,
    "faults": FAULTS,
    "rare": RARE,
}

SIMULATED = {
    "predecessor": Simulated(
        judge=PredecessorJudge,
        share=Share(3.4, 1),
        mistakes=MISTAKES["predecessor"],
        unentered={"checking"},
        seldom={
            "writing": {"WriteRefused", "Resign"},
            "asking": {"Failed"},
            "finding": {"Failed"},
        },
        **_OF_ANY,
    ),
    "herd": Simulated(
        judge=ElectionJudge,
        share=Share(1.5, 3),
        unfit={"everything"},
        mistakes=MISTAKES["herd"],
        unentered={"watching"},
        seldom={
            "writing": {"WriteRefused", "Resign"},
            "listing": {"WatchFired"},
        },
        **_OF_ANY,
    ),
    "single": Simulated(
        judge=ElectionJudge,
        share=Share(1.5, 4),
        unfit={"everything", "predecessor"},
        mistakes=MISTAKES["single"],
        unentered={"watching"},
        seldom={
            "writing": {"WriteRefused", "Resign"},
            "listing": {"WatchFired"},
            "checking": {"WatchFired"},
            "withdrawing": {"Failed"},
        },
        **_OF_ANY,
    ),
}
