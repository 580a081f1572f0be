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

`no dashboard` is a second run: nobody watches, there are only the candidates' processes with a pipe
to the benchmark, again in turns with the other two. The difference is what watching costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Protocol

from benchmarks.candidates import DashboardCandidates, LoneCandidates
from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, percentile, tell
from benchmarks.rivals import BareKazoo, KazooElection
from benchmarks.servers import private_zookeeper

ROUNDS = 40
WARM_UP = 10


class Contest(Protocol):
    """One of those that are compared; `round` is one handoff and returns seconds."""

    def round(self) -> float: ...


def measure() -> list[Figure]:
    """Both runs; the figures that have a goal are those with the dashboard."""
    figures = _figures("clean handoff", _watched())
    return [*figures, *_alone("clean handoff, no dashboard", _unwatched())]


def _watched() -> list[list[float]]:
    with (
        private_zookeeper() as server,
        Dashboard(server.hosts) as dashboard,
        _rivals(server.hosts) as rivals,
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
def _rivals(hosts: str) -> Iterator[tuple[Contest, Contest]]:
    with ExitStack() as stack:
        yield (
            stack.enter_context(BareKazoo(hosts)),
            stack.enter_context(KazooElection(hosts)),
        )


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
    ours, bare, election = (median(one) for one in taken)
    tails = [percentile(one, 99) for one in taken]
    return [
        Figure(
            f"{name}: p50, against bare kazoo", ours, "ms", bare, "<= 1.2 x", ours <= 1.2 * bare
        ),
        Figure(
            f"{name}: p50, against kazoo's Election",
            ours,
            "ms",
            election,
            "<= 1 x",
            ours <= election,
        ),
        Figure(f"{name}: p99, against bare kazoo", tails[0], "ms", tails[1]),
        Figure(f"{name}: p99, against kazoo's Election", tails[0], "ms", tails[2]),
    ]


def _alone(name: str, taken: Sequence[Sequence[float]]) -> list[Figure]:
    ours, bare, election = (median(one) for one in taken)
    return [
        Figure(f"{name}: p50, against bare kazoo", ours, "ms", bare),
        Figure(f"{name}: p50, against kazoo's Election", ours, "ms", election),
    ]
