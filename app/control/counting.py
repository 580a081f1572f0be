"""The servers' own count of the notifications that a death has caused.

`mntr` counts every watch that fires, those of the dashboard and of the dead leader too. What these
are is measured, not assumed: the death of a candidate that stands alone wakes nobody else, so
whatever is counted then is not of the others; and a lone candidate's creation of its znode tells
what a creation adds. So it does not matter how many dashboards watch, and how a server counts a
recursive watch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.security import Security
from app.zookeeper.addresses import Address, split_hosts
from app.zookeeper.counters import WatchCounts, read_counts


class Share(NamedTuple):
    """What is not of the others: `death` fired by the end of one that stands alone, `creation` by
    a znode's creation; `standing` watches when nobody stands.
    """

    death: int
    creation: int
    standing: int

    def others(self, fired: int, creations: int) -> int:
        """Of so many that fired, during one death and `creations`, those of the others."""
        return fired - self.death - creations * self.creation


def addresses_of(zookeeper: Mapping[str, Any]) -> list[Address]:
    """Where the servers of the state document are reached."""
    listed = ",".join(server["address"] for server in zookeeper["servers"])
    return split_hosts(listed)[0] if listed else []


class Counter:
    """Reads the counts of all servers. `share` is None until it has been measured."""

    def __init__(self, servers: list[Address], security: Security) -> None:
        self._servers, self._security = servers, security
        self.share: Share | None = None

    def read(self) -> WatchCounts | None:
        """The counts; None where a server does not tell them. Blocks for a second at most."""
        return read_counts(self._servers, self._security) if self._servers else None
