"""Runs inside the child pytest: points kazoo's tests at a server that runs, and writes what came.

kazoo's harness starts servers through the class `ZookeeperCluster` of `kazoo.testing.common`. Here
a module of that name stands in its place, whose cluster is one server that somebody else started;
the harness and the tests are kazoo's, unchanged but for three things. No session is shorter than
ten seconds: `test_lease` asks for 0.8 s and has a clock of its own, half a second in which a
machine is busy costs it the connection, and no test waits for such an end. In `PATIENT` tests, who
gives others 0.1 or 0.2 s gives them as long as `LONGER` says. And the parties of `test_partitioner`
get ten seconds in place of 0.1 s to hear of one that comes or goes. The stand-in also spares us
what that module imports to make certificates.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import pytest
from kazoo.handlers.threading import SequentialThreadingHandler

SHORTEST_SESSION = 10.0
PATIENT = {"KazooLockingQueueTests::test_concurrent_execution"}
PAUSE = "_KazooPartitionerTests__wait"
LONGER = {0.1: 2.0, 0.2: 60.0}
"""Seconds that a queue waits for an entry, in vain for all but one; and that the test waits for who
waits for that.
"""


class RunningServer:
    """A server that is always up; kazoo's tests see its address."""

    running = True

    def __init__(self, address: str) -> None:
        self.address = address


class RunningCluster(list[RunningServer]):
    """A cluster of one, which is never started, stopped or made anew from here."""

    def __init__(self, **_settings: Any) -> None:
        super().__init__([RunningServer(os.environ["CONFORMANCE_HOSTS"])])

    def start(self) -> None: ...

    def terminate(self) -> None: ...

    def get_logs(self) -> list[str]:
        return []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--hosts", required=True, help="host:port of the running server")
    parser.addoption("--server-version", required=True, help="what the server says it is")
    parser.addoption("--leave-out", default="", help="comma-separated CLASS::TEST")
    parser.addoption("--results", required=True, help="the file to write what came to")


def pytest_configure(config: pytest.Config) -> None:
    os.environ["CONFORMANCE_HOSTS"] = config.getoption("--hosts")
    # The harness insists on a version; the tests, where CI is unset, ask the server for its own.
    os.environ["ZOOKEEPER_VERSION"] = config.getoption("--server-version")
    os.environ.pop("CI", None)
    stand_in = ModuleType("kazoo.testing.common")
    stand_in.ZookeeperCluster = RunningCluster  # type: ignore[attr-defined]
    sys.modules[stand_in.__name__] = stand_in
    _let_sessions_last()
    config.pluginmanager.register(Recorder(config), "conformance-recorder")


def _let_sessions_last() -> None:
    from kazoo.testing.harness import KazooTestHarness  # needs the stand-in

    get_client = KazooTestHarness._get_client

    def lasting(harness: KazooTestHarness, **options: Any) -> Any:
        if "timeout" in options:
            options["timeout"] = max(options["timeout"], SHORTEST_SESSION)
        return get_client(harness, **options)

    KazooTestHarness._get_client = lasting


class _PatientEvent(threading.Event):
    """Comes as late as it comes; a test that waits for it goes on at once when it does."""

    def __init__(self, _handler: object = None) -> None:
        super().__init__()

    def wait(self, timeout: float | None = None) -> bool:
        return super().wait(LONGER.get(timeout or 0.0, timeout))


def _until_all_have_heard(tests: Any) -> None:
    """Wait until no party keeps what it had acquired; the test asserts that."""
    parties = tests._KazooPartitionerTests__partitioners
    deadline = time.monotonic() + SHORTEST_SESSION
    while any(one.acquired for one in parties) and time.monotonic() < deadline:
        time.sleep(0.05)


class Recorder:
    """Keeps the outcome of every test, and the names of those that were left out, by module."""

    def __init__(self, config: pytest.Config) -> None:
        self._unwanted = set(filter(None, config.getoption("--leave-out").split(",")))
        self._file = Path(config.getoption("--results"))
        self._left_out: dict[str, list[str]] = {}
        self._outcomes: dict[str, dict[str, tuple[str, str]]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            if name_of(item) in self._unwanted:
                self._left_out.setdefault(module_of(item), []).append(name_of(item))
        items[:] = [item for item in items if name_of(item) not in self._unwanted]
        for tests in {getattr(item, "cls", None) for item in items}:
            if hasattr(tests, PAUSE):
                setattr(tests, PAUSE, _until_all_have_heard)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Any:
        if name_of(item) not in PATIENT:
            return (yield)
        with patch.object(SequentialThreadingHandler, "event_object", _PatientEvent):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Any:
        report = yield
        name = name_of(item)
        # A test passes in its call; a failure of its set-up or tear-down counts over that.
        if report.when == "call" or not report.passed:
            outcomes = self._outcomes.setdefault(module_of(item), {})
            outcomes[name] = (report.outcome, report.longreprtext)
        return report

    def pytest_sessionfinish(self) -> None:
        self._file.write_text(json.dumps([self._outcomes, self._left_out]))


def name_of(item: pytest.Item) -> str:
    """`CLASS::TEST` of a test, whatever the path of its file."""
    return item.nodeid.rpartition(".py::")[2].lstrip(":")


def module_of(item: pytest.Item) -> str:
    """The module of a test, without its package."""
    module = item.getparent(pytest.Module)
    assert module is not None
    return str(module.obj.__name__).rpartition(".")[2]
