"""Read what servers count of watches: their four-letter word `mntr`, summed over all of them."""

from __future__ import annotations

from collections.abc import Iterable
from operator import add, sub
from typing import NamedTuple

from .addresses import Address
from .fourletter import FourLetterError, ask
from .security import OPEN, Security

_TIMEOUT = 1.0
_NAMES = {
    "zk_sum_node_created_watch_count": "created",
    "zk_sum_node_deleted_watch_count": "deleted",
    "zk_sum_node_children_watch_count": "children",
    "zk_watch_count": "standing",
}


class WatchCounts(NamedTuple):
    """The number of watches that have fired since the servers' start, because a znode was created,
    was deleted, or a list of children changed; and of those that exist now.

    A recursive watch counts twice for a deletion (seen on 3.8.0), as does a client that watches a
    znode's data and its children.
    """

    created: int
    deleted: int
    children: int
    standing: int

    @property
    def fired(self) -> int:
        """Return all that have fired."""
        return self.created + self.deleted + self.children

    def since(self, before: WatchCounts) -> WatchCounts:
        """Return the difference from `before`."""
        return WatchCounts(*map(sub, self, before))


def read_counts(servers: Iterable[Address], security: Security = OPEN) -> WatchCounts | None:
    """Return the counts of all servers together; None where one does not give them."""
    total = WatchCounts(0, 0, 0, 0)
    for host, port in servers:
        try:
            counts = parse_mntr(ask(host, port, "mntr", _TIMEOUT, security))
        except FourLetterError:
            return None
        if counts is None:
            return None
        total = WatchCounts(*map(add, total, counts))
    return total


def parse_mntr(answer: str) -> WatchCounts | None:
    """Return the counts in an answer to `mntr`; None where they are not there (before 3.6)."""
    pairs = (line.split("\t", 1) for line in answer.splitlines() if "\t" in line)
    found = {_NAMES[name]: value for name, value in pairs if name in _NAMES}
    if len(found) < len(_NAMES):
        return None
    return WatchCounts(**{name: int(float(value)) for name, value in found.items()})
