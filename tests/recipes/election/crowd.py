"""Scripts of events for elections in which everybody watches the same."""

from __future__ import annotations

from typing import Any

from app.recipes.election.handoff import DONE
from tests.journal.script import ELECTION, Script, member, session_of, znode_of

LEADER = f"{ELECTION}/leader"


class Crowd(Script):
    """Folds events of one `herd` or `single` election; counters are kept for each candidate."""

    def __init__(self, strategy: str) -> None:
        super().__init__()
        self.strategy = strategy
        self.counters: dict[str, dict[str, int]] = {}
        self.event("election.followed", ELECTION, strategy=strategy, by="test")

    def start(self, name: str) -> None:
        data = {"path": ELECTION, "recipe": self.strategy, "session_timeout_ms": 4000}
        self.event("candidate.starting", name, by="test", **data)
        self.event("candidate.started", name, pid=4711)
        self.counters[name] = {"notifications": 0, "reads": 1, "writes": 1, "failed": 0}

    def spend(self, name: str, **more: int) -> None:
        counters = self.counters[name]
        self.counters[name] = {kind: n + more.get(kind, 0) for kind, n in counters.items()}

    def says(self, name: str, belief: str, step: str, **more: Any) -> None:
        data = {"session": session_of(name), "watches": ".", "counters": self.counters[name]}
        self.event("candidate.reported", name, belief=belief, step=step, **{**data, **more})

    def waits(self, name: str, **more: Any) -> None:
        self.says(name, "waiting", DONE, **more)

    def claims(self, name: str, epoch: int) -> None:
        """`name` has created the one znode, and the mirror has read it."""
        data = {"session": session_of(name), "czxid": epoch, "ctime": 0, "data": ""}
        self.event("member.read", LEADER, election=ELECTION, znode="leader", **data)

    def leads(self, name: str, znode: str, epoch: int, step: str = "lead") -> None:
        self.says(name, "leading", step, znode=znode, epoch=epoch)

    def hears(self, name: str, znode: str, zxid: int | None = None) -> None:
        """`name` was told that the old leader's znode is gone."""
        self.spend(name, notifications=1)
        told = {"znode": znode, "event": "children", "zxid": zxid}
        self.event("candidate.notified", name, **told, counters=self.counters[name])

    def is_killed(self, name: str) -> None:
        self.event("candidate.killed", name, by="test", session_ends=self.at + 4)
        self.event("candidate.exited", name, code=-9, signal="SIGKILL", session_ends=self.at + 4)

    def acknowledges(self, name: str, znode: str, epoch: int) -> None:
        data = {"znode": znode, "epoch": epoch, "candidate": name}
        self.event("acknowledgement.read", ELECTION, **data)

    def holds(self, invariant: str) -> bool:
        return bool(self.election["invariants"][invariant])

    @property
    def last(self) -> dict[str, Any]:
        found: dict[str, Any] = self.election["last_handoff"]
        return found


def herd(size: int) -> Crowd:
    """c1 leads; all others wait, watching the list."""
    script = Crowd("herd")
    for number in range(1, size + 1):
        name = f"c{number}"
        script.start(name)
        path = f"{ELECTION}/{znode_of(name, number)}"
        script.event("member.read", path, election=ELECTION, **member(name, number))
        if number == 1:
            script.leads(name, path, 1001)
        else:
            script.waits(name, znode=path)
    return script


def single(size: int) -> Crowd:
    """c1 owns `leader`; all others wait without a znode, watching the list."""
    script = Crowd("single")
    for number in range(1, size + 1):
        script.start(f"c{number}")
        if number > 1:
            script.waits(f"c{number}")
            continue
        script.claims("c1", 1001)
        script.leads("c1", LEADER, 1001)
    return script
