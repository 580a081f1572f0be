"""Read from the state document who stands in which order in a drill."""

from __future__ import annotations

from typing import Any, NamedTuple

from ....readmodels.document import State, section
from ..plan import RECIPES, DrillPlan


class DrillMember(NamedTuple):
    """A member of what is drilled. candidate: None of another program's; znode: its whole path;
    epoch: its czxid.
    """

    candidate: str | None
    znode: str
    session: str | None
    epoch: int | None


def document_of(state: State, plan: DrillPlan) -> Any:
    """Return what the state document says of the plan's path; None where it says nothing yet."""
    return section(state, RECIPES[plan.recipe]).get(plan.path)


def standing_in(state: State, plan: DrillPlan) -> list[DrillMember]:
    """Return all that stand at the plan's path, the first of whom leads, or holds."""
    found = document_of(state, plan)
    if found is None:
        return []
    if plan.recipe != "bookshelf":
        return [
            DrillMember(
                one["candidate"], f"{plan.path}/{one['znode']}", one["session"], one["czxid"]
            )
            for one in found["chain"]
        ]
    ranked = {node["rank"]: node["candidate"] for node in found["nodes"].values()}
    return [
        DrillMember(
            ranked.get(rank), f"{plan.path}/election/{one['znode']}", one["session"], one["czxid"]
        )
        for rank, one in enumerate(found["election"])
    ]
