"""`python -m tests.versions`: what is about Apache's behaviour, on each version that is covered."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from app.errors import SetupError
from tests.support.output import ended
from tests.versions.areas import TELLING
from tests.versions.homes import MATRIX, NEWEST, of_the_system
from tests.versions.jars import fetch, is_here
from tests.versions.run import ROOT, Row, run_on
from tests.versions.table import summary, table

RESULTS = ROOT / "build" / "versions.json"


def main(arguments: list[str]) -> int:
    """Run, and print what came; 1 where anything failed."""
    asked = _parse(arguments)
    if asked.fetch:
        return _fetch()
    return _second() if asked.second else _matrix(asked.only or MATRIX)


def _fetch() -> int:
    """The newest, for `make test`: it goes on without it."""
    if not is_here(NEWEST):
        print(f"setup: fetching ZooKeeper {NEWEST} for the tests", file=sys.stderr, flush=True)
    try:
        fetch(NEWEST)
    except SetupError as error:
        print(f"setup: {error.message}", file=sys.stderr)
    return 0


def _matrix(versions: tuple[str, ...]) -> int:
    """Of all these versions the table, which is in docs/conformance.md."""
    rows = [_run(version) for version in versions]
    _keep(rows, RESULTS)
    print("\n".join(table(rows)))
    return 0 if all(row.is_good for row in rows) else 1


def _second() -> int:
    """Run what tells most on the system's own: `make test` has the newest where it can be had."""
    system = of_the_system()
    if not is_here(NEWEST):
        print(f"ZooKeeper {NEWEST} is not here: all tests ran on the system's alone.")
        return 0
    if system in (None, NEWEST):
        print(f"The system offers no other ZooKeeper: all tests ran on {NEWEST} alone.")
        return 0
    row = run_on(system, TELLING)
    print(summary(row))
    return 0 if row.is_good else 1


def _run(version: str) -> Row:
    print(f"ZooKeeper {version} …", file=sys.stderr, flush=True)
    row = run_on(version)
    print(summary(row), file=sys.stderr, flush=True)
    return row


def _keep(rows: list[Row], file: Path) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps([row.as_json() for row in rows], indent=2) + "\n")


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.versions", description=__doc__)
    parser.add_argument("only", nargs="*", help=f"of {', '.join(MATRIX)}; all without any")
    parser.add_argument(
        "--second", action="store_true", help="what tells most, on the version of the system"
    )
    parser.add_argument("--fetch", action="store_true", help=f"only get {NEWEST}, and run nothing")
    asked = parser.parse_args(arguments)
    unknown = [version for version in asked.only if version not in MATRIX]
    if unknown:
        parser.error(f"{', '.join(unknown)}: there are {', '.join(MATRIX)}")
    return asked


if __name__ == "__main__":
    sys.exit(ended(lambda: main(sys.argv[1:])))
