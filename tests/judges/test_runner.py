"""What one judge cannot do is in its row, and the others go on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.judges import __main__ as runner
from tests.judges import histories
from tests.judges.place import Place, place
from tests.judges.programs import need
from tests.judges.verdict import Missing, Verdict, clean
from tests.judges.webkit import display

Judge = Callable[[Place], Verdict]


def raising(raised: BaseException) -> Judge:
    def judge(_: Place) -> Verdict:
        raise raised

    return judge


def well(_: Place) -> Verdict:
    return clean("well", "1.0", "a | b", ())


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Judge], int]:
    """Asks this judge, and then one that goes well; gives the exit code."""
    monkeypatch.setattr(runner, "RESULTS", tmp_path / "judges.json")

    def run(judge: Judge) -> int:
        monkeypatch.setattr(runner, "found", lambda: [("ill", judge), ("well", well)])
        return runner.main([])

    return run


def rows(said: str) -> list[str]:
    return [line for line in said.splitlines() if line.startswith("| ")][1:]


@pytest.mark.parametrize("absent", [Missing, pytest.skip.Exception])
def test_a_program_that_is_not_here_is_said_in_its_row(
    ask: Callable[[Judge], int], capsys: pytest.CaptureFixture[str], absent: type[BaseException]
) -> None:
    """Of a text of several lines too: a row is one line."""
    assert ask(raising(absent("no such\n  program"))) == 0
    assert rows(capsys.readouterr().out) == [
        "| ill |  | not here: no such program | 0 | 0 |  |  | 0 |",
        "| well | 1.0 | a \\| b | 0 | 0 | 0 findings | yes | 0 |",
    ]
    assert [one["judge"] for one in json.loads(runner.RESULTS.read_text())] == ["ill", "well"]


@pytest.mark.parametrize("failure", [ValueError, AssertionError, pytest.fail.Exception])
def test_a_judge_that_fails_is_a_goal_that_is_missed(
    ask: Callable[[Judge], int], capsys: pytest.CaptureFixture[str], failure: type[BaseException]
) -> None:
    assert ask(raising(failure("it broke"))) == 1
    said = capsys.readouterr().out
    assert "ill: the judge failed: it broke" in said
    assert [row.endswith("| NO | 0 |") for row in rows(said)] == [True, False]


def test_histories_need_a_zookeeper(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZOOKEEPER_HOME", str(tmp_path))
    with place() as own, pytest.raises(Missing, match="has no ZooKeeper"):
        histories.judge(own)


def fail_on_a_display() -> None:
    with display() as screen:
        raise Missing(screen)


def test_a_display_ends_with_what_has_failed_on_it() -> None:
    """Else the judge waits for it, and for ever."""
    need("Xvfb")
    with pytest.raises(Missing, match=":"):
        fail_on_a_display()
