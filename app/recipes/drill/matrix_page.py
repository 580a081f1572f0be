"""The report of a matrix as a page in one file: the cells beside each other on one scale, each of
which opens to its whole report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from .matrix import name_of
from .page import (
    COLOURS,
    END,
    FAILED,
    OF_JSON,
    Report,
    head_of,
    ms_of,
    parts_of,
    recorded,
    verdict_of,
    word_of,
)
from .rounds import GOOD, HANDOFF

WIDTH, HEIGHT, BINS = 300.0, 60.0, 60
"""The size of the drawing of a cell, and its bars."""
SHOWN = ("p50", "p95")
MARKED = "#2f6fd0"
_MOST_BESIDE = 4
_NAMED = 3
"""Cells that the verdict names."""
_STYLE = (
    ".cells{display:grid;gap:1rem;align-items:start}"
    "@media(min-width:48rem){.cells{grid-template-columns:repeat(%d,minmax(0,1fr))}}"
    "details{border:1px solid #dde3e8;border-radius:.5rem;padding:.6rem .8rem}"
    "details[open]{grid-column:1/-1}summary{cursor:pointer}summary span{display:block}"
    "summary svg{margin:.4rem 0;max-width:40rem}"
    "@media(prefers-color-scheme:dark){details{border-color:#333d46}}"
)


class _Scale(NamedTuple):
    """The milliseconds at both ends of every drawing."""

    low: float
    high: float

    def x(self, ms: float) -> float:
        """Return where it is drawn."""
        return (ms - self.low) / (self.high - self.low) * WIDTH


def html_of_matrix(matrix: Report, recording: bytes | str = OF_JSON) -> str:
    """Return the page: the verdict over all, then each cell. recording: the page of what was
    recorded of all cells, gzipped; or why there is none.
    """
    cells = matrix["cells"]
    *_, last = matrix["axes"].values()
    beside = len(last) if len(last) <= _MOST_BESIDE else _MOST_BESIDE
    scale = _scale_of(cells)
    drawn = "" if scale is None else (
        f"<p><small>Every cell is drawn from {ms_of(scale.low)} to {ms_of(scale.high)}, and as tall"
        f' as its own tallest bar; <i style="background:{MARKED}"></i>p50 and p95; '
        '<span class="bad">●</span> rounds that were not over in time; ≤ the value that 95 of '
        "100 such drills do not exceed; ? too few rounds can say. A cell opens to all of it."
        "</small></p>"
    )  # fmt: skip
    return "\n".join([
        head_of(*verdict_of_matrix(matrix), _STYLE % beside), drawn, '<div class="cells">',
        *(_cell(matrix, cell, scale, isinstance(recording, bytes)) for cell in cells), "</div>",
        recorded(recording), END,
    ])  # fmt: skip


def verdict_of_matrix(matrix: Report) -> tuple[str, str]:
    """Return the verdict over all cells in a word, and in one or two sentences."""
    cells, axes = matrix["cells"], matrix["axes"]
    missed = [
        name_of(axes, cell["plan"])
        for cell in cells
        if not all(limit["kept"] for limit in cell["limits"])
    ]
    good = sum(cell["counts"].get(outcome, 0) for cell in cells for outcome in GOOD)
    done = sum(cell["counts"]["rounds"] for cell in cells)
    ran = f"{len(cells)} of {matrix['planned']} cells ran"
    went = f"{good} of {done} rounds went as they should."
    if matrix["error"] is not None:
        return "Incomplete", f"{ran}: {matrix['error']}. {went}"
    early = [cell for cell in cells if cell["error"] is not None]
    if early:
        first = f"{name_of(axes, early[0]['plan'])}: {early[0]['error']}"
        return "Incomplete", f"{len(early)} of {len(cells)} cells ended early, as {first}. {went}"
    if missed:
        named = "; ".join(missed[:_NAMED]) + ("; …" if missed[_NAMED:] else "")
        return "Missed", f"{len(missed)} of {len(cells)} cells missed a limit: {named}. {went}"
    if any(cell["limits"] for cell in cells):
        return "Kept", f"All {len(cells)} cells kept every limit. {went}"
    return "Done", f"{ran}. {went}"


def measured_in(cell: Report) -> tuple[str, Mapping[str, Any]] | None:
    """Return what a cell is compared by, and its figures: its handoffs, else the first phase that
    its rounds have; None where it has measured nothing.
    """
    counted = (one for one in cell["figures"].items() if one[1]["counted"])
    return next(counted, None)


def times_of(cell: Report) -> list[str]:
    """Return how long it took, in words: SHOWN, each with its bound if there is one."""
    found = measured_in(cell)
    quantiles = found[1]["quantiles"] if found else {}
    return [
        f"{ms_of(value)} ≤ {ms_of(bound[0])}" if bound else f"{ms_of(value)} ?"
        for value, *bound in (quantiles[name] for name in SHOWN if name in quantiles)
    ]


def _cell(matrix: Report, cell: Report, scale: _Scale | None, carries: bool) -> str:
    word, says = verdict_of(cell)
    name = escape(name_of(matrix["axes"], cell["plan"]))
    found = measured_in(cell)
    figures = "nothing was measured"
    if found is not None:
        times = (f"{of} {time}" for of, time in zip(SHOWN, times_of(cell), strict=False))
        figures = f"{found[0]} {', '.join(times)}"
    outcomes = (
        f"{count} {escape(outcome)}"
        for outcome, count in cell["counts"].items()
        if outcome not in ("rounds", "planned")
    )
    return (
        f"<details><summary><b>{name}</b> {word_of(word)}{_drawn(cell, scale)}"
        f"<span>{escape(figures)}</span><span><small>{', '.join(outcomes)}</small></span></summary>"
        f"<p>{escape(says)}</p>{''.join(parts_of(cell, carries))}</details>"
    )


def _taken(cell: Report) -> list[float | None]:
    """Return the milliseconds of every round by which a cell is compared."""
    found = measured_in(cell)
    if found is None:
        return []
    name, rounds = found[0], cell["rounds"]
    if name == HANDOFF:
        return [one[HANDOFF] for one in rounds if HANDOFF in one]
    return [one["ms"][name] for one in rounds if name in one["ms"]]


def _scale_of(cells: Sequence[Report]) -> _Scale | None:
    """Return the scale on which all cells are drawn; None where none has measured anything."""
    taken = [ms for cell in cells for ms in _taken(cell) if ms is not None]
    if not taken:
        return None
    low, high = min(taken), max(taken)
    margin = max((high - low) * 0.05, 1.0)
    return _Scale(max(0.0, low - margin), high + margin)


def _drawn(cell: Report, scale: _Scale | None) -> str:
    """Draw how what is compared is distributed, with its p50 and p95."""
    taken = _taken(cell)
    if scale is None or not taken:
        return ""
    counts = [0] * BINS
    for ms in taken:
        if ms is not None:
            counts[min(BINS - 1, int(scale.x(ms) / WIDTH * BINS))] += 1
    step, tallest = WIDTH / BINS, max(1, *counts)
    bars = "".join(
        f"M{step * (place + 0.5):.2f} {HEIGHT:.0f}v{-count / tallest * HEIGHT * 0.8:.2f}"
        for place, count in enumerate(counts)
        if count
    )
    late = f'<path d="M{WIDTH - 4:.0f} 4v.01" stroke="{FAILED}" stroke-width="8"/>'
    return (
        f'<svg viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img" stroke-linecap="round"'
        f' aria-label="how the {len(taken)} rounds are distributed">'
        f'<path d="{bars}" stroke="{COLOURS["detect"]}" stroke-width="{step * 0.8:.2f}"'
        f' stroke-linecap="butt"/>{"".join(_marks(cell, scale))}'
        f'{late if None in taken else ""}<path d="M0 {HEIGHT - 0.5}H{WIDTH:.0f}" stroke="#8a94a0"/>'
        "</svg>"
    )


def _marks(cell: Report, scale: _Scale) -> Iterator[str]:
    found = measured_in(cell)
    quantiles = found[1]["quantiles"] if found else {}
    for name in SHOWN:
        value, *_ = quantiles.get(name, [None])
        if value is not None:
            yield f'<path d="M{scale.x(value):.2f} 6V{HEIGHT:.0f}" stroke="{MARKED}"/>'
