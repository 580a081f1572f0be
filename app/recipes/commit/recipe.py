"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import Commits
from .machine.coordinator import Coordinator
from .machine.site import Site
from .model import CommitModel
from .process import CoordinatorWork, SiteWork
from .steps import COMMIT_SOURCE, COORDINATOR, SITE

RECIPE = Recipe(
    name="commit",
    place=10,
    procedures=(
        Procedure(
            "coordinator",
            "Two-phase commit, who coordinates",
            COMMIT_SOURCE,
            COORDINATOR,
            Coordinator,
            CoordinatorWork,
        ),
        Procedure("site", "Two-phase commit, a site", COMMIT_SOURCE, SITE, Site, SiteWork),
    ),
    model=CommitModel(),
    services=(Commits,),
)
