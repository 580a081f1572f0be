"""What `--again` says of a run, by the exit code, the last lines and the file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.steady.__main__ import Run, table
from tests.steady.again import MOST_UNSTEADY, Failure
from tests.support.app import ROOT

UNSTEADY = """
def test_{name}(pytestconfig):
    mark = pytestconfig.rootpath / "{name}"
    was_here = mark.exists()
    mark.touch()
    assert was_here, "not yet"
"""
BAD = """
def test_bad():
    assert 1 == 2
"""
GOOD = """
def test_good():
    pass
"""


FILE = "build/unsteady.json"


class Came(NamedTuple):
    """What came of a run: exit code, what was printed, and what the file says."""

    code: int
    printed: str
    unsteady: list[dict[str, object]]


def run(folder: Path, *tests: str, options: tuple[str, ...] = ()) -> Came:
    """Run these tests in a process of their own, where only the plugin is the same."""
    (folder / "test_it.py").write_text("".join(tests))
    (folder / "pytest.ini").write_text("[pytest]\n")
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", f"--again={FILE}", *options],
        cwd=folder,
        env={**own, "PYTHONPATH": str(ROOT), "PYTEST_PLUGINS": "tests.steady.again"},
        capture_output=True,
        text=True,
        check=False,
    )
    return Came(done.returncode, done.stdout, json.loads((folder / FILE).read_text()))


def test_what_passes_alone_is_named_and_fails_no_run(tmp_path: Path) -> None:
    came = run(tmp_path, GOOD, UNSTEADY.format(name="first"), options=("-n", "2"))
    assert came.code == 0, came.printed
    assert "UNSTEADY test_it.py::test_first (load " in came.printed
    assert "1 passed, 1 unsteady" in came.printed.splitlines()[-1]
    (row,) = came.unsteady
    assert (row["test"], row["reason"]) == ("test_it.py::test_first", "AssertionError: not yet")
    assert 'assert was_here, "not yet"' in str(row["report"])


def test_what_fails_again_fails_the_run(tmp_path: Path) -> None:
    came = run(tmp_path, GOOD, BAD, UNSTEADY.format(name="first"))
    assert came.code == 1
    assert "1 failed, 1 passed, 1 unsteady" in came.printed.splitlines()[-1]
    assert [row["test"] for row in came.unsteady] == ["test_it.py::test_first"]


def test_too_many_unsteady_ones_fail_the_run(tmp_path: Path) -> None:
    tests = [UNSTEADY.format(name=f"n{number}") for number in range(MOST_UNSTEADY + 1)]
    came = run(tmp_path, *tests)
    assert came.code == 1
    assert len(came.unsteady) == MOST_UNSTEADY + 1


SKIPPED_THEN = UNSTEADY.replace(
    'assert was_here, "not yet"',
    """if was_here:
        import pytest
        pytest.skip("the server is gone")
    assert was_here""",
)
ENDS = """
import os
def test_ends():
    os._exit(0)
"""
LEAK = """
import pytest
LEFT = []
@pytest.fixture(scope="module", autouse=True)
def clean():
    yield
    assert not LEFT
def test_leaves():
    LEFT.append(1)
def test_other():
    pass
"""


SHARED = """
import pytest
@pytest.fixture(scope="module")
def server(pytestconfig):
    mark = pytestconfig.rootpath / "server"
    was_here = mark.exists()
    mark.touch()
    assert was_here, "not yet"
@pytest.mark.parametrize("number", range(5))
def test_of_it(server, number):
    pass
"""
BROKEN = UNSTEADY.replace(
    'assert was_here, "not yet"',
    """class InvariantBroken(AssertionError):
        pass
    if not was_here:
        raise InvariantBroken("two lead")""",
)


def test_what_several_share_fails_once(tmp_path: Path) -> None:
    came = run(tmp_path, SHARED, GOOD)
    assert came.code == 0, came.printed
    assert "1 passed, 5 unsteady" in came.printed.splitlines()[-1]
    assert came.printed.count("once more, alone: test_it.py") == 1


@pytest.mark.parametrize(
    ("test", "options"),
    [(SKIPPED_THEN.format(name="first"), ()), (ENDS, ("-n", "2")), (LEAK, ()),
     (BROKEN.format(name="first"), ()), (UNSTEADY.format(name="first") + BAD, ("-x",))],
    ids=["skipped then", "ends its process", "leaves something behind", "breaks an invariant",
         "not all were run"],
)  # fmt: skip
def test_what_did_not_pass_is_not_forgiven(
    tmp_path: Path, test: str, options: tuple[str, ...]
) -> None:
    came = run(tmp_path, test, GOOD, options=options)
    assert came.code == 1, came.printed


def test_the_table_names_each_with_its_runs() -> None:
    one, other = Failure("a.py::test_one", "late", 4.0), Failure("b.py::test_two", "lost", 2.5)
    runs = [Run(1, 0, 300, (other,)), Run(2, 0, 301, (one, other)), Run(3, 1, 302, ())]
    assert table(runs) == [
        "| unsteady | in run | reason |",
        "|---|---|---|",
        "| b.py::test_two | 1 (load 2.5), 2 (load 2.5) | lost |",
        "| a.py::test_one | 2 (load 4.0) | late |",
        "1 of 3 runs were red; 3 times a test was unsteady",
    ]


UNLIKE = """
import os
import pytest
@pytest.mark.parametrize("worker", [os.environ.get("PYTEST_XDIST_WORKER")])
def test_unlike(worker):
    pass
"""


def test_what_is_no_test_is_not_forgiven(tmp_path: Path) -> None:
    """Two workers that find other tests each: there is nothing to run once more."""
    came = run(tmp_path, UNLIKE, options=("-n", "2"))
    assert "Different tests were collected" in came.printed
    assert came.code == 1
