"""What servers count of watches: their four-letter word `mntr`, summed over all of them."""

from __future__ import annotations

from collections.abc import Iterable
from operator import add, sub
from typing import NamedTuple

from app.security import OPEN, Security
from app.zookeeper.addresses import Address
from app.zookeeper.fourletter import FourLetterError, ask

_TIMEOUT = 1.0
_NAMES = {
    "zk_sum_node_created_watch_count": "created",
    "zk_sum_node_deleted_watch_count": "deleted",
    "zk_sum_node_children_watch_count": "children",
    "zk_watch_count": "standing",
}


class WatchCounts(NamedTuple):
    """How many watches have fired since the servers' start, because a znode was created, was
    deleted, or a list of children changed; and how many stand now.

    A recursive watch counts twice for a deletion (seen on 3.8.0), as does whoever watches a
    znode's data and its children.
    """

    created: int
    deleted: int
    children: int
    standing: int

    @property
    def fired(self) -> int:
        """All that have fired."""
        return self.created + self.deleted + self.children

    def plus(self, other: WatchCounts) -> WatchCounts:
        """Both together."""
        return WatchCounts(*map(add, self, other))

    def since(self, before: WatchCounts) -> WatchCounts:
        """What has come about since `before`."""
        return WatchCounts(*map(sub, self, before))


def read_counts(servers: Iterable[Address], security: Security = OPEN) -> WatchCounts | None:
    """The counts of all servers together; None where one does not tell them."""
    total = WatchCounts(0, 0, 0, 0)
    for host, port in servers:
        try:
            counts = parse_mntr(ask(host, port, "mntr", _TIMEOUT, security))
        except FourLetterError:
            return None
        if counts is None:
            return None
        total = total.plus(counts)
    return total


def parse_mntr(answer: str) -> WatchCounts | None:
    """The counts in an answer to `mntr`; None where they are not there (before 3.6)."""
    pairs = (line.split("\t", 1) for line in answer.splitlines() if "\t" in line)
    found = {_NAMES[name]: value for name, value in pairs if name in _NAMES}
    if len(found) < len(_NAMES):
        return None
    return WatchCounts(**{name: int(float(value)) for name, value in found.items()})
