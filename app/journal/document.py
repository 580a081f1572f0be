"""Begin the state document."""

from __future__ import annotations

from typing import cast

from ..readmodels import crowd
from ..readmodels.document import State
from ..readmodels.model import Models
from ..readmodels.zookeeper import new_zookeeper

FORM = 2
"""The number of the document's form, by which `history.upgrade` knows what to add to a document
that was kept.
"""


def initial_state(
    models: Models, *, read_only: bool = False, candidate_limit: int = 256, seq: int = 0
) -> State:
    """Return the document before anything has happened. seq: that of the last event of an earlier
    run.
    """
    fixed: State = {
        "seq": seq,
        "form": FORM,
        "read_only": read_only,
        "limits": {"candidates": candidate_limit},
        "zookeeper": new_zookeeper(),
        "threads": {},
        "found": {},
        "candidates": {},
        "crowd": crowd.new(),
        "history": None,
        "recipes": {
            name: {**recipe, "section": models.by_recipe[name].section}
            for name, recipe in models.described.items()
        },
    }
    sections = {one.name: one.told(one.new(), fixed["zookeeper"]) for one in models.sections}
    return cast(State, {**fixed, **{name: {} for name in models.by_section}, **sections})
