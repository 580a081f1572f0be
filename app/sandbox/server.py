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

from ..errors import SetupError
from ..system.limits import open_files
from ..zookeeper.wire.capabilities import capabilities_of
from .client import Client, written
from .connection import Connection
from .core.core import Core
from .core.messages import Limits
from .core.sessions import first_session
from .protocol import NO_TLS, Exchange
from .store import Database
from .versions import STABLE
from .words import Facts, answer

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
    on with what is whole of damaged data.
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
        self._tick(loop, loop.time())
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
                self._store.keep(self.exchange.core.take_changes().znodes)
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

    def _tick(self, loop: asyncio.AbstractEventLoop, at: float) -> None:
        """Tick; after a pause (a suspended laptop) there is one tick, not all that were missed.

        The loop hands out what clients have sent before it runs its timers, so no session expires
        whose heartbeat is there already.
        """
        following = max(at + self.setting.tick_ms / 1000, loop.time())
        loop.call_at(following, self._tick, loop, following)
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
        kept = None if self._store is None else self._store.begin(first)
        return Core(
            secret=secrets.token_bytes(16),
            first_session=kept.first_session if kept else first,
            limits=limits,
            superuser=self.setting.superuser,
            tree=kept.tree if kept else None,
            zxid=kept.zxid if kept else self.setting.life << 32,
            keep=kept is not None,
            can=capabilities_of(self.setting.version),
        )

    def _answer(self, word: str) -> str:
        exchange = self.exchange
        return answer(
            word,
            Facts(
                core=exchange.core,
                connections=exchange.connections.values(),
                latency=exchange.latency,
                received=exchange.received,
                sent=exchange.sent,
                now=self.now(),
                started=self.started,
                booted=self._offset * 1000,
                port=self.port,
                data=None if self.setting.data is None else str(self.setting.data),
                environment=_environment(),
                resources=self._resources() if word == "mntr" else {},
                patience=self.setting.patience_ms,
                version=self.setting.version,
            ),
        )

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
