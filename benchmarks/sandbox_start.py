"""How long it takes until there is a ZooKeeper: from before the process is made to a session.

The sandbox and Apache ZooKeeper in turns, each a fresh process with an empty tree; the files of
both are in the machine's cache by then.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from app.ensemble.apache.locate import find_classpath
from app.ensemble.apache.server import ApacheServer
from app.ensemble.embedded import SandboxServer
from benchmarks import raw
from benchmarks.measure import Figure, tell
from benchmarks.servers import in_turns

ROUNDS = 7
_MAKE: dict[str, Callable[[], SandboxServer | ApacheServer]] = {
    "sandbox": SandboxServer,
    "apache": lambda: ApacheServer(find_classpath()),
}


def measure() -> list[Figure]:
    """The median; the first round of each does not count."""
    taken: dict[str, list[float]] = {name: [] for name in _MAKE}
    for name in in_turns(1 + ROUNDS, list(_MAKE)):
        taken[name].append(_start(name))
    ours, theirs = (median(taken[name][1:]) for name in ("sandbox", "apache"))
    tell(f"  {ours:.3f} s, Apache {theirs:.3f} s")
    return [Figure("sandbox: ready", ours, "s", theirs, "<= 0.3 s", ours <= 0.3)]


def _start(name: str) -> float:
    server = _MAKE[name]()
    began = time.monotonic()
    try:
        server.start()
        with raw.RawSession(server.port):
            return time.monotonic() - began
    finally:
        server.stop()
