"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import CHANGES, ElectionCandidates, Elections, Marks, WorkActions
from .model import ElectionModel
from .text import HERD, HERD_SOURCE, IDEAS, PREDECESSOR, SINGLE, SINGLE_SOURCE, SOURCE

RECIPE = Recipe(
    name="election",
    place=1,
    procedures=tuple(
        Procedure(
            name,
            f"Leader election, {how}",
            source,
            IDEAS[name],
            steps,
            f"machine:{machine}",
            "process:LeadingWork",
        )
        for name, how, source, steps, machine in (
            ("predecessor", "watching the predecessor", SOURCE, PREDECESSOR, "PredecessorElection"),
            ("herd", "everybody watching everything", HERD_SOURCE, HERD, "HerdElection"),
            ("single", "a race for one znode", SINGLE_SOURCE, SINGLE, "SingleElection"),
        )
    ),
    model=ElectionModel(),
    services=(Elections, ElectionCandidates, WorkActions, Marks),
    changes=CHANGES,
)
