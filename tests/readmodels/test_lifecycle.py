"""The life cycles of candidates and servers: what may happen when, and what may be asked for."""

from __future__ import annotations

from typing import Any

import pytest

from app.errors import Conflict
from app.readmodels.events import CandidatePaused
from app.readmodels.lifecycle import LifeCycle
from app.readmodels.servers import SERVERS
from app.recipes.registry import MODELS
from tests.journal.script import Script

CANDIDATES = MODELS.candidates
BOTH = pytest.mark.parametrize("life", [CANDIDATES, SERVERS], ids=["candidates", "servers"])


def candidate(lifecycle: str, **other: Any) -> dict[str, Any]:
    known = {"lifecycle": lifecycle, "recipe": "predecessor", "belief": "waiting"}
    return {**known, "session": "0x1", "data": None, **other}


def in_state(state: str) -> dict[str, Any]:
    """A process of either kind: each reads its own fields."""
    return candidate(state, busy=None, process=state)


@BOTH
def test_a_verb_is_refused_wherever_its_event_cannot_happen(life: LifeCycle) -> None:
    states = {state for change in life.changes.values() for state in change.moves}
    for state in states:
        process = in_state(state)
        for verb, change in life.verbs.items():
            possible = life.after(process, change.event) is not None
            assert possible or life.refusal(process, verb), (state, verb)
            assert possible or verb not in life.allowed(process), (state, verb)


def test_what_cannot_happen_any_more_changes_nothing() -> None:
    """An order may be recorded while the end of the process is on its way."""
    script = Script()
    script.starting("c1")
    script.event("candidate.exited", "c1", code=0)
    ended = script.candidate("c1")
    for what in ("stopping", "killed", "paused", "resumed", "expired"):
        script.event(f"candidate.{what}", "c1", by="test")
        assert script.candidate("c1") == ended, what


def test_a_verb_of_elections_is_refused_to_every_other_recipe_first() -> None:
    for lifecycle in ("running", "paused", "exited"):
        other = candidate(lifecycle, recipe="lock", belief="holding")
        with pytest.raises(
            Conflict, match=r"^cannot set c1 behind: only candidates of an election"
        ):
            CANDIDATES.require("c1", other, "behind")


def test_the_owner_is_told_the_reason_or_what_to_record() -> None:
    with pytest.raises(Conflict, match=r"^cannot pause c1: it is frozen"):
        CANDIDATES.require("c1", candidate("paused"), "pause")
    assert CANDIDATES.require("c1", candidate("running"), "pause").event is CandidatePaused
    with pytest.raises(Conflict, match=r"^cannot stop s1: restart is under way"):
        SERVERS.require("s1", {"process": "running", "busy": "restart"}, "stop")
