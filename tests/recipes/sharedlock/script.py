"""Scripts of events about one shared lock."""

from __future__ import annotations

from typing import Any

from tests.journal.script import session_of
from tests.recipes.lock.script import FileScript

LOCK = "/shared-lock"


def znode_of(name: str, number: int, mode: str) -> str:
    """What a client's znode is called."""
    return f"{name}-{mode}-{number:010d}"


class SharedScript(FileScript):
    """Folds what happens to the clients of one shared lock."""

    family = "shared_lock"
    place = LOCK

    def __init__(self) -> None:
        super().__init__()
        self.znodes: dict[str, str] = {}

    def entry(self, name: str) -> dict[str, Any]:
        """What the line says of a client."""
        found: dict[str, Any] = next(e for e in self.lock["chain"] if e["candidate"] == name)
        return found

    @property
    def broken(self) -> set[str]:
        """The invariants that do not hold."""
        return {name for name, holds in self.lock["invariants"].items() if holds is False}

    # -- what happens ---------------------------------------------------------------------------

    def begins(self, name: str, recipe: str) -> None:
        data = {"recipe": recipe, "path": LOCK, "session_timeout_ms": 4000}
        self.event("candidate.starting", name, by="test", **data)
        self.event("candidate.started", name, pid=4711)
        self.event("candidate.connected", name, session=session_of(name), timeout_ms=4000)

    def appears(self, znode: str, session: str, data: str, czxid: int) -> None:
        path = f"{LOCK}/{znode}"
        self.event("znode.created", path)
        self.reads(znode, session, data, czxid)

    def reads(self, znode: str, session: str, data: str, czxid: int) -> None:
        """The mirror has read a znode."""
        member = {"znode": znode, "session": session, "czxid": czxid, "ctime": 0, "data": data}
        self.event("member.read", f"{LOCK}/{znode}", election=LOCK, **member)

    def stands(self, name: str, number: int, mode: str) -> None:
        """A client with a znode, which it has not looked at yet."""
        self.begins(name, "reader" if mode == "read" else "writer")
        self.event("candidate.asking", name, within=None, until=None)
        self.znodes[name] = znode_of(name, number, mode)
        self.appears(self.znodes[name], session_of(name), "{}", 1000 + number)

    def waits(self, name: str, watches: str | None) -> None:
        """It waits, and says whom it watches."""
        watched = self.znodes.get(watches or "", watches)
        self.says(name, "waiting", znode=f"{LOCK}/{self.znodes[name]}", watches=watched)

    def holds(self, name: str) -> None:
        """It holds the lock, by its own word."""
        self.says(name, "holding", znode=f"{LOCK}/{self.znodes[name]}", watches=None, epoch=1)

    def goes(self, name: str) -> None:
        """Its znode is gone."""
        self.event("znode.deleted", f"{LOCK}/{self.znodes[name]}")

    def has_read(self, name: str, first: int, last: int, file: str = "number-1") -> None:
        self.event("candidate.read", name, first=first, last=last, file=file)

    def checks(self, after: float) -> None:
        """Time passes."""
        self.at += after
        self.event("invariants.checked", LOCK)


def readers_before_a_writer() -> SharedScript:
    """c1 and c2 read, c3 waits to write, c4 waits to read."""
    script = SharedScript()
    for number, (name, mode) in enumerate(
        (("c1", "read"), ("c2", "read"), ("c3", "write"), ("c4", "read")), start=1
    ):
        script.stands(name, number, mode)
    for name in ("c1", "c2"):
        script.holds(name)
        script.works(name, 7)
    script.waits("c3", "c2")
    script.waits("c4", "c3")
    return script
