"""The news that a part in a recipe tells of itself, for a program that prints or logs them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class News:
    """One thing that happened. `at` is in seconds since 1970. kind, and what `data` holds:

    started: identity, pid, host, hosts, path, strategy (or the recipe), session_timeout (seconds)
    unreachable: reason
    connected: session ("0x…"), timeout (seconds, as negotiated), server ("host:port")
    disconnected: reason
    expired: nothing; the server has said that the session is over
    created: znode (path)
    children: children (names, in their order), own (name, or None)
    watching: znode (path; the election itself where the list of its children is watched)
    notified: znode (path), event ("deleted", "changed" or "children"), zxid (of the change; None
        where ZooKeeper does not tell it, before 3.9)
    leading: epoch, znode (path)
    stepped_down: epoch, reason
    holding: znode (path), number (a lock's epoch, a barrier's round, how often an item was given
        out; 0 for a member of a group); not of a candidate, as the next two
    over: znode (path), reason
    members: members (names of those who are live in the group)
    resting: reason, seconds (None: until a function of the user's has returned)
    failed: reason; it tries again
    stopping: nothing
    left: clean (whether ZooKeeper has confirmed that its znode is gone)
    """

    kind: str
    at: float
    data: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return one flat object: `{"kind", "at", …data}`."""
        return {"kind": self.kind, "at": round(self.at, 6), **self.data}
