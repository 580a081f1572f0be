"""A program with Handoff's Lock: `python -m tests.foreign.own_lock HOSTS PATH MS NAME`.

It holds the lock for 300 ms, again and again, and speaks as Foreign.java.
"""

from __future__ import annotations

import os
import sys
import threading

from app import Lock, Lost, News
from tests.foreign.program import say

TERM = 0.3


def main(hosts: str, path: str, timeout_ms: str, name: str) -> None:
    """Take turns until the line `stop` or the end of the input."""
    lock = Lock(hosts, path, name, session_timeout=int(timeout_ms) / 1000, on_news=_tell)
    stopping = threading.Event()
    work = threading.Thread(target=_take_turns, args=(lock, stopping), daemon=True)
    work.start()
    if sys.stdin.readline() != "stop\n":
        os._exit(0)
    stopping.set()
    lock.stop()
    lock.join()
    work.join()
    say("stopped")


def _take_turns(lock: Lock, stopping: threading.Event) -> None:
    while not stopping.is_set():
        try:
            held = lock.acquire()
        except Lost:
            continue
        assert held is not None
        say("leading")
        held.wait(TERM)
        say("ended")
        lock.release()


def _tell(news: News) -> None:
    if news.kind == "connected":
        say("session", news.data["session"])


if __name__ == "__main__":
    main(*sys.argv[1:])
