"""Run one Apache ZooKeeper server as a child process of ours, which never outlives us."""

from __future__ import annotations

import contextlib
import os
import shlex
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from ...errors import SetupError
from ...system.folders import new_folder, remove
from ..children import PORT_TAKEN, ChildServer, ServerEnd
from .configuration import write_configuration
from .endings import explain
from .locate import find_java

# The collector with the fewest threads; with it and a bounded heap it serves after about 0.4 s. The
# quick compiler alone (TieredStopAtLevel=1) is slower under load. What `JVMFLAGS` says in the
# environment comes after these, as in ZooKeeper's own scripts. Without memory a server would go on
# as a process of which every thread has ended.
JVM_FLAGS = ("-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError")
_MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain"
BIND_ERRORS = ("BindException", "Address already in use")
_LOG_TAIL = 12
_LOG_READ = 1 << 16


class ApacheServer(ChildServer):
    """A private server on loopback; `start()` returns when it serves.

    directory: where zoo.cfg, data and log are kept; None is a temporary one that `stop()` removes.
    port 0 takes a free one. tick_ms 200 allows session timeouts from 400 ms on. extra: further
    lines of zoo.cfg; server_id: its number in an ensemble. serving False returns from `start()`
    as soon as the process runs (a member of an ensemble waits for the others). heap: Java's flag
    for the most that its heap may take.
    """

    def __init__(
        self,
        classpath: str,
        directory: Path | None = None,
        *,
        java: str | None = None,
        port: int = 0,
        tick_ms: int = 200,
        extra: Sequence[str] = (),
        server_id: int | None = None,
        serving: bool = True,
        start_within: float = 60.0,
        heap: str = "-Xmx512m",
    ) -> None:
        super().__init__(port)
        self.classpath, self.tick_ms = classpath, tick_ms
        self.extra, self.server_id, self.serving = tuple(extra), server_id, serving
        self.start_within, self.heap = start_within, heap
        self.java = java
        self._is_temporary = directory is None
        self._directory = directory
        self._logged_before = 0

    @property
    def directory(self) -> Path:
        """Return where this server keeps its files; created when first asked for."""
        if self._directory is None:
            self._directory = new_folder()
        self._directory.mkdir(parents=True, exist_ok=True)
        return self._directory

    def stop(self) -> None:
        """End the server as any child, and remove a temporary directory."""
        super().stop()
        if self._is_temporary and self._directory is not None:
            remove(self._directory)
            self._directory = None

    def _start_once(self) -> None:
        _refuse_taken(self.port)
        settings = write_configuration(
            self.directory, self.port, self.tick_ms, self.extra, self.server_id
        )
        log = self.directory / "zookeeper.log"
        self._logged_before = log.stat().st_size if log.exists() else 0
        process = self._run(settings)
        try:
            if self.serving:
                self._await_serving(process)
        except BaseException:
            self.kill()
            raise

    def _run(self, settings: Path) -> subprocess.Popen[bytes]:
        command = [
            self.java or find_java(),
            *JVM_FLAGS,
            self.heap,
            *_flags(),
            "-cp",
            f"{self.classpath}{os.pathsep}{self.directory}",
            f"-Dzookeeper.log.dir={self.directory}",
            _MAIN,
            str(settings),
        ]
        with open(self.directory / "console.log", "wb") as console:
            try:
                return self._launch(
                    command, stdout=console, stderr=subprocess.STDOUT, cwd=self.directory
                )
            except OSError as error:
                raise SetupError(f"{command[0]} cannot be run: {error.strerror}") from error

    def _await_serving(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + self.start_within
        while not is_serving(self.port):
            if process.poll() is not None:
                self._explain_death(process.returncode)
            if time.monotonic() > deadline:
                raise SetupError(
                    f"ZooKeeper did not serve within {self.start_within:g} s.\n{self.log_tail()}"
                )
            time.sleep(0.03)

    def _explain_death(self, code: int) -> None:
        tail = self.log_tail()
        if any(words in tail for words in BIND_ERRORS):
            raise _port_taken(self.port)
        raise SetupError(f"ZooKeeper ended as it started (exit code {code}){self.last_words()}")

    def last_words(self) -> str:
        """Return the end of a sentence about its end: why, what to do; then its log."""
        end = self.explain_end()
        return f"{f': {end}' if end else ''}.\n{self.log_tail()}"

    def explain_end(self) -> ServerEnd | None:
        """Explain the end by its signal, or by its log since its last start."""
        log = "\n".join(self._logged())
        return super().explain_end() or explain(log, self.directory / "data")

    def log_tail(self) -> str:
        """Return the last lines of output and log since the start, without inner stack lines."""
        lines = [line for line in self._logged() if not line.startswith("\tat ")]
        return "\n".join(lines[-_LOG_TAIL:])

    def _logged(self) -> list[str]:
        """Return the lines of its output, then those of its log."""
        lines: list[str] = []
        for name, start in (("console.log", 0), ("zookeeper.log", self._logged_before)):
            with contextlib.suppress(OSError):
                text = (self.directory / name).read_bytes()[start:][-_LOG_READ:]
                lines += text.decode(errors="replace").splitlines()
        return lines


def _port_taken(port: int) -> SetupError:
    message = f"ZooKeeper cannot listen on port {port}: it is taken."
    return SetupError(message, code=PORT_TAKEN, field="port")


def _flags() -> list[str]:
    try:
        return shlex.split(os.environ.get("JVMFLAGS", ""))
    except ValueError as error:
        raise SetupError(f"JVMFLAGS in the environment cannot be parsed: {error}") from None


def _refuse_taken(port: int) -> None:
    """Refuse a taken port before the start: a stranger on it would answer in our server's place."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            raise _port_taken(port) from None


def is_serving(port: int) -> bool:
    """Tell whether a server on loopback answers `srvr`, which it refuses while it starts."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(b"srvr")
            return connection.recv(64).startswith(b"Zookeeper version")
    except OSError:
        return False
