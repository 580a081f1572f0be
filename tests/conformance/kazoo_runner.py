"""Runs modules of kazoo's tests against a running server, some together in a pytest process."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.conformance.kazoo_suite import EXPECTED, PACKAGE, left_out_of
from tests.conformance.servers import version_of_server

ROOT = Path(__file__).resolve().parents[2]
# Seconds. The longest test takes 10 and the longest modules 20: a server that hangs fails a test,
# and not the run.
TEST_TIMEOUT = 150
MODULES_TIMEOUT = 900
TOGETHER = (
    ("test_partitioner",),
    ("test_watchers", "test_barrier", "test_counter", "test_election", "test_party"),
    ("test_lock", "test_cache"),
    ("test_client", "test_connection", "test_interrupt", "test_lease", "test_queue"),
)
"""They mostly wait, each of these equally long, and each test has a root of its own."""


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


def run_all(hosts: str, modules: Iterable[str] = EXPECTED) -> dict[str, Future[dict[str, Outcome]]]:
    """Start these modules; each with what comes of those that run together with it."""
    wanted = set(modules)
    groups = [[one for one in group if one in wanted] for group in TOGETHER]
    pool = ThreadPoolExecutor(max_workers=len(TOGETHER), thread_name_prefix="kazoo-suite")
    futures = {
        module: future
        for group in groups
        if group
        for future in [pool.submit(_run_together, group, hosts)]
        for module in group
    }
    pool.shutdown(wait=False)
    return futures


def _run_together(modules: Sequence[str], hosts: str) -> dict[str, Outcome]:
    """Some modules against the server at `hosts`. Raises AssertionError when pytest itself fails,
    and when it does not end (a test that hangs can take its clean-up with it).
    """
    with tempfile.TemporaryDirectory(prefix="handoff-kazoo-") as directory:
        results = Path(directory) / "results.json"
        told = _run(_command(modules, hosts, results), Path(directory))
        assert results.exists(), f"kazoo's {modules} did not run to their end:\n{told}"
        return {module: _read(module, results, told) for module in modules}


def _run(command: list[str], directory: Path) -> str:
    """Run it to its end, or for MODULES_TIMEOUT; what it said."""
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
            timeout=MODULES_TIMEOUT,
            check=False,
        )
    return (directory / "output.txt").read_text(errors="replace")


def _command(modules: Sequence[str], hosts: str, results: Path) -> list[str]:
    settings = results.parent / "pytest.ini"  # none of ours shall leak into theirs
    settings.write_text("[pytest]\n")
    port = int(hosts.rpartition(":")[2])
    return [
        *(sys.executable, "-m", "pytest", "-v", "-c", str(settings), f"--rootdir={results.parent}"),
        *("-p", "tests.conformance.kazoo_plugin", "-p", "pytest_timeout"),
        *("-p", "no:cacheprovider", f"--timeout={TEST_TIMEOUT}", "--tb=short"),
        *("--hosts", hosts, "--server-version", version_of_server(port)),
        *("--results", str(results)),
        *("--leave-out", ",".join(sorted(set().union(*map(left_out_of, modules))))),
        *("--pyargs", *(f"{PACKAGE}.{module}" for module in modules)),
    ]


def _environment() -> dict[str, str]:
    ours = ("PYTEST_", "ZOOKEEPER_", "HANDOFF_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def _read(module: str, results: Path, told: str) -> Outcome:
    outcomes, left_out = json.loads(results.read_text())
    assert module in outcomes, f"kazoo's {module} did not run:\n{told}"
    by_kind: dict[str, list[Failure]] = {"passed": [], "failed": [], "skipped": []}
    for name, (outcome, report) in outcomes[module].items():
        by_kind[outcome].append(Failure(name, report))
    passed = [failure.name for failure in by_kind["passed"]]
    left = set(left_out.get(module, ()))
    return Outcome(module, passed, by_kind["failed"], by_kind["skipped"], left)
