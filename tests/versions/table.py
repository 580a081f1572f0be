"""The table of `make versions`, in Markdown: one a version, and one an area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.versions.areas import AREAS
from tests.versions.lacks import LACKS, lacks_of
from tests.versions.run import Row


def table(rows: Sequence[Row]) -> Iterator[str]:
    """Its lines."""
    yield (
        "| version | from | Java | passed | skipped | failed | minutes | what it does differently |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    yield from map(_of_version, rows)
    ran = [row for row in rows if row.missing is None]
    yield ""
    yield f"| passed / skipped | {' | '.join(row.version for row in ran)} |"
    yield f"|---|{'---|' * len(ran)}"
    for area in AREAS:
        yield f"| {area} | {' | '.join(_of_area(row, area) for row in ran)} |"
    yield from _skipped(ran)
    yield from _failed(ran)


def summary(row: Row) -> str:
    """A row in one line of prose."""
    if row.missing is not None:
        return f"ZooKeeper {row.version} cannot be had here: {row.missing}"
    counts = ", ".join(f"{row.count(came)} {came}" for came in ("passed", "skipped", "failed"))
    return f"ZooKeeper {row.version} ({row.source}): {counts}, in {row.seconds} s"


def _of_version(row: Row) -> str:
    if row.missing is not None:
        return f"| {row.version} | cannot be had here: {row.missing} | | | | | | |"
    counts = " | ".join(str(row.count(outcome)) for outcome in ("passed", "skipped", "failed"))
    lacks = "; ".join(LACKS[name] for name in lacks_of(row.version)) or "nothing"
    minutes = f"{row.seconds / 60:.1f}"
    return f"| {row.version} | {row.source} | {row.java} | {counts} | {minutes} | {lacks} |"


def _of_area(row: Row, area: str) -> str:
    counts = row.areas.get(area, {})
    told = f"{counts.get('passed', 0)} / {counts.get('skipped', 0)}"
    return f"{told}, {counts['failed']} FAILED" if counts.get("failed") else told


def _skipped(rows: Sequence[Row]) -> Iterator[str]:
    if any(row.skipped for row in rows):
        yield from ("", "| skipped on | tests | because |", "|---|---|---|")
    for row in rows:
        for reason, count in sorted(row.skipped.items()):
            yield f"| {row.version} | {count} | {reason} |"


def _failed(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row.crashed:
            yield f"\nZooKeeper {row.version}: the tests did not run to their end."
        if row.failed:
            yield f"\nFailed on ZooKeeper {row.version}:"
            yield from (f"- `{nodeid}`" for nodeid in row.failed)
