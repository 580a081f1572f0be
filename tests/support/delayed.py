"""A TCP proxy behind which everything is far away: what goes either way takes its time."""

from __future__ import annotations

import contextlib
import queue
import socket
import threading
import time

from tests.support.proxy import accepted


class DelayedProxy:
    """Forwards bytes between clients and one server, each of them `delay` seconds later.

    What was sent before is under way meanwhile: a long way, not a narrow one. An end is under way
    as long as any byte.
    """

    def __init__(self, hosts: str, delay: float) -> None:
        host, _, port = hosts.partition("/")[0].rpartition(":")
        self._server, self._delay = (host, int(port)), delay
        self._sockets: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def hosts(self) -> str:
        """Where clients connect."""
        return f"127.0.0.1:{self.port}"

    def close(self) -> None:
        """Cut all connections and refuse new ones."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            sockets, self._sockets = self._sockets, set()
        for one in sockets:
            _end(one)
            one.close()

    def _accept(self) -> None:
        while (client := accepted(self._listener)) is not None:
            try:
                server = socket.create_connection(self._server)
            except OSError:
                client.close()
                continue
            with self._lock:
                self._sockets |= {client, server}
            way = _Way(client, server, self._delay)
            back = _Way(server, client, self._delay)
            threading.Thread(target=self._await_end, args=(way, back), daemon=True).start()

    def _await_end(self, way: _Way, back: _Way) -> None:
        way.join()
        back.join()
        with self._lock:
            self._sockets -= {way.source, way.target}
        way.source.close()
        way.target.close()


class _Way:
    """One direction of a connection: a thread takes in, another one hands out."""

    def __init__(self, source: socket.socket, target: socket.socket, delay: float) -> None:
        self.source, self.target, self._delay = source, target, delay
        self._under_way: queue.Queue[tuple[float, bytes]] = queue.Queue()
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._take_in, self._hand_out)
        ]
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        for thread in self._threads:
            thread.join()

    def _take_in(self) -> None:
        part = b"."
        while part:
            try:
                part = self.source.recv(65536)
            except OSError:
                part = b""
            self._under_way.put((time.monotonic() + self._delay, part))

    def _hand_out(self) -> None:
        while True:
            due, part = self._under_way.get()
            time.sleep(max(0.0, due - time.monotonic()))
            if not part:
                break
            try:
                self.target.sendall(part)
            except OSError:
                break
        _end(self.target)


def _end(one: socket.socket) -> None:
    """Half of it where the other half may still speak: its reader hears an end."""
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_WR)
