"""A console whose ZooKeeper is the test: it is told what is asked, and says the answers."""

from __future__ import annotations

from typing import Any

from kazoo.protocol.states import ZnodeStat

from app.znodes.console.console import Console
from app.znodes.console.requests import Alive, Ask

STAT = ZnodeStat(
    czxid=0x2, mzxid=-1, ctime=0, mtime=1_000, version=3, cversion=4, aversion=5,
    ephemeralOwner=0x1000, dataLength=6, numChildren=7, pzxid=0x8,
)  # fmt: skip


class Talk:
    """One line after another; a session that is alive unless it is said otherwise."""

    def __init__(self) -> None:
        self.console = Console("zk:2181")
        self.asked: list[Ask] = []
        self.alive = True

    def say(self, line: str, *answers: Any) -> list[str]:
        """What the line prints; an answer that is an exception is thrown in."""
        talk, left = self.console.run(line), list(answers)
        self.asked = []
        step, given = talk.send, None
        while True:
            try:
                ask = step(given)
            except StopIteration as end:
                assert not left, f"never asked for: {left}"
                lines: list[str] = end.value
                return lines
            if isinstance(ask, Alive):
                step, given = talk.send, self.alive
                continue
            self.asked.append(ask)
            given = left.pop(0)
            step = talk.throw if isinstance(given, Exception) else talk.send
