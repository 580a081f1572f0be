"""A tenure: what a recipe gives its user for a while, from its beginning to the end of it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Any

RAN_OUT = "the session ran out by its own clock"
COPIED = "this is a copy in a forked process"


class Tenure:
    """A time in which the user has something. Every method may be called from any thread.

    znode: the path of the ephemeral znode that it rests on, for `check` in a transaction of
    ZooKeeper's own. reason: why it is over, None before.

    `deadline` tells when the session is over by its own clock, None once it is given up; `ended`
    hears of the end once, on whichever thread saw it first.
    """

    def __init__(
        self, znode: str, deadline: Callable[[], float | None], ended: Callable[[Any], None]
    ) -> None:
        self.znode = znode
        self.reason: str | None = None
        self._deadline = deadline
        self._ended = ended
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._process = os.getpid()

    @property
    def is_over(self) -> bool:
        """Tell whether it is, or may be, somebody else's; once true it stays so.

        It looks at the clock itself: it is right in the first instruction after a freeze, before
        any other thread has run. Ask before each step of the work.
        """
        if not self._over.is_set():
            if os.getpid() != self._process:
                self.reason = COPIED
                return True
            deadline = self._deadline()
            if deadline is None:  # it is given up: why, is told next
                return True
            if time.monotonic() >= deadline:
                self.end(RAN_OUT)
        return self._over.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Sleep for `seconds`, or for as long as it takes, but no longer than it lasts; tell
        whether it is over.
        """
        until = float("inf") if seconds is None else time.monotonic() + seconds
        while not self.is_over:
            left = until - time.monotonic()
            if left <= 0:
                break
            self._over.wait(min(left, max((self._deadline() or 0.0) - time.monotonic(), 0.0)))
        return self.is_over

    def end(self, reason: str) -> None:
        """End it; the reason that was given first stays."""
        with self._lock:
            if self._over.is_set():
                return
            self.reason = reason
            self._over.set()
        self._ended(self)


class Term(Tenure):
    """One time of leading: what `on_elected` and `on_deposed` get.

    epoch: the fencing token, the czxid of the znode that leads. It is greater in each later leader
    than in all before it, and the same again only where one candidate lost its connection for a
    while and kept its session: write it with everything the leader writes, and let the store
    refuse what carries a lower one than it has seen (rule 13 of docs/correctness.md: a leader that
    slept cannot know by itself that it no longer is one).
    """

    def __init__(
        self,
        epoch: int,
        znode: str,
        deadline: Callable[[], float | None],
        ended: Callable[[Any], None],
    ) -> None:
        super().__init__(znode, deadline, ended)
        self.epoch = epoch

    def __repr__(self) -> str:
        return f"<Term epoch=0x{self.epoch:x} {self.reason or 'leading'}>"

    def resign(self) -> None:
        """Give up leadership, delete the znode, and stand again, behind all others. With `single`
        nobody queues: the others race for the znode a moment ahead of it, and it may win again.
        """
        self.end("it resigned")
