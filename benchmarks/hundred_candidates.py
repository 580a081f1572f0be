"""A hundred candidates from one request: how soon they stand in the chain, and what they weigh.

Time: from sending `POST candidates {"count": 100}` to a running dashboard until a Socket.IO client
of it has folded a state document in which (1) a hundred candidates are in the chain, (2) each of
them also has a session there and believes itself to be waiting or leading. Everything in between
counts: the fork server's start, a hundred processes, their sessions and znodes, the mirror, the
journal, the socket, and the client's own parsing. Each round has a fresh dashboard and ZooKeeper.

Weight: the proportional set size of each candidate's process (memory shared between processes is
divided by those that share it), read when all are settled. The fork server that they come from is
a process too, and is stated separately.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.dashboard import Dashboard
from benchmarks.follower import Follower
from benchmarks.measure import Figure, tell
from benchmarks.servers import private_zookeeper

COUNT = 100
ROUNDS = 3
ELECTION = "/election"
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
    """Three rounds; the median of each figure."""
    rounds = [_round() for _ in range(ROUNDS)]
    for one in rounds:
        tell(f"  in the chain after {one.in_chain:.2f} s, settled after {one.settled:.2f} s")
    in_chain = median(one.in_chain for one in rounds)
    settled = median(one.settled for one in rounds)
    return [
        Figure("100 candidates: in the chain", in_chain, "s", None, "<= 3 s", in_chain <= 3),
        Figure("100 candidates: all settled", settled, "s", None, "<= 3 s", settled <= 3),
        *_weights(rounds),
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


def _round() -> Round:
    with private_zookeeper() as server, Dashboard(server.hosts) as dashboard:
        watch = _Stopwatch()
        with Follower(dashboard.address, watch.look):
            began = time.monotonic()
            dashboard.start_candidates(COUNT, election=ELECTION)
            watch.wait()
        return Round(watch.in_chain - began, watch.settled - began, *_weigh(dashboard.state()))


class _Stopwatch:
    """Notes when the state first showed what is waited for; called by the follower."""

    def __init__(self) -> None:
        self.in_chain = self.settled = 0.0
        self._done = threading.Event()

    def look(self, at: float, events: list[dict[str, Any]], state: dict[str, Any]) -> None:
        chain = state["elections"][ELECTION]["chain"]
        if self._done.is_set() or len(chain) < COUNT:
            return
        now = time.monotonic()
        self.in_chain = self.in_chain or now
        if all(_is_settled(entry) for entry in chain):
            self.settled = now
            self._done.set()

    def wait(self) -> None:
        """Until all are settled."""
        if not self._done.wait(60):
            raise TimeoutError(f"{COUNT} candidates did not settle within a minute")


def _is_settled(entry: dict[str, Any]) -> bool:
    return bool(entry.get("session")) and entry["belief"] in ("waiting", "leading")


def _weigh(state: dict[str, Any]) -> tuple[float | None, float | None]:
    """The candidates' mean weight, and the fork server's, in bytes."""
    pids = [candidate["pid"] for candidate in state["candidates"].values()]
    try:
        each = sum(_proportional_set_size(pid) for pid in pids) / len(pids)
        return each, _proportional_set_size(_parent_of(pids[0]))
    except OSError:
        return None, None


def _proportional_set_size(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def _parent_of(pid: int) -> int:
    """The fourth field of `stat`; the second is a name in brackets, with anything in it."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
