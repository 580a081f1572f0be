"""Count what is at and below a znode: a person is told before any of it goes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypedDict

from ...zookeeper.client import session_hex
from ...zookeeper.subtree import Found
from ...zookeeper.tree import session_of
from .sight import HIDDEN, SHOWN, Sight, SightTold, digest_of, sight_in


class Newer(TypedDict):
    path: str
    now: SightTold | None


class Counted(TypedDict):
    """The answer of `GET znodes/count`. seen: a digest of all that were counted."""

    path: str
    znodes: int
    ephemerals: int
    others_ephemerals: int
    owners: dict[str, int]
    version: int | None
    zxid: int
    denied: int
    seen: str


@dataclass
class Census:
    """A count. znodes: each as it was seen, parents before children; `HIDDEN` where its ACL hides
    it. owners: sessions of ephemerals, in hex, and how many each has. zxid: the latest change of
    any of them that may be read. denied: how many hide their children.
    """

    znodes: list[tuple[str, Sight]] = field(default_factory=list)
    owners: dict[str, int] = field(default_factory=dict)
    zxid: int = 0
    denied: int = 0

    def add(self, found: Found) -> None:
        stat = found.stat
        self.denied += found.names is None or stat is None
        self.znodes.append((found.path, sight_in(found)))
        if stat is None:
            return
        owner = session_hex(session_of(stat.ephemeralOwner))
        if owner is not None:
            self.owners[owner] = self.owners.get(owner, 0) + 1
        self.zxid = max(self.zxid, stat.czxid, stat.mzxid, stat.pzxid)

    def newer_than(self, zxid: int) -> list[Newer]:
        """Return the first `SHOWN` of those that were created or written since, for an answer."""
        newer = [(path, sight) for path, sight in self.znodes if sight.mzxid > zxid]
        return [{"path": path, "now": sight.as_json()} for path, sight in newer[:SHOWN]]

    def as_json(self, own_session: str | None) -> Counted:
        """Return the count for an answer. own_session: that of who asks, if there is one."""
        path, top = self.znodes[0]
        others = {session: count for session, count in self.owners.items()
                  if session != own_session}  # fmt: skip
        return {
            "path": path,
            "znodes": len(self.znodes),
            "ephemerals": sum(self.owners.values()),
            "others_ephemerals": sum(others.values()),
            "owners": self.owners,
            "version": None if top == HIDDEN else top.version,
            "zxid": self.zxid,
            "denied": self.denied,
            "seen": digest_of(self.znodes),
        }


def census(walk: Iterable[Found]) -> Census:
    """Return the census of all that a walk finds."""
    taken = Census()
    for found in walk:
        taken.add(found)
    return taken
