"""Tells people how far a long run is: on a terminal in one line that is rewritten, elsewhere in a
line each minute.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

EVERY = 60.0
"""Seconds between two lines where there is no terminal."""
REWRITTEN_EVERY = 0.2
CLEARED = "\r\033[K"


class Progress:
    """Writes lines to people, not too often. It stays apart from what the run has to say."""

    def __init__(
        self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream or sys.stderr
        self._clock = clock
        self._is_terminal = self._stream.isatty()
        self._every = REWRITTEN_EVERY if self._is_terminal else EVERY
        self._began_at = clock()
        self._next_at = self._began_at + (0.0 if self._is_terminal else EVERY)

    @property
    def seconds(self) -> float:
        """How long it has gone on."""
        return self._clock() - self._began_at

    def played(self, done: int, total: int, failed: int) -> None:
        """Tell how many schedules are played, and when all will be."""
        a_second = done / max(self.seconds, 1e-3)
        left = f", {_in_words((total - done) / a_second)} left" if done else ""
        self.say(f"{done:,} of {total:,} schedules, {a_second:.0f} a second, {failed} failed{left}")

    def say(self, line: str) -> None:
        """Show a line, unless the last one is too fresh."""
        now = self._clock()
        if now < self._next_at:
            return
        self._next_at = now + self._every
        shown = f"{CLEARED}{line}" if self._is_terminal else f"{line}\n"
        self._stream.write(shown)
        self._stream.flush()

    def note(self, line: str) -> None:
        """Show a line at once, which stays."""
        self.clear()
        self._stream.write(f"{line}\n")
        self._stream.flush()

    def clear(self) -> None:
        """Make room for what is printed next."""
        if self._is_terminal:
            self._stream.write(CLEARED)
            self._stream.flush()


def _in_words(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
