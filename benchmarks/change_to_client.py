"""From a znode's change to a client of the dashboard, against a bare kazoo watch on that change.

One process sets a znode's data, and has on the same change a `get(watch=…)` callback of kazoo and
a Socket.IO client of a running dashboard. The clock starts before the request is sent; it stops
when the callback is entered, and when the handler of the `events` message with this change is
entered. Between two changes both have arrived and 20 to 60 ms go by, at random, so that changes
come singly and out of step with the dashboard's batches: a change that comes within 16 ms of
another may wait for the end of that frame, by design.
"""

from __future__ import annotations

import random
import threading
import time
from statistics import median
from typing import Any, NamedTuple

from kazoo.client import KazooClient

from benchmarks.dashboard import Dashboard
from benchmarks.follower import Follower
from benchmarks.measure import Figure, percentile
from benchmarks.servers import kazoo_client, private_zookeeper

CHANGES = 300
WARM_UP = 50
ZNODE = "/changing"
_WITHIN = 10.0


class Delay(NamedTuple):
    """Milliseconds from sending one change to the bare watch, and to the dashboard's client."""

    watch: float
    client: float


def measure() -> list[Figure]:
    """Changes one after the other; medians and 99th percentiles over all."""
    with (
        private_zookeeper() as server,
        Dashboard(server.hosts) as dashboard,
        kazoo_client(server.hosts) as writer,
        kazoo_client(server.hosts) as watcher,
    ):
        writer.create(ZNODE)
        delays = _Changes(writer, watcher).run(dashboard.address)
    return _figures([one.watch for one in delays], [one.client for one in delays])


def _figures(watch: list[float], client: list[float]) -> list[Figure]:
    p50, bare = median(client), median(watch)
    holds = p50 - bare <= 5
    return [
        Figure("change to client: p50", p50, "ms", bare, "<= 5 ms above the watch", holds),
        Figure("change to client: p99", percentile(client, 99), "ms", percentile(watch, 99)),
    ]


class _Changes:
    """Makes changes and notes when each is seen."""

    def __init__(self, writer: KazooClient, watcher: KazooClient) -> None:
        self._writer, self._watcher = writer, watcher
        self._watch_saw, self._client_saw = threading.Event(), threading.Event()
        self._watch_at = self._client_at = 0.0

    def run(self, address: str) -> list[Delay]:
        """All changes; what the first ones took, while everything warms up, is left out."""
        with Follower(address, self._on_events):
            return [self._change() for _ in range(WARM_UP + CHANGES)][WARM_UP:]

    def _change(self) -> Delay:
        self._watch_saw.clear()
        self._client_saw.clear()
        self._watcher.get(ZNODE, watch=self._on_watch)
        time.sleep(random.uniform(0.02, 0.06))
        sent = time.monotonic()
        self._writer.set(ZNODE, b"")
        if not (self._watch_saw.wait(_WITHIN) and self._client_saw.wait(_WITHIN)):
            raise TimeoutError("a change was not seen")
        return Delay((self._watch_at - sent) * 1000, (self._client_at - sent) * 1000)

    def _on_watch(self, event: object) -> None:
        self._watch_at = time.monotonic()
        self._watch_saw.set()

    def _on_events(self, at: float, events: list[dict[str, Any]], state: dict[str, Any]) -> None:
        if any(one["kind"] == "znode.changed" and one["subject"] == ZNODE for one in events):
            self._client_at = at
            self._client_saw.set()
