"""Lines for a terminal: what a drill, or a matrix, will do, each round, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...recipes.drill.faults import SESSIONS
from ...recipes.drill.matrix import DrillMatrix, name_of
from ...recipes.drill.matrix_page import SHOWN, measured_in, times_of, verdict_of_matrix
from ...recipes.drill.page import ms_of, outcome_of, verdict_of, who_of, window_in
from ...recipes.drill.plan import ELECTION, REPLACED, DrillPlan
from ...recipes.drill.programs import OtherPrograms
from ...recipes.drill.rounds import GOOD, books_of, is_outside, said_of_books


def told_of(plan: DrillPlan) -> list[str]:
    """Return the plan in lines."""
    waits = (
        "first a wait of up to the time between two heartbeats and a tick, then "
        if plan.kind.found_by_timeout
        else ""
    )
    limits = [f"limit: {limit}" for limit in plan.limits]
    each = f"each round: {waits}{plan.shown['does']}"
    if plan.programs is not None:
        return [
            f"{plan.rounds} rounds at {plan.path}", each, *_joining(plan),
            *_commands_of(plan.programs), *limits,
        ]  # fmt: skip
    kind = plan.kind
    mends = (
        "nothing is to do" if kind.action is None
        else "it runs again" if plan.strikes_servers
        else "it is woken" if kind.recover
        else REPLACED[plan.recipe] if kind.ends
        else "it comes back by itself"
    )  # fmt: skip
    elects = f" ({plan.strategy})" if plan.recipe == ELECTION else ""
    return [
        f"{plan.rounds} rounds with {plan.candidates} candidates in {plan.path}{elects}, "
        f"about {plan.seconds():.0f} s",
        f"{each}; mended: {mends}{f'. {SESSIONS[plan.fault]}' if kind.lasts else ''}",
        *limits,
    ]


def told_of_matrix(matrix: DrillMatrix) -> list[str]:
    """Return the plan of all cells in lines."""
    heads, rounds, *limits = zip(*map(told_of, matrix.plans), strict=True)
    seconds = sum(plan.seconds() for plan in matrix.plans)
    cells = (
        f"cell {number}, {matrix.name(plan)}: {head}"
        for number, (plan, head) in enumerate(zip(matrix.plans, heads, strict=True), 1)
    )
    more = dict.fromkeys(line for lines in (rounds, *limits) for line in lines)
    return [f"{len(matrix.plans)} cells, about {time_of(seconds)}", *cells, *more]


def time_of(seconds: float) -> str:
    """Word a number of seconds as a person says it."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _joining(plan: DrillPlan) -> list[str]:
    """Return a line about the candidates of ours that join others' programs, if any do."""
    count = plan.programs.join if plan.programs else 0
    if not count:
        return []
    ended = (
        "" if plan.fault == "servers"
        else "; where one leads, the drill kills it, and another one takes its place"
    )  # fmt: skip
    return [f"candidates of ours that join until the end: {count}{ended}"]


def _commands_of(programs: OtherPrograms) -> list[str]:
    """Return a line for each command, and what undoes it."""
    told = {
        "breaks": programs.breaks,
        "is mended by": programs.mends,
        "tells whether one believes that it leads": programs.believes,
        "tells whether the leader serves": programs.serves,
    }
    return [f"{does}: {command}" for does, command in told.items() if command is not None]


def line_of(one: Mapping[str, Any], rounds: int) -> str:
    """Return the line of one of so many rounds."""
    phases = "  ".join(f"{phase} {ms_of(ms)}" for phase, ms in one["ms"].items())
    return (
        f"{one['number']:>{len(str(rounds))}}/{rounds}  {outcome_of(one)}"
        f"  {_took(one)}({phases})  {who_of(one)}"
    )


def _took(one: Mapping[str, Any]) -> str:
    return f"{ms_of(one['handoff'])}  " if "handoff" in one else ""


def summary(report: Mapping[str, Any]) -> list[str]:
    """Return what the rounds add up to, in lines."""
    counts, figures = report["counts"], report["figures"]
    done = counts["rounds"]
    good = sum(counts.get(outcome, 0) for outcome in GOOD)
    ended = "handed over" if report["plan"]["hands_over"] else "went as they should"
    lines = [f"{good} of {done} rounds {ended}"]
    if report["error"]:
        lines = [f"INCOMPLETE, {done} of {counts['planned']} rounds: {report['error']}", *lines]
    late = counts.get("not within the limit", 0)
    if late:
        lines.append(f"{late} of {done} not within {report['plan']['within']:g} s")
    if done:
        lines.append(f"{'':<14}{'p50':>20}{'p90':>20}{'p95':>20}{'p99':>20}{'longest':>12}")
        for phase, one in figures.items():
            cells = "".join(f"{_cell(values):>20}" for values in one["quantiles"].values())
            if one["counted"]:
                lines.append(f"{phase:<14}{cells}{ms_of(one['max']):>12}")
        lines.append("(≤ the value that 95 of 100 such drills do not exceed; ? too few rounds)")
    if (books := books_of(report["rounds"])) is not None:
        lines.append(said_of_books(books))
    window = window_in(report)
    if window is not None:
        outside = sum(is_outside(one, window) for one in report["rounds"])
        edges = " to ".join("?" if edge is None else ms_of(edge) for edge in window)
        lines.append(f"detect is expected within {edges}: {outside} of {done} rounds were outside")
    lines += [
        f"limit {one['limit']}: {'kept' if one['kept'] else 'MISSED'}, {one['says']}"
        for one in report["limits"]
    ]
    return lines


def summary_of_matrix(matrix: Mapping[str, Any]) -> list[str]:
    """Return what the cells come to, in lines."""
    word, says = verdict_of_matrix(matrix)
    names = [name_of(matrix["axes"], cell["plan"]) for cell in matrix["cells"]]
    width = max(map(len, names), default=0)
    rows = [
        f"{name:<{width}}  {verdict_of(cell)[0]:<10}{_went(cell):>10}"
        f"  {(measured_in(cell) or ('',))[0]:<8}{''.join(f'{one:>18}' for one in times_of(cell))}"
        for name, cell in zip(names, matrix["cells"], strict=True)
    ]
    missed = [
        f"MISSED in {name}: {one['limit']}, {one['says']}"
        for name, cell in zip(names, matrix["cells"], strict=True)
        for one in cell["limits"]
        if not one["kept"]
    ]
    if rows:
        head = "".join(f"{name:>18}" for name in SHOWN)
        rows = [
            f"{'':<{width}}  {'':<10}{'rounds':>10}  {'':<8}{head}",
            *rows,
            "(≤ the value that 95 of 100 such drills do not exceed; ? too few rounds)",
        ]
    return [*rows, *missed, f"{word}: {says}"]


def _went(cell: Mapping[str, Any]) -> str:
    good = sum(cell["counts"].get(outcome, 0) for outcome in GOOD)
    return f"{good} of {cell['counts']['rounds']}"


def _cell(values: Sequence[float | None]) -> str:
    value, *bound = values
    return f"{ms_of(value)} ≤ {ms_of(bound[0])}" if bound else f"{ms_of(value)} ?"
