"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions.elections import Elections
from .actions.marks import Marks
from .actions.volunteers import Volunteers
from .actions.works import Works
from .model.model import ElectionModel
from .text import HERD, HERD_SOURCE, PREDECESSOR, SINGLE, SINGLE_SOURCE, SOURCE
from .verbs import CHANGES

RECIPE = Recipe(
    name="election",
    place=1,
    procedures=tuple(
        Procedure(
            name,
            f"Leader election, {how}",
            source,
            steps,
            f"machine.{name}:{machine}",
            "process.leading:LeadingWork",
        )
        for name, how, source, steps, machine in (
            ("predecessor", "watching the predecessor", SOURCE, PREDECESSOR, "PredecessorElection"),
            ("herd", "everybody watching everything", HERD_SOURCE, HERD, "HerdElection"),
            ("single", "a race for one znode", SINGLE_SOURCE, SINGLE, "SingleElection"),
        )
    ),
    model=ElectionModel(),
    services=(Elections, Volunteers, Works, Marks),
    changes=CHANGES,
)
