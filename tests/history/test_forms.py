"""What the first Handoff that kept a history has kept is read, and goes on, by today's.

`first.jsonl.gz` and `first.sqlite.gz` are of its one run: three candidates, the leader of which is
killed. They are never made again: there is no command that does. `test_kept.py` has what a later
one kept, `test_file.py` and `test_recording.py` what a newer one would have.
"""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path

import pytest

from app.history.handoffs import handoffs_of
from app.history.history import History
from app.history.moments import HANDOFF
from app.journal.document import FORM
from app.recipes.registry import MODELS
from tests.history.witnessed import kept, ticks

FIRST = Path(__file__).with_name("first.jsonl.gz")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The history file of the first one."""
    path = tmp_path / "history.sqlite"
    path.write_bytes(gzip.decompress(FIRST.with_name("first.sqlite.gz").read_bytes()))
    return path


def must_be_shown_in_todays_form(history: History) -> None:
    """Every moment can be shown, and the handoff is listed."""
    history.past.models = MODELS
    for run in history.past.runs():
        for seq in range(run["first"], run["last"] + 1):
            state = history.past.at(seq).state
            assert (state["seq"], state["form"]) == (seq, FORM)
    (handoff,) = handoffs_of(history.past.moments([HANDOFF], 0, 2**53, 10))
    assert (handoff["from"], handoff["to"], handoff["fault"]) == ("c1", "c2", "kill")


def test_a_recording_of_the_first_one_is_shown() -> None:
    history = History.of_recording(FIRST)
    must_be_shown_in_todays_form(history)
    history.close()


def documents(file: Path) -> list[tuple[int, bytes]]:
    """Return what stands in the file before its events, by their numbers."""
    connection = sqlite3.connect(file)
    rows = connection.execute("SELECT first, state FROM blocks ORDER BY first").fetchall()
    connection.close()
    return rows


def test_the_file_of_the_first_one_goes_on_and_what_it_kept_stays_as_it_is(file: Path) -> None:
    before = documents(file)
    with kept(file) as history:
        ticks(history, 3)
    after = documents(file)
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1
    reopened = History(file)
    assert len(reopened.past.runs()) == 2
    must_be_shown_in_todays_form(reopened)
    reopened.close()
