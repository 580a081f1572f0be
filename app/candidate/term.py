"""A term: one time of leading, from being elected to the end of it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

RAN_OUT = "the session ran out by its own clock"
COPIED = "this is a copy in a forked process"


class Term:
    """What `on_elected` and `on_deposed` get. Every method may be called from any thread.

    epoch: the fencing token, the czxid of the znode that leads. It is greater in each later leader
    than in all before it, and the same again only where one candidate lost its connection for a
    while and kept its session: write it with everything the leader writes, and let the store
    refuse what carries a lower one than it has seen (CORRECTNESS 13: a leader that slept cannot
    know by itself that it is one no more).
    znode: the path of that znode, for `check` in a transaction of ZooKeeper's own.

    `deadline` tells when the session is over by the candidate's own clock; `ended` hears of the
    end once, on whichever thread saw it first.
    """

    def __init__(
        self,
        epoch: int,
        znode: str,
        deadline: Callable[[], float],
        ended: Callable[[Term], None],
    ) -> None:
        self.epoch = epoch
        self.znode = znode
        self.reason: str | None = None
        self._deadline = deadline
        self._ended = ended
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._process = os.getpid()

    def __repr__(self) -> str:
        return f"<Term epoch=0x{self.epoch:x} {self.reason or 'leading'}>"

    @property
    def is_over(self) -> bool:
        """Whether leadership is, or may be, somebody else's; once true it stays so.

        Looks at the clock itself: it is right in the first instruction after a freeze, before any
        other thread has run. Ask before each step of the work.
        """
        if not self._over.is_set():
            if os.getpid() != self._process:
                self.reason = COPIED
                return True
            if time.monotonic() >= self._deadline():
                self.end(RAN_OUT)
        return self._over.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Sleep for `seconds`, or for as long as it takes, but no longer than the term lasts;
        whether it is over.
        """
        until = float("inf") if seconds is None else time.monotonic() + seconds
        while not self.is_over:
            left = until - time.monotonic()
            if left <= 0:
                break
            self._over.wait(min(left, max(self._deadline() - time.monotonic(), 0.0)))
        return self.is_over

    def resign(self) -> None:
        """Give up leadership, delete the znode, and stand again, behind all others. With `single`
        nobody queues: the others race for the znode a moment ahead of it, and it may win again.
        """
        self.end("it resigned")

    def end(self, reason: str) -> None:
        """The candidate's own way to end it; what was said first stays the reason."""
        with self._lock:
            if self._over.is_set():
                return
            self.reason = reason
            self._over.set()
        self._ended(self)
