"""The znode workbench: a tree of 10,000 exported and deleted, and a znode with 100,000 children.

By REST on a running dashboard, on one server of each kind in turns. Export and delete are timed
from before the request is sent to the whole document being there, and to the job being done as the
state document says; each delete takes what a count has told before, and so reads all of it again.

A znode is opened as the page does it: its data, stat and ACL and a page of its children by `GET
znodes`, and a window of the tree by the `tree` message of a Socket.IO client. Against: kazoo's
`get_children` on the same server, which is what a page without a mirror would have to wait for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median
from typing import Any, NamedTuple

import requests
import socketio

from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, await_
from benchmarks.processes import Ending
from benchmarks.servers import Server, both, grow_flat, grow_tree, in_turns, kazoo_client

ZNODES, CHILDREN = 10_000, 100_000
ROUNDS, OPENINGS = 3, 7
GOAL, GOAL_OPENING = 2.0, 1.0
_WITHIN = 60.0


class Round(NamedTuple):
    """Seconds."""

    export: float
    delete: float


def measure() -> list[Figure]:
    """Medians of each kind of server."""
    with both() as servers, ExitStack() as stack:
        desks = {kind: stack.enter_context(_Desk(one)) for kind, one in servers.items()}
        rounds: dict[str, list[Round]] = {kind: [] for kind in desks}
        for kind in in_turns(ROUNDS, list(desks)):
            rounds[kind].append(desks[kind].round())
        figures = [one for kind, taken in rounds.items() for one in _figures(kind, taken)]
        return figures + [one for kind, desk in desks.items() for one in desk.openings(kind)]


def _figures(kind: str, rounds: list[Round]) -> list[Figure]:
    found = {
        "export": median(one.export for one in rounds),
        "recursive delete": median(one.delete for one in rounds),
    }
    return [
        Figure(f"{name} of 10,000, {kind}", took, "s", None, f"<= {GOAL:g} s", took <= GOAL)
        for name, took in found.items()
    ]


class _Desk(Ending):
    """A dashboard, and what is asked of it."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._server = server

    def __enter__(self) -> _Desk:
        self._dashboard = self.stack.enter_context(Dashboard(self._server.hosts))
        self._http = self.stack.enter_context(requests.Session())
        self._ask("POST", "/session", {})
        self._page = self.stack.enter_context(socketio.SimpleClient())
        self._page.connect(self._dashboard.address, transports=["websocket"])
        return self

    def round(self) -> Round:
        """One tree that comes, is exported, and goes."""
        grow_tree(self._server.hosts, ZNODES)
        await_("the tree", lambda: self._dashboard.state()["zookeeper"]["znodes"] >= ZNODES)
        export = _timed(lambda: self._ask("GET", "/export?path=/tree"))
        counted = self._ask("GET", "/count?path=/tree")
        wanted = {"path": "/tree", "recursive": True, "expect": counted["znodes"]}
        return Round(export, _timed(lambda: self._delete(wanted)))

    def _delete(self, wanted: dict[str, Any]) -> None:
        job = self._ask("DELETE", "", wanted)["job"]
        await_("the end of the job", lambda: self._job(job)["state"] != "running", _WITHIN)
        if self._job(job)["done"] != wanted["expect"]:
            raise RuntimeError(f"the job came to {self._job(job)}")

    def openings(self, kind: str) -> list[Figure]:
        """A znode with many children, which the mirror has heard of before."""
        grow_flat(self._server.hosts, "/flat", CHILDREN)
        await_("the children", lambda: self._dashboard.state()["zookeeper"]["znodes"] >= CHILDREN)
        rest = median(_timed(self._read) for _ in range(OPENINGS))
        window = median(_timed(self._window) for _ in range(OPENINGS))
        with kazoo_client(self._server.hosts) as client:
            against = median(_timed(lambda: client.get_children("/flat")) for _ in range(OPENINGS))
        goal = f"<= {GOAL_OPENING:g} s"
        name = f"100,000 children, {kind}"
        return [
            Figure(f"{name}: GET znodes", rest, "s", against, goal, rest <= GOAL_OPENING),
            Figure(f"{name}: tree window", window, "s", against, goal, window <= GOAL_OPENING),
        ]

    def _read(self) -> None:
        children = self._ask("GET", "?path=/flat&limit=200")["children"]
        if children["total"] != CHILDREN or len(children["names"]) != 200:
            raise RuntimeError("these are not the children")

    def _window(self) -> None:
        """The middle of it, as after a long scroll."""
        window = {"path": "/flat", "from": CHILDREN // 2, "count": 200}
        self._page.emit("watch_tree", {"paths": []})
        self._page.emit("watch_tree", {"paths": [window]})
        name, payload = self._page.receive(timeout=_WITHIN)
        while name != "tree" or len(payload["children"]) != 200:
            name, payload = self._page.receive(timeout=_WITHIN)

    def _job(self, job: str) -> dict[str, Any]:
        found: dict[str, Any] = self._dashboard.state()["workbench"]["jobs"][job]
        return found

    def _ask(self, method: str, call: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        address = f"{self._dashboard.address}api/v1/znodes{call}"
        answer = self._http.request(method, address, json=body, timeout=_WITHIN)
        answer.raise_for_status()
        document: dict[str, Any] = answer.json()
        return document


def _timed(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began
