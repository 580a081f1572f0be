"""Apache ZooKeeper servers on loopback as children of ours: one alone, or an ensemble."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ...errors import SetupError
from ...system.folders import new_folder, remove
from ..children import PORT_TAKEN
from ..ports import free_ports
from .server import BIND_ERRORS, ApacheServer, is_serving

SIZES = (1, 3, 5)
# Per cent of the memory of this machine, or of its container, that all of them may take together.
# Java sees the limits of a container, and gives each at least 126 MB.
_HEAPS = 50
_TRIES = 4
_LOOK_EVERY = 0.03


class Ensemble:
    """`size` servers named s1, s2, …; `start()` returns when all of them serve.

    directory: where they keep their files, each of several in a directory of its name; None is a
    temporary one that `stop()` removes. say: hears in a line what is going on. start_within:
    seconds for all of them. A stopped or killed server keeps its ports and data.
    """

    def __init__(
        self,
        classpath: str,
        size: int,
        directory: Path | None = None,
        *,
        java: str | None = None,
        tick_ms: int = 200,
        start_within: float = 60.0,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._classpath, self._java, self._tick_ms = classpath, java, tick_ms
        self._start_within, self._say = start_within, say
        self._is_temporary = directory is None
        self._directory = directory
        self._names = [f"s{number}" for number in range(1, size + 1)]
        self.servers: dict[str, ApacheServer] = {}

    @property
    def hosts(self) -> str:
        """Return the connection string of all of them."""
        return ",".join(server.hosts for server in self.servers.values())

    def start(self) -> None:
        """Start them all, on other ports if one is taken; or end all and raise SetupError."""
        for attempt in range(1, _TRIES + 1):
            self.servers = self._create()
            try:
                self._start_all()
                return
            except BaseException as error:
                self._end_all()
                if attempt == _TRIES or not self._is_port_taken(error):
                    self.stop()
                    raise

    def stop(self) -> None:
        """End them all, whatever state they are in, and remove a temporary directory."""
        self._end_all()
        if self._is_temporary and self._directory is not None:
            remove(self._directory)
            self._directory = None

    def _create(self) -> dict[str, ApacheServer]:
        if self._directory is None:
            self._directory = new_folder()
        if len(self._names) == 1:
            return {"s1": self._server(self._directory, free_ports(1)[0], [], None)}
        ports = free_ports(3 * len(self._names))
        members = [
            f"server.{number}=127.0.0.1:{ports.pop()}:{ports.pop()}"
            for number in range(1, len(self._names) + 1)
        ]
        return {
            name: self._server(self._directory / name, ports.pop(), members, number)
            for number, name in enumerate(self._names, start=1)
        }

    def _server(
        self, directory: Path, port: int, members: list[str], number: int | None
    ) -> ApacheServer:
        return ApacheServer(
            self._classpath,
            directory,
            java=self._java,
            port=port,
            tick_ms=self._tick_ms,
            extra=members,
            server_id=number,
            serving=number is None,
            start_within=self._start_within,
            heap=f"-XX:MaxRAMPercentage={_HEAPS / len(self._names):.1f}",
        )

    def _start_all(self) -> None:
        began = time.monotonic()
        self._together(ApacheServer.start)
        waiting = dict(self.servers)
        while waiting:
            for name in [name for name, server in waiting.items() if is_serving(server.port)]:
                del waiting[name]
                self._say(f"  {name} is ready: {self.servers[name].hosts}")
            self._check(waiting, time.monotonic() - began)
            time.sleep(_LOOK_EVERY if waiting else 0)

    def _check(self, waiting: dict[str, ApacheServer], seconds: float) -> None:
        """Check that none has ended; one without its port for the others keeps trying."""
        for name, server in waiting.items():
            log = server.log_tail()
            if not server.is_running or any(words in log for words in BIND_ERRORS):
                raise SetupError(f"{name} of the ensemble did not start{server.last_words()}")
            if seconds > self._start_within:
                message = f"{name} did not serve within {self._start_within:g} s.\n{log}"
                raise SetupError(message)

    def _is_port_taken(self, error: BaseException) -> bool:
        if not isinstance(error, SetupError):
            return False
        return error.code == PORT_TAKEN or any(words in error.message for words in BIND_ERRORS)

    def _end_all(self) -> None:
        self._together(ApacheServer.stop)

    def _together(self, act: Callable[[ApacheServer], None]) -> None:
        """Do something to all at once; the first failure is raised when all are done."""
        with ThreadPoolExecutor(max(1, len(self.servers))) as pool:
            list(pool.map(act, self.servers.values()))
