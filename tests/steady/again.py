"""Run what failed once more, alone, after all other tests: `pytest --again=FILE`.

A test that passes then is *unsteady*: the run names it and goes on. Noise on a busy machine is no
failure that way, and it is never hidden. A run fails if a test fails twice, if more than
MOST_UNSTEADY are unsteady, if not all tests were run, or if a test says BROKEN: two leaders are not
forgiven for not coming again. FILE gets a JSON list of {"test", "reason", "load", "report",
"alone"}, one for each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

BROKEN = "InvariantBroken"
"""The name of the exceptions that no second run forgives."""
MOST_UNSTEADY = 3
MOST_AGAIN = 20
"""Tests that are run again: where more have failed, noise is not the reason."""


@dataclass(frozen=True)
class Failure:
    """Describe the first failure of a test: its id, the message of its exception, the load of the
    machine then (the first of the three averages), and all that pytest says of it. alone: what is
    run once more: its file where a teardown failed, for what is left behind may be another test's,
    or where the setup of several failed alike, for they share it. Those of a file are one failure.
    """

    test: str
    reason: str
    load: float
    report: str = field(default="", repr=False)
    alone: str = ""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--again`. Write it with "=": pytest takes a word of its own for a test."""
    parser.addoption(
        "--again",
        metavar="FILE",
        help="run what fails once more, and write what passes then to FILE",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Judge the session by two runs where that is asked for; pytest-xdist's workers do not."""
    file = config.getoption("again")
    if file and "PYTEST_XDIST_WORKER" not in os.environ:
        config.pluginmanager.register(Again(config, Path(file)))


class Again:
    """Run failed tests again at the end of a session, and judge the session by both runs."""

    def __init__(self, config: pytest.Config, file: Path) -> None:
        self._config, self._file = config, file
        self._failures: dict[str, Failure] = {}
        self._unsteady: dict[str, Failure] = {}
        self._ended: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first failure of each test, and which ones have ended."""
        test = report.nodeid
        if report.when == "teardown":
            self._ended.add(test)
        if report.failed and test not in self._failures:
            load, said = round(os.getloadavg()[0], 1), report.longreprtext
            self._failures[test] = Failure(test, _reason(report), load, said, self._alone(report))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Run the failed ones again; pytest-xdist's processes have ended by now."""
        if session.exitstatus == pytest.ExitCode.TESTS_FAILED:
            if _count(self._failures) <= MOST_AGAIN:
                self._run_again()
            left = session.testscollected - len(self._ended | set(self._unsteady))
            if left > 0:
                self._reporter.write_line(f"\n{left} tests were not run", red=True)
            elif self._forgive() and 0 < _count(self._unsteady) <= MOST_UNSTEADY:
                session.exitstatus = pytest.ExitCode.OK
        self._keep()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name what is unsteady in the last lines."""
        if not self._unsteady:
            return
        terminalreporter.section("unsteady: failed, and passed when run alone", yellow=True)
        for failure in self._unsteady.values():
            terminalreporter.line(f"UNSTEADY {failure.test} (load {failure.load})")
            terminalreporter.line(f"    {failure.reason}")
        if (count := _count(self._unsteady)) > MOST_UNSTEADY:
            terminalreporter.line(
                f"{count} tests were unsteady; more than {MOST_UNSTEADY} fail the run"
            )

    def _alone(self, report: pytest.TestReport) -> str:
        """Return what to run once more for a failure. Others whose setup failed alike join it."""
        file = report.nodeid.partition("::")[0]
        if report.when != "setup":
            return file if report.when == "teardown" else report.nodeid
        alike = [
            failure
            for test, failure in self._failures.items()
            if test.partition("::")[0] == file and failure.reason == _reason(report)
        ]
        self._failures |= {one.test: replace(one, alone=file) for one in alike}
        return file if alike else report.nodeid

    def _run_again(self) -> None:
        """Run each once more. Ctrl-C ends that, and what has failed stays failed."""
        forgivable = [one for one in self._failures.values() if BROKEN not in one.reason]
        with suppress(KeyboardInterrupt):
            for alone in dict.fromkeys(failure.alone for failure in forgivable):
                if self._passes(alone):
                    passed = [failure for failure in forgivable if failure.alone == alone]
                    self._unsteady |= {failure.test: failure for failure in passed}

    def _passes(self, alone: str) -> bool:
        """Tell whether it passes. What is skipped, or ends its process, does not."""
        self._reporter.write_line(f"\nonce more, alone: {alone}")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "report.xml")
            command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", ""]
            code = subprocess.run(
                [*command, "-o", "junit_family=xunit1", f"--junitxml={file}", alone],
                cwd=self._config.rootpath,
                stdin=subprocess.DEVNULL,
                check=False,
            ).returncode
            cases = list(ElementTree.parse(file).iter("testcase")) if file.exists() else []
        was_run = bool(cases) and all(case.find("skipped") is None for case in cases)
        return code == pytest.ExitCode.OK and was_run

    def _forgive(self) -> bool:
        """Count the unsteady ones apart from the failed ones; return whether no other is left."""
        stats = self._reporter.stats
        for outcome in ("failed", "error"):
            reports = stats.pop(outcome, [])
            failed = [one for one in reports if one.nodeid not in self._unsteady]
            if failed:
                stats[outcome] = failed
        if self._unsteady:
            stats["unsteady"] = list(self._unsteady.values())
        return not (stats.get("failed") or stats.get("error"))

    def _keep(self) -> None:
        self._file.parent.mkdir(exist_ok=True)
        rows = [asdict(failure) for failure in self._unsteady.values()]
        self._file.write_text(json.dumps(rows, indent=2) + "\n")

    @property
    def _reporter(self) -> Any:
        return self._config.pluginmanager.getplugin("terminalreporter")


def _count(failures: Mapping[str, Failure]) -> int:
    """Count failures: those that are run once more together are one."""
    return len({failure.alone for failure in failures.values()})


def _reason(report: pytest.TestReport) -> str:
    """Return the message of the exception, or the last line of what pytest says of it."""
    crash = getattr(report.longrepr, "reprcrash", None)
    lines = (crash.message if crash else report.longreprtext).strip().splitlines()
    return (lines[0] if crash else lines[-1]) if lines else "no reason was given"
