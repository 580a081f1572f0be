"""Follow another dashboard, the first one, by its socket, and ask it what a page asks."""

from __future__ import annotations

import contextlib
import random
import socket
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from simple_websocket import Client, ConnectionClosed
from simple_websocket import ConnectionError as NoWebSocket
from simple_websocket.ws import Base
from wsproto import ConnectionType
from wsproto.utilities import ProtocolError

from ..errors import HandoffError
from ..foreign_json import read_json
from ..own_json import write_json
from ..readmodels.document import Data
from ..system.threads import LastingThread, Tell
from .transport import NoThread, next_message

SILENCE = 45.0
"""Seconds without a word after which the first one has gone: it pings every 25."""

SHORTEST, LONGEST = 0.25, 8.0
"""Seconds between two tries to follow; each pause is twice the one before."""

CONNECTS_WITHIN = 10.0
ANSWERS_WITHIN = 30.0

_SOCKET = "socket.io/?EIO=4&transport=websocket"
_FAILURES = (OSError, EOFError, ConnectionClosed, NoWebSocket, ProtocolError, ValueError)
_PASSED_ON = ("Content-Type", "Content-Disposition")
_open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


class First(NamedTuple):
    """The first dashboard. url: where its page is, with a slash at its end."""

    url: str
    token: str | None

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers with which it lets a request in."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


class FirstUnavailable(HandoffError):
    """The dashboard that this one follows does not answer now."""

    status = 503
    default_code = "first_unavailable"


class FirstAnswer(NamedTuple):
    """The first one's answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def ask(first: First, address: str) -> FirstAnswer:
    """Return its answer to a GET. Raise FirstUnavailable."""
    request = urllib.request.Request(first.url + address, headers=first.headers)
    try:
        with _open(request, timeout=ANSWERS_WITHIN) as answer:
            return _read(answer)
    except urllib.error.HTTPError as refusal:
        with refusal:
            return _read(refusal)
    except OSError as error:
        said = f"{first.url}, which is shown here, does not answer: {_reason(error)}"
        raise FirstUnavailable(said) from None


def _read(answer: Any) -> FirstAnswer:
    headers = {name: answer.headers[name] for name in _PASSED_ON if name in answer.headers}
    return FirstAnswer(answer.status, headers, answer.read())


class FirstSocket(Client):  # type: ignore[misc]
    """A WebSocket to the first one; its connection is closed whatever goes wrong."""

    def __init__(self, first: First) -> None:
        parts = urlsplit(first.url + _SOCKET)
        is_secure = parts.scheme == "https"
        self.host, self.port = parts.hostname, parts.port or (443 if is_secure else 80)
        self.path = f"{parts.path}?{parts.query}"
        self.subprotocols: list[str] = []
        self.extra_headeers = list(first.headers.items())
        with ExitStack() as stack:
            wire = socket.create_connection((self.host, self.port), CONNECTS_WITHIN)
            stack.callback(wire.close)
            if is_secure:
                wire = ssl.create_default_context().wrap_socket(wire, server_hostname=self.host)
                stack.callback(wire.close)
            Base.__init__(self, wire, ConnectionType.CLIENT, thread_class=NoThread)
            wire.settimeout(SILENCE)
            self.connected = self._handle_events()  # some may have come with the handshake
            stack.pop_all()

    def close(self, *_: Any) -> None:
        """Close it, whether its other end is there or not."""
        with contextlib.suppress(*_FAILURES):
            Base.close(self)
        self.sock.close()

    def cut(self) -> None:
        """End the connection, whatever its threads are at."""
        with contextlib.suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)


class FirstFollower:
    """The socket to the first dashboard: one connection, begun again whenever it ends.

    greet: called for each new connection, and says what it wants. heard: called with the name and
    the data of each message. lost: called with the reason at the end of a connection, and of each
    try. All are called on the following's own thread.
    """

    def __init__(
        self,
        first: First,
        greet: Callable[[], None],
        heard: Callable[[str, Data], None],
        lost: Callable[[str], None],
        tell: Tell,
    ) -> None:
        self._first = first
        self._greet, self._heard, self._lost = greet, heard, lost
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._socket: FirstSocket | None = None
        self._pause = SHORTEST
        self._thread = LastingThread("relay", "follows the first dashboard", self._run, tell)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def close(self) -> None:
        """Follow no longer."""
        self._thread.dismiss()
        self._closed.set()
        with self._lock:
            if self._socket is not None:
                self._socket.cut()
        self._thread.join()

    def say(self, event: str, data: Data) -> None:
        """Say something to the first one, if it is there: else `greet` will."""
        self._send(f"42{write_json([event, data])}")

    def _send(self, packet: str) -> None:
        with self._lock, contextlib.suppress(*_FAILURES):
            if self._socket is not None:
                self._socket.send(packet)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._follow()
            except _FAILURES as error:
                self._lost(_reason(error))
            self._closed.wait(self._pause * random.uniform(0.5, 1))
            self._pause = min(2 * self._pause, LONGEST)

    def _follow(self) -> None:
        """Follow until the connection ends. Raise one of _FAILURES."""
        with contextlib.closing(FirstSocket(self._first)) as opened:
            self._put(opened)
            try:
                while message := next_message(opened):
                    self._take(str(message))
            finally:
                self._put(None)
        raise EOFError

    def _put(self, opened: FirstSocket | None) -> None:
        with self._lock:
            self._socket = opened
            if opened is not None and self._closed.is_set():
                opened.cut()

    def _take(self, message: str) -> None:
        """Take a packet of Engine.IO (its first digit), or of Socket.IO in it (its second)."""
        if message.startswith("0"):
            self._send("40")
        elif message.startswith("2"):
            self._send("3")
        elif message.startswith("40"):
            self._pause = SHORTEST
            self._greet()
        elif message.startswith("42"):
            self._heard(*read_json(message[2:]))


def _reason(error: BaseException) -> str:
    if isinstance(error, NoWebSocket):
        return "it refused the connection; does it ask for another token?"
    if isinstance(error, EOFError):
        return "the connection broke off"
    return (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
