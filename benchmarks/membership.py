"""A member's session ends: when the state document says so, against a bare kazoo watch.

On one server of each kind in turns, each with a running dashboard of its own and a group of four
real nodes, which are told of every change too, on the same machine. Each round a fifth member, a
connection that this process holds, announces itself; once everybody has read so, it closes its
session. The clock starts before that request is sent, so what the server needs for ending the
session and deleting the live znode is in it. It stops

- for the dashboard: when a Socket.IO client of it has folded a state document in which that node is
  down (a client's view is later than the document itself by the way to it);
- for the bare watch: when a kazoo client that watches the children has read them again in the
  watch's callback; nothing in kazoo is quicker.
"""

from __future__ import annotations

import random
import struct
import threading
import time
from contextlib import ExitStack
from statistics import median
from typing import Any, NamedTuple

import requests
from kazoo.client import KazooClient

from app.recipes.membership.znodes import LIVE
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.jute import encode
from app.zookeeper.wire.records import Acl, CreateRequest, Id, RequestHeader
from benchmarks.dashboard import Dashboard
from benchmarks.follower import Follower, State
from benchmarks.measure import Figure, await_, percentile
from benchmarks.processes import Ending
from benchmarks.raw import RawSession
from benchmarks.servers import Server, both, in_turns, kazoo_client

NODES = 4
ROUNDS = 60
WARM_UP = 10
GOAL_MS = 20.0
GROUP, GUEST = "/bench", "guest"
_EPHEMERAL = 1
_WITHIN = 10.0


class Delay(NamedTuple):
    """Milliseconds from asking for the session's end to the bare watch, and to the dashboard."""

    watch: float
    dashboard: float


def measure() -> list[Figure]:
    """Both servers; the goal is for the slowest of a hundred."""
    with both() as servers, ExitStack() as stack:
        groups = {kind: stack.enter_context(_Group(one)) for kind, one in servers.items()}
        taken: dict[str, list[Delay]] = {kind: [] for kind in groups}
        for kind in in_turns(WARM_UP + ROUNDS, list(groups)):
            taken[kind].append(groups[kind].round())
    return [one for kind, delays in taken.items() for one in _figures(kind, delays[WARM_UP:])]


def _figures(kind: str, delays: list[Delay]) -> list[Figure]:
    watch, dashboard = [one.watch for one in delays], [one.dashboard for one in delays]
    name, slowest = f"membership change, {kind}", percentile(dashboard, 99)
    return [
        Figure(f"{name}: p50", median(dashboard), "ms", median(watch)),
        Figure(
            f"{name}: p99", slowest, "ms", percentile(watch, 99), "<= 20 ms", slowest <= GOAL_MS
        ),
    ]


class _Group(Ending):
    """A dashboard with its nodes, a client that watches, and a member that comes and goes."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._server = server
        self._down, self._read = threading.Event(), threading.Event()
        self._down_at = self._read_at = 0.0
        self._is_live = False

    def __enter__(self) -> _Group:
        self._dashboard = self.stack.enter_context(Dashboard(self._server.hosts))
        body = {"path": GROUP, "count": NODES, "session_timeout": 10.0}
        requests.post(f"{self._dashboard.address}api/v1/groups", json=body, timeout=30)
        await_("the group", lambda: self._is_known_by_all(NODES))
        self._watcher: KazooClient = self.stack.enter_context(kazoo_client(self._server.hosts))
        self.stack.enter_context(Follower(self._dashboard.address, self._heard))
        return self

    def round(self) -> Delay:
        """One member that comes, is known, and goes."""
        member = RawSession(self._server.port)
        member.ask(_announcement())
        await_("the news of it", lambda: self._is_known_by_all(NODES + 1))
        self._watcher.get_children(f"{GROUP}/{LIVE}", watch=self._fired)
        self._down.clear()
        self._read.clear()
        time.sleep(random.uniform(0.03, 0.06))
        sent = time.monotonic()
        member.close()
        if not (self._read.wait(_WITHIN) and self._down.wait(_WITHIN)):
            raise TimeoutError("the end of a session was not seen")
        await_("the news of its end", lambda: self._is_known_by_all(NODES))
        return Delay((self._read_at - sent) * 1000, (self._down_at - sent) * 1000)

    def _is_known_by_all(self, count: int) -> bool:
        nodes = self._dashboard.state()["groups"].get(GROUP, {"nodes": {}})["nodes"]
        reads = [node["read"]["count"] for node in nodes.values() if node["live"] and node["read"]]
        return reads == [count] * NODES

    def _fired(self, event: object) -> None:
        self._watcher.get_children(f"{GROUP}/{LIVE}")
        self._read_at = time.monotonic()
        self._read.set()

    def _heard(self, at: float, events: list[dict[str, Any]], state: State) -> None:
        node = state["groups"].get(GROUP, {"nodes": {}})["nodes"].get(GUEST)
        was_live, self._is_live = self._is_live, bool(node and node["live"])
        if was_live and not self._is_live:
            self._down_at = time.monotonic()
            self._down.set()


def _announcement() -> bytes:
    """The request that makes the live znode."""
    anyone = [Acl(31, Id("world", "anyone"))]
    create = CreateRequest(f"{GROUP}/{LIVE}/{GUEST}", b"{}", anyone, _EPHEMERAL)
    frame = encode(RequestHeader(1, Op.CREATE)) + encode(create)
    return struct.pack(">i", len(frame)) + frame
