"""What a journal makes of real runs does not change unseen: each event, patch, line and document.

`python -m tests.journal.golden` writes what is expected again, and prints what has changed.
"""

from __future__ import annotations

import json

import pytest

from app.journal.recorded import Recorded
from app.recipes.registry import MODELS, RECIPES
from tests.journal.golden.recorder import Recorder, as_line
from tests.journal.golden.replay import (
    EXPECTED,
    FOLDER,
    GIVEN,
    NAMES,
    Clocks,
    first_difference,
    lines_of,
    made_of,
    tell,
)


def kept(name: str, which: str) -> list[str]:
    return lines_of(FOLDER / f"{name}{which}")


@pytest.mark.parametrize("name", NAMES)
def test_a_journal_makes_of_a_run_what_it_made_before(name: str) -> None:
    found = [*made_of(kept(name, GIVEN))]
    assert first_difference(kept(name, EXPECTED), found) is None


def test_each_recipe_has_a_run() -> None:
    assert {recipe.name for recipe in RECIPES} <= {*NAMES}


def test_a_difference_is_named_by_its_event_and_its_path() -> None:
    expected = kept("lock", EXPECTED)
    at = next(at for at, line in enumerate(expected) if '"candidate.killed"' in line)
    killed = json.loads(expected[at])

    def with_(**change: object) -> list[str]:
        return [*expected[:at], as_line({**killed, **change}), *expected[at + 1 :]]

    where, said = f"event {killed['seq']} (candidate.killed)", as_line(killed["tone"])
    assert first_difference(expected, expected) is None
    assert (
        first_difference(expected, with_(tone="lead")) == f'{where}, /tone: "lead" and not {said}'
    )
    turned = first_difference(expected, with_(patch=dict(reversed(killed["patch"].items()))))
    assert turned is not None
    assert turned.startswith(f"{where}, /patch: the keys are ")
    assert first_difference(expected, expected[:-1]) is not None


def test_a_recorder_notes_what_it_is_told_and_not_what_it_tells_itself() -> None:
    run = kept("strangers", GIVEN)
    told = [json.loads(line) for line in run[1:]]
    assert "election.passed" not in {one["append"][0] for one in told if "append" in one}
    assert [line for line in kept("strangers", EXPECTED) if '"kind":"election.passed"' in line]
    clocks = Clocks()
    journal = Recorder(MODELS, None, lambda: clocks.now, lambda: clocks.wall)
    for one in told:
        tell(journal, clocks, one)
    assert journal.given == run
    assert journal.strays == []


def test_what_a_listener_appends_is_a_stray() -> None:
    """No replay would have it."""
    journal = Recorder(MODELS)

    def answer(event: Recorded) -> None:
        if event.kind == "lock.opened":
            journal.tell("znode.created", "/lock/one")

    journal.subscribe(answer)
    journal.tell("lock.opened", "/lock", {"on": True, "file": None})
    assert journal.strays == ["lock.opened of /lock"]
