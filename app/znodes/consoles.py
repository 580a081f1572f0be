"""The consoles: each with its session, its lines one after another, and what comes by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Annotated, Any, TypedDict, TypeVar

from ..actions.action import Action
from ..actions.fields import BOOLEAN, COUNT, TEXT, TEXTS, SessionTimeout, object_of
from ..actions.rights import CONSOLE
from ..actions.service import Context, Service
from ..actions.signature import Bounded
from ..errors import Conflict, LimitReached, NotFound, ZooKeeperUnavailable
from ..journal.journal import Journal
from ..zookeeper import operations as o
from ..zookeeper.client_session import ClientSession
from ..zookeeper.security import Security
from ..zookeeper.subtree import Subtree
from .console.console import Completion, Console, complete, told, without_secrets
from .console.requests import (
    Ask,
    Connect,
    ConsoleLeave,
    ConsoleRefused,
    ConsoleUnanswered,
    DeleteTogether,
    Sure,
    Unsure,
)
from .console_client import ConsoleClient
from .consoles_model import ConsoleTold, Output
from .events import (
    ConsoleBegan,
    ConsoleClosed,
    ConsoleHeard,
    ConsoleSaid,
    ConsoleSessionChanged,
    DeletedZnode,
)
from .workbench.removal import delete_as_seen
from .workbench.sight import Sight, digest_of, sight_in

LIMIT = 8
KEPT_LINES, KEPT_CHARACTERS = 400, 20_000
"""The most of one entry that the journal gets."""

KEPT_EVENTS = 12
_TELLING_EVERY = 0.15
"""Seconds. A watch on a busy tree fires a thousand times a second; more of them are counted."""

_BUSY = 15.0
_LINES_OF_EVENT = len(told("", "", None))
Result = TypeVar("Result")


class ConsoleSession:
    """A console with a session of its own, which `is_over` once somebody has left it. hosts: with
    the chroot. session_timeout: seconds. Any thread may call.
    """

    def __init__(
        self,
        name: str,
        hosts: str,
        session_timeout: float,
        journal: Journal,
        security: Security,
    ) -> None:
        self.name, self._hosts, self._timeout = name, hosts, session_timeout
        self._security = security
        self._journal, self._console = journal, Console(hosts)
        self._turn, self._telling = threading.Lock(), threading.RLock()
        self._told: list[str] = []
        self._deleted: list[DeletedZnode] = []
        self._is_speaking, self._is_waiting, self.is_over = True, False, False
        self._shown: ConsoleTold | None = None
        self._session = self._new_session()
        self._sure: dict[str, Sight] = {}

    @property
    def client_session(self) -> ClientSession:
        """Return the session of its commands."""
        return self._session.client_session

    @property
    def prompt(self) -> str:
        """Return the prompt of the next line."""
        return self._console.prompt(self._session.word)

    def open(self, by: str) -> None:
        """Begin its session. Raise ZooKeeperUnavailable."""
        self._session.open()
        with self._telling:
            self._shown = self._described()
            began = ConsoleBegan(self.name, **self._shown, hosts=self._hosts, by=by)
            self._journal.append(began)
        self._fall_silent()

    def close(self) -> None:
        """End its session, and with it its ephemerals."""
        self.is_over = True
        self._session.close()

    def say(self, line: str, confirmed: str | None) -> list[str]:
        """Run a line, and return what it prints. confirmed: the token of a refusal.

        Raise Conflict if the line has to be confirmed, or another one is still running.
        """
        if not self._turn.acquire(timeout=_BUSY):
            raise Conflict("The previous line is still running.", code="busy")
        self._is_speaking = True
        try:
            prompt = self.prompt
            try:
                output = self._answered(self._console.run(line), confirmed)
            except Conflict:
                self._console.take_back()
                raise
            self._session.settle()
            deleted, self._deleted = self._deleted, []
            said = ConsoleSaid(
                self.name,
                prompt=prompt,
                typed=without_secrets(line),
                **_kept(output),
                deleted=deleted or None,
            )
            self._journal.append(said)
            self._show()
            return output
        finally:
            self._fall_silent()
            self._turn.release()

    def complete(self, line: str) -> Completion:
        """Return what the last word of the line may become."""
        return self._answered(complete(line))

    def _answered(self, talk: Generator[Ask, Any, Result], confirmed: str | None = None) -> Result:
        """Give a dialogue its answers, and return its result."""
        step: Callable[[Any], Ask] = talk.send
        given: Any = None
        while True:
            try:
                ask = step(given)
            except StopIteration as end:
                result: Result = end.value
                return result
            except Unsure as unsure:
                raise unsure.args[0] from None
            step, given = talk.send, None
            try:
                given = self._answer(ask, confirmed)
            except (ConsoleRefused, ConsoleUnanswered, Unsure) as error:
                step, given = talk.throw, error

    def _answer(self, ask: Ask, confirmed: str | None) -> Any:
        if isinstance(ask, Sure):
            subtree = Subtree(self.client_session.client)
            found = self._session.in_words(lambda: list(subtree.look(ask.znodes)), ask.path)
            pairs = zip(ask.znodes, found, strict=True)
            self._sure = {path: sight_in(one) for path, one in pairs}
            _require_sure(ask, self._sure, confirmed)
        elif isinstance(ask, DeleteTogether):
            self._session.in_words(lambda: self._delete(ask), ask.paths[-1])
        elif isinstance(ask, Connect):
            self._connect()
        elif isinstance(ask, ConsoleLeave):
            self.close()
        else:
            answered = self._session.answer(ask)
            if isinstance(ask, o.Delete):
                self._deleted = [{"path": ask.path, "zxid": answered}]
            return answered
        return None

    def _delete(self, ask: DeleteTogether) -> None:
        """Delete these as they were when the person was sure, and keep the root, the last to go.
        Raise ConsoleUnanswered with what has changed since.
        """
        try:
            znodes = [(path, self._sure[path]) for path in ask.paths]
            delete_as_seen(self.client_session, znodes)
        except Conflict as refusal:
            raise ConsoleUnanswered(refusal.message) from refusal
        self._deleted = [{"path": ask.paths[-1], "zxid": None}]

    def _connect(self) -> None:
        self._session.close()
        self._session = self._new_session()
        try:
            self._session.open()
        except ZooKeeperUnavailable as error:
            raise ConsoleUnanswered(error.message) from error

    def _new_session(self) -> ConsoleClient:
        return ConsoleClient(self._hosts, self._security, self._timeout, self._hear, self._show)

    # What the journal gets.

    def _hear(self, state: str, event: str, path: str | None) -> None:
        """Hear that a watch has fired, or that the connection has changed."""
        if not self._console.prints_watches:
            return
        with self._telling:
            self._told.extend(told(state, event, path))
            if not (self._is_speaking or self._is_waiting):
                self._is_waiting = True
                timer = threading.Timer(_TELLING_EVERY, self._fall_silent)
                timer.daemon = True
                timer.start()

    def _fall_silent(self) -> None:
        """Journal what came by itself between the lines of an answer, and was kept."""
        with self._telling:
            self._is_speaking = self._is_waiting = False
            lines, self._told = self._told, []
            if lines:
                kept = _kept(lines, KEPT_EVENTS * _LINES_OF_EVENT)
                self._journal.append(ConsoleHeard(self.name, **kept))

    def _show(self) -> None:
        """Show that the session or the watches have changed."""
        with self._telling:
            shown = self._described()
            if self._shown is not None and shown != self._shown:
                self._shown = shown
                self._journal.append(ConsoleSessionChanged(self.name, **shown))

    def _described(self) -> ConsoleTold:
        of_session = self.client_session.described()
        return {**of_session, "watches": self._session.watches, "prompt": self.prompt}


def _kept(output: Sequence[str], most: int = KEPT_LINES) -> Output:
    """Return its first lines, and how many more there were."""
    kept: list[str] = []
    room = KEPT_CHARACTERS
    for line in output[:most]:
        if len(line) > room:
            break
        kept.append(line)
        room -= len(line)
    if not kept and output:
        kept = [f"{output[0][:KEPT_CHARACTERS]}…"]
    return {"output": kept, "left_out": len(output) - len(kept)}


def _require_sure(ask: Sure, seen: Mapping[str, Sight], confirmed: str | None) -> None:
    """Raise Unsure with the refusal where other znodes, or none, were confirmed. Writes of data do
    not concern who sets another ACL.
    """
    if ask.command != "deleteall":
        seen = {path: was._replace(mzxid=0, version=0) for path, was in seen.items()}
    token = f"{len(ask.znodes)}-{digest_of(sorted(seen.items()))}"
    if confirmed == token:
        return
    beside = {
        "command": ask.command, "path": ask.path, "znodes": len(ask.znodes), "token": token,
    }  # fmt: skip
    raise Unsure(
        Conflict(
            f"{ask.command} {ask.path}: znodes concerned: {len(ask.znodes):,}. Repeat the line"
            f' with "confirm": "{token}" to go ahead.',
            code="confirm",
            field="confirm",
            beside={"confirm": beside},
        )
    )


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
        object_of(console=TEXT, session=TEXT, prompt=TEXT), right=CONSOLE,
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
        object_of(lines=TEXTS, prompt=TEXT, open=BOOLEAN), right=CONSOLE,
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
        object_of(console=TEXT, ephemerals=TEXTS), gives="ephemerals", right=CONSOLE,
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
