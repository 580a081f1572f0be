"""`python -m tests.foreign`: how often what is said of foreign elections is wrong."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.errors import SetupError
from tests.conformance.curator import compile_program
from tests.foreign.kinds import KINDS
from tests.foreign.run import FAULTS, SERVERS, run_case, serving
from tests.support.output import ended

QUOTED = 3
COLUMNS = {
    "faults": "done",
    "found_after": "found after",
    "missed": "missed",
    "sampled": "statements",
    "true": "true",
    "unknown": "said to be unknown",
    "inferred": "said to be inferred",
    "unjudged": "not judged",
    "wrong": "wrong",
}


def main(arguments: list[str]) -> int:
    """Run the cases, print the table, write the JSON; 0 where nothing was wrong."""
    wish = _parser().parse_args(arguments)
    rows: list[dict[str, Any]] = []
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        classes = Path(folder)
        kinds = wish.kind or list(KINDS)
        if any(KINDS[one].needs_java for one in kinds):
            compile_program("Foreign", classes)
        for server in SERVERS:
            for name in kinds:
                if server not in (wish.server or KINDS[name].servers):
                    continue
                try:
                    rows += _case(name, server, classes, wish)
                except (AssertionError, SetupError) as error:
                    failed.append(f"{name} on {server} could not be done: {error}")
                if wish.json:
                    wish.json.write_text(json.dumps(rows, indent=1, ensure_ascii=False))
    print("\n".join([*table(rows), *failed]))
    return int(bool(failed) or any(row["wrong"] for row in rows))


def _case(name: str, server: str, classes: Path, wish: argparse.Namespace) -> list[dict[str, Any]]:
    print(f"{name} on {server} …", file=sys.stderr, flush=True)
    with serving(server) as places:
        found = run_case(
            KINDS[name], places, classes, wish.fault or FAULTS, wish.seconds, page=wish.page
        )
    rows = [{"kind": name, "server": server, "fault": fault, **of} for fault, of in found.items()]
    print("\n".join(table(rows)), file=sys.stderr, flush=True)
    return rows


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Markdown: one line a kind, server and fault, and the first wrong statements of each."""
    yield f"| kind | server | fault | {' | '.join(COLUMNS.values())} |"
    yield f"|---|---|---|{'---|' * len(COLUMNS)}"
    for row in rows:
        counts = " | ".join(str(row[key]) for key in COLUMNS)
        yield f"| {row['kind']} | {row['server']} | {row['fault']} | {counts} |"
    yield ""
    for row in rows:
        for quote, times in list(row["quotes"].items())[:QUOTED]:
            yield f"- {row['kind']}, {row['server']}, {row['fault']}: {times} times {quote}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.foreign", description=__doc__)
    parser.add_argument("--kind", action="append", choices=list(KINDS), help="default: all")
    parser.add_argument("--server", action="append", choices=SERVERS, help="default: all")
    parser.add_argument("--fault", action="append", choices=FAULTS, help="default: all")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each fault, at least")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all sums there")
    parser.add_argument("--no-page", dest="page", action="store_false", help="without a browser")
    return parser


if __name__ == "__main__":
    sys.exit(ended(lambda: main(sys.argv[1:])))
