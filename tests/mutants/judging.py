"""Judges a mutant: runs the tests that cover it, the cheapest first, up to the first failure."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.mutants.asking import TESTS, TOLD
from tests.mutants.covering import Covering, environment
from tests.mutants.places import Mutant
from tests.mutants.tree import Tree

FIRST = 20
"""So many tests are run alone at first: most mistakes are found by these, and few modules load."""
ENDS_WITHIN = 15.0
"""Seconds for the end of a pytest that was interrupted."""
TOO_LONG = 60.0
"""Seconds of a test, or five times what it took beside the probes: then it fails."""
RUN = "MUTANTS_RUN"
"""A variable by which all processes of a run are known."""


@dataclass(frozen=True)
class Verdict:
    """What came of a mutant.

    verdict: `killed`; `survived` all tests that cover it; `undecided` as its time was over;
    `uncovered`; `gone`, where the code has changed. test: what killed it, a module where its tests
    could not be collected, empty where pytest could not begin. error: its first line. doubted:
    tests that failed, and then did not fail again, or failed without the mistake too.
    """

    verdict: str
    test: str = ""
    error: str = ""
    seconds: float = 0.0
    doubted: list[str] = field(default_factory=list)


class Failure(NamedTuple):
    """A test that failed, and the first line of its error."""

    test: str
    error: str


class Came(NamedTuple):
    """What came of a run: its first failure, if any, and whether its time was over."""

    failure: Failure | None
    is_over: bool


def judge(
    tree: Tree, mutant: Mutant, lists: Sequence[list[str]], of: Covering, bound: float
) -> Verdict:
    """Judge a mutant by these lists of tests, one after the other, in at most `bound` seconds.

    A failure of a test that takes a server, or that failed beside the probes, counts where it comes
    again, and does not come without the mistake.
    """
    if not tree.has(mutant):
        return Verdict("gone")
    if not any(lists):
        return Verdict("uncovered")
    began, doubted = time.monotonic(), list[str]()
    for tests in lists:
        left = tests
        while left:
            remaining = bound - (time.monotonic() - began)
            with tree.mistaken(mutant):
                failure, is_over = run(tree, left, of, remaining)
            seconds = round(time.monotonic() - began, 1)
            if failure is None and is_over:
                return Verdict("undecided", seconds=seconds, doubted=doubted)
            if failure is None:
                break
            concerned = _concerned(failure, left)
            if _is_sure(failure, of) or _comes_again(tree, mutant, concerned, of, bound):
                return Verdict("killed", *failure, seconds, doubted)
            doubted.append(failure.test)
            left = [test for test in left if test not in concerned]
    return Verdict("survived", seconds=round(time.monotonic() - began, 1), doubted=doubted)


def _is_sure(failure: Failure, of: Covering) -> bool:
    """Whether a test that failed can only have failed by the mistake."""
    known = of.tests.get(failure.test)
    return known is not None and known.passed and not known.real and "Timeout" not in failure.error


def _concerned(failure: Failure, tests: list[str]) -> list[str]:
    """Return the tests that failed: one, those of a module; any, where none could begin."""
    name, of_it = failure.test, f"{failure.test}::"
    return [test for test in tests if test == name or test.startswith(of_it)] or tests[:1]


def _comes_again(tree: Tree, mutant: Mutant, tests: list[str], of: Covering, bound: float) -> bool:
    """Whether one of the tests fails again, and all pass without the mistake."""
    with tree.mistaken(mutant):
        again = run(tree, tests, of, bound)
    return again.failure is not None and run(tree, tests, of, bound) == Came(None, False)


def in_order(name: str, of: Covering, earlier: str = "") -> list[list[str]]:
    """Return the lists in which tests are run for a mutant: the one that killed it earlier; some of
    the cheapest; the others; those that take a server; and all that take none, where what the
    mutant does was done before the tests. The modules whose tests take least come first; those of
    one module keep their order.
    """
    reached = set(of.reached.get(name, [])) - {earlier}
    known = {test: one for test, one in of.tests.items() if test in reached}
    modules: dict[str, list[float]] = {}
    for test, one in known.items():
        modules.setdefault(module_of(test), []).append(one.seconds)
    means = {module: sum(seconds) / len(seconds) for module, seconds in modules.items()}

    def cost(test: str) -> tuple[float, str]:
        return means[module_of(test)], module_of(test)

    pure, real = (
        sorted((test for test, one in known.items() if one.real == is_real), key=cost)
        for is_real in (False, True)
    )
    is_early = name in of.early
    rest = [t for t, one in of.tests.items() if is_early and not one.real and t not in known]
    before = [earlier] if earlier in of.tests else []
    return [before, pure[:FIRST], pure[FIRST:], real[:FIRST], real[FIRST:], rest]


def module_of(test: str) -> str:
    """Return the file of a test, by its id."""
    return test.partition("::")[0]


def run(tree: Tree, tests: Sequence[str], of: Covering, seconds: float) -> Came:
    """Run tests in a tree, up to the first failure, and end all that they have started."""
    with tempfile.TemporaryDirectory() as folder:
        asked, told, said = (Path(folder) / name for name in ("asked", "told", "said"))
        asked.write_text(json.dumps(tests))
        told.touch()
        token = uuid.uuid4().hex
        with said.open("w") as output:
            process = subprocess.Popen(
                _command(tests, of),
                env={**environment(), TESTS: str(asked), TOLD: str(told), RUN: token},
                cwd=tree.root, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                start_new_session=True,
            )  # fmt: skip
            is_over = _await_end(process, seconds)
        end_all(token)
        if is_over:
            return Came(None, is_over)
        lines = [json.loads(line) for line in told.read_text().splitlines()]
        code = process.returncode
        return Came(failure_of(lines, said.read_text(errors="replace"), code), is_over)


def failure_of(lines: list[list[str]], said: str, code: int) -> Failure | None:
    """Return the first failure, by the lines of `asking`; where pytest itself could not begin or go
    on, by its exit code and what it said last. None also where no test is there any more.
    """
    failed = [Failure(test, error) for what, test, error in lines if what == "failed"]
    if failed:
        return failed[0]
    if code in (0, 5):
        return None
    return Failure(lines[-1][1] if lines else "", (said.strip().splitlines() or [""])[-1])


def _command(tests: Sequence[str], of: Covering) -> list[str]:
    modules = sorted(set(map(module_of, tests)))
    longest = max((of.tests[test].seconds for test in tests), default=0.0)
    return [
        *(sys.executable, "-m", "pytest", "-x", "-q", "--tb=short"),
        *("-p", "tests.mutants.asking", "-p", "no:randomly", "-p", "no:xdist"),
        *("-p", "no:cacheprovider", f"--timeout={max(TOO_LONG, 5 * longest):.0f}"),
        *modules,
    ]


def _await_end(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait for the end, or interrupt; return whether the time was over."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(max(seconds, 0.1))
        return False
    process.send_signal(signal.SIGINT)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(ENDS_WITHIN)
    process.kill()
    process.wait()
    return True


def end_all(token: str) -> None:
    """End what a run has left behind: the processes whose environment has its token."""
    word = f"{RUN}={token}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if word in (folder / "environ").read_bytes().split(b"\0"):
                os.kill(int(folder.name), signal.SIGKILL)
