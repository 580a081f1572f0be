"""A clean handoff on the sandbox, against the same on Apache ZooKeeper, in turns.

As clean_handoff, with a dashboard of its own for each server; the one whose turn it is not is idle.
`no dashboard` is the same with the candidates' processes alone.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from statistics import median

from benchmarks.candidates import DashboardCandidates, LoneCandidates
from benchmarks.clean_handoff import Contest, take_turns
from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, percentile
from benchmarks.servers import both


def measure() -> list[Figure]:
    """Both runs; the goal is for the one with dashboards."""
    return [
        *_figures("sandbox: clean handoff", _run(_watched), "<= 1 x Apache's"),
        *_figures("sandbox: clean handoff, no dashboard", _run(_alone), ""),
    ]


def _run(make: Callable[[ExitStack, str], Contest]) -> list[list[float]]:
    with both() as servers, ExitStack() as stack:
        return take_turns([make(stack, server.hosts) for server in servers.values()])


def _watched(stack: ExitStack, hosts: str) -> Contest:
    dashboard = stack.enter_context(Dashboard(hosts))
    candidates: Contest = stack.enter_context(DashboardCandidates(dashboard))
    return candidates


def _alone(stack: ExitStack, hosts: str) -> Contest:
    candidates: Contest = stack.enter_context(LoneCandidates(hosts))
    return candidates


def _figures(name: str, taken: list[list[float]], goal: str) -> list[Figure]:
    ours, theirs = (median(one) for one in taken)
    tails = [percentile(one, 99) for one in taken]
    return [
        Figure(f"{name}: p50", ours, "ms", theirs, goal, not goal or ours <= theirs),
        Figure(f"{name}: p99", tails[0], "ms", tails[1]),
    ]
