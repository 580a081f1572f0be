"""One open console: its session, its lines one after another, and what comes by itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ..errors import Conflict, ZooKeeperUnavailable
from ..journal.journal import Journal
from ..zookeeper import operations as o
from ..zookeeper.client_session import ClientSession
from ..zookeeper.security import OPEN, Security
from ..zookeeper.subtree import Subtree
from .console.completion import Completion, complete
from .console.console import Console, Talk, told, without_secrets
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
from .events import ConsoleBegan, ConsoleHeard, ConsoleSaid, ConsoleSessionChanged, DeletedZnode
from .workbench.removal import delete_as_seen
from .workbench.sight import Seen, Sight, digest_of, sight_in

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
        security: Security = OPEN,
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
            output = self._run(self._console.run(line), confirmed)
            self._session.settle()
            self._tell_said(prompt, line, output)
            return output
        finally:
            self._fall_silent()
            self._turn.release()

    def complete(self, line: str) -> Completion:
        """Return what the last word of the line may become."""
        return self._answered(complete(line))

    def _run(self, talk: Talk, confirmed: str | None) -> list[str]:
        try:
            return self._answered(talk, confirmed)
        except Conflict:
            self._console.take_back()
            raise

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
            self._sure = self._session.in_words(lambda: self._look(ask), ask.path)
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

    def _look(self, ask: Sure) -> dict[str, Sight]:
        """Return how each znode is that the person must be sure of."""
        found = Subtree(self.client_session.client).look(ask.znodes)
        return {path: sight_in(one) for path, one in zip(ask.znodes, found, strict=True)}

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

    def _tell_said(self, prompt: str, line: str, output: Sequence[str]) -> None:
        """Journal a line. prompt: its prompt."""
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
    """Raise Unsure with the refusal where other znodes, or none, were confirmed."""
    counted = seen.items() if ask.command == "deleteall" else _without_data(seen)
    token = f"{len(ask.znodes)}-{digest_of(sorted(counted))}"
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


def _without_data(seen: Mapping[str, Sight]) -> Iterator[Seen]:
    """Yield the sights without the writes of data, which another ACL does not concern."""
    for path, was in seen.items():
        yield path, was._replace(mzxid=0, version=0)
