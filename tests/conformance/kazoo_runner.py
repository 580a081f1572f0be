"""Runs modules of kazoo's tests against a running server, each in a pytest process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.conformance.kazoo_suite import EXPECTED, PACKAGE, TIMED, left_out_of
from tests.conformance.servers import version_of_server

ROOT = Path(__file__).resolve().parents[2]
# Seconds. The longest test takes 10 and the longest module 20: a server that hangs fails a test,
# and not the run.
TEST_TIMEOUT = 150
MODULE_TIMEOUT = 300
ATTEMPTS = 3
# These come first, so that those which run at the same time end together.
_LONGEST = ("test_client", "test_lock", "test_partitioner", "test_watchers")


class Failure(NamedTuple):
    """A test of kazoo's that failed: `CLASS::TEST` and pytest's report of it."""

    name: str
    report: str


class Outcome(NamedTuple):
    """What came of one module: names as `CLASS::TEST`; skipped with the reason behind them."""

    module: str
    passed: list[str]
    failed: list[Failure]
    skipped: list[Failure]
    left_out: set[str]

    @property
    def is_expected(self) -> bool:
        """Whether all passed that must, and all that is left out was there to be left out."""
        complete = len(self.passed) == EXPECTED[self.module]
        return complete and not self.failed and self.left_out == left_out_of(self.module)

    def explain(self) -> str:
        """What is not as expected, in words: failures, skipped tests, names that are gone."""
        told = [f"FAILED {self.module}::{name}\n{report}" for name, report in self.failed]
        told += [f"SKIPPED {self.module}::{name}: {report}" for name, report in self.skipped]
        gone = left_out_of(self.module) - self.left_out
        told += [f"LEFT OUT, but no longer there: {self.module}::{name}" for name in sorted(gone)]
        counts = f"{len(self.passed)} passed, {EXPECTED[self.module]} expected"
        return "\n\n".join([counts, *told])


def run_all(hosts: str, modules: Iterable[str] = EXPECTED) -> dict[str, Future[Outcome]]:
    """Start modules, three at a time: they mostly wait, and each test has a root of its own."""
    pool = ThreadPoolExecutor(max_workers=3, thread_name_prefix="kazoo-suite")
    in_order = sorted(modules, key=lambda module: module not in _LONGEST)
    futures = {module: pool.submit(run_module, module, hosts) for module in in_order}
    pool.shutdown(wait=False)
    return futures


def run_module(module: str, hosts: str) -> Outcome:
    """Run one module, and again where only tests have failed that measure the machine."""
    for _ in range(ATTEMPTS - 1):
        outcome = _run_once(module, hosts)
        failed = {one.name for one in outcome.failed}
        if not failed or failed - TIMED.get(module, {}).keys():
            return outcome
    return _run_once(module, hosts)


def _run_once(module: str, hosts: str) -> Outcome:
    """One module against the server at `hosts`. Raises AssertionError when pytest itself fails,
    and when it does not end (a test that hangs can take its clean-up with it).
    """
    with tempfile.TemporaryDirectory(prefix="handoff-kazoo-") as directory:
        results = Path(directory) / "results.json"
        told = _run(_command(module, hosts, results), Path(directory))
        assert results.exists(), f"kazoo's {module} did not run to its end:\n{told}"
        return _read(module, results)


def _run(command: list[str], directory: Path) -> str:
    """Run it to its end, or for MODULE_TIMEOUT; what it said."""
    with (
        (directory / "output.txt").open("w+") as output,
        contextlib.suppress(subprocess.TimeoutExpired),
    ):
        subprocess.run(
            command,
            cwd=directory,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            timeout=MODULE_TIMEOUT,
            check=False,
        )
    return (directory / "output.txt").read_text(errors="replace")


def _command(module: str, hosts: str, results: Path) -> list[str]:
    settings = results.parent / "pytest.ini"  # none of ours shall leak into theirs
    settings.write_text("[pytest]\n")
    port = int(hosts.rpartition(":")[2])
    return [
        *(sys.executable, "-m", "pytest", "-v", "-c", str(settings), f"--rootdir={results.parent}"),
        *("-p", "tests.conformance.kazoo_plugin", "-p", "pytest_timeout"),
        *("-p", "no:cacheprovider", f"--timeout={TEST_TIMEOUT}", "--tb=short"),
        *("--hosts", hosts, "--server-version", version_of_server(port)),
        *("--results", str(results)),
        *("--leave-out", ",".join(sorted(left_out_of(module)))),
        *("--pyargs", f"{PACKAGE}.{module}"),
    ]


def _environment() -> dict[str, str]:
    ours = ("PYTEST_", "ZOOKEEPER_", "HANDOFF_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def _read(module: str, results: Path) -> Outcome:
    outcomes, left_out = json.loads(results.read_text())
    by_kind: dict[str, list[Failure]] = {"passed": [], "failed": [], "skipped": []}
    for name, (outcome, report) in outcomes.items():
        by_kind[outcome].append(Failure(name, report))
    passed = [failure.name for failure in by_kind["passed"]]
    return Outcome(module, passed, by_kind["failed"], by_kind["skipped"], set(left_out))
