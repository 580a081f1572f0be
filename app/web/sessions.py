"""Bound the sessions of Engine.IO: every handshake makes one, by polling without a connection.

A session that nobody enters costs nobody a place for long, and no session costs a thread while
nothing is sent: one thread pings all of them, where the library starts one for each.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from queue import Full
from typing import TYPE_CHECKING, Any

from engineio import socket as engine_socket
from engineio.exceptions import EngineIOError, SocketIsClosedError
from engineio.packet import NOOP, PING, Packet
from flask_socketio import SocketIO

from ..errors import HandoffError, NoRoom
from ..system.threads import LastingThread, Tell
from .peers import peer_of
from .transport import AT_A_TIME, NAMESPACE, Outgoing, Shared, StrictWebSocket

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

MOST = 1500
"""The sessions at a time: a thousand pages take 90 MiB, and two threads each, which sleep."""

OF_ONE_PEER = 1200
"""The sessions from one address: a hall behind one router, or all clients of one proxy."""

UNENTERED = 200
"""The sessions that have not entered the namespace yet."""

ENTERS_WITHIN = 10.0
"""The seconds after which a session ends that has not entered it, or not become the WebSocket that
it began.
"""

UNPOLLED = 2.0
"""The seconds without a poll after which a session may have to make room for another one. A page
polls again as soon as it has an answer.
"""

MOST_BYTES = 128 * 1024 * 1024
"""The bytes that may wait for all clients together."""

FULL = "The dashboard has no room for another page now. Close one, or try again later."

LOOK_UP = 1.0


class PageSession(engine_socket.Socket):  # type: ignore[misc]
    """A session that another thread pings."""

    queue: Outgoing
    last_ping: float | None

    def __init__(self, server: Any, sid: str) -> None:
        super().__init__(server, sid)
        self.opened = self.polled = time.monotonic()
        self.polls = 0
        self.peer = ""
        self.wire: StrictWebSocket | None = None
        self._due: float | None = None
        self._upgrade, self._upgrade_began = threading.Lock(), 0.0

    def schedule_ping(self) -> None:
        """Have the client pinged when the interval is over."""
        if self.last_ping:
            self.last_ping = None
            self._due = time.monotonic() + self.server.ping_interval

    def ping_if_due(self) -> None:
        """Ping the client, if it is time."""
        if self._due is not None and time.monotonic() >= self._due and not self.closed:
            self._due = None
            self.last_ping = time.time()
            with contextlib.suppress(SocketIsClosedError):
                self.send(Packet(PING))

    def send(self, packet: Packet) -> None:
        """Send a packet; let a client go that asks on and on and takes no answer. Raise
        SocketIsClosedError.
        """
        try:
            super().send(packet)
        except Full:
            self.end()
            raise SocketIsClosedError from None

    def send_shared(self, packet: Shared) -> None:
        """Send a packet that many get: on this thread, where nothing waits and the system takes it
        at once; else the client's writer sends it, or its rest. Raise SocketIsClosedError.
        """
        if self.can_take_at_once(packet) and self.check_ping_timeout():
            assert self.wire is not None
            sent = self.wire.send_at_once(packet.frame)
            if sent == len(packet.frame):
                return
            packet = Packet(NOOP) if sent else packet
        self.send(packet)

    def can_take_at_once(self, packet: Shared) -> bool:
        """Tell whether nothing goes before this packet, and a rest of it would be small."""
        is_free = self.wire is not None and self.upgraded and not self.queue.bytes
        return is_free and len(packet.data) <= AT_A_TIME

    def poll(self) -> list[Packet]:
        """Return what waits for the client, once something does."""
        self.polls += 1
        try:
            waits: list[Packet] = super().poll()
        finally:
            self.polls -= 1
            self.polled = time.monotonic()
        return waits

    @property
    def is_idle(self) -> bool:
        """Tell whether its client does not poll, though it has no WebSocket."""
        return not (self.upgraded or self.polls) and self.polled < time.monotonic() - UNPOLLED

    def end(self) -> None:
        """End the session without a goodbye, which the client might not take."""
        self.server.sockets.pop(self.sid, None)
        self.close(wait=False, abort=True)
        if self.wire is not None:
            self.wire.cut()

    def close(self, wait: bool = True, abort: bool = False, reason: Any = None) -> None:
        """Close the session; a WebSocket that it has not become yet ends too. Nobody waits until
        the client has taken what is left, which may never happen.
        """
        super().close(False, abort, reason)
        if self.wire is not None and not self.upgraded:
            self.wire.cut()

    def handle_post_request(self, environ: WSGIEnvironment) -> None:
        """Take the packets that a client sends by polling. Raise EngineIOError where they do not
        arrive.
        """
        try:
            super().handle_post_request(environ)
        except HandoffError as error:
            raise EngineIOError(error.message) from None

    @property
    def stalls(self) -> bool:
        """Tell whether the session has been about to become a WebSocket for too long."""
        return self.upgrading and self._upgrade_began < time.monotonic() - ENTERS_WITHIN

    def _upgrade_websocket(self, environ: WSGIEnvironment, start: StartResponse) -> Any:
        """Become a WebSocket, one at a time: each beginning takes a place of its own."""
        if not self._upgrade.acquire(blocking=False):
            return self.server._bad_request()
        self._upgrade_began = time.monotonic()
        try:
            return super()._upgrade_websocket(environ, start)
        finally:
            self._upgrade.release()

    def _websocket_handler(self, wire: StrictWebSocket) -> Any:
        self.wire = wire
        return super()._websocket_handler(wire)


class PageSessions:
    """The sessions of one server. absence: returns why there can be none now, or None."""

    def __init__(
        self, socketio: SocketIO, tell: Tell, absence: Callable[[], str | None] = lambda: None
    ) -> None:
        self._absence = absence
        self._manager = socketio.server.manager
        self._engine = socketio.server.eio
        self._note = socketio.server._handle_eio_connect
        self._lock = threading.Lock()
        self._closed = threading.Event()
        does = "pings the pages, and ends sessions that nobody uses"
        self._thread = LastingThread("sessions", does, self._run, tell)
        self._engine.on("connect", self._connect)
        self._engine._unauthorized = _refuse

    def start(self) -> None:
        """Begin to look after the sessions."""
        self._thread.start()

    def close(self) -> None:
        """Stop looking after the sessions."""
        self._thread.dismiss()
        self._closed.set()
        self._thread.join()

    def end_all(self) -> None:
        """End every session: the pages come back."""
        for one in self._all():
            one.end()

    def _connect(self, sid: str, environ: WSGIEnvironment) -> str | None:
        """Let a session in, or return why there is no room for it."""
        if why := self._absence():
            return why
        new: PageSession = self._engine.sockets[sid]
        peer = peer_of(environ.get("REMOTE_ADDR", ""))
        with self._lock:
            others = [one for one in self._all() if one is not new and one.peer]
            own = [one for one in others if one.peer == peer]
            if len(own) >= OF_ONE_PEER:
                among, is_full = own, True
            else:
                among, is_full = others, len(others) >= MOST
            unentered = [one for one in among if not self._is_entered(one)]
            if is_full or len(unentered) >= UNENTERED:
                leaves = _oldest(unentered) or _oldest(one for one in among if one.is_idle)
                if leaves is None:
                    return FULL
                leaves.end()
            new.peer = peer
        self._note(sid, environ)
        return None

    def _run(self) -> None:
        while not self._closed.wait(LOOK_UP):
            self._look()

    def _look(self) -> None:
        if self._absence():
            self.end_all()
        there = self._all()
        latest = time.monotonic() - ENTERS_WITHIN
        for one in there:
            if one.stalls or (one.opened < latest and not self._is_entered(one)):
                one.end()
            one.ping_if_due()
        waiting = sum(one.queue.bytes for one in there)
        for one in sorted(there, key=lambda one: one.queue.bytes, reverse=True):
            if waiting <= MOST_BYTES:
                break
            waiting -= one.queue.bytes
            one.end()

    def _all(self) -> list[PageSession]:
        return list(self._engine.sockets.copy().values())

    def _is_entered(self, session: PageSession) -> bool:
        return self._manager.sid_from_eio_sid(session.sid, NAMESPACE) is not None


def _oldest(sessions: Iterable[PageSession]) -> PageSession | None:
    """Return the oldest session of the address that has the most."""
    among = list(sessions)
    crowd = Counter(one.peer for one in among)
    return min(among, key=lambda one: (-crowd[one.peer], one.polled), default=None)


def _refuse(why: str) -> dict[str, Any]:
    """Return Engine.IO's answer to a handshake that is refused."""
    body = json.dumps(NoRoom(why).as_json()).encode()
    headers = [("Content-Type", "application/json")]
    return {"status": "503 Service Unavailable", "headers": headers, "response": body}


engine_socket.Socket = PageSession
