"""Run the protocol with sockets, signals and the clock, on asyncio.

Answers are written only after everything that they depend on is kept: with a store,
all that one turn of the event loop has changed is committed at once, then the replies leave.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import platform
import secrets
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from ..errors import SetupError
from ..system.limits import open_files
from ..zookeeper.wire.capabilities import capabilities_of
from .connection import Connection
from .core.core import Core
from .core.messages import Limits
from .core.sessions import first_session
from .core.tree import Tree
from .protocol import NO_TLS, Exchange
from .store import Database, Kept
from .versions import STABLE
from .words import WORDS, Facts

HIGH_WATER = 256 << 10
"""Bytes that may wait in the socket's buffer before we stop reading what the client sends."""
DROP_AT = 32 << 20
"""Bytes that a client may leave unread before it is dropped."""
LINGER = 10.0
"""Seconds that a client may take to read the last answers before we hang up."""


class Client(asyncio.Protocol):
    """One client: it moves bytes between a socket and the server.

    Nothing is read while the client does not take its answers (`_choked`), or while earlier
    requests wait for their turn (`_behind`).
    """

    def __init__(self, server: SandboxProcess) -> None:
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


LONGEST_TIMEOUT = 60_000
_BACKLOG = 4096
_ACCEPT_AT_ONCE = 32
_SPARE_FILES = 8 * _ACCEPT_AT_ONCE  # more are accepted before the surplus is closed
_COLLECT_AFTER = 20_000


@dataclass(frozen=True)
class Setting:
    """The settings of the command line; data None keeps nothing. superuser: `user:digest`. life:
    how many servers there were before on the same port, of which nothing is kept. patience_ms: how
    long a connection may take for its handshake. version: the release that it imitates. salvage: go
    on with what is whole of damaged data. secret: of which passwords of sessions are made; None is
    one that nobody knows.
    """

    host: str = "127.0.0.1"
    port: int = 2181
    data: Path | None = None
    tick_ms: int = 200
    superuser: str | None = None
    life: int = 0
    patience_ms: int = 15_000
    version: str = STABLE
    salvage: bool = False
    secret: bytes | None = None


class SandboxProcess:
    """One sandbox. `run()` serves until a signal ends it, or its data can no longer be kept."""

    def __init__(self, setting: Setting, store: Database | None) -> None:
        self.setting, self._store = setting, store
        self._offset = time.time() - time.monotonic()
        self.started = self.now()
        self.exchange = Exchange(self._core(), self._answer)
        self.clients: dict[Connection, Client] = {}
        self.unshaken: dict[Client, None] = {}
        self._files = open_files()
        self.capacity = max(self._files - _SPARE_FILES, self._files // 4)
        self.port = setting.port
        self._flushing = self._failed = self._told_of_tls = False
        self._ended: asyncio.Future[None] | None = None

    def now(self) -> float:
        """Return milliseconds since the epoch by the clock of the start; never backwards."""
        return (time.monotonic() + self._offset) * 1000

    async def run(self) -> None:
        """Serve. Raise SetupError if it cannot listen, or keep its data any longer."""
        loop = asyncio.get_running_loop()
        self._ended = loop.create_future()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._end)
        listener = await self._listen(loop)
        self._tick(loop)
        _tune_collector()
        _say(f"Handoff's ZooKeeper sandbox serves on {written(self.setting.host, self.port)}")
        try:
            await self._ended
        finally:
            listener.close()
            self._flush()
            for client in list(self.clients.values()):
                client.abort()

    async def _listen(self, loop: asyncio.AbstractEventLoop) -> asyncio.Server:
        host, port = self.setting.host, self.setting.port
        try:
            listener = await loop.create_server(
                lambda: Client(self), host, port, backlog=_ACCEPT_AT_ONCE, reuse_address=True
            )
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
            message = f"cannot listen on {host}:{port}: {reason.lower()}"
            raise SetupError(message, code="port_taken", field="port") from None
        _let_wait(listener)
        self.port = listener.sockets[0].getsockname()[1]
        return listener

    # -- clients --------------------------------------------------------------------------------

    def admit(self, client: Client, host: str, address: str) -> Connection | None:
        """Admit a client that has connected; return None if there is no room for it.

        If files run short, a client without a handshake makes room, the oldest first.
        """
        if len(self.clients) >= self.capacity:
            oldest = next(iter(self.unshaken), None)
            if oldest is None:
                return None
            oldest.abort()
        connection = self.exchange.open(host, address, self.now())
        self.clients[connection] = client
        self.unshaken[client] = None
        return connection

    def dismiss(self, client: Client, connection: Connection) -> None:
        """Drop a client that has gone."""
        self.clients.pop(connection, None)
        self.unshaken.pop(client, None)
        self.exchange.close(connection)

    def feed(self, client: Client, connection: Connection, data: bytes) -> bool:
        """Take what a client has sent; return whether there is more to read (see Exchange)."""
        try:
            return self.exchange.receive(connection, data, self.now())
        finally:
            if connection.link.session is not None:
                self.unshaken.pop(client, None)
            elif connection.ended == NO_TLS:
                self._tell_of_tls(connection)
            self._flush_soon()

    def _tell_of_tls(self, connection: Connection) -> None:
        """Report TLS once: such a client keeps trying."""
        if not self._told_of_tls:
            self._told_of_tls = True
            _say(f"{connection.address} is refused: {NO_TLS}. Connect without TLS.")

    # -- writing --------------------------------------------------------------------------------

    def _flush_soon(self) -> None:
        """Flush soon; without a store nothing has to be waited for."""
        if self._store is None:
            self._write()
        elif not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        self._flushing = False
        if self._failed:
            return
        if self._store is not None:
            try:
                self._store.keep(self.exchange.core.take_changes())
            except Exception as error:
                self._fail(error)
                return
        self._write()

    def _write(self) -> None:
        """Write notifications first: their receivers wait for the change, its author knows it."""
        waiting, self.exchange.waiting = self.exchange.waiting, {}
        now = self.now()
        for connection in sorted(waiting, key=lambda one: one.answered > 0):
            connection.settle(now, self.exchange.latency)
            client = self.clients.get(connection)
            if client is not None:
                client.send(connection.take_out(), connection.ended)

    def _fail(self, error: Exception) -> None:
        """End without another answer: nothing may be acknowledged that is not kept."""
        self._failed = True
        if self._ended is not None and not self._ended.done():
            self._ended.set_exception(error)
        self.exchange.waiting = {}
        for client in list(self.clients.values()):
            client.abort()

    def _end(self) -> None:
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(None)

    # -- time -----------------------------------------------------------------------------------

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        """Tick as soon as sessions may be due, which are at multiples of the tick, as Apache's are;
        after a pause (a suspended laptop) there is one tick, not all that were missed.

        The loop hands out what clients have sent before it runs its timers, so no session expires
        whose heartbeat is there already.
        """
        tick, now = self.setting.tick_ms, self.now()
        loop.call_later(((now // tick + 1) * tick - now) / 1000, self._tick, loop)
        self.exchange.tick(self.now())
        self._flush_soon()
        self._lose_patience()

    def _lose_patience(self) -> None:
        limit = self.now() - self.setting.patience_ms
        for client in list(self.unshaken):
            if client.since > limit:
                return
            client.abort()

    # -- what words tell ------------------------------------------------------------------------

    def _core(self) -> Core:
        limits = Limits(tick=self.setting.tick_ms, longest_timeout=LONGEST_TIMEOUT)
        first = first_session(self.setting.life, int(self.started))
        kept = Kept(Tree(), self.setting.life << 32, first)
        if self._store is not None:
            kept = self._store.begin(first)
        return Core(
            secret=self.setting.secret or secrets.token_bytes(16),
            first_session=kept.first_session,
            limits=limits,
            superuser=self.setting.superuser,
            tree=kept.tree,
            zxid=kept.zxid,
            keep=self._store is not None,
            can=capabilities_of(self.setting.version),
        )

    def _answer(self, word: bytes) -> str | None:
        if word not in WORDS:
            return None
        facts = Facts(
            exchange=self.exchange,
            now=self.now(),
            started=self.started,
            booted=self._offset * 1000,
            port=self.port,
            data=None if self.setting.data is None else str(self.setting.data),
            environment=_environment(),
            resources=self._resources() if word == b"mntr" else {},
            patience=self.setting.patience_ms,
            version=self.setting.version,
        )
        return WORDS[word](facts)

    def _resources(self) -> dict[str, int]:
        return {
            "open_file_descriptor_count": len(os.listdir("/dev/fd")) - 1,  # but for the listing
            "max_file_descriptor_count": self._files,
        }


def _let_wait(listener: asyncio.Server) -> None:
    """Let the kernel hold more new connections than the loop, which takes its backlog for that too,
    accepts at once: in a rush nobody waits for a lost packet, or for all that came before.
    """
    for one in listener.sockets:
        with one.dup() as waiting:
            waiting.listen(_BACKLOG)


def _tune_collector() -> None:
    """Tune the garbage collector: it need not look at what is there now, nor look often: nothing
    here that is left over refers to itself in a circle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER, 20, 100)


def _environment() -> dict[str, str]:
    return {
        "host.name": platform.node(),
        "python.version": platform.python_version(),
        "os.name": platform.system(),
        "os.arch": platform.machine(),
        "os.version": platform.release(),
        "user.dir": os.getcwd(),
    }


def _say(line: str) -> None:
    with contextlib.suppress(OSError):
        print(line, flush=True)
