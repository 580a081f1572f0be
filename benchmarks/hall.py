"""How long after the presenter the audience gets a handoff, and what the presenter shows.

A presenter and forty visitors follow a dashboard, each by a socket and its own door: the token, or
the code. Leaders are stopped one after another, and the presenter shows another place at each.
All clients are threads of one process, so that one monotonic clock tells when each has received
what; and so what they themselves cost is in the figures too.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from contextlib import ExitStack
from functools import partial
from typing import Any

from benchmarks.dashboard import Dashboard
from benchmarks.follower import Follower
from benchmarks.measure import Figure, await_, percentile
from benchmarks.servers import private_sandbox

VISITORS = 40
CANDIDATES = 5
HANDOFFS = 30
WITHIN_MS = 100.0
TOKEN, CODE = "a-presenter-of-forty", "abcd2345"


def measure() -> list[Figure]:
    """Measure a fresh dashboard with the embedded ZooKeeper."""
    received: dict[int, dict[int, float]] = defaultdict(dict)
    shown: dict[str, dict[int, float]] = defaultdict(dict)
    with (
        private_sandbox() as server,
        Dashboard(server.hosts, token=TOKEN, audience_code=CODE) as dashboard,
        ExitStack() as stack,
    ):
        first = dashboard.start_candidates(CANDIDATES)
        await_("a leader", lambda: _leader(dashboard) is not None)
        followers = [
            stack.enter_context(_follower(dashboard, number, received, shown))
            for number in range(VISITORS + 1)
        ]
        presenter = followers[0]
        presenter.say("drive", {"sure": True})
        since = dashboard.state()["seq"]
        emitted: dict[str, float] = {}
        for number in range(HANDOFFS):
            address = f"view=election&candidate={first[0]}&round={number}"
            emitted[address] = time.monotonic()
            presenter.say("show", {"address": address})
            _hand_over(dashboard)
            await_("the place", partial(_reached_all, shown[address]))
        to = dashboard.state()["seq"]
        meant = [received[seq] for seq in range(since + 1, to + 1)]
        await_("everybody to have all", lambda: all(len(one) > VISITORS for one in meant))
    late = [
        (at - by_client[0]) * 1000
        for by_client in meant
        for client, at in by_client.items()
        if client
    ]
    moved = [(at - emitted[one]) * 1000 for one, ats in shown.items() for at in ats.values()]
    name = f"a presenter and {VISITORS} visitors"
    p95 = percentile(late, 95)
    return [
        Figure(f"{name}: after the presenter, median", percentile(late, 50), "ms"),
        Figure(
            f"{name}: after the presenter, p95", p95, "ms",
            goal=f"{WITHIN_MS:g} ms", holds=p95 <= WITHIN_MS,
        ),
        Figure(f"{name}: to another place, median", percentile(moved, 50), "ms"),
        Figure(f"{name}: to another place, p95", percentile(moved, 95), "ms"),
    ]  # fmt: skip


def _reached_all(by_client: dict[int, float]) -> bool:
    return len(by_client) == VISITORS


def _hand_over(dashboard: Dashboard) -> None:
    """Stop the leader, wait for the next one, and have another candidate stand behind it."""
    before = _leader(dashboard)
    dashboard.act(str(before), "stop")
    await_("another leader", lambda: _leader(dashboard) not in (None, before))
    dashboard.start_candidates(1)


def _follower(
    dashboard: Dashboard,
    number: int,
    received: dict[int, dict[int, float]],
    shown: dict[str, dict[int, float]],
) -> Follower:
    """Return who notes when it gets what; number 0 is the presenter."""
    lock = threading.Lock()

    def heard(at: float, events: list[dict[str, Any]], state: dict[str, Any]) -> None:
        for event in events:
            with lock:
                received[event["seq"]][number] = at

    def saw(message: dict[str, Any]) -> None:
        if number:
            shown[message["address"]].setdefault(number, time.monotonic())

    headers = {
        "Authorization": f"Bearer {CODE if number else TOKEN}",
        "Cookie": f"handoff-visitor=browser-number-{number:04}",
    }
    return Follower(dashboard.address, heard, headers, {"shown": saw})


def _leader(dashboard: Dashboard) -> str | None:
    election = dashboard.state()["elections"].get("/election")
    if election is None or election["leader"] is None:
        return None
    entry = next(one for one in election["chain"] if one["znode"] == election["leader"])
    return str(entry["candidate"]) if entry["belief"] == "leading" else None
