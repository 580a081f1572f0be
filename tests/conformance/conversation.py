"""A program that is talked to in lines."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
from collections.abc import Sequence
from typing import IO

from tests.conformance.tally import count

WITHIN = 60.0


class Conversation:
    """A process of its own with its input and output as lines; it ends with the block.

    What it writes to stderr is taken with the rest, in the order in which it comes.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Conversation:
        return self

    def __exit__(self, *_raised: object) -> None:
        """A script's end is not the end of the Java that it started: the whole group ends."""
        self.kill()
        self._reader.join(WITHIN)
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(BrokenPipeError):
                _there(pipe).close()

    def kill(self) -> None:
        """SIGKILL to the process and to all that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def say(self, *lines: str) -> None:
        """Write lines to its input."""
        pipe = _there(self.process.stdin)
        pipe.write("".join(f"{line}\n" for line in lines))
        pipe.flush()

    def next_line(self, awaited: str) -> str:
        """The next line it writes. Raises AssertionError that says what was `awaited`."""
        try:
            line = self._lines.get(timeout=WITHIN)
        except queue.Empty:
            raise AssertionError(f"nothing more came while waiting for\n{awaited}") from None
        assert line is not None, f"it ended while waiting for\n{awaited}"
        return line

    def await_line(self, awaited: str) -> None:
        """Wait until it writes this line, past all others."""
        came: list[str] = []
        while (line := self.next_line(f"{awaited!r} after {came}")) != awaited:
            came.append(line)
        count()

    def await_word(self, awaited: str) -> str:
        """Wait until it writes a line that begins with this word, past all others; what follows."""
        word = rest = ""
        while word != awaited:
            word, _, rest = self.next_line(awaited).partition(" ")
        count()
        return rest

    def _read(self) -> None:
        for line in _there(self.process.stdout):
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)


def _there(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe
