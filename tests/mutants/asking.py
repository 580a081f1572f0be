"""Has pytest run the tests that are asked for, in their order, and tells what came at once:
`-p tests.mutants.asking`.

Tests are asked for by a file of ids, since a mistake may change the ids that a module has.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

TESTS, TOLD = "MUTANTS_TESTS", "MUTANTS_TOLD"
"""The variables that name a file of ids in JSON, and a file of lines: `["begins", id, time]`, then
`["failed", id, the error's first line]` where a test or the collection has failed."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests that are asked for, in their order."""
    places = {test: place for place, test in enumerate(json.loads(_file(TESTS).read_text()))}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in places])
    items[:] = [item for item in items if item.nodeid in places]
    items.sort(key=lambda item: places[item.nodeid])


def pytest_runtest_logstart(nodeid: str) -> None:
    """Tell that a test begins."""
    _tell("begins", nodeid, time.time())


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Tell that a test has failed."""
    _tell_failure(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Tell that a module cannot be collected."""
    _tell_failure(report)


def _tell_failure(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        text = (crash.message if crash else report.longreprtext).strip()
        lines = text.splitlines() or [""]
        _tell("failed", report.nodeid, lines[0 if crash else -1])


def _tell(*line: str | float) -> None:
    with _file(TOLD).open("a") as told:
        told.write(json.dumps(line) + "\n")


def _file(variable: str) -> Path:
    return Path(os.environ[variable])
