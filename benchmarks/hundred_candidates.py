"""A hundred candidates from one request: how soon they stand in the chain, and what they weigh.

Time: from sending `POST candidates {"count": 100}` to a running dashboard until (1) a hundred are
in the chain of its state document, (2) each of them also has a session there and believes itself
to be waiting or leading. Everything in between counts: the fork server's start, a hundred
processes, their sessions and znodes, the mirror and the journal. Each round has a fresh dashboard
and a fresh ZooKeeper.

Half of the rounds ask `GET state` every 50 ms. In the other half a Socket.IO client follows, and it
is done when the state that it has folded shows the same; then the sending, its parsing and folding
on the same cores count too.

Weight: the proportional set size of each candidate's process (memory shared between processes is
divided by those that share it), read when all are settled. The fork server that they come from is
a process too, and is stated separately.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.dashboard import Dashboard
from benchmarks.follower import Follower
from benchmarks.measure import Figure, await_, proportional_set_size, tell
from benchmarks.servers import private_zookeeper

COUNT = 100
ROUNDS = 2
ELECTION = "/election"
_EVERY = 0.05
_WITHIN = 60.0
_MIB = 1 << 20


class Round(NamedTuple):
    """Seconds until all are in the chain and until all are settled; weights in bytes, or None
    where the system does not tell.
    """

    in_chain: float
    settled: float
    each: float | None
    fork_server: float | None


def measure() -> list[Figure]:
    """Rounds with and without a client, in turns; the median of each figure."""
    asking, following = [], []
    for _ in range(ROUNDS):
        asking.append(_told(_round(_ask)))
        following.append(_told(_round(_follow)))
    return [
        *_times("100 candidates", asking),
        *_times("100 candidates, with a client", following),
        *_weights(asking + following),
    ]


def _told(one: Round) -> Round:
    tell(f"  in the chain after {one.in_chain:.2f} s, settled after {one.settled:.2f} s")
    return one


def _times(name: str, rounds: list[Round]) -> list[Figure]:
    in_chain = median(one.in_chain for one in rounds)
    settled = median(one.settled for one in rounds)
    return [
        Figure(f"{name}: in the chain", in_chain, "s", None, "<= 3 s", in_chain <= 3),
        Figure(f"{name}: all settled", settled, "s", None, "<= 3 s", settled <= 3),
    ]


def _weights(rounds: list[Round]) -> list[Figure]:
    each = [one.each / _MIB for one in rounds if one.each is not None]
    fork_server = [one.fork_server / _MIB for one in rounds if one.fork_server is not None]
    if not each or not fork_server:
        tell("  this system does not tell a process's proportional set size")
        return []
    weight = median(each)
    return [
        Figure("100 candidates: PSS of each", weight, "MB", None, "<= 12 MB", weight <= 12),
        Figure("100 candidates: PSS of their fork server", median(fork_server), "MB"),
    ]


def _round(observe: Callable[[Dashboard], tuple[float, float]]) -> Round:
    with private_zookeeper() as server, Dashboard(server.hosts) as dashboard:
        in_chain, settled = observe(dashboard)
        return Round(in_chain, settled, *_weigh(dashboard.state()))


def _ask(dashboard: Dashboard) -> tuple[float, float]:
    """Seconds until the state document that is read every now and then shows it."""
    watch = _Stopwatch()
    began = time.monotonic()
    dashboard.start_candidates(COUNT, election=ELECTION)
    await_("the election", lambda: watch.look(dashboard.state()), _WITHIN, _EVERY)
    return watch.in_chain - began, watch.settled - began


def _follow(dashboard: Dashboard) -> tuple[float, float]:
    """Seconds until the state that a client folds shows it."""
    watch, done = _Stopwatch(), threading.Event()

    def heard(at: float, events: list[dict[str, Any]], state: dict[str, Any]) -> None:
        if watch.look(state):
            done.set()

    with Follower(dashboard.address, heard):
        began = time.monotonic()
        dashboard.start_candidates(COUNT, election=ELECTION)
        if not done.wait(_WITHIN):
            raise TimeoutError(f"{COUNT} candidates did not settle within {_WITHIN:g} s")
    return watch.in_chain - began, watch.settled - began


class _Stopwatch:
    """Notes when a state first showed what is waited for."""

    def __init__(self) -> None:
        self.in_chain = self.settled = 0.0

    def look(self, state: dict[str, Any]) -> bool:
        """Whether all are settled."""
        chain = state["elections"][ELECTION]["chain"]
        if not self.settled and len(chain) == COUNT:
            now = time.monotonic()
            self.in_chain = self.in_chain or now
            self.settled = now if all(_is_settled(entry) for entry in chain) else 0.0
        return self.settled > 0


def _is_settled(entry: dict[str, Any]) -> bool:
    return bool(entry.get("session")) and entry["belief"] in ("waiting", "leading")


def _weigh(state: dict[str, Any]) -> tuple[float | None, float | None]:
    """The candidates' mean weight, and the fork server's, in bytes."""
    pids = [candidate["pid"] for candidate in state["candidates"].values()]
    try:
        each = sum(proportional_set_size(pid) for pid in pids) / len(pids)
        return each, proportional_set_size(_parent_of(pids[0]))
    except OSError:
        return None, None


def _parent_of(pid: int) -> int:
    """The fourth field of `stat`; the second is a name in brackets, with anything in it."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
