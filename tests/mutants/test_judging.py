"""A checkout of a few lines: which tests get to a mistake, and which of them find it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.mutants.chosen import Mutants
from tests.mutants.covering import Covering, Ran, kept, probe, read
from tests.mutants.judging import Failure, failure_of, in_order, judge
from tests.mutants.places import places_in
from tests.mutants.tree import Tree, tree_of

pytestmark = pytest.mark.proof  # each test runs tests of its own

ROOM = """from __future__ import annotations


def larger(a: int, b: int) -> int:
    return a if a > b else b


def told(a: int) -> str:
    return "many" if a > 3 else "few"


def unused(a: int) -> int:
    return a + 1


def of_another_process(a: int) -> int:
    print(a)
    return 0


TABLE = [larger(1, 2)]
"""
TESTS = """import subprocess
import sys

from app.room import larger, of_another_process, told


def test_larger():
    assert larger(1, 2) == larger(2, 1) == 2


def test_told():
    told(3)


def test_process():
    code = "from app.room import of_another_process; of_another_process(7)"
    assert subprocess.check_output([sys.executable, "-c", code]) == b"7\\n"
"""
INI = "[pytest]\npythonpath = .\n"
LARGER, TOLD, PROCESS = (
    f"tests/test_room.py::test_{name}" for name in ("larger", "told", "process")
)


OF_TEXT = {place.mutant.before: place.mutant for place in places_in(ROOM, "app/room.py")}
MUTANTS: Mutants = {
    "larger": OF_TEXT["a > b"],
    "told": OF_TEXT["a > 3"],
    "unused": OF_TEXT["a + 1"],
    "process": OF_TEXT["print(a)"],
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with a room, its tests, and something that was made there."""
    folder = tmp_path_factory.mktemp("checkout")
    files = {"app/room.py": ROOM, "tests/test_room.py": TESTS, "build/log": "", "pytest.ini": INI}
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def of(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Covering:
    """What one run with the probes has noted there."""
    return probe(checkout, MUTANTS, "0", tmp_path_factory.mktemp("log") / "said")


@pytest.fixture
def tree(checkout: Path) -> Iterator[Tree]:
    with tree_of(checkout) as made:
        yield made
        assert (made.root / "app/room.py").read_text() == ROOM


def test_a_probe_notes_every_test_that_gets_there(of: Covering) -> None:
    """Also in a process that the test starts, and before any test."""
    assert of.reached == {
        "larger": [LARGER, PROCESS],
        "told": [TOLD],
        "process": [PROCESS],
    }
    assert of.early == ["larger"]
    assert {test for test, one in of.tests.items() if one.passed} == {LARGER, TOLD, PROCESS}
    assert read(kept(of)) == of


def test_the_checkout_itself_is_left_alone(checkout: Path, of: Covering) -> None:
    assert of.tests
    assert (checkout / "app/room.py").read_text() == ROOM
    assert sorted(file.name for file in (checkout / "app").iterdir()) == ["room.py"]


@pytest.mark.parametrize(
    ("name", "verdict", "test"),
    [
        ("larger", "killed", LARGER),
        ("told", "survived", ""),
        ("unused", "uncovered", ""),
        ("process", "killed", PROCESS),
    ],
)
def test_a_mutant_is_judged(tree: Tree, of: Covering, name: str, verdict: str, test: str) -> None:
    came = judge(tree, MUTANTS[name], in_order(name, of), of, 60)
    assert (came.verdict, came.test, came.doubted) == (verdict, test, [])


def test_a_mutant_whose_place_has_changed_is_gone(tree: Tree, of: Covering) -> None:
    changed = replace(MUTANTS["told"], line="return a > 4")
    assert judge(tree, changed, in_order("told", of), of, 60).verdict == "gone"


def test_a_failure_that_comes_without_the_mistake_too_is_doubted(tree: Tree, of: Covering) -> None:
    """It failed beside the probes, so that it is run again."""
    file = tree.root / "tests/test_room.py"
    file.write_text(TESTS.replace("told(3)", "told(3)\n    assert False"))
    failed = replace(of, tests={**of.tests, TOLD: replace(of.tests[TOLD], passed=False)})
    came = judge(tree, MUTANTS["told"], in_order("told", of), failed, 60)
    assert (came.verdict, came.doubted) == ("survived", [TOLD])


def test_a_module_that_cannot_be_collected_finds_the_mistake(tree: Tree, of: Covering) -> None:
    (tree.root / "tests/test_room.py").write_text(f"{TESTS}\nassert larger(1, 2) == 2\n")
    came = judge(tree, MUTANTS["larger"], in_order("larger", of), of, 60)
    assert (came.verdict, came.test) == ("killed", "tests/test_room.py")


def test_what_takes_too_long_is_undecided(tree: Tree, of: Covering) -> None:
    (tree.root / "tests/test_room.py").write_text(TESTS.replace("told(3)", "while True: pass"))
    assert judge(tree, MUTANTS["told"], in_order("told", of), of, 3).verdict == "undecided"


def test_the_cheapest_modules_come_first_and_real_tests_last() -> None:
    known = {
        "a.py::slow": Ran(9.0, False, True), "a.py::quick": Ran(0.1, False, True),
        "b.py::quick": Ran(1.0, False, True), "c.py::real": Ran(0.1, True, True),
        "d.py::other": Ran(0.1, False, True),
    }  # fmt: skip
    four = [name for name in known if name != "d.py::other"]
    of = Covering(known, {"m": four}, [])
    ordered = ["b.py::quick", "a.py::slow", "a.py::quick"]
    assert in_order("m", of) == [[], ordered, [], ["c.py::real"], [], []]
    early = Covering(known, {"m": four}, ["m"])
    assert in_order("m", early, "c.py::real") == [
        ["c.py::real"],
        ordered,
        [],
        [],
        [],
        ["d.py::other"],
    ]
    assert in_order("m", of, "no longer there")[0] == []


@pytest.mark.parametrize(
    ("lines", "said", "code", "failure"),
    [
        ([["begins", LARGER, "1"]], "", 0, None),
        ([], "no tests ran", 5, None),
        ([["begins", LARGER, "1"], ["begins", TOLD, "2"]], "", -9, Failure(TOLD, "")),
        ([], "Traceback:\nE   NameError: a\n", 4, Failure("", "E   NameError: a")),
        ([["failed", LARGER, "x"], ["failed", TOLD, "y"]], "", 1, Failure(LARGER, "x")),
    ],
)
def test_the_first_failure_is_told(
    lines: list[list[str]], said: str, code: int, failure: Failure | None
) -> None:
    assert failure_of(lines, said, code) == failure
