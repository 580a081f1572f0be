"""What was kept before processes said how they look says so as it is read, and lacks no key.

`form1.jsonl.gz` is a recording of real processes of six recipes; one of each is killed or frozen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from app.history.history import History
from app.history.recording import recorded
from app.journal.document import FORM
from app.journal.patch import apply
from app.recipes.registry import MODELS
from tests.journal.script import without_nulls

FILE = Path(__file__).with_name("form1.jsonl.gz")
OLD = [FILE, FILE.with_name("first.jsonl.gz"), *sorted(FILE.parent.glob("kept/*.jsonl.gz"))]
PARTS = {
    "groups": ["nodes"],
    "barriers": ["people"],
    "queues": ["consumers", "producers"],
    "commits": ["sites", "coordinators"],
    "configurations": ["subscribers"],
    "bookshelves": ["nodes"],
}


@pytest.fixture
def history() -> Iterator[History]:
    history = History.of_recording(FILE)
    history.past.models = MODELS
    yield history
    history.close()


def processes(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return all that look like something, by their places."""
    return {
        f"{section} {name}": one
        for section, parts in PARTS.items()
        for document in state[section].values()
        for part in parts
        for name, one in document[part].items()
    }


def looks_in(state: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    return {place: (one["tone"], one["words"]) for place, one in processes(state).items()}


def test_every_process_of_every_moment_looks_like_something(history: History) -> None:
    for seq in range(150, history.begins_after + 1, 150):
        state = history.past.at(seq).state
        assert state["form"] == FORM
        for place, one in processes(state).items():
            assert one["tone"], f"{place} at {seq}"
            assert one["words"], f"{place} at {seq}"


def test_its_last_moment_says_what_became_of_each(history: History) -> None:
    state = history.past.at(history.begins_after).state
    found, looks = processes(state), looks_in(state)
    assert looks["groups n1"] == ("false", "frozen, believes: live")
    assert found["groups n1"]["read"]["words"] == "still counts n1"
    assert looks["barriers c5"] == ("wait", "waits for round 10: 2 of 3 there")
    assert looks["queues c7"] == ("frozen", "frozen")
    assert looks["commits s1"] == ("dead", "dead")
    assert looks["commits s2"] == ("wait", "at rest")
    assert looks["bookshelves n1"] == ("dead", "killed")
    assert looks["bookshelves n2"] == ("lead", "leads")
    assert looks["configurations c17"] == ("new", "watching")


def test_the_patches_lead_from_moment_to_moment(history: History) -> None:
    first, last = 400, 600  # a block ends between them
    events = history.past.after(first, last - first)
    assert events is not None
    state = history.past.at(first).state
    for event in events:
        state = apply(state, event["patch"])
    assert events[-1]["seq"] == last
    assert looks_in(state) == looks_in(history.past.at(last).state)


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_no_document_lacks_a_key_that_a_new_one_has(file: Path) -> None:
    history = History.of_recording(file)
    history.past.models = MODELS
    (run,) = history.past.runs()
    for seq in (run["first"], run["last"]):
        state = history.past.at(seq).state
        for name, model in MODELS.by_section.items():
            for path, document in state.get(name, {}).items():
                recipe = document.get("strategy", document.get("recipe", model.recipes[0]))
                new = without_nulls(model.new(path, recipe))
                assert not new.keys() - document.keys(), (name, path)
        for section in MODELS.sections:
            assert not without_nulls(section.new()).keys() - state[section.name].keys()
    history.close()


def test_a_recording_of_it_needs_no_further_step(history: History, tmp_path: Path) -> None:
    last = history.begins_after
    saved = tmp_path / "saved.jsonl.gz"
    saved.write_bytes(b"".join(recorded(history.past, 1, last, list(MODELS.named))))
    again = History.of_recording(saved)
    assert again.past.models is None
    assert again.past.at(last).state == history.past.at(last).state
    again.close()
