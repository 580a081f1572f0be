"""Many Socket.IO clients in a few processes, which cost less than the server that they measure.

A client is a socket and the bytes of a frame that has not come whole; one process looks after
hundreds by epoll, and reads the times in a message once, however many get it.
"""

from __future__ import annotations

import json
import re
import select
import socket
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection as Pipe
from typing import NamedTuple

from benchmarks.processes import Ending, Peer

PROCESSES = 2
FOLLOW = tuple(
    f"42{json.dumps(said)}"
    for said in (["follow", {"since": None}], ["watch_tree", {"paths": ["/"]}])
)
"""What a page says first."""
SLOW_BYTES, SLOW_SECONDS = 500, 0.5
_SEGMENT = 1400
_SMALL_BUFFER = 4096
_AT = re.compile(rb'"seq":\d+,"at":([0-9.]+)')
_EVENTS = b'42["events"'
_CONNECTS_WITHIN = 120.0


class Heard(NamedTuple):
    """What a crowd heard: milliseconds from the `at` of each event to each client; the greatest
    share of one processor that a process of its clients took.
    """

    late: list[float]
    share: float


class Crowd(Ending):
    """So many clients of the server at a port of this machine, for as long as the block runs.
    opening: what each says once it has entered the namespace.
    """

    def __init__(self, port: int, count: int, opening: Sequence[str] = ()) -> None:
        super().__init__()
        shares = [count // PROCESSES + (one < count % PROCESSES) for one in range(PROCESSES)]
        self._peers = [Peer(_hear, port, share, opening) for share in shares]

    def __enter__(self) -> Crowd:
        for peer in self._peers:
            self.stack.enter_context(peer)
        for peer in self._peers:
            peer.hear(_CONNECTS_WITHIN)
        return self

    def hear(self, act: Callable[[], None]) -> Heard:
        """Return what the clients hear while something is done."""
        for peer in self._peers:
            peer.ask("begin")
        act()
        told = [peer.ask("end") for peer in self._peers]
        return Heard([one for late, _ in told for one in late], max(share for _, share in told))


def slow_client(port: int, opening: Sequence[str]) -> Peer:
    """Return a client that takes 1 kB a second, of segments as an Ethernet has them: on loopback
    the system would keep megabytes for it.
    """
    return Peer(_trickle, port, opening)


def _trickle(pipe: Pipe, port: int, opening: Sequence[str]) -> None:
    client = _connected(port, opening, is_slow=True)
    pipe.send("ready")
    while not pipe.poll(SLOW_SECONDS):
        client.recv(SLOW_BYTES)


def _hear(pipe: Pipe, port: int, count: int, opening: Sequence[str]) -> None:
    clients = {one.fileno(): one for one in (_connected(port, opening) for _ in range(count))}
    pipe.send("ready")
    Listeners(clients, pipe).run()


class Listeners:
    """The clients of one process, by their descriptors."""

    def __init__(self, clients: dict[int, socket.socket], pipe: Pipe) -> None:
        self._clients, self._pipe = clients, pipe
        self._poll = select.epoll()
        for descriptor in (*clients, pipe.fileno()):
            self._poll.register(descriptor, select.EPOLLIN)
        self._parts = dict.fromkeys(clients, b"")
        self._late: list[float] = []
        self._known: tuple[bytes, list[float]] = (b"", [])
        self._began = self._busy = 0.0

    def run(self) -> None:
        """Hear and obey until the pipe ends."""
        while True:
            for descriptor, _ in self._poll.poll():
                if descriptor == self._pipe.fileno():
                    self._obey(self._pipe.recv())
                else:
                    self._receive(descriptor)

    def _obey(self, order: str) -> None:
        if order == "end":
            share = (time.process_time() - self._busy) / (time.monotonic() - self._began)
            self._pipe.send((self._late, share))
            return
        self._late = []
        self._began, self._busy = time.monotonic(), time.process_time()
        self._pipe.send("begun")

    def _receive(self, descriptor: int) -> None:
        received = self._clients[descriptor].recv(1 << 16)
        if not received:
            raise EOFError("the server has closed a connection")
        now = time.monotonic()
        whole = self._parts[descriptor] + received
        while message := _first_of(whole):
            head, end = message
            self._take(descriptor, whole[head:end], now)
            whole = whole[end:]
        self._parts[descriptor] = whole

    def _take(self, descriptor: int, message: bytes, now: float) -> None:
        if message == b"2":
            self._clients[descriptor].sendall(_frame("3"))
        elif message.startswith(_EVENTS):
            if message != self._known[0]:
                self._known = (message, [float(at) for at in _AT.findall(message)])
            self._late += [(now - at) * 1000 for at in self._known[1]]


def _first_of(received: bytes) -> tuple[int, int] | None:
    """Return where the content of the first frame begins and ends; None where it is not whole."""
    if len(received) < 2:
        return None
    size, head = received[1], 2
    if size > 125:
        head = 4 if size == 126 else 10
        size = int.from_bytes(received[2:head], "big")
    return (head, head + size) if len(received) >= max(head, head + size) else None


def _frame(text: str) -> bytes:
    """Return a text of less than 126 bytes as a frame, masked with zeros."""
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode()


def _connected(port: int, opening: Sequence[str], is_slow: bool = False) -> socket.socket:
    """Return a client that has entered the namespace, and has begun to follow."""
    client = socket.socket()
    if is_slow:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, _SEGMENT)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL_BUFFER)
    client.settimeout(_CONNECTS_WITHIN)
    client.connect(("127.0.0.1", port))
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    lines = [
        "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: aGFuZG9mZiBtZWFzdXJlcw==",
    ]
    client.sendall("\r\n".join([*lines, "", ""]).encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += client.recv(1)
    if b" 101 " not in head:
        raise RuntimeError(head.decode())
    client.sendall(_frame("40"))
    _await(client, b"40")
    for said in opening:
        client.sendall(_frame(said))
    return client


def _await(client: socket.socket, beginning: bytes) -> None:
    """Take frames up to the first that begins like this, one byte at a time."""
    while True:
        received = client.recv(1)
        while not (found := _first_of(received)):
            received += client.recv(1)
        if received[slice(*found)].startswith(beginning):
            return
