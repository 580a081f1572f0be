"""One Apache ZooKeeper server as a child process of ours, which never outlives us."""

from __future__ import annotations

import contextlib
import os
import shlex
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from app.apache.configuration import write_configuration
from app.apache.endings import explain
from app.apache.locate import find_java
from app.children import ChildServer, End
from app.errors import SetupError
from app.folders import new_folder, remove
from app.ports import free_port

# The collector with the fewest threads; with it and a bounded heap it serves after some 0.4 s. The
# quick compiler alone (TieredStopAtLevel=1) is slower under load. What `JVMFLAGS` says in the
# environment comes after these, as in ZooKeeper's own scripts. Without memory a server would go on
# as a process of which every thread has ended.
JVM_FLAGS = ("-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError")
_MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain"
_PORT_TRIES = 5
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
        start_within: float = 30.0,
        heap: str = "-Xmx512m",
    ) -> None:
        super().__init__(port)
        self.classpath, self.tick_ms = classpath, tick_ms
        self.extra, self.server_id, self.serving = tuple(extra), server_id, serving
        self.start_within, self.heap = start_within, heap
        self.java = java
        self._port_is_ours_to_choose = port == 0
        self._is_temporary = directory is None
        self._directory = directory
        self._logged_before = 0

    @property
    def directory(self) -> Path:
        """Where this server keeps its files; made when first asked for."""
        if self._directory is None:
            self._directory = new_folder()
        self._directory.mkdir(parents=True, exist_ok=True)
        return self._directory

    def start(self) -> None:
        """Start the server and wait until it serves. Raises SetupError with the tail of its log."""
        for attempt in range(1, _PORT_TRIES + 1):
            if self._port_is_ours_to_choose and (attempt > 1 or self.port == 0):
                self.port = free_port()
            try:
                self._start_once()
                return
            except _PortTaken:
                if attempt == _PORT_TRIES or not self._port_is_ours_to_choose:
                    raise

    def stop(self) -> None:
        """End the server (killed when it has not ended after three seconds) and reap it."""
        self._end()
        if self._is_temporary and self._directory is not None:
            remove(self._directory)
            self._directory = None

    def restart(self) -> None:
        """Start again with the same port and data, after ending the process if it runs."""
        self._end()
        self._start_once()

    def _start_once(self) -> None:
        _refuse_taken(self.port)
        settings = write_configuration(
            self.directory, self.port, self.tick_ms, self.extra, self.server_id
        )
        self._logged_before = _size_of(self.directory / "zookeeper.log")
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
            f"{self.directory}{os.pathsep}{self.classpath}",
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
        if "BindException" in tail or "Address already in use" in tail:
            raise _PortTaken(self.port)
        raise SetupError(f"ZooKeeper ended as it started (exit code {code}){self.last_words()}")

    def last_words(self) -> str:
        """The end of a sentence that says that it ended: why, and what to do; then its log."""
        end = self.explain_end()
        return f"{f': {end}' if end else ''}.\n{self.log_tail()}"

    def explain_end(self) -> End | None:
        """By its signal, or by its log since its last start."""
        log = "\n".join(self._logged())
        return super().explain_end() or explain(log, self.directory / "data")

    def log_tail(self) -> str:
        """The last lines of its output and its log since its last start, without the inner lines
        of stack traces.
        """
        lines = [line for line in self._logged() if not line.startswith("\tat ")]
        return "\n".join(lines[-_LOG_TAIL:])

    def _logged(self) -> list[str]:
        """The lines of its output, then those of its log."""
        lines: list[str] = []
        for name, start in (("console.log", 0), ("zookeeper.log", self._logged_before)):
            with contextlib.suppress(OSError):
                text = (self.directory / name).read_bytes()[start:][-_LOG_READ:]
                lines += text.decode(errors="replace").splitlines()
        return lines


class _PortTaken(SetupError):
    """Somebody else listens on the port; where it was ours to choose, another one is tried."""

    default_code = "port_taken"

    def __init__(self, port: int) -> None:
        super().__init__(f"ZooKeeper cannot listen on port {port}: it is taken.", field="port")


def _size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _flags() -> list[str]:
    try:
        return shlex.split(os.environ.get("JVMFLAGS", ""))
    except ValueError as error:
        raise SetupError(f"JVMFLAGS in the environment makes no sense: {error}") from None


def _refuse_taken(port: int) -> None:
    """A stranger on the port would answer in our server's stead: look before starting it."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            raise _PortTaken(port) from None


def is_serving(port: int) -> bool:
    """Whether a server on loopback answers `srvr` with its version (it refuses while it starts)."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(b"srvr")
            return connection.recv(64).startswith(b"Zookeeper version")
    except OSError:
        return False
