"""What a person can do with consoles: open one, say lines in it, close it."""

from __future__ import annotations

import threading
from typing import Any

from app.console.completion import Completion
from app.control.dialogue import Dialogue
from app.control.part import Part, Rooms
from app.errors import BadRequest, LimitReached, NotFound

LIMIT = 8


class Consoles(Part):
    """The open consoles, each with a session of its own."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(rooms)
        self._lock = threading.Lock()
        self._open: dict[str, Dialogue] = {}
        self._opened = 0

    def open(self, session_timeout: float, by: str) -> dict[str, Any]:
        """Open one: its name, its session, its prompt. session_timeout is in seconds."""
        self._require_connection()
        zookeeper = self._state["zookeeper"]
        hosts = f"{zookeeper['hosts']}{zookeeper['chroot']}"
        with self._lock:
            if len(self._open) >= LIMIT:
                raise LimitReached(f"{LIMIT} consoles are open, and no more may be: close one.")
            self._opened += 1
            console = Dialogue(
                f"k{self._opened}", hosts, session_timeout, self._journal, self._rooms.security
            )
            console.open(by)
            self._open[console.name] = console
        return {"console": console.name, "session": console.session, "prompt": console.prompt}

    def say(self, name: str, line: str, confirmed: str | None, by: str) -> dict[str, Any]:
        """Run a line. Raises Conflict, code "confirm", for one that would destroy or change more
        than one znode: `confirmed` must be its token.
        """
        if not line.isprintable() and set(line) & set("\n\r\0"):
            raise BadRequest("one line at a time, please", field="line")
        console = self._console(name)
        lines = console.say(line, confirmed)
        if console.is_over:
            self.close_one(name, by)
        return {"lines": lines, "prompt": console.prompt, "open": not console.is_over}

    def complete(self, name: str, line: str) -> Completion:
        """What the last word of the line may become."""
        return self._console(name).complete(line)

    def close_one(self, name: str, by: str) -> list[str]:
        """End its session; returns the ephemerals that go with it."""
        with self._lock:
            console = self._open.pop(name, None)
        if console is None:
            raise _none_such(name)
        gone = console.ephemerals
        console.close()
        self._journal.append("console.closed", name, {"by": by})
        return gone

    def close(self) -> None:
        """With the dashboard."""
        with self._lock:
            consoles, self._open = list(self._open.values()), {}
        for console in consoles:
            console.close()

    def _console(self, name: str) -> Dialogue:
        with self._lock:
            if name not in self._open:
                raise _none_such(name)
            return self._open[name]


def _none_such(name: str) -> NotFound:
    return NotFound(f"there is no console {name!r}", field="console")
