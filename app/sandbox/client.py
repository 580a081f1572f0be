"""One client's socket."""

from __future__ import annotations

import asyncio
import socket
from typing import Any, Protocol, cast

from app.sandbox.connection import Connection

HIGH_WATER = 256 << 10
"""Bytes that may wait in the socket's buffer before we stop to read what the client sends."""
DROP_AT = 32 << 20
"""Bytes that a client may leave lying before it is dropped: it does not read."""
LINGER = 10.0
"""Seconds that a client may take to read what was said before we hung up."""


class House(Protocol):
    """What a client needs of its server."""

    def now(self) -> float:
        """Milliseconds since the epoch."""

    def admit(self, client: Client, host: str, address: str) -> Connection | None:
        """A client has connected; None where there is no room for it."""

    def feed(self, client: Client, connection: Connection, data: bytes) -> bool:
        """What it has sent; returns whether there is more to read."""

    def dismiss(self, client: Client, connection: Connection) -> None:
        """It has gone."""


class Client(asyncio.Protocol):
    """Moves bytes between a socket and the server.

    Nothing is read while the client does not take what it has asked for (`_choked`), or while
    requests that are here already wait for their turn (`_behind`).
    """

    def __init__(self, server: House) -> None:
        self._server = server
        self._connection: Connection | None = None
        self._choked = self._behind = False
        self.since = server.now()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=HIGH_WATER)
        _send_at_once(transport.get_extra_info("socket"))
        host, address = _address(transport.get_extra_info("peername"))
        self._connection = self._server.admit(self, host, address)
        if self._connection is None:
            self.abort()

    def data_received(self, data: bytes) -> None:
        self._feed(data)

    def pause_writing(self) -> None:
        self._choked = True
        self._transport.pause_reading()

    def resume_writing(self) -> None:
        self._choked = False
        if self._behind:
            self._go_on()
        elif not self._transport.is_closing():
            self._transport.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        if self._connection is not None:
            self._server.dismiss(self, self._connection)
            self._connection = None

    def send(self, out: bytearray, ended: str | None) -> None:
        """Write `out`; hang up where `ended` says why. Whoever does not read is dropped."""
        if self._transport.get_write_buffer_size() > DROP_AT:
            self.abort()
            return
        if out:
            self._transport.write(out)
        if ended is not None and not self._transport.is_closing():
            self._transport.close()
            if self._transport.get_write_buffer_size():
                asyncio.get_running_loop().call_later(LINGER, self._transport.abort)

    def abort(self) -> None:
        """Hang up at once; what was not written yet is lost."""
        self._transport.abort()
        self.connection_lost(None)

    def _feed(self, data: bytes) -> None:
        if self._connection is None:
            return
        behind = self._server.feed(self, self._connection, data)
        if behind:
            if not self._behind:
                self._transport.pause_reading()
            asyncio.get_running_loop().call_soon(self._go_on)
        elif self._behind and not self._choked and not self._transport.is_closing():
            self._transport.resume_reading()
        self._behind = behind

    def _go_on(self) -> None:
        """It is this client's turn again."""
        if self._behind and not self._choked:
            self._feed(b"")


def _send_at_once(connection: Any) -> None:
    if connection.family in (socket.AF_INET, socket.AF_INET6):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _address(peer: Any) -> tuple[str, str]:
    """The peer's IP, and with its port; a client may be gone before it was asked."""
    if not peer:
        return "", "unknown"
    host, port = peer[:2]
    return host, f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
