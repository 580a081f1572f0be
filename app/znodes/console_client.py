"""The session of a console: what its commands ask goes to ZooKeeper, and the answers come back.

It keeps which watches it has, as ZooKeeper's client does. Source: ZKWatchManager.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kazoo.exceptions import ZookeeperError
from kazoo.protocol.states import EventType

from ..errors import Forbidden, HandoffError, ZooKeeperUnavailable
from ..zookeeper import operations as o
from ..zookeeper.client_session import ClientSession
from ..zookeeper.extension import send, watch_all
from ..zookeeper.lane import value_of
from ..zookeeper.operations import WatchEvent
from ..zookeeper.requests import plain, rooted
from ..zookeeper.security import Security
from ..zookeeper.tree import ancestors
from ..zookeeper.wire.codes import Code, Op
from ..zookeeper.wire.records import SetWatches, SetWatches2
from .console.requests import (
    Alive,
    Ask,
    ConsoleClose,
    ConsoleRefused,
    ConsoleUnanswered,
    Several,
)

ANSWER_TIMEOUT = 5.0
"""Seconds for one answer; a line about a whole tree needs thousands of them."""

_EVENTS = {
    EventType.CREATED: "NodeCreated",
    EventType.DELETED: "NodeDeleted",
    EventType.CHANGED: "NodeDataChanged",
    EventType.CHILD: "NodeChildrenChanged",
}
_STATES = {"connected": "SyncConnected", "suspended": "Disconnected", "lost": "Expired"}

_ONCE = ("data", "exist", "child")
_STAYING = ("persistent", "recursive")
_MEANT = {
    "children": (("child",), ("child", *_STAYING)),
    "data": (("data", "exist"), ("data", "exist", *_STAYING)),
    "any": ((*_ONCE, *_STAYING), (*_ONCE, *_STAYING)),
}
_FIRED_BY = {
    "NodeCreated": ("data", "exist"),
    "NodeDataChanged": ("data", "exist"),
    "NodeChildrenChanged": ("child",),
    "NodeDeleted": _ONCE,
}
_REMOVED = {"child": "ChildWatchRemoved", "data": "DataWatchRemoved", "exist": "DataWatchRemoved"}

Told = Callable[[str, str, str | None], object]


class Again(NamedTuple):
    """All watches, to set again after a reconnect."""

    data: list[str]
    exist: list[str]
    child: list[str]
    persistent: list[str]
    recursive: list[str]


class ConsoleWatches:
    """The watched paths, by kind."""

    def __init__(self) -> None:
        self._paths: dict[str, dict[str, None]] = {kind: {} for kind in (*_ONCE, *_STAYING)}

    def __len__(self) -> int:
        return sum(len(paths) for paths in self._paths.values())

    def add(self, kind: str, path: str) -> None:
        """Add a watch. kind: data, exist, child, persistent, recursive."""
        self._paths[kind][path] = None

    def fire(self, event: str, path: str) -> bool:
        """Tell whether an event concerns one of them; those that fire once are removed then."""
        once = [self._drop(kind, path) for kind in _FIRED_BY.get(event, ())]
        above = self._paths["recursive"].keys() & {path, *ancestors(path)}
        return any(once) or bool(above) or path in self._paths["persistent"]

    def require(self, path: str, kind: str) -> None:
        """Raise ConsoleRefused where there is none of this kind ("children", "data", "any")."""
        if not any(path in self._paths[one] for one in _MEANT[kind][1]):
            raise ConsoleRefused(Code.NO_WATCHER, path)

    def remove(self, path: str, kind: str) -> list[str]:
        """Remove them; return the events that say so. Raise ConsoleRefused where there was none."""
        gone = [one for one in _MEANT[kind][0] if self._drop(one, path)]
        if not gone:
            raise ConsoleRefused(Code.NO_WATCHER, path)
        return sorted({_REMOVED.get(one, "PersistentWatchRemoved") for one in gone})

    def again(self) -> Again:
        return Again(*(list(self._paths[kind]) for kind in (*_ONCE, *_STAYING)))

    def clear(self) -> None:
        """Forget all: the session is over."""
        for paths in self._paths.values():
            paths.clear()

    def _drop(self, kind: str, path: str) -> bool:
        return self._paths[kind].pop(path, path) is None


class ConsoleClient:
    """One session; all requests must come from one thread at a time.

    tell: `(state, event, path)` of a watch that fires or a connection that changes, in the words of
    `WatchEvent`; on the session's thread. on_change: as `ClientSession`'s.
    """

    def __init__(
        self,
        hosts: str,
        security: Security,
        session_timeout: float,
        tell: Told,
        on_change: Callable[[], object],
    ) -> None:
        self._tell, self._on_change = tell, on_change
        self._lock = threading.Lock()
        self._watches = ConsoleWatches()
        self._state = "connecting"
        self._is_open = False
        self.client_session = ClientSession(
            hosts, security=security, session_timeout=session_timeout, on_change=self._changed
        )
        watch_all(self.client_session.client, self._fired)

    @property
    def word(self) -> str:
        """Return the client's state as zkCli's prompt says it."""
        state = self.client_session.state
        if state == "connected":
            return "CONNECTED"
        return "CONNECTING" if state in ("connecting", "suspended") else "CLOSED"

    @property
    def watches(self) -> int:
        """Return how many watches it has."""
        with self._lock:
            return len(self._watches)

    @property
    def is_alive(self) -> bool:
        """Tell whether it goes on, connected or not."""
        return self.client_session.state not in ("closed", "lost")

    def open(self) -> None:
        """Begin it. Raise ZooKeeperUnavailable."""
        self.client_session.open()
        self._is_open = True

    def close(self, why: str = "Closed") -> None:
        """End the session. why: the state that is reported."""
        with self._lock:
            was_open, self._is_open = self._is_open, False
            self._watches.clear()
        if was_open:
            self.client_session.close()
            self._tell(why, "None", None)

    def settle(self) -> None:
        """Wait until all that came before the last answer has been reported."""
        if not self.is_alive:
            return
        done = threading.Event()
        self.client_session.client.handler.post(done.set)
        done.wait(1.0)

    def answer(self, ask: Ask) -> Any:
        """Return the answer, as `console.requests` says. Raise ConsoleRefused,
        ConsoleUnanswered.
        """
        if isinstance(ask, Several):
            return self._lists([o.Names(path, ask.watch) for path in ask.paths], ask.watch)
        if isinstance(ask, o.RemoveWatches):
            return self._remove_watches(ask)
        if isinstance(ask, o.Authenticate):
            return self._authenticate(ask)
        if isinstance(ask, Alive):
            return self.is_alive
        if isinstance(ask, ConsoleClose):
            return self.close()
        return self._ask(ask)

    def _authenticate(self, ask: o.Authenticate) -> None:
        """Log in; ZooKeeper ends a session whose credentials it refuses."""
        try:
            self.client_session.authenticate(ask.scheme, ask.credential)
        except Forbidden:
            self.close("AuthFailed")
        except HandoffError as error:
            raise ConsoleUnanswered(error.message) from error

    def _remove_watches(self, ask: o.RemoveWatches) -> None:
        """Remove watches of a kind, report each."""
        self.settle()
        with self._lock:
            self._watches.require(ask.path, ask.kind)
        self._ask(ask)
        with self._lock:
            removed = self._watches.remove(ask.path, ask.kind)
        for event in removed:
            self._tell("SyncConnected", event, ask.path)

    def _lists(self, reads: Sequence[o.Names], watch: bool) -> list[Any]:
        """Return the names of each, or why not: all at once if that goes well."""
        found: Sequence[Any] | None = None
        if not watch:
            with contextlib.suppress(ConsoleRefused, ConsoleUnanswered):
                found = self._ask(o.Reads(tuple(reads), atomic=True))
        if found is None:
            answers = self.in_words(lambda: self._answers(reads), reads[-1].path)
            found = [self._names(read, one) for read, one in zip(reads, answers, strict=True)]
        return [
            ConsoleRefused(Code.NO_NODE, read.path) if one is None else one
            for read, one in zip(reads, found, strict=True)
        ]

    def _names(self, read: o.Names, answer: o.Answer) -> Any:
        try:
            return self.in_words(lambda: value_of(read, answer), read.path)
        except ConsoleRefused as refused:
            return refused

    def _ask(self, operation: Any) -> Any:
        path = getattr(operation, "path", None)
        if isinstance(operation, o.Write):
            return self.in_words(
                lambda: self.client_session.change(operation, ANSWER_TIMEOUT), path
            )
        (answer,) = self.in_words(lambda: self._answers((operation,)), path)
        value = self.in_words(lambda: value_of(operation, answer), path)
        if value is None and isinstance(operation, o.Read):
            raise ConsoleRefused(Code.NO_NODE, path)
        return value

    def _answers(self, operations: Sequence[o.Operation]) -> list[o.Answer]:
        lane = self.client_session.lane
        return lane.answers(operations, ANSWER_TIMEOUT, self._noted, lambda path: _ignore)

    def in_words(self, act: Callable[[], Any], path: str | None) -> Any:
        """Return what `act` answers, or why it does not, as the console knows it."""
        try:
            return act()
        except HandoffError as error:
            if isinstance(error.__cause__, ZookeeperError) and error.status < 500:
                raise ConsoleRefused(error.__cause__.code, path) from error
            if isinstance(error, ZooKeeperUnavailable) and error.__cause__ is None:
                raise ConsoleRefused(Code.CONNECTION_LOSS, path) from error
            raise ConsoleUnanswered(error.message) from error

    # Watches, on the session's thread.

    def _noted(self, operation: Any, answer: o.Answer) -> None:
        """Note the watch that an operation has set."""
        kind = _watch_of(operation, answer)
        if kind is not None:
            with self._lock:
                self._watches.add(kind, operation.path)

    def _fired(self, event: WatchEvent) -> None:
        name = _EVENTS.get(event.type)
        if name is None:
            return
        with self._lock:
            concerns = self._watches.fire(name, event.path)
        if concerns:
            self._tell("SyncConnected", name, event.path)

    def _changed(self) -> None:
        before, self._state = self._state, self.client_session.state
        if self._state != before and self._state in _STATES:
            self._tell(_STATES[self._state], "None", None)
            if self._state == "connected":
                self._watch_again()
            elif self._state == "lost":
                self._give_up()
        self._on_change()

    def _watch_again(self) -> None:
        """Set the watches again after a new connection: what they have missed comes then. A server
        that has no persistent ones knows the older request only.
        """
        client = self.client_session.client
        with self._lock:
            again = self._watches.again()
        if not any(again):
            return
        paths = [[rooted(client, path) for path in some] for some in again]
        if client.handler.capabilities.recursive_watches:
            body: Any = SetWatches2(client.last_zxid, *paths)
        else:
            body = SetWatches(client.last_zxid, *paths[: len(SetWatches._fields) - 1])
        op = Op.SET_WATCHES2 if isinstance(body, SetWatches2) else Op.SET_WATCHES
        send(client, plain(op, body))

    def _give_up(self) -> None:
        """Give up: zkCli's session does not come back; kazoo's would, as another one."""
        with self._lock:
            self._is_open = False
            self._watches.clear()
        threading.Thread(
            target=self.client_session.close, daemon=True, name="console-close"
        ).start()


def _watch_of(operation: o.Operation, answer: o.Answer) -> str | None:
    """Return the kind of the watch that was set, if one was."""
    if isinstance(operation, o.AddWatch) and isinstance(answer, o.Committed):
        return "recursive" if operation.recursive else "persistent"
    if not (isinstance(operation, o.Read) and operation.watch and isinstance(answer, o.Values)):
        return None
    is_there = answer.values[0] is not None
    if isinstance(operation, o.Exists):
        return "data" if is_there else "exist"
    kind = "data" if isinstance(operation, o.Get) else "child"
    return kind if is_there else None


def _ignore(event: WatchEvent) -> None:
    """Do nothing: all events come to `ConsoleClient._fired`."""
