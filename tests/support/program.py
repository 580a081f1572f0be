"""A program as a person starts it in a terminal: its lines are awaited, not slept for."""

from __future__ import annotations

import re
import signal
import subprocess
import threading
from collections.abc import Mapping
from typing import IO, Any

from tests.support.app import ROOT, clean_environment

WITHIN = 45.0


class Program:
    """A process whose lines are read as they come. `lines` and `errors` are without their ends."""

    def __init__(self, *command: str, env: Mapping[str, str] | None = None) -> None:
        self.process = self._start(command, clean_environment(env))
        self.lines: list[str] = []
        self.errors: list[str] = []
        self._changed = threading.Condition()
        self._open = 2
        self._readers = [
            threading.Thread(target=self._read, args=(pipe, into), daemon=True)
            for pipe, into in (
                (self.process.stdout, self.lines),
                (self.process.stderr, self.errors),
            )
        ]
        for reader in self._readers:
            reader.start()

    def _start(self, command: tuple[str, ...], environment: dict[str, str]) -> Any:
        """Start the process, and return it with pipes to its two outputs."""
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env={**environment, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=_heed_interrupts,
        )

    def await_line(self, pattern: str, times: int = 1) -> re.Match[str]:
        """Wait for the `times`-th line that `pattern` is found in; its match."""
        found: list[re.Match[str]] = []

        def is_there() -> bool:
            matches = (re.search(pattern, line) for line in self.lines)
            found[:] = [match for match in matches if match]
            return len(found) >= times or not self._open

        with self._changed:
            self._changed.wait_for(is_there, WITHIN)
        assert len(found) >= times, f"no {pattern!r} in\n{self.account()}"
        return found[times - 1]

    def account(self) -> str:
        """All that it has printed, for whoever reads a failure."""
        return "\n".join([*self.lines, "-- stderr:", *self.errors])

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def interrupt(self) -> None:
        """Ctrl-C."""
        self.signal(signal.SIGINT)

    def kill(self) -> None:
        """kill -9; waits for its end."""
        self.signal(signal.SIGKILL)
        self.wait()

    def wait(self) -> int:
        """Wait for its end, and for all its lines; the exit code."""
        code: int = self.process.wait(WITHIN)
        for reader in self._readers:
            reader.join(WITHIN)
        return code

    def close(self) -> None:
        """End it in any case."""
        if self.process.poll() is None:
            self.process.kill()
        self.wait()
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    def _read(self, pipe: IO[str] | None, into: list[str]) -> None:
        for line in pipe or ():
            with self._changed:
                into.append(line.rstrip("\n"))
                self._changed.notify_all()
        with self._changed:
            self._open -= 1
            self._changed.notify_all()


def _heed_interrupts() -> None:
    """Tests that a shell runs in its background ignore Ctrl-C, and what they start would too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
