"""Servers as child processes of ours, which never outlive us."""

from __future__ import annotations

import contextlib
import ctypes
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

_KILL_AFTER = 3.0
_PR_SET_PDEATHSIG = 1
# The kernel sends the death signal when the *thread* that made the child ends, not the process:
# so one thread that lives as long as the interpreter starts every server.
_spawner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="spawner")
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


class End(NamedTuple):
    """Why a server ended by itself, and what to do then, where that is known."""

    reason: str
    advice: str | None = None

    def __str__(self) -> str:
        return f"{self.reason}. {self.advice}" if self.advice else self.reason


class ChildServer:
    """A server on loopback, as a process of its own."""

    def __init__(self, port: int) -> None:
        self.port = port
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
    def exit_code(self) -> int | None:
        """With which code it ended by itself (below zero: the signal); None while it runs, and
        where it was ended by us.
        """
        return None if self._process is None else self._process.poll()

    def explain_end(self) -> End | None:
        """Why it ended by itself; None where nobody can say."""
        code = self.exit_code
        if code is None or code >= 0:
            return None
        sender = ", of somebody or of a system out of memory" if code == -signal.SIGKILL else ""
        return End(f"{signal.Signals(-code).name}{sender}")

    def kill(self) -> None:
        """SIGKILL, as when the machine loses power; what it kept stays for a restart."""
        if self._process is not None:
            self._process.kill()
            self._reap(self._process)

    def _end(self) -> None:
        """SIGTERM, and SIGKILL where it has not ended after three seconds."""
        if self._process is not None:
            self._process.terminate()
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGCONT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_KILL_AFTER)
            self._process.kill()
            self._reap(self._process)

    def _launch(self, command: Sequence[str], **streams: Any) -> subprocess.Popen[bytes]:
        """Run a command as this server's process. Raises OSError."""
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
    """Runs in the child before anything else: a killed dashboard would leave it behind."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
