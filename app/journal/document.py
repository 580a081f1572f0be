"""Begin the state document."""

from __future__ import annotations

from typing import cast

from ..readmodels import crowd
from ..readmodels.document import State
from ..readmodels.models import Models

FORM = 2
"""The form of the document, which says what `history.upgrade` has to add to one that was kept."""


def initial_state(
    models: Models, *, read_only: bool = False, candidate_limit: int = 256, seq: int = 0
) -> State:
    """Return the document before anything has happened. seq: the last event of an earlier run."""
    fixed: State = {
        "seq": seq,
        "form": FORM,
        "read_only": read_only,
        "limits": {"candidates": candidate_limit},
        "zookeeper": {
            "source": "external",
            "hosts": "",
            "chroot": "",
            "version": None,
            "state": "connecting",
            "silent": None,
            "since": None,
            "reason": None,
            "session": None,
            "timeout_ms": None,
            "round_trip_ms": None,
            "servers": [],
            "quorum": None,
            "freeze": None,
            "actions": False,
            "keeps": None,
            "znodes": 0,
            "mirror": "loading",
            "lacks": [],
            "bounded": None,
            "behind": None,
        },
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
    sections = {section.name: section.new() for section in models.sections}
    return cast(State, {**fixed, **{name: {} for name in models.by_section}, **sections})
