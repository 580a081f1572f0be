"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions.elections import Elections
from .actions.volunteers import Volunteers
from .actions.works import Works
from .machine.strategies import ELECTIONS
from .model.model import ElectionModel
from .process.leading import LeadingWork
from .steps import HERD, HERD_SOURCE, PREDECESSOR, SINGLE, SINGLE_SOURCE, SOURCE
from .verbs import CHANGES

RECIPE = Recipe(
    name="election",
    place=1,
    procedures=tuple(
        Procedure(name, title, source, steps, ELECTIONS[name], LeadingWork)
        for name, title, source, steps in (
            ("predecessor", "Leader election, watching the predecessor", SOURCE, PREDECESSOR),
            ("herd", "Leader election, everybody watching everything", HERD_SOURCE, HERD),
            ("single", "Leader election, a race for one znode", SINGLE_SOURCE, SINGLE),
        )
    ),
    model=ElectionModel(),
    services=(Elections, Volunteers, Works),
    changes=CHANGES,
)
