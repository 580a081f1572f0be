"""`python -m tests.versions`: what is about Apache's behaviour, on each version that is covered."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.versions.homes import MATRIX
from tests.versions.run import ROOT, Row, run_on
from tests.versions.table import table

RESULTS = ROOT / "build" / "versions.json"


def main(arguments: list[str]) -> int:
    """Run and print the table, which is in docs/conformance.md; 1 where anything failed."""
    rows = [_run(version) for version in _versions(arguments)]
    _keep(rows, RESULTS)
    print("\n".join(table(rows)))
    return 0 if all(row.is_good for row in rows) else 1


def _run(version: str) -> Row:
    print(f"ZooKeeper {version} …", file=sys.stderr, flush=True)
    return run_on(version)


def _keep(rows: list[Row], file: Path) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps([row.as_json() for row in rows], indent=2) + "\n")


def _versions(arguments: list[str]) -> tuple[str, ...]:
    parser = argparse.ArgumentParser(prog="python -m tests.versions", description=__doc__)
    parser.add_argument("only", nargs="*", help=f"of {', '.join(MATRIX)}; all without any")
    asked = tuple(parser.parse_args(arguments).only)
    unknown = [version for version in asked if version not in MATRIX]
    if unknown:
        parser.error(f"{', '.join(unknown)}: there are {', '.join(MATRIX)}")
    return asked or MATRIX


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
