"""The ZooKeeper of one test: sessions to it, and what a test may do to it and to them."""

from __future__ import annotations

import contextlib
import secrets
import signal
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from kazoo.client import KazooClient

from ..ensemble.apache.ensemble import Ensemble
from ..ensemble.apache.locate import find_classpath, find_java
from ..ensemble.apache.server import ApacheServer, is_serving
from ..ensemble.embedded import SandboxServer
from ..errors import SetupError
from ..processes.sessions import end_session
from ..sandbox.core.sessions import password_of
from ..system.folders import new_folder, remove
from ..zookeeper.addresses import Address, split_hosts
from ..zookeeper.client import close, session_hex
from ..zookeeper.fourletter import FourLetterError, ask
from ..zookeeper.raw import RawConnection, hello
from ..zookeeper.security import OPEN
from .failover import Failover, run_failover

ANSWERS_WITHIN = 10.0
"""Seconds for a session to begin, and for a server to take one over."""
SERVES_WITHIN = 60.0
_LOOK_EVERY = 0.03


class ZooKeeperOfTest:
    """What both kinds have. session: a started KazooClient, or the id of anybody's session."""

    @property
    def hosts(self) -> str:
        """Return the connection string."""
        raise NotImplementedError

    def __init__(self) -> None:
        self._clients: list[KazooClient] = []

    def client(self, **arguments: Any) -> KazooClient:
        """Return a started KazooClient, made with these arguments; it ends with the test."""
        client = KazooClient(**{"hosts": self.hosts, **arguments})
        self._clients.append(client)
        client.start(timeout=ANSWERS_WITHIN)
        return client

    def expire(self, session: KazooClient | int) -> None:
        """End a session now, as if it had expired; do nothing where it is over. Its connection is
        closed 20 ms before.
        """
        end_session(self.hosts, self._identity(session), ANSWERS_WITHIN)

    def cut(self, session: KazooClient | int) -> None:
        """Close the connection of a session, which lasts on: its client comes back to it."""
        identity = self._identity(session)
        for server in split_hosts(self.hosts)[0]:
            if _has_connection(server, identity):
                _take_over(server, identity)
                return
        raise ValueError(f"there is no connection of a session {session_hex(identity)}")

    def failover(
        self, path: str, fault: str | Callable[[], object], within: float = 30.0
    ) -> Failover:
        """End who leads at `path`, and return how long it took until the next one led; see
        `run_failover`. fault: `expire` its session, `delete` its znode, or something to call.
        """
        known = {"expire": lambda led: self.expire(led.session)}
        known["delete"] = lambda led: reader.delete(led.znode)
        if not callable(fault) and fault not in known:
            raise ValueError(f"fault is 'expire', 'delete' or something to call, not {fault!r}")
        strike = (lambda led: fault()) if callable(fault) else known[fault]
        reader = self.client()
        return run_failover(reader, path, strike, within)

    def close(self) -> None:
        """End it with all that `client()` has started."""
        for client in self._clients:
            close(client)

    def _identity(self, session: KazooClient | int) -> tuple[int, bytes]:
        number = session if isinstance(session, int) else (session.client_id or (None,))[0]
        if number is None:
            raise ValueError("this client is not connected: name its session by its id instead")
        return number, self._password(number)

    def _password(self, session: int) -> bytes:
        raise NotImplementedError


class EmbeddedZooKeeper(ZooKeeperOfTest):
    """A sandbox as a process of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._secret = secrets.token_bytes(16)
        self._folder = new_folder()
        self._server = SandboxServer(self._folder, secret=self._secret)
        try:
            self._server.start()
        except BaseException:
            remove(self._folder)
            raise

    @property
    def hosts(self) -> str:
        """Return the connection string, `127.0.0.1:PORT`."""
        return self._server.hosts

    def freeze(self) -> None:
        """Stop the process: it answers nobody, and ends no session, until `wake()`."""
        self._server.signal(signal.SIGSTOP)

    def wake(self) -> None:
        """Let the frozen process go on. It reads what clients have sent meanwhile before it ends
        those whose time is over.
        """
        self._server.signal(signal.SIGCONT)

    def restart(self) -> None:
        """Start the server again on the same port. Persistent znodes stay; all sessions end."""
        self._server.restart()

    def close(self) -> None:
        """End it with all that `client()` has started, and remove its files."""
        if self._server.is_running:
            self.wake()
        super().close()
        self._server.stop()
        remove(self._folder)

    def _password(self, session: int) -> bytes:
        return password_of(session, self._secret)


class EmbeddedServers:
    """Embedded servers, each for one test: the next one starts while the test has its own."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="next-zookeeper")
        self._next = self._pool.submit(EmbeddedZooKeeper)

    def take(self) -> EmbeddedZooKeeper:
        """Return one that serves; who takes it closes it."""
        server = self._next.result()
        self._next = self._pool.submit(EmbeddedZooKeeper)
        return server

    def close(self) -> None:
        """End the one that nobody has taken; where it could not start, nobody misses it."""
        self._pool.shutdown()
        with contextlib.suppress(SetupError):
            self._next.result().close()


class ApacheEnsemble(ZooKeeperOfTest):
    """Three Apache servers, s1, s2 and s3. Raise SetupError where Java or ZooKeeper is missing."""

    def __init__(self) -> None:
        super().__init__()
        self._ensemble = Ensemble(find_classpath(), 3, java=find_java())
        self._ensemble.start()

    @property
    def hosts(self) -> str:
        """Return the connection string of all three."""
        return self._ensemble.hosts

    @property
    def servers(self) -> Mapping[str, str]:
        """Return the connection string of each server by its name."""
        return {name: server.hosts for name, server in self._ensemble.servers.items()}

    @property
    def leader(self) -> str:
        """Return the name of who leads the others. Raise LookupError where none does."""
        for name in self.servers:
            if self._mode(name) == "leader":
                return name
        raise LookupError("none of the servers leads the others now")

    def kill(self, server: str) -> None:
        """Kill a server, as when the machine loses power; its data stays for a restart."""
        self._named(server).kill()

    def freeze(self, server: str) -> None:
        """Stop a server's process, until `wake()`."""
        self._named(server).signal(signal.SIGSTOP)

    def wake(self, server: str) -> None:
        """Let a frozen server go on."""
        self._named(server).signal(signal.SIGCONT)

    def restart(self, server: str) -> None:
        """Start a server again on the same port, with its data. Wait until it serves, where enough
        others run; raise TimeoutError.
        """
        one = self._named(server)
        one.restart()
        deadline = time.monotonic() + SERVES_WITHIN
        while self._has_quorum() and not is_serving(one.port):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{server} runs, and does not serve after {SERVES_WITHIN:g} s")
            time.sleep(_LOOK_EVERY)

    def close(self) -> None:
        """End all of them, and what `client()` has started."""
        for name, server in self._ensemble.servers.items():
            if server.is_running:
                self.wake(name)
        super().close()
        self._ensemble.stop()

    def _named(self, name: str) -> ApacheServer:
        if name not in self._ensemble.servers:
            raise ValueError(f"there is no server {name!r}: there are {', '.join(self.servers)}")
        return self._ensemble.servers[name]

    def _has_quorum(self) -> bool:
        run = [one for one in self._ensemble.servers.values() if one.is_running]
        return 2 * len(run) > len(self.servers)

    def _mode(self, name: str) -> str | None:
        with contextlib.suppress(FourLetterError):
            said = ask("127.0.0.1", self._named(name).port, "srvr")
            return said.partition("\nMode: ")[2].partition("\n")[0]
        return None

    def _password(self, session: int) -> bytes:
        return apache_password(session)


def apache_password(session: int) -> bytes:
    """Return a session's password, as ZooKeeperServer.java draws it from a java.util.Random."""
    state = (session ^ 0xB3415C00 ^ 0x5DEECE66D) & _JAVA_MASK
    drawn = b""
    for _ in range(4):
        state = (state * 0x5DEECE66D + 0xB) & _JAVA_MASK
        drawn += (state >> 16).to_bytes(4, "little")
    return drawn


_JAVA_MASK = (1 << 48) - 1


def _has_connection(server: Address, identity: tuple[int, bytes]) -> bool:
    with contextlib.suppress(FourLetterError):
        return f"sid={session_hex(identity)}," in ask(*server, "cons")
    return False


def _take_over(server: Address, identity: tuple[int, bytes]) -> None:
    """Take a session over, for which the server closes its connection, and leave it."""
    with contextlib.closing(RawConnection.open(server, OPEN, ANSWERS_WITHIN)) as raw:
        raw.send(hello(ANSWERS_WITHIN, *identity))
        raw.welcome()
