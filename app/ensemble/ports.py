"""Find free loopback ports."""

from __future__ import annotations

import contextlib
import random
import socket

# Below the range from which systems take the ports of outgoing connections: a client that tries
# again and again to reach a server that is down could be given that server's own port, and even
# connect to itself on it.
_FIRST, _LAST = 10_000, 32_000
_TRIES = 1_000
_system = random.SystemRandom()  # no seed that another process shares


def free_port() -> int:
    """Return a loopback port that nobody listens on now."""
    return free_ports(1)[0]


def free_ports(count: int) -> list[int]:
    """Return so many different ports. Raise OSError where there are none."""
    with contextlib.ExitStack() as held:
        return [_take(held) for _ in range(count)]


def _take(held: contextlib.ExitStack) -> int:
    for _ in range(_TRIES):
        port = _system.randint(_FIRST, _LAST)
        listener = socket.socket()
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            listener.close()
        else:
            held.enter_context(listener)
            return port
    raise OSError("no free port was found on 127.0.0.1")
