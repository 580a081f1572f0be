"""When the candidates of an election stand in their places."""

from __future__ import annotations

from typing import Any

import pytest

from app.recipes.election.standing import stands

PATH = "/compare/single"


def state_of(step: str, watches: str | None) -> Any:
    """c1 leads, c2 waits, and this is where it is."""
    here = {"election": PATH, "process": "running"}
    return {
        "elections": {PATH: {"handoff": None}},
        "candidates": {
            "c1": {**here, "belief": "leading", "step": "lead", "watches": None},
            "c2": {**here, "belief": "waiting", "step": step, "watches": watches},
        },
    }


def test_who_waits_and_watches_is_in_its_place() -> None:
    assert stands(state_of("remember leader", "(parent)"), PATH, 2)
    assert stands(state_of("watch predecessor", "n_0000000001"), PATH, 2)


@pytest.mark.parametrize(
    ("step", "watches"), [("create znode", "(parent)"), ("remember leader", None)]
)
def test_who_races_or_watches_nothing_is_not(step: str, watches: str | None) -> None:
    assert not stands(state_of(step, watches), PATH, 2)
