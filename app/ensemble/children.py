"""Run servers as child processes of ours, which never outlive us."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from ..errors import Conflict, SetupError
from .ports import free_port

PORT_TAKEN = "port_taken"
_PORT_TRIES = 5
_KILL_AFTER = 3.0
_PR_SET_PDEATHSIG = 1
# The kernel sends the death signal when the *thread* that created the child ends, not the process:
# so one thread that lives as long as the interpreter starts every server.
_spawner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="spawner")
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


class ServerEnd(NamedTuple):
    """Why a server ended by itself, and what to do then, where that is known."""

    reason: str
    advice: str | None = None

    def __str__(self) -> str:
        return f"{self.reason}. {self.advice}" if self.advice else self.reason


class ChildServer:
    """A server on loopback, as a process of its own. port 0 takes a free one."""

    def __init__(self, port: int) -> None:
        self.port, self._chooses_port = port, port == 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def hosts(self) -> str:
        """Return the connection string, "127.0.0.1:PORT"."""
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        """Return the process id, or None while no server runs."""
        return self._process.pid if self._process is not None and self.is_running else None

    @property
    def is_running(self) -> bool:
        """Tell whether the process is alive (frozen counts as alive)."""
        return self._process is not None and self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """Return the code (or minus the signal) of a process that ended by itself, else None."""
        return None if self._process is None else self._process.poll()

    def explain_end(self) -> ServerEnd | None:
        """Return why the process ended by itself; None where nobody can say."""
        code = self.exit_code
        if code is None or code >= 0:
            return None
        sender = ", from a person or from a system out of memory" if code == -signal.SIGKILL else ""
        return ServerEnd(f"{signal.Signals(-code).name}{sender}")

    def start(self) -> None:
        """Start the server and wait until it serves. Raise SetupError with its last words."""
        for attempt in range(1, _PORT_TRIES + 1):
            if self._chooses_port and (attempt > 1 or self.port == 0):
                self.port = free_port()
            try:
                self._start_once()
                return
            except SetupError as error:
                is_taken = error.code == PORT_TAKEN
                if attempt == _PORT_TRIES or not (is_taken and self._chooses_port):
                    raise

    def _start_once(self) -> None:
        """Start it on its port. Raise SetupError, with the code PORT_TAKEN for another's port."""
        raise NotImplementedError

    def stop(self) -> None:
        """End the server (killed when it has not ended after three seconds) and reap it."""
        self._end()

    def restart(self) -> None:
        """Start again with the same port and data, after ending the process if it runs."""
        self._end()
        self._start_once()

    def kill(self) -> None:
        """Send SIGKILL, as when the machine loses power; its data stays for a restart."""
        if self._process is not None:
            self._process.kill()
            self._reap(self._process)

    def signal(self, number: signal.Signals) -> None:
        """Send its process a signal: SIGSTOP freezes it, SIGCONT wakes it. Raise Conflict."""
        if self.pid is None:
            raise Conflict("its process has just ended", field="action")
        os.kill(self.pid, number)

    def _end(self) -> None:
        """Send SIGTERM, and SIGKILL where the process has not ended after three seconds."""
        if self._process is not None:
            self._process.terminate()
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGCONT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_KILL_AFTER)
            self._process.kill()
            self._reap(self._process)

    def _launch(self, command: Sequence[str], **streams: Any) -> subprocess.Popen[bytes]:
        """Run a command as this server's process. Raise OSError."""
        self._process = _spawner.submit(_spawn, command, streams).result()
        return self._process

    def _reap(self, process: subprocess.Popen[bytes]) -> None:
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
        self._process = None


def _spawn(command: Sequence[str], streams: dict[str, Any]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=_die_with_parent,
        **streams,
    )


def _die_with_parent() -> None:
    """Ask the kernel, first thing in the child, to be killed together with the dashboard."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
