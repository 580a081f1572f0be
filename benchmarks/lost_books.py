"""Leaders of the bookshelf are killed at random under writes: is any acknowledged book lost?

Writers add books at nodes drawn by chance, each waiting for its answer, while somebody kills the
leader, mostly, or freezes or kills another node, and has it come back on its disk some time later;
or ends a node's session; or kills all others, and then the leader, which comes back last.
At the end all nodes are back, and every book that was acknowledged must be on every one of them.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Protocol

from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, await_
from benchmarks.servers import both

SECONDS = 60.0
NODES = 3
WRITERS = 3
SESSION_TIMEOUT = 2.0
PATH = "/lost-books"


class Shelf(Protocol):
    """A running bookshelf, and what can be done to its nodes."""

    def addresses(self) -> dict[str, str]:
        """Where the nodes that run can be asked."""

    def leader(self) -> str | None:
        """Who serves now."""

    def act(self, node: str, action: str) -> None:
        """kill, pause or resume its process, or expire its session."""

    def restart(self, node: str) -> None:
        """Have a node come back on its disk, once its process has ended."""

    def is_whole(self) -> bool:
        """Whether all nodes are in sync, and one leads."""


@dataclass
class Tally:
    """The outcome: answers by status, faults by kind, and the books that are missing.

    silent: seconds, the longest in which nothing was acknowledged; of the time in which nobody
    may lead, because each node that has every book is kept away, another count.
    """

    answers: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    kept: dict[str, dict[str, Any]] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    silent: float = 0.0
    silent_alone: float = 0.0
    is_alone: bool = False
    _since: float = field(default_factory=time.monotonic)
    _was_alone: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def keep(self, book: dict[str, Any]) -> None:
        """It was acknowledged, now."""
        with self._lock:
            now = time.monotonic()
            silent, self._since = now - self._since, now
            if self._was_alone or self.is_alone:
                self.silent_alone = max(self.silent_alone, silent)
            else:
                self.silent = max(self.silent, silent)
            self._was_alone = self.is_alone
            self.kept[book["id"]] = book


def try_to_lose(shelf: Shelf, seconds: float, seed: int, pause: float = 1.0) -> Tally:
    """Kill and write for so many seconds, a fault every `pause` or so; then look for every book."""
    tally, over = Tally(), threading.Event()
    writers = [
        threading.Thread(target=_write, args=(shelf, tally, over, f"{seed}-{one}"))
        for one in range(WRITERS)
    ]
    for writer in writers:
        writer.start()
    try:
        _strike(shelf, tally, random.Random(seed), time.monotonic() + seconds, pause)
    finally:
        over.set()
        for writer in writers:
            writer.join()
    await_("all nodes to be in sync", shelf.is_whole, within=40.0)
    for address in shelf.addresses().values():
        there = {book["id"]: book for book in ask(address, "GET", None)[1]["books"]}
        tally.lost += [key for key, book in tally.kept.items() if there.get(key) != book]
    return tally


def _strike(shelf: Shelf, tally: Tally, chance: random.Random, until: float, pause: float) -> None:
    """What is done is undone before the next."""
    is_first = True
    while time.monotonic() < until:
        time.sleep(pause * chance.uniform(0.2, 1.0))
        leader = shelf.leader()
        if leader is not None and (is_first or chance.random() < 0.2):
            tally.is_alone = True
            _leave_alone(shelf, tally, leader, pause)
            tally.is_alone = False
        else:
            _strike_one(shelf, tally, chance, pause)
        is_first = False


def _strike_one(shelf: Shelf, tally: Tally, chance: random.Random, pause: float) -> None:
    node = shelf.leader() if chance.random() < 0.7 else None
    node = node or chance.choice(sorted(shelf.addresses()) or ["n1"])
    action = chance.choices(("kill", "pause", "expire"), (0.6, 0.2, 0.2))[0]
    tally.faults[action] += 1
    shelf.act(node, action)
    time.sleep(pause * chance.uniform(0.1, 3.0))
    if action == "pause":
        shelf.act(node, "resume")
    elif action == "kill":
        shelf.restart(node)


def _leave_alone(shelf: Shelf, tally: Tally, leader: str, pause: float) -> None:
    """Kill all but the leader, which goes on, and then the leader. It comes back last: if another
    node led before it, all would drop what the leader alone has acknowledged.
    """
    others = [name for name in sorted(shelf.addresses()) if name != leader]
    for node in [*others, None, leader]:
        if node is None:
            time.sleep(2 * pause)
        else:
            tally.faults["kill"] += 1
            shelf.act(node, "kill")
    for node in others:
        shelf.restart(node)
    time.sleep(3 * pause)
    shelf.restart(leader)


def _write(shelf: Shelf, tally: Tally, over: threading.Event, name: str) -> None:
    chance, number = random.Random(name), 0
    while not over.is_set():
        number += 1
        book_id = f"{name}-{number}"
        book = {"id": book_id, "author": f"writer {name}", "year": number}
        addresses = list(shelf.addresses().values())
        status, _ = ask(chance.choice(addresses), "POST", book) if addresses else (0, None)
        tally.answers[str(status)] += 1
        if status in (200, 201):
            tally.keep(book)
        else:
            over.wait(0.05)


def ask(address: str, method: str, book: dict[str, Any] | None) -> tuple[int, Any]:
    """A node's answer; status 0 where there was none."""
    connection = http.client.HTTPConnection(address, timeout=20)
    try:
        connection.request(method, "/v1/books", json.dumps(book) if book else None)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    except (OSError, ValueError, http.client.HTTPException):
        return 0, None
    finally:
        connection.close()


class _Shown:
    """The bookshelf of a dashboard. Writers look at its state no more than five times a second."""

    def __init__(self, dashboard: Dashboard, nodes: int) -> None:
        self._dashboard, self._count = dashboard, nodes
        self._looking = threading.Lock()
        self._looked: dict[str, Any] = {}
        self._looked_at = 0.0
        told = {"path": PATH, "count": nodes, "session_timeout": SESSION_TIMEOUT}
        dashboard.post("bookshelves", told)
        await_("the bookshelf", self.is_whole, within=30.0)

    def _shelf(self) -> dict[str, Any]:
        found: dict[str, Any] = self._dashboard.state()["bookshelves"][PATH]
        return found

    def addresses(self) -> dict[str, str]:
        with self._looking:
            if time.monotonic() > self._looked_at + 0.2:
                self._looked, self._looked_at = self._shelf(), time.monotonic()
        nodes = self._looked["nodes"]
        return {name: one["address"] for name, one in nodes.items()
                if one["process"] != "exited" and one["address"]}  # fmt: skip

    def leader(self) -> str | None:
        nodes = self._shelf()["nodes"].items()
        return next((name for name, one in nodes if one["state"] == "leading"), None)

    def act(self, node: str, action: str) -> None:
        candidate = self._shelf()["nodes"][node]["candidate"]
        self._dashboard.act(candidate, action)

    def restart(self, node: str) -> None:
        await_("its end", lambda: bool(self._shelf()["nodes"][node]["process"] == "exited"))
        told = {"path": PATH, "session_timeout": SESSION_TIMEOUT}
        self._dashboard.post(f"bookshelves/nodes/{node}/restart", told)

    def is_whole(self) -> bool:
        nodes = self._shelf()["nodes"].values()
        return sorted(one["state"] for one in nodes) == ["in sync"] * (self._count - 1) + [
            "leading"
        ]


def measure(seconds: float = SECONDS, seed: int = 1, nodes: int = NODES) -> list[Figure]:
    """A minute on either server; the goal is to lose none."""
    figures = []
    with both() as servers, ExitStack() as stack:
        for kind, server in servers.items():
            dashboard = stack.enter_context(Dashboard(server.hosts))
            tally = try_to_lose(_Shown(dashboard, nodes), seconds, seed)
            figures += _figures(kind, tally)
    return figures


def _figures(kind: str, tally: Tally) -> list[Figure]:
    name = f"bookshelf under kills, {kind}"
    kept, lost = len(tally.kept), len(tally.lost)
    return [
        Figure(f"{name}: leaders and others killed", tally.faults["kill"], "", None),
        Figure(f"{name}: acknowledged", kept, "", sum(tally.answers.values())),
        Figure(f"{name}: longest without an acknowledgement", tally.silent, "s", None),
        Figure(f"{name}: lost", lost, "", None, "0", lost == 0 < kept),
    ]
