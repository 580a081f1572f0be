"""The actions of consoles: open one, run lines in it, close it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Annotated, TypedDict

from ..actions.action import Action
from ..actions.fields import BOOLEAN, COUNT, TEXT, TEXTS, SessionTimeout, object_of
from ..actions.service import Context, Service
from ..actions.signature import Bounded
from ..errors import LimitReached, NotFound
from .events import ConsoleClosed
from .session import ConsoleSession

LIMIT = 8


_Line = Annotated[str, Bounded(maxLength=60_000, pattern="^[^\\u0000\\n\\r]*$", title="one line")]


class ConsoleOpened(TypedDict):
    console: str
    session: str | None
    prompt: str


class ConsoleAnswer(TypedDict):
    lines: list[str]
    prompt: str
    open: bool


class Consoles(Service):
    """The open consoles, each with a session of its own."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._lock = threading.Lock()
        self._open: dict[str, ConsoleSession] = {}
        self._opened = 0

    @Action(
        "POST", "/consoles", 201, "Open a console, with a session of its own",
        object_of(console=TEXT, session=TEXT, prompt=TEXT),
    )  # fmt: skip
    def open(self, session_timeout: SessionTimeout = 10.0, *, by: str) -> ConsoleOpened:
        """Open a console; return its name, session and prompt. session_timeout is in seconds."""
        self._require_connection()
        zookeeper = self._state["zookeeper"]
        hosts = f"{zookeeper['hosts']}{zookeeper['chroot']}"
        with self._lock:
            if len(self._open) >= LIMIT:
                raise LimitReached(f"{LIMIT} consoles are open, which is the limit: close one.")
            self._opened += 1
            console = ConsoleSession(
                f"k{self._opened}", hosts, session_timeout, self._journal, self._context.security
            )
            console.open(by)
            self._open[console.name] = console
        session = console.client_session.session
        return {"console": console.name, "session": session, "prompt": console.prompt}

    @Action(
        "POST", "/consoles/{console}/lines", 200, "Run a line as zkCli does",
        object_of(lines=TEXTS, prompt=TEXT, open=BOOLEAN),
    )  # fmt: skip
    def say(
        self,
        console: str,
        line: Annotated[_Line, "as it would be typed into zkCli.sh"],
        confirm: Annotated[
            str | None,
            Bounded(maxLength=40),
            "the token of a refusal with the code confirm, to confirm it",
        ] = None,
        *,
        by: str,
    ) -> ConsoleAnswer:
        """Run a line. Raise Conflict, code "confirm", for a line that would destroy or change more
        than one znode: `confirm` must be its token.
        """
        session = self._session(console)
        lines = session.say(line, confirm)
        if session.is_over:
            self.close_one(console, by=by)
        return {"lines": lines, "prompt": session.prompt, "open": not session.is_over}

    @Action(
        "GET", "/consoles/{console}/completions", 200, "Complete the last word",
        object_of(start=COUNT, words=TEXTS, more=BOOLEAN),
    )  # fmt: skip
    def complete(self, console: str, line: _Line = "") -> Mapping[str, object]:
        """Return what the last word of the line may become."""
        return self._session(console).complete(line)._asdict()

    @Action(
        "DELETE", "/consoles/{console}", 200, "Close a console, and end its session",
        object_of(console=TEXT, ephemerals=TEXTS), gives="ephemerals",
    )  # fmt: skip
    def close_one(self, console: str, *, by: str) -> list[str]:
        """End a console's session; return the ephemerals that go with it."""
        with self._lock:
            session = self._open.pop(console, None)
        if session is None:
            raise _none_such(console)
        gone = session.client_session.ephemerals
        session.close()
        self._journal.append(ConsoleClosed(console, by=by))
        return gone

    def close(self) -> None:
        """End all sessions, with the dashboard."""
        with self._lock:
            sessions, self._open = list(self._open.values()), {}
        for session in sessions:
            session.close()

    def _session(self, console: str) -> ConsoleSession:
        with self._lock:
            if console not in self._open:
                raise _none_such(console)
            return self._open[console]


def _none_such(name: str) -> NotFound:
    return NotFound(f"there is no console {name!r}", field="console")
