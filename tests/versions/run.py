"""Runs the tests that are about Apache's behaviour on one of its versions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from app.ensemble.apache.locate import find_java
from app.errors import SetupError
from tests.versions.areas import AREAS, area_of
from tests.versions.homes import home_for
from tests.versions.recorder import FILE

ROOT = Path(__file__).resolve().parents[2]
UNSTEADY = "build/unsteady-versions.json"


@dataclass(frozen=True)
class Row:
    """What came on one version.

    areas: area -> "passed", "failed", "skipped" -> how many. skipped: reason -> how many. failed:
    ids. missing: why it cannot be had here; then nothing else is known.
    """

    version: str
    missing: str | None = None
    source: str = ""
    java: str = ""
    seconds: int = 0
    areas: dict[str, dict[str, int]] = field(default_factory=dict)
    skipped: dict[str, int] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    crashed: bool = False

    @property
    def is_good(self) -> bool:
        """Whether all that ran passed."""
        return not self.failed and not self.crashed

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def count(self, outcome: str) -> int:
        """How many tests of all areas."""
        return sum(area.get(outcome, 0) for area in self.areas.values())


def run_on(version: str, ids: Sequence[str] = ()) -> Row:
    """Run them, or only those of these ids and files, on this version."""
    try:
        home, source = home_for(version)
        java = java_version()
    except SetupError as error:
        return Row(version, missing=error.message.splitlines()[0])
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="handoff-versions-") as folder:
        results = Path(folder) / "results"
        code = _run(home, results, ids or files())
        row = row_of(version, results.read_text().splitlines() if results.exists() else [])
    seconds = round(time.monotonic() - began)
    return replace(row, source=source, java=java, seconds=seconds, crashed=code not in (0, 1))


def row_of(version: str, lines: Iterable[str]) -> Row:
    """What came, by the recorder's lines; the last one of a test counts."""
    outcomes = {nodeid: (outcome, reason) for nodeid, outcome, reason in map(json.loads, lines)}
    areas: dict[str, Counter[str]] = {}
    for nodeid, (outcome, _) in outcomes.items():
        areas.setdefault(area_of(nodeid) or "", Counter())[outcome] += 1
    skipped = [
        why.removeprefix("Skipped: ") for came, why in outcomes.values() if came == "skipped"
    ]
    return Row(
        version,
        areas={area: dict(counts) for area, counts in areas.items()},
        skipped=dict(Counter(skipped)),
        failed=[nodeid for nodeid, (outcome, _) in outcomes.items() if outcome == "failed"],
    )


def files() -> list[str]:
    """Where these tests are; collecting all others takes its time in each process."""
    beginnings = {beginning.partition("::")[0] for of in AREAS.values() for beginning in of}
    places = {place for beginning in beginnings for place in places_of(beginning)}
    return sorted(
        place for place in places if not any(place.startswith(one) for one in places - {place})
    )


def places_of(beginning: str) -> list[str]:
    """Return the files and folders whose paths begin so; `*` stands for anything."""
    folder = beginning.endswith("/")
    found = ROOT.glob(beginning if folder or beginning.endswith(".py") else f"{beginning}*.py")
    return [f"{one.relative_to(ROOT)}/" if folder else str(one.relative_to(ROOT)) for one in found]


def java_version() -> str:
    """Of the `java` that runs the servers, such as "17.0.15". Raises SetupError."""
    said = subprocess.run([find_java(), "-version"], capture_output=True, text=True, check=True)
    return said.stderr.split('"')[1]


def _run(home: Path, results: Path, ids: Sequence[str]) -> int:
    """Whatever pytest says goes to stderr, where a person sees how far it is."""
    words = ["-q", "-n", "auto", "-m", "apache", "--tb=short", f"--again={UNSTEADY}"]
    command = [sys.executable, "-m", "pytest", *words]
    environment = {
        **os.environ,
        "ZOOKEEPER_HOME": str(home),
        FILE: str(results),
        "PYTEST_PLUGINS": "tests.versions.recorder",  # also where a test is run again
    }
    return subprocess.run(
        [*command, *ids],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr,
        check=False,
    ).returncode
