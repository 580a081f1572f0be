"""Three servers of Apache ZooKeeper, in real time."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import struct
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from pathlib import Path

from app.ensemble.apache.ensemble import Ensemble
from app.ensemble.apache.locate import find_classpath
from app.ensemble.apache.server import ApacheServer
from tests.simulation.differential.client import Channel, Receive, Servers
from tests.simulation.differential.history import History
from tests.support.framed import FramedConnection, frame
from tests.support.releases import release

TICK_MS = 200
LONGEST_MS = 4000
LIMITS = ("initLimit=10", "syncLimit=5", f"maxSessionTimeout={LONGEST_MS}")
SETTLED_WITHIN = 40.0
_LENGTH = struct.Struct(">i")


class _Quick(Ensemble):
    """An ensemble that gives up a lost leader soon."""

    def _server(
        self, directory: Path, port: int, members: list[str], number: int | None
    ) -> ApacheServer:
        return super()._server(directory, port, [*members, *LIMITS], number)


class _Socket:
    """One connection: frames go out at once, and come in when they are complete."""

    def __init__(self, port: int, receive: Receive) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=1.0)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._receive, self._buffer = receive, bytearray()
        self.is_open = True

    def send(self, content: bytes) -> None:
        """Send a frame; a connection that is gone shows when it is read."""
        with contextlib.suppress(OSError):
            self.socket.sendall(frame(content))

    def fileno(self) -> int:
        """As `select` asks for it."""
        return self.socket.fileno()

    def close(self) -> None:
        """Hang up."""
        self.is_open = False
        self.socket.close()

    def read(self) -> None:
        """Deliver what has come."""
        try:
            received = self.socket.recv(1 << 16)
        except OSError:
            received = b""
        self._buffer += received
        while len(self._buffer) >= _LENGTH.size:
            end = _LENGTH.size + _LENGTH.unpack(self._buffer[: _LENGTH.size])[0]
            if len(self._buffer) < end:
                break
            content = bytes(self._buffer[_LENGTH.size : end])
            del self._buffer[:end]
            self._receive(content)
        if not received:
            self.close()
            self._receive(None)


class ApacheServers(Servers):
    """An ensemble of three, of the release that ZOOKEEPER_HOME says; `close()` ends it."""

    names = ("s1", "s2", "s3")
    faults = ("stop follower", "stop follower", "stop leader", "kill leader", "kill follower")

    def __init__(self) -> None:
        self._ensemble = _Quick(find_classpath(), len(self.names), tick_ms=TICK_MS)
        self._ensemble.start()
        self._open: list[_Socket] = []
        self._due: list[tuple[float, Callable[[], None]]] = []
        self._history: History | None = None
        self._ill_since: float | None = None

    def close(self) -> None:
        """End the servers, and all connections to them."""
        for channel in self._open:
            channel.close()
        self._ensemble.stop()

    @property
    def now(self) -> float:
        return time.monotonic()

    def new_history(self) -> History:
        return History(dict.fromkeys(self.names, (2 * TICK_MS, LONGEST_MS)), release())

    def open(self, server: str, receive: Receive) -> Channel | None:
        try:
            channel = _Socket(self._ensemble.servers[server].port, receive)
        except OSError:
            return None
        self._open.append(channel)
        return channel

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while True:
            self._act()
            self._open = [one for one in self._open if one.is_open]
            ready = wait([one.fileno() for one in self._open], max(0.0, until - self.now))
            for channel in [one for one in self._open if one.fileno() in ready]:
                if channel.is_open:
                    channel.read()
            if self.now >= until:
                return

    # -- faults -------------------------------------------------------------------------------

    def strike(self, fault: str, lasts: float, history: History) -> None:
        self._history = history
        kind, _, role = fault.partition(" ")
        server = self._of_role(role)
        if self._ill_since is not None or server is None or server.pid is None:
            return
        self._ill_since = self.now
        history.troubles.append((self.now, float("inf"), role == "leader"))
        if kind == "stop":
            pid = server.pid
            os.kill(pid, signal.SIGSTOP)
            self._due.append((self.now + lasts, lambda: os.kill(pid, signal.SIGCONT)))
        else:
            server.kill()
            self._due.append((self.now + lasts, server.restart))

    def _of_role(self, role: str) -> ApacheServer | None:
        found = (one for one in self._ensemble.servers.values() if _mode(one.port) == role)
        return next(found, None)

    def _act(self) -> None:
        for one in [one for one in self._due if one[0] <= self.now]:
            self._due.remove(one)
            one[1]()
        if self._ill_since is not None and not self._due and self._is_well:
            assert self._history is not None
            is_of_leader = self._history.troubles[-1][2]
            self._history.troubles[-1] = (self._ill_since, self.now, is_of_leader)
            self._ill_since = None

    @property
    def _is_well(self) -> bool:
        """Whether all follow one leader: one that wakes serves for a while as if it still led."""
        modes = [_mode(one.port) for one in self._ensemble.servers.values()]
        return sorted(modes) == ["follower", "follower", "leader"]

    def heal(self) -> None:
        until = self.now + SETTLED_WITHIN
        while self._ill_since is not None and self.now < until:
            self.wait(0.05)


def _mode(port: int) -> str:
    """The server's own word for its role; "" while it has none."""
    try:
        with FramedConnection(port, 1.0) as connection:
            connection.send_bytes(b"srvr")
            told = connection.read_all().decode()
    except OSError:
        return ""
    return next((line[6:] for line in told.splitlines() if line.startswith("Mode: ")), "")
