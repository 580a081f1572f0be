"""The recording that a report carries: of the drill alone, up to a size, or a reason."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from app.actions.service import Context
from app.recipes.drill.actions import report
from app.recipes.drill.actions.run import DrillRun
from app.web.standalone import standalone_page
from tests.history.witnessed import Recorded, Witnessed, kept


class Span:
    """A run, of which only its events matter here."""

    def __init__(self, first: int, last: int | None) -> None:
        self.first, self.last = first, last


@pytest.fixture
def history(tmp_path: Path) -> Iterator[Witnessed]:
    with kept(tmp_path / "history.sqlite") as history:
        script = Recorded(history.journal)
        for number in range(40):
            script.event("znode.changed", "/election", zxid=number)
        history.await_kept(history.journal.state["seq"])
        yield history


def carried(history: Witnessed, first: int, last: int | None, **more: Any) -> bytes | str:
    nobody = cast(Any, None)
    context = Context(history.journal, nobody, nobody, history=cast(Any, history), **more)
    return report.recording_of(cast(DrillRun, Span(first, last)), context)


def test_it_is_of_the_drill_alone(history: Witnessed) -> None:
    def as_it_is(recorded: bytes) -> Iterator[str]:
        yield recorded.decode("latin1")

    for last, count in ((20, 10), (None, history.journal.state["seq"] - 10)):
        found = carried(history, 11, last, standalone=as_it_is)
        assert isinstance(found, bytes)
        recorded = gzip.decompress(found).decode().encode("latin1")
        events = [one for one in gzip.decompress(recorded).splitlines() if b'{"seq":' in one[:7]]
        assert len(events) == count


def test_one_that_would_be_too_large_is_left_out(
    history: Witnessed, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(carried(history, 1, None, standalone=standalone_page), bytes)
    monkeypatch.setattr(report, "LARGEST", 100)
    why = carried(history, 1, None, standalone=standalone_page)
    assert why == "that would be larger than 0 MB"


def test_without_a_history_it_says_so(history: Witnessed) -> None:
    nobody = cast(Any, None)
    context = Context(history.journal, nobody, nobody, standalone=standalone_page)
    why = report.recording_of(cast(DrillRun, Span(1, None)), context)
    assert why == "this dashboard keeps no history"
