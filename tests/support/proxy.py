"""A TCP proxy in front of a real ZooKeeper, which plays old servers and bad networks."""

from __future__ import annotations

import contextlib
import queue
import socket
import struct
import threading
import time
from collections.abc import Callable

_UNIMPLEMENTED = -6
_NEWER_THAN_3_5 = frozenset((106, 22))


class FaultyProxy:
    """Forwards frames between clients and one server.

    refused: opcodes answered as a server answers that does not know them: Unimplemented, and the
    connection closed. While `hold()` is on, replies wait for `release()`, and with `partition()`
    requests too; `hold_after` is an opcode whose next request starts a hold, `partition_after` are
    opcodes of requests that start a partition, once all have passed in this order; `before` is, by
    opcode, what is done once before the next such request goes on to the server (of both, only
    requests that contain `only_with` count); `pass_over` is an
    opcode whose next request does not reach the server, while those behind it do; `down()` cuts
    all connections and refuses new ones until `up()`. slow_handshake: seconds for which the answer
    to a handshake is kept back. delay: seconds that everything takes on its way, each way, as over
    a long line. connections: how many there have been. While it `forgets`, who comes back to a
    session is given another one, as by ClickHouse Keeper, which knows no word for one that is over.
    """

    slow_handshake = 0.0
    delay = 0.0
    connections = 0
    forgets = False

    def __init__(self, hosts: str, refused: frozenset[int] = frozenset()) -> None:
        host, _, port = hosts.partition("/")[0].rpartition(":")
        self._server = (host, int(port))
        self._refused = refused
        self._open = threading.Event()
        self._open.set()
        self._passing = threading.Event()
        self._passing.set()
        self.hold_after: int | None = None
        self.only_with = b""
        self.pass_over: int | None = None
        self.partition_after: tuple[int, ...] = ()
        self.before: dict[int, Callable[[], object]] = {}
        self._sockets: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._place = socket.socket()
        self._place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._place.bind(("127.0.0.1", 0))
        self.port: int = self._place.getsockname()[1]
        self.up()

    @classmethod
    def before_3_6(cls, hosts: str) -> FaultyProxy:
        """The real server without addWatch and multi-read."""
        return cls(hosts, _NEWER_THAN_3_5)

    @property
    def hosts(self) -> str:
        return f"127.0.0.1:{self.port}"

    def up(self) -> None:
        """Listen, on the same port as before: nobody else is given it while we are down."""
        self._listener = socket.create_server(("127.0.0.1", self.port), reuse_port=True)
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def down(self) -> None:
        """Cut all connections and refuse new ones."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Cut all connections; new ones are accepted."""
        with self._lock:
            sockets, self._sockets = self._sockets, set()
        for one in sockets:
            _shut(one)

    def hold(self) -> None:
        """Keep replies back; requests still go through."""
        self._open.clear()

    def partition(self) -> None:
        """Keep everything back, in both directions; no connection is cut."""
        self._passing.clear()
        self._open.clear()

    def release(self) -> None:
        """Let everything through again."""
        self._passing.set()
        self._open.set()

    def close(self) -> None:
        self.release()
        self.down()
        self._place.close()

    def _accept(self, listener: socket.socket) -> None:
        while (client := accepted(listener)) is not None:
            try:
                server = socket.create_connection(self._server)
            except OSError:
                client.close()
                continue
            with self._lock:
                self._sockets |= {client, server}
                self.connections += 1
            threading.Thread(target=self._link, args=(client, server), daemon=True).start()

    def _link(self, client: socket.socket, server: socket.socket) -> None:
        """A four-letter word is answered in plain text, all else in frames."""
        is_text = False
        with contextlib.suppress(OSError):
            is_text = client.recv(4, socket.MSG_PEEK).isalpha()
        link = (client, server, _Unanswered(is_text))
        threading.Thread(target=self._replies, args=link, daemon=True).start()
        self._requests(*link)

    def _requests(
        self, client: socket.socket, server: socket.socket, unanswered: _Unanswered
    ) -> None:
        is_first = True
        line = _Line(server)
        with contextlib.suppress(OSError):
            while (frame := _read_frame(client, is_first)) is not None:
                if not is_first and self._refuses(frame):
                    unanswered.await_none()
                    client.sendall(_unimplemented(frame))
                    break
                if not is_first and _opcode(frame) == self.pass_over:
                    self.pass_over = None
                    continue
                if not is_first and _opcode(frame) == self.hold_after and self.only_with in frame:
                    self.hold_after = None
                    self.hold()
                if not is_first and self.only_with in frame:
                    self.before.pop(_opcode(frame), _nothing)()
                if is_first and self.forgets:
                    frame = frame[:20] + bytes(8) + frame[28:32] + bytes(16) + frame[48:]
                self._passing.wait()
                unanswered.asked()
                line.send(frame, self.delay)
                if not is_first:
                    self._passed(_opcode(frame))
                is_first = False
        line.end()
        _shut(client)
        _shut(server)

    def _passed(self, opcode: int) -> None:
        if self.partition_after[:1] == (opcode,):
            self.partition_after = self.partition_after[1:]
            if not self.partition_after:
                self.partition()

    def _refuses(self, frame: bytes) -> bool:
        return _opcode(frame) in self._refused

    def _replies(
        self, client: socket.socket, server: socket.socket, unanswered: _Unanswered
    ) -> None:
        line = _Line(client)
        with contextlib.suppress(OSError):
            read = _read_some if unanswered.is_text else _read_reply
            pause = 0.0 if unanswered.is_text else self.slow_handshake
            while frame := read(server):
                time.sleep(pause)
                pause = 0.0
                self._open.wait()
                line.send(frame, self.delay)
                unanswered.answered(frame)
        line.end()
        _shut(client)
        _shut(server)


def accepted(listener: socket.socket) -> socket.socket | None:
    """The next client; None once the listener is closed."""
    try:
        return listener.accept()[0]
    except OSError:
        return None


class _Line:
    """A way on which what is sent takes its time, and keeps its order."""

    def __init__(self, socket_: socket.socket) -> None:
        self._socket = socket_
        self._under_way: queue.Queue[tuple[float, bytes] | None] = queue.Queue()
        self._carrier: threading.Thread | None = None

    def send(self, frame: bytes, delay: float) -> None:
        if not delay and self._carrier is None:
            self._socket.sendall(frame)
            return
        self._under_way.put((time.monotonic() + delay, frame))
        if self._carrier is None:
            self._carrier = threading.Thread(target=self._carry, daemon=True)
            self._carrier.start()

    def end(self) -> None:
        """Wait until all that is under way has come."""
        if self._carrier is not None:
            self._under_way.put(None)
            self._carrier.join()

    def _carry(self) -> None:
        with contextlib.suppress(OSError):
            while (one := self._under_way.get()) is not None:
                time.sleep(max(0.0, one[0] - time.monotonic()))
                self._socket.sendall(one[1])


class _Unanswered:
    """How many requests of a connection wait for their reply: a server answers in order."""

    def __init__(self, is_text: bool) -> None:
        self.is_text = is_text
        self._count = 0
        self._changed = threading.Condition()

    def asked(self) -> None:
        with self._changed:
            self._count += 1

    def answered(self, frame: bytes) -> None:
        """A watch's event (xid -1) answers nothing."""
        if not self.is_text and struct.unpack_from("!i", frame, 4)[0] != -1:
            with self._changed:
                self._count -= 1
                self._changed.notify_all()

    def await_none(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._count <= 0, timeout=5)


def _nothing() -> None:
    """Nobody comes in between."""


def _opcode(frame: bytes) -> int:
    """Of a request with its length and its xid in front."""
    return int(struct.unpack_from("!i", frame, 8)[0])


def _read_frame(client: socket.socket, is_first: bool) -> bytes | None:
    """A whole frame with its length; a four-letter word (which has none) as it is."""
    head = _read(client, 4)
    if head is None or (is_first and head.isalpha()):
        return head
    body = _read(client, struct.unpack("!i", head)[0])
    return None if body is None else head + body


def _read_reply(server: socket.socket) -> bytes | None:
    return _read_frame(server, is_first=False)


def _read_some(server: socket.socket) -> bytes | None:
    return server.recv(65536)


def _read(client: socket.socket, length: int) -> bytes | None:
    parts = b""
    while len(parts) < length:
        part = client.recv(length - len(parts))
        if not part:
            return None
        parts += part
    return parts


def _unimplemented(frame: bytes) -> bytes:
    xid = struct.unpack_from("!i", frame, 4)[0]
    return struct.pack("!iiqi", 16, xid, 0, _UNIMPLEMENTED)


def _shut(one: socket.socket) -> None:
    with contextlib.suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
