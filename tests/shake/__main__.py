"""`python -m tests.shake`: tests on a machine that has hardly any time for them.

All run on one processor, beside programs that take all the time they are given, again and again. A
test that fails now and then waits for too little, or shows a race: both are defects. What a test
awaits it awaits for long enough, so that no load turns it; see CONTRIBUTING.md.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.steady.busy import busy
from tests.support.app import ROOT
from tests.support.output import ended

TESTS = ("tests/processes", "tests/recipes", "tests/library", "tests/web", "tests/zookeeper")
"""Where real processes and sessions are tested."""
NO_AFFINITY = "this system keeps no program on one processor: the tests are shaken on all of them"


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit code: 1 where a test has failed in one of the runs."""
    chosen = _parse(arguments)
    _stay_on_one_processor()
    failures: Counter[str] = Counter()
    with busy(chosen.beside):
        for number in range(1, chosen.times + 1):
            print(f"run {number} of {chosen.times}", flush=True)
            failures.update(_run(chosen.tests))
    for test, times in failures.most_common():
        print(f"{times} of {chosen.times}  {test}")
    print(f"{len(failures)} tests failed in one of {chosen.times} runs")
    return int(bool(failures))


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.shake", description=__doc__)
    parser.add_argument("tests", nargs="*", default=TESTS, help="files, folders or ids of tests")
    parser.add_argument("--times", type=int, default=3, help="how often each is run")
    parser.add_argument("--beside", type=int, default=2, help="how many programs take the time")
    return parser.parse_args(arguments)


def _stay_on_one_processor() -> None:
    """Have this process and all that it starts share one processor, where the system can."""
    try:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    except (AttributeError, OSError):
        print(NO_AFFINITY)


def _run(tests: Sequence[str]) -> list[str]:
    """Run the tests once; return the ids of those that failed."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n", "2", f"--junitxml={report}", *tests]
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            sys.exit(f"pytest ended with {code}: see above")
        return [
            f"{case.get('classname')}::{case.get('name')}"
            for case in ElementTree.parse(report).iter("testcase")
            if case.find("failure") is not None or case.find("error") is not None
        ]


if __name__ == "__main__":
    sys.exit(ended(main))
