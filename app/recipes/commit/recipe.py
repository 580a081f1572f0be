"""The descriptor of this recipe."""

from __future__ import annotations

from ..recipe import Procedure, Recipe
from .actions import Commits
from .model import CommitModel
from .text import COMMIT_IDEA, COMMIT_SOURCE, COORDINATOR, SITE

RECIPE = Recipe(
    name="commit",
    place=11,
    procedures=(
        Procedure(
            "coordinator",
            "Two-phase commit, who coordinates",
            COMMIT_SOURCE,
            COMMIT_IDEA,
            COORDINATOR,
            "machine:Coordinator",
            "process:CoordinatorWork",
        ),
        Procedure(
            "site",
            "Two-phase commit, a site",
            COMMIT_SOURCE,
            COMMIT_IDEA,
            SITE,
            "machine:Site",
            "process:SiteWork",
        ),
    ),
    model=CommitModel(),
    services=(Commits,),
)
