"""`python -m tests.steady`: run `make test` again and again, beside a busy program a processor.

What each run printed is in build/steady/, with what was unsteady in it. A table names each test
that was unsteady in one of the runs (see `again`). A test that fails now and then waits for too
little or shows a race: both are defects.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.steady.again import Failure
from tests.steady.busy import busy
from tests.support.app import ROOT
from tests.support.output import ended

OUTPUTS = ROOT / "build" / "steady"
UNSTEADY = ROOT / "build" / "unsteady.json"
"""What `make test` writes."""


@dataclass(frozen=True)
class Run:
    """Describe a whole run: its exit code, its length in seconds, and what was unsteady in it."""

    number: int
    code: int
    seconds: int
    unsteady: tuple[Failure, ...]

    @property
    def is_red(self) -> bool:
        """Tell whether the run failed."""
        return self.code != 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, and print the table; return 1 where a run was red."""
    times = _times(arguments)
    OUTPUTS.mkdir(parents=True, exist_ok=True)
    print(f"commit {_git('rev-parse', '--short', 'HEAD')}", flush=True)
    if _git("status", "--porcelain", "--untracked-files=no"):
        print("beside the commit, there are changes that are not committed", flush=True)
    runs = []
    with busy(os.cpu_count() or 1):
        for number in range(1, times + 1):
            runs.append(_run(number))
            print(line_of(runs[-1]), flush=True)
    print("\n".join(table(runs)))
    return int(any(run.is_red for run in runs))


def _times(arguments: Sequence[str] | None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.steady", description=__doc__)
    parser.add_argument("--times", type=int, default=10, help="how many runs")
    times: int = parser.parse_args(arguments).times
    if times < 1:
        parser.error("--times is 1 or more")
    return times


def _run(number: int) -> Run:
    """Run once; a run that ends early has no list of unsteady tests. Keep its list beside what it
    printed.
    """
    UNSTEADY.unlink(missing_ok=True)
    began = time.monotonic()
    with (OUTPUTS / f"{number}.txt").open("w") as output:
        code = subprocess.run(
            ["make", "test"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            check=False,
        ).returncode
    seconds = round(time.monotonic() - began)
    if not UNSTEADY.exists():
        return Run(number, code, seconds, ())
    kept = UNSTEADY.replace(OUTPUTS / f"{number}.json")
    return Run(number, code, seconds, tuple(Failure(**row) for row in json.loads(kept.read_text())))


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def line_of(run: Run) -> str:
    """Return what came of a run, on one line."""
    said = "red" if run.is_red else "not red"
    return f"run {run.number}: {said}, {len(run.unsteady)} unsteady, {run.seconds} s"


def table(runs: Sequence[Run]) -> list[str]:
    """Return the lines that say how many runs were red, and what was unsteady in which of them."""
    seen: dict[str, list[tuple[int, Failure]]] = {}
    for run in runs:
        for failure in run.unsteady:
            seen.setdefault(failure.test, []).append((run.number, failure))
    rows = [
        f"| {test} | {', '.join(f'{number} (load {one.load})' for number, one in found)} "
        f"| {found[0][1].reason} |"
        for test, found in sorted(seen.items(), key=lambda pair: -len(pair[1]))
    ]
    red = sum(run.is_red for run in runs)
    times = sum(len(run.unsteady) for run in runs)
    head = ["| unsteady | in run | reason |", "|---|---|---|"] if rows else []
    return [*head, *rows, f"{red} of {len(runs)} runs were red; {times} times a test was unsteady"]


if __name__ == "__main__":
    sys.exit(ended(main))
