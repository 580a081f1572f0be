"""Writes what came of each test, as a plugin of pytest: `-p tests.versions.recorder`."""

from __future__ import annotations

import json
import os

import pytest

FILE = "HANDOFF_TEST_RESULTS"
"""The variable that names the file; a line is `[id, passed|failed|skipped, reason]`."""


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test passes in its call; else its set-up or its tear-down says what came."""
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    if is_worker or (report.when != "call" and report.passed):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longreprtext
    with open(os.environ[FILE], "a") as results:
        results.write(json.dumps([report.nodeid, report.outcome, reason]) + "\n")
