"""One Apache ZooKeeper server as a child process of ours, which never outlives us."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from app.apache.configuration import write_configuration
from app.apache.locate import find_java
from app.errors import SetupError

# A bounded heap and the collector with the fewest threads; it serves after some 0.4 s. The quick
# compiler alone (TieredStopAtLevel=1) starts no sooner and is slower under load.
JVM_FLAGS = ("-Xmx512m", "-XX:+UseSerialGC")
_MAIN = "org.apache.zookeeper.server.quorum.QuorumPeerMain"
_PORT_TRIES = 5
_KILL_AFTER = 3.0
_LOG_TAIL = 12
_PR_SET_PDEATHSIG = 1
# The kernel sends the death signal when the *thread* that made the child ends, not the process:
# so one thread that lives as long as the interpreter starts every server.
_spawner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="apache-spawner")
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


class ApacheServer:
    """A private server on loopback; `start()` returns when it serves.

    directory: where zoo.cfg, data and log are kept; None is a temporary one that `stop()` removes.
    port 0 takes a free one. tick_ms 200 allows session timeouts from 400 ms on. extra: further
    lines of zoo.cfg; server_id: its number in an ensemble. serving False returns from `start()`
    as soon as the process runs (a member of an ensemble waits for the others).
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
    ) -> None:
        self.classpath, self.port, self.tick_ms = classpath, port, tick_ms
        self.extra, self.server_id, self.serving = tuple(extra), server_id, serving
        self.start_within = start_within
        self._java = java
        self._port_is_ours_to_choose = port == 0
        self._is_temporary = directory is None
        self._directory = directory
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def hosts(self) -> str:
        """The connection string, "127.0.0.1:PORT"."""
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        """The process id, or None while no server runs."""
        return self._process.pid if self._process is not None and self.is_running else None

    @property
    def is_running(self) -> bool:
        """Whether the process is alive (frozen counts as alive)."""
        return self._process is not None and self._process.poll() is None

    @property
    def directory(self) -> Path:
        """Where this server keeps its files; made when first asked for."""
        if self._directory is None:
            self._directory = Path(tempfile.mkdtemp(prefix="handoff-zookeeper-"))
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
        if self._process is not None:
            _terminate(self._process)
            self._process = None
        if self._is_temporary and self._directory is not None:
            shutil.rmtree(self._directory, ignore_errors=True)
            self._directory = None

    def kill(self) -> None:
        """SIGKILL, as when the machine loses power; the data stays for `restart()`."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Start again with the same port and data, after ending the process if it runs."""
        if self._process is not None:
            _terminate(self._process)
            self._process = None
        self._start_once()

    def _start_once(self) -> None:
        _refuse_taken(self.port)
        settings = write_configuration(
            self.directory, self.port, self.tick_ms, self.extra, self.server_id
        )
        self._process = _spawner.submit(self._spawn, settings).result()
        try:
            if self.serving:
                self._await_serving(self._process)
        except BaseException:
            self.kill()
            raise

    def _spawn(self, settings: Path) -> subprocess.Popen[bytes]:
        command = [
            self._java or find_java(),
            *JVM_FLAGS,
            "-cp",
            f"{self.directory}{os.pathsep}{self.classpath}",
            f"-Dzookeeper.log.dir={self.directory}",
            _MAIN,
            str(settings),
        ]
        with open(self.directory / "console.log", "wb") as console:
            try:
                return subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=console,
                    stderr=subprocess.STDOUT,
                    cwd=self.directory,
                    start_new_session=True,
                    preexec_fn=_die_with_parent,
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
                    f"ZooKeeper did not serve within {self.start_within:g} s.\n{self._log_tail()}"
                )
            time.sleep(0.03)

    def _explain_death(self, code: int) -> None:
        tail = self._log_tail()
        if "BindException" in tail or "Address already in use" in tail:
            raise _PortTaken(self.port)
        if "UnsupportedClassVersionError" in tail:
            raise SetupError(f"This Java is too old for this ZooKeeper.\n{tail}", code="old_java")
        raise SetupError(f"ZooKeeper ended as it started (exit code {code}).\n{tail}")

    def _log_tail(self) -> str:
        lines: list[str] = []
        for name in ("console.log", "zookeeper.log"):
            with contextlib.suppress(OSError):
                text = (self.directory / name).read_text(errors="replace")
                lines += [line for line in text.splitlines() if not line.startswith("\tat ")]
        return "\n".join(lines[-_LOG_TAIL:])


class _PortTaken(SetupError):
    """Somebody else listens on the port; where it was ours to choose, another one is tried."""

    default_code = "port_taken"

    def __init__(self, port: int) -> None:
        super().__init__(f"ZooKeeper cannot listen on port {port}: it is taken.", field="port")


def free_port() -> int:
    """A loopback port that nobody listens on now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


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


def _terminate(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGCONT)
    try:
        process.wait(_KILL_AFTER)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _die_with_parent() -> None:
    """Runs in the child before java: without it, a killed dashboard leaves a server behind."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
