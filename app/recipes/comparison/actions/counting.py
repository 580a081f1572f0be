"""Count, by the servers' own figures, the notifications that a death has caused.

`mntr` counts every watch that fires, those of the dashboard and of the dead leader too. Their
share is measured, not assumed: the death of a lone candidate wakes nobody else, so
whatever is counted then is not of the others; and a lone candidate's creation of its znode shows
what a creation adds. So it does not matter how many dashboards watch, or how a server counts a
recursive watch.
"""

from __future__ import annotations

from typing import NamedTuple

from ....readmodels.zookeeper import Zookeeper
from ....zookeeper.addresses import Address, split_hosts
from ....zookeeper.counters import WatchCounts, read_counts
from ....zookeeper.security import Security


class Share(NamedTuple):
    """The share of the counts that is not of the others: `death` watches fired by the end of a lone
    candidate, `creation` by a znode's creation; `standing` watches when there are no candidates.
    """

    death: int
    creation: int
    standing: int

    def others(self, fired: int, creations: int) -> int:
        """Return how many of those fired, during one death and `creations`, were the others'."""
        return fired - self.death - creations * self.creation


def addresses_of(zookeeper: Zookeeper) -> list[Address]:
    """Return where the servers of the state document are reached."""
    listed = ",".join(server["address"] for server in zookeeper["servers"])
    return split_hosts(listed)[0] if listed else []


class Counter:
    """A reader of the counts of all servers. `share` is None until it has been measured."""

    def __init__(self, servers: list[Address], security: Security) -> None:
        self._servers, self._security = servers, security
        self.share: Share | None = None

    def read(self) -> WatchCounts | None:
        """Return the counts; None where a server does not tell them. Block for a second at most."""
        return read_counts(self._servers, self._security) if self._servers else None
