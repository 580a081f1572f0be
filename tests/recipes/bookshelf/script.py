"""A bookshelf by script: what the mirror reads of it, and what its nodes say."""

from __future__ import annotations

import json
from typing import Any

from tests.journal.script import Script, told_of

SHELF = "/bookshelf"
ALL, LIVE, ELECTION = (f"{SHELF}/{name}" for name in ("all_nodes", "live_nodes", "election"))


class ShelfScript(Script):
    """Nodes n1, n2 … run by c1, c2 …, in sessions 0x1, 0x2 …"""

    def __init__(self) -> None:
        super().__init__()
        self._czxid = 0x100
        self.disks: dict[str, str] = {}
        self.event("book.opened", SHELF, by="test")

    @property
    def shelf(self) -> Any:
        return self.state["bookshelves"][SHELF]

    def node(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.shelf["nodes"][name]
        return found

    def story(self) -> str:
        return told_of(self.shelf)

    # -- what the mirror reads --------------------------------------------------------------------

    def read(self, parent: str, name: str, session: str | None, data: Any = None) -> int:
        self._czxid += 1
        text = data if isinstance(data, str) else json.dumps(data or {})
        member = {"session": session, "czxid": self._czxid, "ctime": 5, "data": text}
        self.event("member.read", f"{parent}/{name}", election=parent, znode=name, **member)
        return self._czxid

    def goes(self, parent: str, name: str) -> None:
        self.event("znode.deleted", f"{parent}/{name}")

    def in_sync(self, epoch: int, *names: str) -> None:
        stores = {name: self.disks[name] for name in names}
        self.read(SHELF, "in_sync", None, {"epoch": epoch, "nodes": stores})

    # -- what happens to its processes, and what they say -----------------------------------------

    def starts(self, candidate: str, node: str, session: str) -> None:
        settings = {"node": node, "incarnation": candidate, "directory": "/x", "pause": 0.0}
        self.event(
            "candidate.starting", candidate, recipe="bookshelf", path=SHELF, settings=settings,
            session_timeout_ms=4000, by="test",
        )  # fmt: skip
        self.event("candidate.started", candidate, pid=4711)
        self.event("candidate.connected", candidate, session=session, timeout_ms=4000)

    def says(
        self, node: str, state: str, books: int, checksum: str, epoch: int, **more: Any
    ) -> None:
        said = {"state": state, "books": books, "checksum": checksum, "epoch": epoch}
        port = 4000 + int(node[1:])
        self.event(
            "book.node", SHELF, node=node, address=f"127.0.0.1:{port}",
            store=self.disks.setdefault(node, f"disk-{node}"), **said, **more,
        )  # fmt: skip

    def stands(self, number: int) -> None:
        """It registers, is live, and stands in the election."""
        name, session = f"n{number}", f"0x{number}"
        self.starts(f"c{number}", name, session)
        self.read(ALL, name, None, {"address": f"127.0.0.1:{4000 + number}"})
        self.read(LIVE, name, session)
        self.read(ELECTION, f"n_{number:010}", session)

    def leaves(self, number: int) -> None:
        """Its session is over."""
        self.goes(LIVE, f"n{number}")
        self.goes(ELECTION, f"n_{number:010}")

    def killed(self, number: int) -> None:
        ends = {"session_ends": self.at + 4.0}
        self.event("candidate.killed", f"c{number}", by="test", **ends)
        self.event("candidate.exited", f"c{number}", code=None, signal="SIGKILL", **ends)

    # -- writes -----------------------------------------------------------------------------------

    def asked(self, book: str, node: str, to: str | None = "n1") -> None:
        self.event("book.asked", SHELF, id=book, author="A", year=1, node=node, to=to)

    def stored(self, book: str, leader: str, epoch: int, *to: str) -> None:
        self.event("book.stored", SHELF, id=book, node=leader, epoch=epoch, to=list(to), of=3)

    def copy(self, what: str, book: str, leader: str, to: str, epoch: int, **more: Any) -> None:
        copy = {"id": book, "from": leader, "to": to, "epoch": epoch}
        self.event(f"book.{what}", SHELF, **copy, **more)

    def written(self, book: str, node: str, by: str, epoch: int, copies: int, **more: Any) -> None:
        self.event(
            "book.written", SHELF, id=book, author="A", year=1, node=node, by=by, epoch=epoch,
            copies=copies, of=3, ms=12.0, **{"new": True, **more},
        )  # fmt: skip


def three() -> ShelfScript:
    """n1 leads; n2 and n3 are in sync; all have the same two books."""
    script = ShelfScript()
    for number in (1, 2, 3):
        script.stands(number)
    epoch = script.shelf["epoch"]
    script.says("n1", "leading", 2, "aa", epoch)
    for node in ("n2", "n3"):
        script.says(node, "in sync", 2, "aa", epoch)
    script.in_sync(epoch, "n1", "n2", "n3")
    return script


def halfway() -> ShelfScript:
    """A book asked at n3: n1 has it on its disk, n2 has a copy, n3 not yet."""
    script = three()
    epoch = script.shelf["epoch"]
    script.asked("emma", "n3")
    script.stored("emma", "n1", epoch, "n2", "n3")
    script.copy("sent", "emma", "n1", "n2", epoch)
    script.copy("copied", "emma", "n1", "n2", epoch, ms=1.0)
    script.copy("sent", "emma", "n1", "n3", epoch)
    return script
