"""`python -m tests.judges [NAME…]`: have programs that nobody here wrote judge Handoff.

Print a table, and write build/judges.json. The exit code is 1 where a goal is missed, and 2 for a
name that there is not.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from tests.judges.place import Place, place
from tests.judges.verdict import Missing, Verdict
from tests.support.output import ended

RESULTS = Path("build/judges.json")
HEADINGS = ("judge", "version", "looked at", "found", "named", "goal", "holds", "seconds")
SHOWN = 20
"""Findings of one judge that are printed; build/judges.json has all."""


def main(names: Sequence[str]) -> int:
    """Run all judges, or those that are named, and return the exit code."""
    judges = dict(found())
    unknown = [name for name in names if name not in judges]
    if unknown:
        print(f"There is no judge {unknown[0]!r}. There are: {', '.join(judges)}.", file=sys.stderr)
        return 2
    verdicts = [_ask(name, judges[name]) for name in names or judges]
    print("\n".join([*_findings(verdicts), "", *table(verdicts)]))
    RESULTS.parent.mkdir(exist_ok=True)
    document = [verdict.as_json() for verdict in verdicts]
    RESULTS.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    return int(not all(verdict.holds for verdict in verdicts))


def found() -> Iterator[tuple[str, Callable[[Place], Verdict]]]:
    """Yield each judge after its name: a module here that has a function `judge`."""
    for file in sorted(Path(__file__).parent.glob("*.py")):
        if not file.name.startswith("_") and "\ndef judge(" in file.read_text():
            module = import_module(f"{__package__}.{file.stem}")
            yield file.stem.replace("_", "-"), module.judge


def _ask(name: str, judge: Callable[[Place], Verdict]) -> Verdict:
    """Have one judge judge, and take the time."""
    print(f"{name} …", file=sys.stderr, flush=True)
    began = time.monotonic()
    verdict = _told(name, judge)
    return replace(verdict, seconds=round(time.monotonic() - began, 1))


def _told(name: str, judge: Callable[[Place], Verdict]) -> Verdict:
    """Return what a judge says. What it cannot do is said in its row, and harms no other: neither
    do a skip and a failure of what it shares with the tests, which are no Exceptions.
    """
    try:
        with place() as own:
            return judge(own)
    except (Missing, pytest.skip.Exception) as missing:
        return Verdict(name, "", f"not here: {missing}", (), "", True)
    except (Exception, pytest.fail.Exception) as error:
        traceback.print_exc()
        return Verdict(name, "", "", (f"the judge failed: {error}",), "a verdict", False)


def _findings(verdicts: Sequence[Verdict]) -> Iterator[str]:
    for verdict in verdicts:
        for line in verdict.found[:SHOWN]:
            yield f"{verdict.judge}: {line}"
        if len(verdict.found) > SHOWN:
            yield f"{verdict.judge}: and {len(verdict.found) - SHOWN} more, in {RESULTS}"


def table(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield the lines of the table, in Markdown."""
    yield f"| {' | '.join(HEADINGS)} |"
    yield f"|{'---|' * len(HEADINGS)}"
    for one in verdicts:
        holds = ("yes" if one.holds else "NO") if one.goal else ""
        counts = (str(len(one.found)), str(len(one.named)))
        said = (one.judge, one.version, one.looked_at, *counts, one.goal, holds)
        yield f"| {' | '.join(map(_cell, said))} | {one.seconds:.0f} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(ended(lambda: main(sys.argv[1:])))
