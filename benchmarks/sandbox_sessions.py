"""What a thousand idle sessions weigh: the proportional set size of the server that has them.

Each is a connection of its own that has asked nothing since its handshake. Apache's figure says
how much of its heap (at most 512 MB) the JVM had taken by then, not how little would do.
"""

from __future__ import annotations

from contextlib import ExitStack

from benchmarks import raw
from benchmarks.measure import Figure, proportional_set_size
from benchmarks.servers import Server, both

SESSIONS = 1000
_MB = 1_000_000


def measure() -> list[Figure]:
    """Before and after; nothing where the system does not tell."""
    with both() as servers:
        try:
            weights = {name: _weigh(server) for name, server in servers.items()}
        except OSError:
            return []
    (empty, ours), (_, theirs) = weights["sandbox"], weights["apache"]
    name = f"sandbox: PSS with {SESSIONS:,} sessions"
    return [
        Figure("sandbox: PSS with no session", empty, "MB", weights["apache"][0]),
        Figure(name, ours, "MB", theirs, "<= 60 MB", ours <= 60),
    ]


def _weigh(server: Server) -> tuple[float, float]:
    """Megabytes before the sessions, and with them."""
    assert server.pid is not None
    before = proportional_set_size(server.pid)
    with ExitStack() as stack:
        for _ in range(SESSIONS):
            stack.enter_context(raw.RawSession(server.port))
        return before / _MB, proportional_set_size(server.pid) / _MB
