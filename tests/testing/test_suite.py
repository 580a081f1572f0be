"""The plugin in somebody's own suite: pytest as a process of its own."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import psutil
import pytest

from tests.support.app import ROOT
from tests.support.program import Program
from tests.support.testing_page import EXAMPLE
from tests.support.zookeeper import await_until

pytestmark = pytest.mark.real
COMMAND = (sys.executable, "-m", "pytest", "-p", "app.testing", "-p", "no:cacheprovider")
STRICT = ("-W", "error", "--strict-markers", "--strict-config")


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite of one file, which a test writes."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path / "test_theirs.py"


def passed(suite: Path, text: str, *options: str) -> str:
    """Run a suite to its end, which leaves no folder; return its last line."""
    suite.write_text(text)
    temporary = suite.parent / "temporary"
    temporary.mkdir()
    command = (*COMMAND, *STRICT, *options, "--rootdir", str(suite.parent), str(suite))
    run = Program(*command, env={"TMPDIR": str(temporary)})
    try:
        code = run.wait()
        assert code == 0, run.lines
        assert list(temporary.glob("handoff.*")) == []
        return run.lines[-1]
    finally:
        run.close()


def test_the_example_of_the_page_passes(suite: Path) -> None:
    assert " passed" in passed(suite, EXAMPLE)
    assert len([line for line in EXAMPLE.splitlines() if line.strip()]) <= 12


UNTOUCHED = """
import sys

def test_nothing_is_loaded():
    heavy = {"kazoo", "click", "asyncio", "app.testing.servers"}
    assert not heavy & set(sys.modules)
"""


def test_a_suite_that_uses_no_fixture_loads_nothing(suite: Path) -> None:
    assert "1 passed" in passed(suite, UNTOUCHED, "-p", "no:xdist", "-p", "no:hypothesispytest")


WORKERS = """
import pytest

@pytest.mark.parametrize("number", range(4))
def test_own(zookeeper, number):
    assert zookeeper.client().create("/one") == "/one"
"""


def test_workers_of_xdist_have_servers_of_their_own(suite: Path) -> None:
    assert "4 passed" in passed(suite, WORKERS, "-n", "2")


ENDLESS = """
import threading

def test_endless(zookeeper):
    zookeeper.client()
    print("stands", flush=True)
    threading.Event().wait()
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_suite_that_ends_early_leaves_no_process(suite: Path, number: signal.Signals) -> None:
    suite.write_text(ENDLESS)
    run = Program(*COMMAND, "-s", "--rootdir", str(suite.parent), str(suite))
    try:
        run.await_line("stands")
        servers = await_until(lambda: own(run.process.pid, 2))
        run.process.send_signal(number)
        await_until(lambda: not any(one.is_running() for one in servers))
    finally:
        run.close()


def own(pid: int, count: int) -> list[psutil.Process]:
    """The servers that a process has started, once there are so many."""
    found = [one for one in psutil.Process(pid).children() if "sandbox" in one.cmdline()]
    return found if len(found) == count else []


def test_pytest_is_nothing_that_the_dashboard_needs() -> None:
    """Only the plugin imports it."""
    named = (file for file in (ROOT / "app").rglob("*.py") if "import pytest" in file.read_text())
    assert list(named) == [ROOT / "app" / "testing" / "__init__.py"]
