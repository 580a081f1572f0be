"""Run one sandbox as a child process of ours, which never outlives us."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from errno import EADDRINUSE
from multiprocessing.connection import wait
from pathlib import Path
from typing import IO

from ..errors import SetupError
from ..sandbox.versions import STABLE
from ..version import PACKAGE
from .children import PORT_TAKEN, ChildServer, ServerEnd

_ROOT = Path(__file__).resolve().parents[2]
_LONGEST_LINE = 500


class SandboxServer(ChildServer):
    """A private sandbox on loopback; `start()` returns when it serves.

    directory: where it keeps its znodes; None keeps them in memory, for as long as it runs. Its
    zxids, and with them the epochs of leaders, still grow over every start. port 0 takes a free
    one, and the same one again on a restart. tick_ms 200 allows session timeouts from 400 ms on.
    version: the Apache release that it speaks as, or a branch. secret: 16 bytes of which it makes
    the passwords of sessions (see `password_of`).
    """

    def __init__(
        self,
        directory: Path | None = None,
        *,
        port: int = 0,
        tick_ms: int = 200,
        superuser: str | None = None,
        version: str = STABLE,
        secret: bytes | None = None,
        start_within: float = 60.0,
    ) -> None:
        super().__init__(port)
        self.directory, self.tick_ms = directory, tick_ms
        self.superuser, self.version, self.start_within = superuser, version, start_within
        self.secret = secret
        self._complaints: IO[bytes] | None = None
        self._lives = 0

    @property
    def complaint(self) -> str:
        """Return why it ended by itself, in its own words: its last line to stderr."""
        if self._complaints is None:
            return ""
        self._complaints.seek(0)
        lines = self._complaints.read().decode(errors="replace").strip().splitlines()
        return lines[-1].removeprefix("handoff sandbox: ") if lines else ""

    def explain_end(self) -> ServerEnd | None:
        """Explain the end in its own words, if it left any."""
        return ServerEnd(self.complaint) if self.complaint else super().explain_end()

    def _start_once(self) -> None:
        command, self._lives = self._command(), self._lives + 1
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 (_reap closes it)
        streams = {"stdout": subprocess.PIPE, "stderr": self._complaints, "cwd": _ROOT}
        try:
            self._await_serving(self._launch(command, **streams))
        except BaseException:
            self.kill()
            raise

    def _reap(self, process: subprocess.Popen[bytes]) -> None:
        super()._reap(process)
        if self._complaints is not None:
            self._complaints.close()
            self._complaints = None

    def _command(self) -> list[str]:
        command = [sys.executable, "-m", PACKAGE, "sandbox", "--port", str(self.port)]
        command += ["--tick-ms", str(self.tick_ms), "--life", str(self._lives)]
        command += ["--as", self.version]
        if self.directory is not None:
            command += ["--data", str(self.directory.resolve())]
        if self.superuser is not None:
            command += ["--superuser", self.superuser]
        if self.secret is not None:
            command += ["--secret", self.secret.hex()]
        return command

    def _await_serving(self, process: subprocess.Popen[bytes]) -> None:
        """Read its first line, which comes when the server serves."""
        line = _first_line(process, time.monotonic() + self.start_within)
        if line.endswith(b"\n"):
            return
        if process.poll() is None:
            raise SetupError(f"The sandbox did not serve within {self.start_within:g} s.")
        is_taken = os.strerror(EADDRINUSE).lower() in self.complaint
        message = self.complaint or f"The sandbox ended ({process.returncode})."
        raise SetupError(message, code=PORT_TAKEN if is_taken else None)


def _first_line(process: subprocess.Popen[bytes], deadline: float) -> bytes:
    """Return the first line of its output; less if it ended, or was too slow."""
    assert process.stdout is not None
    line = b""
    while not line.endswith(b"\n") and len(line) < _LONGEST_LINE:
        left = max(0.0, deadline - time.monotonic())
        if not wait([process.stdout.fileno()], left):
            break
        part = os.read(process.stdout.fileno(), _LONGEST_LINE)
        if not part:
            process.wait()
            break
        line += part
    return line
