"""A group by script: what the mirror reads of it, and what its processes say."""

from __future__ import annotations

from typing import Any

from tests.journal.script import Script, told_of

GROUP = "/g"
ALL, LIVE = f"{GROUP}/all_nodes", f"{GROUP}/live_nodes"


class GroupScript(Script):
    """A group, what the mirror reads of it, and what its processes say."""

    def __init__(self) -> None:
        super().__init__()
        self._czxid = 0
        self.event("group.followed", GROUP, by="test")

    @property
    def group(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["groups"][GROUP]
        return found

    def node(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.group["nodes"][name]
        return found

    @property
    def last(self) -> dict[str, Any]:
        found: dict[str, Any] = self.group["changes"][-1]
        return found

    def story(self) -> str:
        return told_of(self.group)

    def member(self, name: str, session: str | None, data: str = "{}") -> dict[str, Any]:
        self._czxid += 1
        return {
            "znode": name, "session": session, "czxid": self._czxid, "ctime": 5, "data": data,
        }  # fmt: skip

    def found(self, parent: str, **members: str | None) -> None:
        """A whole list as read: name -> session."""
        listed = [self.member(name, session) for name, session in members.items()]
        self.event("election.found", parent, members=listed)

    def read(self, parent: str, name: str, session: str | None, data: str = "{}") -> None:
        member = self.member(name, session, data)
        self.event("member.read", f"{parent}/{name}", election=parent, **member)

    def goes(self, parent: str, name: str) -> None:
        self.event("znode.deleted", f"{parent}/{name}")

    def starts(self, candidate: str, node: str, session: str) -> None:
        settings = {"node": node, "incarnation": candidate, "over": None}
        self.event(
            "candidate.starting", candidate, recipe="membership", path=GROUP, settings=settings,
            session_timeout_ms=4000, by="test",
        )  # fmt: skip
        self.event("candidate.started", candidate, pid=4711)
        self.event("candidate.connected", candidate, session=session, timeout_ms=4000)

    def says(self, candidate: str, belief: str, *live: str, **more: Any) -> None:
        """A report with the live list as it has read it last."""
        one = self.candidate(candidate)
        data = {"belief": belief, "step": "watch members", "session": one["session"], **more}
        node = one["settings"]["node"]
        read = {"node": node, "known": list(live), "live": list(live), "at": self.at}
        self.event("candidate.reported", candidate, group=read, **data)

    def stands(self, candidate: str, node: str, session: str, *others: str) -> None:
        """It starts, registers, is live, and knows it."""
        self.starts(candidate, node, session)
        self.read(ALL, node, None)
        self.read(LIVE, node, session)
        self.says(candidate, "live", *others, node)


def empty() -> GroupScript:
    """A group to which nobody belongs, and that is known."""
    script = GroupScript()
    script.found(ALL)
    script.found(LIVE)
    return script


def two() -> GroupScript:
    """n1 is run by c1, n2 by c2; both are live, and know it."""
    script = empty()
    script.stands("c1", "n1", "0x1")
    script.stands("c2", "n2", "0x2", "n1")
    script.says("c1", "live", "n1", "n2")
    return script


def killed() -> GroupScript:
    """c2 was killed; its session has not run out."""
    script = two()
    script.at = 110.0
    script.event("candidate.killed", "c2", by="test", session_ends=114.0)
    script.event("candidate.exited", "c2", code=None, signal="SIGKILL", session_ends=114.0)
    return script
