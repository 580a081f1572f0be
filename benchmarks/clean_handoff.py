"""A clean handoff: the leader is stopped, the next candidate leads.

Measured on one server, in turns (a round of each, again and again), every participant a process of
its own, with sessions of ten seconds, after rounds of warm-up that do not count, on one clock: the
monotonic clock of the machine, which all processes share.

- **Handoff's candidates.** A running dashboard with three; its leader gets `stop`. From the moment
  at which the leader reports that it has stepped down, which it does before it sends its delete (so
  that this report's cost is on the clock), to the moment at which its successor begins to lead, as
  its own report says. The successor has by then been notified by its watch and has read children,
  acknowledgement and own znode in one round trip. On the same two cores the stopped process closes
  its session and ends, and the dashboard mirrors, journals and folds all of it.
- **Bare kazoo**, the floor: a process deletes a znode; another one that has a watch on it gets the
  event and has read the children of the parent. From before `delete()` to the answer in hand.
  Both processes live on from round to round and do nothing else: warm, and with nobody in the way.
- **kazoo's `Election`**: three processes, forked from the same kind of fork server; the leader's
  function returns, and its process closes its session and ends, as our leader's does. From the end
  of that function to the beginning of the next one's in another process.
- **Curator's `LeaderLatch`**: three Java processes; the leader closes its latch, and joins with a
  new one when the next one leads. From before `close()` to `isLeader()` in another process, both by
  `System.nanoTime()`. Nothing is in its way: its processes live on, with Java's compiler done (a
  thousand quick rounds come before the first turn), and in the same sessions, which is quicker for
  it than to close them. It is left out where Curator or a Java compiler is missing.

All of it runs on Apache ZooKeeper, and as `embedded` on a sandbox of its own, with the same rivals
and goals. `no dashboard` is a third run, on Apache again: nobody watches, there are only the
candidates' processes with a pipe to the benchmark, in turns with the same rivals. The difference is
what watching costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from statistics import median
from typing import Protocol

from benchmarks.candidates import DashboardCandidates, LoneCandidates
from benchmarks.dashboard import Dashboard
from benchmarks.latch import CuratorLatch
from benchmarks.measure import Figure, percentile, tell
from benchmarks.rivals import BareKazoo, KazooElection
from benchmarks.servers import Server, private_sandbox, private_zookeeper
from tests.conformance.curator import missing

ROUNDS = 40
WARM_UP = 10
GOALS = {"bare kazoo": 1.1, "kazoo's Election": 1.0, "Curator's LeaderLatch": 1.0}
"""At most how many times as long as each rival's a median handoff takes."""


class Contest(Protocol):
    """One of those that are compared; `round` is one handoff and returns seconds."""

    def round(self) -> float: ...


def measure() -> list[Figure]:
    """All three runs; the figures that have a goal are those with the dashboard."""
    return [
        *_figures("clean handoff", _watched(private_zookeeper())),
        *_figures("clean handoff, embedded", _watched(private_sandbox())),
        *_alone("clean handoff, no dashboard", _unwatched()),
    ]


def _watched(private: AbstractContextManager[Server]) -> list[list[float]]:
    with (
        private as server,
        _rivals(server.hosts) as rivals,
        Dashboard(server.hosts) as dashboard,
        DashboardCandidates(dashboard) as candidates,
    ):
        return take_turns([candidates, *rivals])


def _unwatched() -> list[list[float]]:
    with (
        private_zookeeper() as server,
        _rivals(server.hosts) as rivals,
        LoneCandidates(server.hosts) as candidates,
    ):
        return take_turns([candidates, *rivals])


@contextmanager
def _rivals(hosts: str) -> Iterator[list[Contest]]:
    """Those of GOALS, in its order; the last one is not there where Java's part is missing."""
    with ExitStack() as stack:
        rivals: list[Contest] = [
            stack.enter_context(BareKazoo(hosts)),
            stack.enter_context(KazooElection(hosts)),
        ]
        if (reason := missing()) is None:
            rivals.append(stack.enter_context(CuratorLatch(hosts)))
        else:
            tell(f"  Curator's LeaderLatch is left out: {reason}.")
        yield rivals


def take_turns(contests: Sequence[Contest]) -> list[list[float]]:
    """For each contest its rounds, in milliseconds. Each round begins with another contest, so
    that none always comes after the same one.
    """
    taken: list[list[float]] = [[] for _ in contests]
    for number in range(WARM_UP + ROUNDS):
        for turn in range(len(contests)):
            place = (number + turn) % len(contests)
            seconds = contests[place].round()
            if number >= WARM_UP:
                taken[place].append(seconds * 1000)
    tell("  " + ", ".join(f"{median(one):.2f} ms" for one in taken))
    return taken


def _figures(name: str, taken: Sequence[Sequence[float]]) -> list[Figure]:
    ours, *theirs = (median(one) for one in taken)
    our_tail, *their_tails = (percentile(one, 99) for one in taken)
    medians = [
        Figure(
            f"{name}: p50, against {rival}", ours, "ms", one, f"<= {goal:g} x", ours <= goal * one
        )
        for (rival, goal), one in zip(GOALS.items(), theirs, strict=False)
    ]
    return medians + _beside(f"{name}: p99", our_tail, their_tails)


def _alone(name: str, taken: Sequence[Sequence[float]]) -> list[Figure]:
    ours, *theirs = (median(one) for one in taken)
    return _beside(f"{name}: p50", ours, theirs)


def _beside(name: str, ours: float, theirs: Sequence[float]) -> list[Figure]:
    """What is compared without a goal."""
    return [
        Figure(f"{name}, against {rival}", ours, "ms", one)
        for rival, one in zip(GOALS, theirs, strict=False)
    ]
