"""The session of a console: what its commands ask goes to ZooKeeper, and the answers come back."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import ZookeeperError
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.states import EventType

from ..errors import Forbidden, HandoffError, ZooKeeperUnavailable
from ..zookeeper.changes import Step
from ..zookeeper.client_session import ClientSession
from ..zookeeper.extension import send, watch_all
from ..zookeeper.requests import plain, rooted
from ..zookeeper.security import Security
from ..zookeeper.watching import WatchEvent
from ..zookeeper.wire.codes import Code, Op, WatcherType
from ..zookeeper.wire.records import PathType, SetWatches, SetWatches2
from .console.requests import ConsoleRefused, ConsoleUnanswered
from .console.watches import ConsoleWatches

ANSWER_TIMEOUT = 5.0
"""Seconds for one answer; a line about a whole tree needs thousands of them."""

_EVENTS = {
    EventType.CREATED: "NodeCreated",
    EventType.DELETED: "NodeDeleted",
    EventType.CHANGED: "NodeDataChanged",
    EventType.CHILD: "NodeChildrenChanged",
}
_TYPES = {"children": WatcherType.CHILDREN, "data": WatcherType.DATA, "any": WatcherType.ANY}
_STATES = {"connected": "SyncConnected", "suspended": "Disconnected", "lost": "Expired"}

Told = Callable[[str, str, str | None], object]


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

    def authenticate(self, scheme: str, credential: str) -> None:
        """Log in; a session whose credentials are refused ends. Raise ConsoleUnanswered."""
        try:
            self.client_session.authenticate(scheme, credential)
        except Forbidden:
            self.close("AuthFailed")
        except HandoffError as error:
            raise ConsoleUnanswered(error.message) from error

    def remove_watches(self, path: str, kind: str) -> None:
        """Remove and report watches of a kind ("children", "data", "any"). Raise ConsoleRefused."""
        self.settle()
        with self._lock:
            self._watches.require(path, kind)
        self.read(Op.REMOVE_WATCHES, PathType(self.rooted(path), _TYPES[kind]), path)
        with self._lock:
            removed = self._watches.remove(path, kind)
        for event in removed:
            self._tell("SyncConnected", event, path)

    # Requests to ZooKeeper. Each raises ConsoleRefused, ConsoleUnanswered.

    def rooted(self, path: str) -> str:
        """Return the path as the server knows it."""
        return rooted(self.client_session.client, path)

    def read(self, op: Op, body: Any, path: str, watch: str | None = None) -> Any:
        """Return the record that answers a request; watch: the kind of the watch that it sets."""
        self.in_words(lambda: self.client_session.require_capability(op), path)
        return self.ask(lambda client: self.send(client, op, body, path, watch), path)

    def send(
        self, client: KazooClient, op: Op, body: Any, path: str, watch: str | None
    ) -> IAsyncResult:
        """Send a request without waiting."""
        then = partial(self._watched, watch, path) if watch else None
        return send(client, plain(op, body), then)

    def ask(self, ask: Callable[[KazooClient], IAsyncResult], path: str | None) -> Any:
        """Return the answer to what `ask` sends."""
        return self.in_words(lambda: self.client_session.read(ask, path, ANSWER_TIMEOUT), path)

    def change(self, step: Step, path: str | None) -> Any:
        """Return the answer to a step of `changes`."""
        return self.in_words(lambda: self.client_session.change(step, path, ANSWER_TIMEOUT), path)

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

    def _watched(self, kind: str, path: str, result: IAsyncResult) -> None:
        if result.exception is not None:
            return
        if kind == "data" and result.value is None:
            kind = "exist"
        with self._lock:
            self._watches.add(kind, path)

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
