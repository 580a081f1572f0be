"""Which tests get to each mutant's place: one run of all tests, with a probe at every place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.mutants.chosen import Mutants
from tests.mutants.tree import tree_of


@dataclass(frozen=True)
class Ran:
    """A test as it ran with the probes. real: it needs a server, a browser or processes."""

    seconds: float
    real: bool
    passed: bool


@dataclass(frozen=True)
class Covering:
    """tests: by their ids. reached: a mutant's name -> the ids of the tests that got to its place.

    early: mutants whose place was reached as modules were imported, before any test.
    """

    tests: dict[str, Ran] = field(default_factory=dict)
    reached: dict[str, list[str]] = field(default_factory=dict)
    early: list[str] = field(default_factory=list)


def probe(checkout: Path, mutants: Mutants, workers: str, log: Path) -> Covering:
    """Run all tests of a checkout with the probes. log: the file of what pytest says."""
    with tree_of(checkout) as tree, tempfile.TemporaryDirectory() as folder:
        tree.probe(mutants, Path(folder))
        command = [sys.executable, "-m", "pytest", "-q", "-n", workers, "--tb=line"]
        with log.open("w") as said:
            subprocess.run(
                [*command, "-p", "tests.mutants.noting"],
                cwd=tree.root, env=environment(), stdin=subprocess.DEVNULL,
                stdout=said, stderr=subprocess.STDOUT, check=False,
            )  # fmt: skip
        return gathered(Path(folder))


def environment() -> dict[str, str]:
    """Return ours, with leave to keep what is compiled."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def gathered(notes: Path) -> Covering:
    """Return what the probes and the workers have noted in a folder."""
    tests: dict[int, str] = {}
    covering = Covering()
    for file in notes.glob("*.tests"):
        for one in map(json.loads, file.read_text().splitlines()):
            tests[one["number"]] = one["test"]
            covering.tests[one["test"]] = Ran(one["seconds"], one["real"], one["passed"])
    reached: dict[str, set[str]] = defaultdict(set)
    early = set()
    for file in notes.glob("*.reached"):
        for name, number in map(str.split, file.read_text().splitlines()):
            if int(number) in tests:
                reached[name].add(tests[int(number)])
            elif number == "0":
                early.add(name)
    covering.reached.update((name, sorted(those)) for name, those in sorted(reached.items()))
    covering.early.extend(sorted(early))
    return covering


def kept(covering: Covering) -> str:
    """Return the text that keeps it."""
    return json.dumps(asdict(covering))


def read(text: str) -> Covering:
    """Return what a text keeps."""
    found = json.loads(text)
    tests = {test: Ran(**fields) for test, fields in found["tests"].items()}
    return Covering(tests, found["reached"], found["early"])
