"""Keep what journals are told, or what they make of it.

`python -m tests.journal.golden` writes what is expected again, of what journals were told: that
stays as it is. It prints where each run first differs. `python -m tests.journal.golden NAME …`
records runs that are not kept yet, on an embedded ZooKeeper, of the tours of this folder.
"""

from __future__ import annotations

import sys

from tests.journal.golden.replay import (
    EXPECTED,
    FOLDER,
    GIVEN,
    NAMES,
    first_difference,
    keep,
    lines_of,
    made_of,
)
from tests.journal.golden.tours import recorded


def expect(name: str) -> None:
    """Write what is expected of a run again, and print what has changed."""
    given, expected = FOLDER / f"{name}{GIVEN}", FOLDER / f"{name}{EXPECTED}"
    before = lines_of(expected) if expected.exists() else []
    found = [*made_of(lines_of(given))]
    if before == found:
        return
    if before:
        changed = sum(one != other for one, other in zip(before, found, strict=False))
        print(f"{name}: {changed} lines differ, first {first_difference(before, found)}")
    keep(expected, found)


def record(name: str) -> None:
    """Record a run, which must not be kept yet."""
    given = FOLDER / f"{name}{GIVEN}"
    if given.exists():
        raise SystemExit(f"{given.name} is kept: what a journal was told does not change")
    keep(given, recorded(name))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        record(name)
    for name in sys.argv[1:] or NAMES:
        expect(name)
