"""Tells the probes which test runs, as a plugin of pytest: `-p tests.mutants.noting`."""

from __future__ import annotations

import importlib
import json
import time
from collections.abc import Generator
from typing import Any

import pytest

probe: Any = importlib.import_module("app.mutants_probe")  # only a tree that is probed has it
_failed: set[str] = set()
_numbers: dict[str, int] = {}


def pytest_collection_finish(session: pytest.Session) -> None:
    """Number the tests, from 1."""
    _numbers.update((item.nodeid, number) for number, item in enumerate(session.items, 1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Say which test runs, and write a line of it at its end; the set-up and the end are in it.

    What a process does between two tests counts for the first one.
    """
    number, began = _numbers[item.nodeid], time.monotonic()
    probe.page[: probe.NUMBER] = number.to_bytes(probe.NUMBER, "big")
    try:
        return (yield)
    finally:
        line = {
            "number": number,
            "test": item.nodeid,
            "seconds": round(time.monotonic() - began, 3),
            "real": item.get_closest_marker("real") is not None,
            "passed": item.nodeid not in _failed,
        }
        with (probe.FOLDER / f"{probe.WORKER}.tests").open("a") as tests:
            tests.write(json.dumps(line) + "\n")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep which have failed."""
    if report.failed:
        _failed.add(report.nodeid)
