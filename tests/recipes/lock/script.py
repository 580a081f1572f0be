"""Scripts of events about one lock of either kind."""

from __future__ import annotations

from typing import Any

from tests.journal.script import Script, member, told_of, znode_of

LOCK = "/lock"


class FileScript(Script):
    """Folds what happens to the clients of one lock. family: of its events."""

    family = "lock"
    place = LOCK

    def __init__(self) -> None:
        super().__init__()
        self.event(f"{self.family}.opened", self.place, on=True, file="number-1", by="test")

    @property
    def lock(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state[f"{self.family}s"][self.place]
        return found

    def tale(self) -> str:
        return told_of(self.lock)

    def says(self, name: str, belief: str, **more: Any) -> None:
        self.reports(name, belief, **{"step": "hold", **more})

    def works(self, name: str, read: int) -> None:
        times = {"began": self.at, "since": self.at, "ends": self.at + 1, "done": 0.0}
        self.event("candidate.working", name, read=read, file="number-1", **times)

    def writes(self, name: str, read: int, file: str = "number-1") -> None:
        data = {"read": read, "value": read + 1, "by": name, "file": file}
        self.event("candidate.written", name, **data)


class LockScript(FileScript):
    """Folds what happens to the clients of one lock, which does not tell what they want."""

    def begins(self, name: str) -> None:
        data = {"recipe": "lock", "path": LOCK, "session_timeout_ms": 4000}
        self.event("candidate.starting", name, by="test", **data)
        self.event("candidate.started", name, pid=4711)

    def queues(self, name: str, number: int) -> None:
        self.event("candidate.asking", name, within=None, until=None)
        path = f"{LOCK}/{znode_of(name, number)}"
        self.event("znode.created", path)
        self.event("member.read", path, election=LOCK, **member(name, number))
        before = [e["znode"] for e in self.lock["chain"] if e["sequence"] < number]
        self.says(name, "waiting", znode=path, watches=before[-1] if before else None)

    def holds(self, name: str, number: int) -> None:
        path = f"{LOCK}/{znode_of(name, number)}"
        self.says(name, "holding", znode=path, watches=None, epoch=1000 + number)

    def goes(self, name: str, number: int) -> None:
        self.event("znode.deleted", f"{LOCK}/{znode_of(name, number)}")


def two() -> LockScript:
    """c1 holds the lock and works, c2 waits."""
    script = LockScript()
    for number, name in enumerate(("c1", "c2"), start=1):
        script.begins(name)
        script.queues(name, number)
    script.holds("c1", 1)
    script.works("c1", 0)
    return script
