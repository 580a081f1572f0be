"""What `make simulate` says to people and programs, and that it says it whatever happens."""

from __future__ import annotations

import io
import json
import os
import pty
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.simulation import __main__ as command
from tests.simulation import pool
from tests.simulation import run as run_module
from tests.simulation.__main__ import main
from tests.simulation.mutations import MUTATIONS
from tests.simulation.options import parse
from tests.simulation.plan import Plan, draw
from tests.simulation.progress import Progress
from tests.simulation.run import Tally, first_failure, verdict_of
from tests.simulation.shrink import Small, shrink, whole
from tests.simulation.trace import Trace

ROOT = Path(__file__).parents[2]
KEYS = [
    "schedules", "failed", "with_ensemble", "stale_reads", "cut_offs", "moves", "leader_changes",
    "seconds",
]  # fmt: skip
MISTAKE = "predecessor: trusts the read"
OF_PARTITIONS = "predecessor: no deadline of its own"
FATAL = 3


def _last_line(printed: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(printed.splitlines()[-1])
    return told


# -- how it ends ----------------------------------------------------------------------------------


@pytest.mark.proof
def test_its_last_line_is_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seeds", "6", "--recipe", "configuration", "--servers", "1"]) == 0
    told = _last_line(capsys.readouterr().out)
    assert list(told) == KEYS
    assert (told["schedules"], told["failed"], told["with_ensemble"]) == (6, 0, 0)


@pytest.mark.proof
def test_a_failure_is_told_with_what_repeats_it(capsys: pytest.CaptureFixture[str]) -> None:
    failure = first_failure(range(300), MISTAKE)
    assert failure is not None
    assert main(["--first", str(failure[0]), "--seeds", "1", "--mutation", MISTAKE]) == 1
    printed, progress = capsys.readouterr()
    assert _last_line(printed)["failed"] == 1
    assert f"seed {failure[0]} failed: {failure[1]}" in printed
    assert f"seed {failure[0]} failed: {failure[1]}" in progress
    assert "VIOLATION" in printed
    assert f"Again: .venv/bin/python -m tests.simulation --seed {failure[0]} " in printed


def test_what_is_raised_is_a_failure_that_names_the_place() -> None:
    trace = Trace()
    found = verdict_of(replace(draw(0), recipe="unheard of"), trace).violation
    assert found is not None
    assert found.invariant == "raised KeyError"
    assert "in part_of" in str(found)
    assert str(found) in trace.lines[-1]


def _interrupted(*_: object) -> Iterator[Tally]:
    yield Tally(schedules=7)
    raise KeyboardInterrupt


def test_who_ends_it_is_told_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "run_everywhere", _interrupted)
    assert main(["--seeds", "50"]) == 130
    printed = capsys.readouterr().out
    assert "Interrupted: 7 of 50 schedules were played." in printed
    assert _last_line(printed)["schedules"] == 7


def _reads(terminal: int) -> str:
    """What a terminal shows; nothing where its other end is closed."""
    try:
        return os.read(terminal, 4096).decode()
    except OSError:
        return ""


def test_on_a_terminal_it_shows_how_far_it_is_and_ends_at_once_with_ctrl_c() -> None:
    shown, terminal = pty.openpty()
    arguments = [
        sys.executable,
        "-m",
        "tests.simulation",
        "--recipe=configuration",
        "--seeds=100000",
    ]
    with subprocess.Popen(
        arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=terminal, text=True,
        start_new_session=True,
    ) as run:  # fmt: skip
        os.close(terminal)
        text = _reads(shown)
        os.killpg(run.pid, signal.SIGINT)
        rest: list[str] = []
        reader = threading.Thread(target=lambda: rest.extend(iter(lambda: _reads(shown), "")))
        reader.start()  # a terminal that nobody reads would hold the program up
        try:
            printed, _ = run.communicate(timeout=100)
        except subprocess.TimeoutExpired:
            run.kill()
            raise
        reader.join()
        text += "".join(rest)
    os.close(shown)
    assert run.returncode == 130
    assert " of 100,000 schedules, " in text
    assert "Traceback" not in text + printed
    assert 0 < _last_line(printed)["schedules"] < 100_000


# -- processes that die ---------------------------------------------------------------------------


def _dying(seeds: Iterable[int], **_: object) -> Tally:
    tally = Tally()
    for seed in seeds:
        if seed == FATAL:
            os.kill(os.getpid(), signal.SIGKILL)
        tally.schedules += 1
        tally.seen["played", str(seed)] += 1
    return tally


@pytest.mark.parametrize("words", [["--seed", "7"], ["--seeds", "2", "--recipe", "lock"]])
def test_it_ends_quietly_when_nobody_reads_its_lines(words: list[str]) -> None:
    arguments, pipe = [sys.executable, "-m", "tests.simulation", *words], subprocess.PIPE
    with subprocess.Popen(arguments, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.wait(60) == 128 + signal.SIGPIPE
        assert process.stderr.read() == ""


@pytest.mark.proof
def test_a_process_that_dies_costs_its_seed_and_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_module, "run", _dying)
    total = Tally()
    for tally in run_module.run_everywhere(range(40)):
        total.add(tally)
    played = {int(key[1]): times for key, times in total.seen.items()}
    assert played == {seed: 1 for seed in range(40) if seed != FATAL}
    assert total.failures == {FATAL: "its process died (SIGKILL)"}
    assert main(["--seeds", "8"]) == 1
    printed = capsys.readouterr().out
    assert f"Again: .venv/bin/python -m tests.simulation --seed {FATAL} " in printed
    assert (_last_line(printed)["schedules"], _last_line(printed)["failed"]) == (8, 1)


def _endless(seeds: Iterable[int], **_: object) -> Tally:
    while FATAL in seeds:
        time.sleep(60)
    return Tally()


def test_a_schedule_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "run", _endless)
    monkeypatch.setattr(pool, "LONGEST", 1.0)
    tallies = run_module.run_everywhere(range(FATAL, FATAL + 1))
    assert [tally.failures for tally in tallies] == [{FATAL: "no end within 1 s"}]


# -- bad arguments --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--seeds=abc", "--seeds: it takes a whole number from 1 on, not 'abc'"),
        ("--seeds=", "--seeds: it takes a whole number from 1 on, not ''"),
        ("--seeds=0", "--seeds: it takes a whole number from 1 on, not '0'"),
        ("--seeds=-5", "--seeds: it takes a whole number from 1 on, not '-5'"),
        ("--first=-1", "--first: it takes a whole number from 0 on, not '-1'"),
        ("--recipe=nonsense", "there is no recipe 'nonsense'; there are barrier, bookshelf,"),
        ("--mutation=lock", "there is no mistake 'lock'; perhaps 'lock: "),
        ("--mutation=xyz", "there is no mistake 'xyz', see tests/simulation/mutations.py"),
        ("--calm", "--calm goes with --seed"),
        ("--faults=none", "--faults goes with --seed"),
        ("--seed=3 --faults=0,99", "there is no fault 99 in this schedule"),
        ("--seed=3 --faults=0:soon", "--faults: 'soon' is no number of seconds"),
        ("--seed=3 --seeds=10", "--seed plays one schedule, and --seeds is about many"),
        ("--seed=3 --first=5", "--seed plays one schedule, and --first is about many"),
        ("--recipe=lock --mutation='herd: no wrap'", "'herd: no wrap' is no mistake of lock"),
        ("--servers=x", "--servers: there is no schedule with 'x' servers, only with 1 or 3"),
        ("--seed=3 --members=9", "there is no process c9 in this schedule"),
        ("--seed=3 --members=1 --without=1", "--without leaves nobody who takes part"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(shlex.split(arguments))
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert sentence in said.err
    assert (said.out, len(said.err.splitlines())) == ("", 1)


def test_make_hands_on_what_it_is_given() -> None:
    arguments = ["make", "--no-print-directory", "--old-file=.venv/.dev", "simulate"]
    arguments += ["SEEDS=2", "RECIPE=configuration", "SERVERS=3"]
    made = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    told = _last_line(made.stdout)
    assert (told["schedules"], told["failed"], told["with_ensemble"]) == (2, 0, 2)
    assert "recipe: configuration 2\n" in made.stdout


# -- progress -------------------------------------------------------------------------------------


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _progress_on(stream: io.StringIO, times: Iterable[float]) -> str:
    """What is shown of a run of which a hundredth is played each second."""
    now = iter(times)
    at = [0.0]
    progress = Progress(stream, lambda: at[0])
    for at[0] in now:
        progress.played(int(at[0]), 100, 2)
    return stream.getvalue()


def test_a_terminal_has_one_line_that_is_rewritten() -> None:
    shown = _progress_on(_Terminal(), [10.0, 10.1, 40.0])
    lines = ["10 of 100 schedules, 1 a second, 2 failed, 1 min 30 s left"]
    lines += ["40 of 100 schedules, 1 a second, 2 failed, 1 min 00 s left"]
    assert shown == "".join(f"\r\033[K{line}" for line in lines)


def test_elsewhere_there_is_a_line_each_minute() -> None:
    shown = _progress_on(io.StringIO(), [10.0, 59.0, 61.0, 80.0, 100.0])
    assert shown == "61 of 100 schedules, 1 a second, 2 failed, 39 s left\n"


# -- shrinking ------------------------------------------------------------------------------------


def _failing(mistake: str, *servers: int) -> tuple[int, str]:
    """A seed of it that fails with all of these, and the recipe."""
    recipe = mistake.partition(":")[0]
    with MUTATIONS[mistake]():
        for seed in range(600):
            plans = [draw(seed, recipe, servers=count) for count in servers]
            if all(verdict_of(plan).violation is not None for plan in plans):
                return seed, recipe
    raise AssertionError("there is none")


def test_a_failure_shrinks_to_one_server_and_what_it_takes() -> None:
    told: list[str] = []
    seed, recipe = _failing(OF_PARTITIONS, 1, 3)
    drawn = draw(seed, recipe, servers=3)
    with MUTATIONS[OF_PARTITIONS]():
        small = shrink(drawn, told.append)
        assert verdict_of(small.plan).violation is not None
        again = shrink(small.drawn)
    assert small.plan.servers == 1
    assert "--servers 1" in small.options
    assert len(small.faults) < len(drawn.faults)
    assert small.present < len(drawn.members)
    assert parse(small.options.split(), None).small == small == again
    assert told[0].startswith(f"shrinking seed {seed}: ")


@pytest.mark.proof
def test_a_fault_shrinks_to_as_long_as_it_takes() -> None:
    plans = [draw(seed, OF_PARTITIONS.partition(":")[0], servers=1) for seed in range(40)]
    with MUTATIONS[OF_PARTITIONS]():
        failing = [plan for plan in plans if verdict_of(plan).violation is not None]
        smalls = [(plan, shrink(plan)) for plan in failing[:6]]
    drawn, small = next((plan, one) for plan, one in smalls if any(_lasted(plan, one)))
    assert sum(small.faults.values()) < sum(_lasted(drawn, small))
    assert parse(small.options.split(), None).small == small


def _lasted(drawn: Plan, small: Small) -> list[float]:
    """For how long the faults that are left lasted before."""
    return [drawn.faults[at].lasts for at in small.faults]


def test_shrinking_ends_when_its_time_is_over() -> None:
    seed, recipe = _failing(MISTAKE, 1)
    with MUTATIONS[MISTAKE]():
        drawn = draw(seed, recipe, servers=1)
        assert shrink(drawn, seconds=0.0) == whole(drawn)


# -- traces ---------------------------------------------------------------------------------------


def test_a_trace_tells_how_far_a_server_knows() -> None:
    for seed in range(20):
        trace = Trace()
        verdict_of(draw(seed, "lock", servers=3), trace)
        if any("carries out (knowing zxid " in line for line in trace.lines):
            return
    pytest.fail("no server that lags was asked")


def test_who_is_left_out_does_not_take_part() -> None:
    small = replace(whole(draw(3, "lock")), absent=frozenset({2}))
    trace = Trace()
    verdict_of(small.plan, trace)
    started = {line.split()[3] for line in trace.lines if line.endswith(" starts")}
    assert "c1" in started
    assert "c2" not in started
