"""Figures, the statistics behind them, and how they are shown."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil

HEADINGS = ("figure", "value", "against", "ratio", "goal", "holds")


@dataclass(frozen=True)
class Figure:
    """One line of the table.

    against: what the value is compared with, measured in the same run, in the same unit. A figure
    without a goal is there to compare the others with; it always holds.
    """

    name: str
    value: float
    unit: str
    against: float | None = None
    goal: str = ""
    holds: bool = True

    @property
    def ratio(self) -> float | None:
        """value / against: below 1 is less than what it is compared with."""
        return self.value / self.against if self.against else None

    def as_json(self) -> dict[str, Any]:
        """The figure as `build/bench.json` has it."""
        return {**asdict(self), "ratio": self.ratio}


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that `percent` of 100 do not exceed, interpolated between two that were seen."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def await_(what: str, seen: Callable[[], bool], within: float = 30.0, every: float = 0.02) -> None:
    """Look `every` so many seconds until `seen()`. Raises TimeoutError after `within` seconds."""
    deadline = time.monotonic() + within
    while not seen():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} did not happen within {within:g} s")
        time.sleep(every)


def proportional_set_size(pid: int) -> int:
    """Bytes of a process, shared memory divided among those that share it. Raises OSError where
    the system does not tell (only Linux does).
    """
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def processor_of(process: psutil.Process) -> float:
    """Seconds of processor that a process has taken so far."""
    times = process.cpu_times()
    return float(times.user + times.system)


def tell(line: str) -> None:
    """Print a line of progress, which is not in the table."""
    print(line, file=sys.stderr, flush=True)


def as_table(figures: Iterable[Figure]) -> str:
    """The figures as text in columns; names and goals to the left, numbers to the right."""
    rows = [HEADINGS, *(_row(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return "\n".join(_line(row, widths) for row in rows)


def _row(figure: Figure) -> tuple[str, ...]:
    holds = ("yes" if figure.holds else "NO") if figure.goal else ""
    return (
        figure.name,
        f"{_short(figure.value)} {figure.unit}",
        f"{_short(figure.against)} {figure.unit}" if figure.against is not None else "",
        _short(figure.ratio) if figure.ratio is not None else "",
        figure.goal,
        holds,
    )


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [
        cell.rjust(width) if 1 <= column <= 3 else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()


def _short(number: float) -> str:
    if number == int(number) or abs(number) >= 1000:
        return f"{number:,.0f}"
    return f"{number:.3g}"
