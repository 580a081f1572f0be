"""A configuration reaches its subscribers: from the write to the last one of a hundred.

A hundred processes of the kind in which candidates live subscribe to one znode by Handoff's recipe
(`app.recipes.configuration.machine`), nothing else running in them; this process writes it. The
clock, one for all processes of the machine, starts right before the write is sent. It stops

- for the callback: when the last of them has been told, on the thread on which its recipe lives;
- for the value: when the last of them has read the new value, which is a round trip more each.

On one server of each kind, one after the other; rounds of warm-up do not count. Nobody is asked
anything until a round is over.
"""

from __future__ import annotations

import os
import time
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import wait
from statistics import median
from typing import NamedTuple

from kazoo.client import KazooClient

from app.processes.channel import WorkerTask
from app.processes.runtime import PipedRuntime
from app.processes.supervisor import Supervisor
from app.processes.work import Work
from app.recipes.configuration.machine import Configuration
from benchmarks.measure import Figure, await_, percentile, tell
from benchmarks.processes import Ending, Peer
from benchmarks.servers import Server, kazoo_client, private_sandbox, private_zookeeper

SUBSCRIBERS = 100
ROUNDS = 100
WARM_UP = 10
GOAL_MS = 50.0
PATH = "/config"
QUIET = 0.15
SESSION_TIMEOUT = 30.0
FORK_SERVER = Supervisor.__module__
"""Loaded for what it asks the fork server to load, which a hundred processes then share."""


class Said(NamedTuple):
    """What a subscriber has read last, and when it was told of it, and had it."""

    mzxid: int | None
    told_at: float
    taken_at: float


class Reach(NamedTuple):
    """Milliseconds from the write to the last one's callback, and to the last one's value."""

    callback: float
    value: float


def measure() -> list[Figure]:
    """Both servers; the goal is for the slowest of a hundred rounds on the sandbox."""
    with private_sandbox() as server:
        ours = _measure(server)
    with private_zookeeper() as server:
        apaches = _measure(server)
    return [
        *_figures("last callback", [one.callback for one in ours], [a.callback for a in apaches]),
        *_figures("last value", [one.value for one in ours], [a.value for a in apaches], goal=None),
    ]


def _measure(server: Server) -> list[Reach]:
    with _Crowd(server) as crowd:
        return [crowd.round(number) for number in range(WARM_UP + ROUNDS)][WARM_UP:]


def _figures(
    what: str, ours: list[float], apaches: list[float], goal: float | None = GOAL_MS
) -> list[Figure]:
    """Return the figures on the sandbox, compared with those on Apache."""
    name = f"configuration to {SUBSCRIBERS} subscribers, {what}"
    slowest = percentile(ours, 99)
    aim = f"<= {goal:g} ms" if goal else ""
    return [
        Figure(f"{name}: p50, against Apache", median(ours), "ms", median(apaches)),
        Figure(
            f"{name}: p99, against Apache", slowest, "ms", percentile(apaches, 99), aim,
            goal is None or slowest <= goal,
        ),
    ]  # fmt: skip


class _Crowd(Ending):
    """The subscribers, and the client that writes."""

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._hosts = server.hosts

    def __enter__(self) -> _Crowd:
        self._writer: KazooClient = self.stack.enter_context(kazoo_client(self._hosts))
        self._mzxid = self._writer.create(PATH, b"0", include_data=True)[1].mzxid
        self._peers = [
            self.stack.enter_context(Peer(subscribe, self._hosts, forked=True))
            for _ in range(SUBSCRIBERS)
        ]
        await_("the subscribers", self._all_have_it)
        tell(f"  {SUBSCRIBERS} subscribe")
        return self

    def round(self, number: int) -> Reach:
        """One value, to everybody."""
        time.sleep(QUIET)
        sent_at = time.monotonic()
        self._mzxid = self._writer.set(PATH, b"%d" % number).mzxid
        time.sleep(QUIET)
        await_("the value", self._all_have_it)
        last_told = max(one.told_at for one in self._said)
        last_taken = max(one.taken_at for one in self._said)
        return Reach((last_told - sent_at) * 1000, (last_taken - sent_at) * 1000)

    def _all_have_it(self) -> bool:
        for peer in self._peers:
            peer.say("what have you?")
        self._said: list[Said] = [Said(*peer.hear()) for peer in self._peers]
        return all(one.mzxid == self._mzxid for one in self._said)


class _Subscriber(PipedRuntime):
    """Subscribes, and answers when it is asked; runs until the pipe ends."""

    def __init__(self, task: WorkerTask, pipe: Pipe) -> None:
        self._asked = pipe
        super().__init__(task, b"", Configuration, Work)

    def run(self) -> None:
        self._may_join = True
        self._start()
        while True:
            self._keep_time()
            left = self._next() - time.monotonic()
            for ready in wait([self._asked, self._wake_reader], max(0.0, left)):
                if ready is self._asked:
                    self._asked.recv()
                    self.post(self._answer)
                else:
                    os.read(self._wake_reader, 1024)

    def _answer(self) -> None:
        recipe = self.recipe
        assert isinstance(recipe, Configuration)
        mzxid = recipe.value.mzxid if recipe.value else None
        self._asked.send(tuple(Said(mzxid, recipe.told_at or 0.0, recipe.taken_at or 0.0)))


def subscribe(pipe: Pipe, hosts: str) -> None:
    """A process with one subscriber."""
    _Subscriber(WorkerTask("bench", hosts, PATH, SESSION_TIMEOUT, "configuration"), pipe).run()
