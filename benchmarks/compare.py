"""What the death of a leader costs under each strategy, with 5, 50 and 200 candidates.

The dashboard's own measurement (`POST comparisons/measure`), as a click on the page starts it: the
median of three deaths by a clean stop, one strategy after the other. Notifications and watches are
the server's counts (`mntr`), without those of the dashboard and of the leader that ended; requests
are what the candidates counted; times are from the deletion of the leader's znode to the next
leader's acknowledgement. First on Apache ZooKeeper, then on the sandbox, each with a dashboard of
its own; the two are not measured at the same time, for two hundred processes want the machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import requests

from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, await_, tell
from benchmarks.servers import Server, private_sandbox, private_zookeeper

SIZES = (5, 50, 200)
STRATEGIES = ("predecessor", "herd", "single")
_WITHIN = 1200.0

Curve = Mapping[tuple[str, int], Mapping[str, Any]]


def measure() -> list[Figure]:
    """Apache's figures, with the sandbox's to compare them with."""
    with private_zookeeper() as apache:
        on_apache = _measure(apache)
    with private_sandbox() as sandbox:
        on_sandbox = _measure(sandbox)
    return [figure for size in SIZES for figure in _figures(size, on_apache, on_sandbox)]


def _measure(server: Server) -> Curve:
    with Dashboard(server.hosts) as dashboard:
        url = f"{dashboard.address}api/v1/comparisons/measure"
        requests.post(url, json={"sizes": SIZES}, timeout=30).raise_for_status()
        await_("the end of the measurement", lambda: _is_over(dashboard), _WITHIN, every=1.0)
        section = dashboard.state()["comparison"]
    if section.get("error"):
        raise RuntimeError(section["error"])
    return {(point["strategy"], point["n"]): point for point in section["curve"]}


def _is_over(dashboard: Dashboard) -> bool:
    section = dashboard.state()["comparison"]
    if section.get("measuring"):
        return False
    for one in section["curve"]:
        woken = f"{one['notifications']} + {one['again']}"
        tell(f"  {one['strategy']}, {one['n']}: {woken} woken, {one['ms']} ms, {one['evidence']}")
    return True


def _figures(size: int, on_apache: Curve, on_sandbox: Curve) -> list[Figure]:
    figures: list[Figure] = []
    for strategy in STRATEGIES:
        apache, sandbox = (curve[strategy, size] for curve in (on_apache, on_sandbox))
        for figure, unit, wanted in _rows(strategy, size):
            value, against = apache[figure], sandbox[figure]
            holds = wanted is None or value == against == wanted
            goal = "" if wanted is None else f"{wanted}"
            name = f"death of 1 in {size}, {strategy}: {_WORDS[figure]}"
            figures.append(Figure(name, value, unit, against, goal, holds))
    return figures


def _rows(strategy: str, size: int) -> list[tuple[str, str, int | None]]:
    """Figure, unit, and what it must be on both servers."""
    told = 1 if strategy == "predecessor" else size - 1
    rows: list[tuple[str, str, int | None]] = [("notifications", "", told)]
    if strategy == "single":
        rows += [("again", "", None), ("creates", "", size - 1), ("failed", "", size - 2)]
    return [*rows, ("reads", "", None), ("watches", "", None), ("ms", "ms", None)]


_WORDS = {
    "notifications": "notifications",
    "again": "woken again",
    "creates": "creates",
    "failed": "creates failed",
    "reads": "reads to lead",
    "watches": "watches, own znodes' too",
    "ms": "deletion to acknowledgement",
}
