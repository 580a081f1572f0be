"""One client's socket."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol, cast

from .connection import Connection

HIGH_WATER = 256 << 10
"""Bytes that may wait in the socket's buffer before we stop reading what the client sends."""
DROP_AT = 32 << 20
"""Bytes that a client may leave unread before it is dropped."""
LINGER = 10.0
"""Seconds that a client may take to read the last answers before we hang up."""


class House(Protocol):
    """The parts of a server that a client needs."""

    def now(self) -> float:
        """Return milliseconds since the epoch."""
        ...

    def admit(self, client: Client, host: str, address: str) -> Connection | None:
        """Admit a client that has connected; return None if there is no room for it."""
        ...

    def feed(self, client: Client, connection: Connection, data: bytes) -> bool:
        """Take what it has sent; return whether there is more to read."""
        ...

    def dismiss(self, client: Client, connection: Connection) -> None:
        """Note that it has gone."""
        ...


class Client(asyncio.Protocol):
    """One client: it moves bytes between a socket and the server.

    Nothing is read while the client does not take its answers (`_choked`), or while earlier
    requests wait for their turn (`_behind`).
    """

    def __init__(self, server: House) -> None:
        self._server = server
        self._connection: Connection | None = None
        self._choked = self._behind = False
        self.since = server.now()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=HIGH_WATER)
        host, address = _address(transport.get_extra_info("peername"))
        self._connection = self._server.admit(self, host, address)
        if self._connection is None:
            self.abort()

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
        """Write `out`, unless the client has gone; hang up if `ended` says why. A client that does
        not read is dropped.
        """
        if self._transport.is_closing():
            return
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

    def data_received(self, data: bytes) -> None:
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
        """Go on: it is this client's turn again."""
        if self._behind and not self._choked:
            self.data_received(b"")


def _address(peer: Any) -> tuple[str, str]:
    """Return the peer's IP, and with its port; a client may be gone before it was asked."""
    if not peer:
        return "", "unknown"
    return peer[0], written(*peer[:2])


def written(host: str, port: int) -> str:
    """Return `host:port`, an IPv6 host in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
