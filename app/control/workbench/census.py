"""How much there is at and below a znode: what a person is told before any of it goes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from app.zookeeper.changes import ANY_VERSION
from app.zookeeper.client import session_hex
from app.zookeeper.subtree import Found
from app.zookeeper.tree import session_of


@dataclass
class Census:
    """znodes: with their version, parents before children; `ANY_VERSION` where it is hidden.
    owners: sessions of ephemerals, in hex, and how many each has. zxid: the latest change of any of
    them that may be read. denied: how many hide their children.
    """

    znodes: list[tuple[str, int]] = field(default_factory=list)
    owners: dict[str, int] = field(default_factory=dict)
    zxid: int = 0
    denied: int = 0

    def add(self, found: Found) -> None:
        self.denied += found.names is None
        stat = found.stat
        self.znodes.append((found.path, ANY_VERSION if stat is None else stat.version))
        if stat is None:
            return
        owner = session_hex(session_of(stat.ephemeralOwner))
        if owner is not None:
            self.owners[owner] = self.owners.get(owner, 0) + 1
        self.zxid = max(self.zxid, stat.czxid, stat.mzxid, stat.pzxid)

    def as_json(self, own_session: str | None) -> dict[str, Any]:
        """As `GET znodes/count` answers."""
        path, version = self.znodes[0]
        others = {session: count for session, count in self.owners.items()
                  if session != own_session}  # fmt: skip
        return {
            "path": path,
            "znodes": len(self.znodes),
            "ephemerals": sum(self.owners.values()),
            "others_ephemerals": sum(others.values()),
            "owners": self.owners,
            "version": None if version == ANY_VERSION else version,
            "zxid": self.zxid,
            "denied": self.denied,
        }


def census(walk: Iterable[Found]) -> Census:
    """Of all that a walk finds."""
    taken = Census()
    for found in walk:
        taken.add(found)
    return taken
