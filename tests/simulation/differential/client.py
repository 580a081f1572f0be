"""The clients that write a history, and what they need of the servers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

from app.zookeeper.wire.codes import WATCH_XID, Op
from app.zookeeper.wire.jute import decode, encode
from app.zookeeper.wire.multi import decode_results
from app.zookeeper.wire.records import (
    RESPONSES,
    ConnectRequest,
    ConnectResponse,
    ReplyHeader,
    RequestHeader,
    WatcherEvent,
)
from tests.conformance.raw_client import Ask, encoded
from tests.simulation.differential.history import Asked, Connection, Heard, History

Receive = Callable[[bytes | None], None]


class Channel(Protocol):
    """A way to a server that carries frames."""

    def send(self, frame: bytes) -> None: ...

    def close(self) -> None: ...


class Servers(ABC):
    """The servers of one run. names: one of each. faults: the ills that `strike` can give them."""

    names: tuple[str, ...]
    faults: tuple[str, ...]

    @property
    @abstractmethod
    def now(self) -> float:
        """Seconds by the clock that the history is written with."""

    @abstractmethod
    def new_history(self) -> History:
        """An empty history, with these servers' settings."""

    @abstractmethod
    def open(self, server: str, receive: Receive) -> Channel | None:
        """A new connection; None while the server takes none. receive: told each frame that
        comes, and None at the end.
        """

    @abstractmethod
    def wait(self, seconds: float) -> None:
        """Let time pass, and deliver what comes."""

    @abstractmethod
    def strike(self, fault: str, lasts: float, history: History) -> None:
        """Make a server ill for some time; the history hears from when until when."""

    @abstractmethod
    def heal(self) -> None:
        """Wait until all servers are well."""


class Line:
    """One connection, as its client holds it."""

    def __init__(
        self, servers: Servers, record: Connection, heard: Callable[[Heard], None]
    ) -> None:
        self._servers, self.record, self._heard = servers, record, heard
        self._asked: dict[int, int] = {}
        self._channel = servers.open(record.server, self._receive)
        if self._channel is None:
            self._end()
        else:
            self._channel.send(encode(record.asked) + b"\0")

    @property
    def is_open(self) -> bool:
        """Whether the server may still say something."""
        return self.record.ended_at > self._servers.now

    @property
    def waits_since(self) -> float | None:
        """When the oldest question left that waits for its answer."""
        if self.record.answer is None:
            return self.record.at
        waiting = (one.asked.at for one in self.record.exchanges if one.asked.xid in self._asked)
        return min(waiting, default=None)

    @property
    def waits_for(self) -> int:
        """How many requests are not answered."""
        return len(self._asked)

    def ask(self, xid: int, op: int, body: Any) -> None:
        """Send a request."""
        if self._channel is None or not self.is_open:
            return
        self.record.told.append(Asked(self._servers.now, xid, op, body))
        self._asked[xid] = op
        self._channel.send(encode(RequestHeader(xid, op)) + encoded(Ask(op, body)))

    def drop(self) -> None:
        """Hang up, and keep the session."""
        if self._channel is not None and self.is_open:
            self._channel.close()
            self._end()

    def _end(self) -> None:
        self.record.ended_at = self._servers.now

    def _receive(self, frame: bytes | None) -> None:
        if not self.is_open:
            return
        if frame is None:
            self._end()
        elif self.record.answer is None:
            self.record.answer, _ = decode(ConnectResponse, frame)
            self.record.answered_at = self._servers.now
        else:
            heard = self._read(frame)
            self.record.told.append(heard)
            self._heard(heard)

    def _read(self, frame: bytes) -> Heard:
        header, at = decode(ReplyHeader, frame)
        op = self._asked.pop(header.xid, Op.PING)
        body: Any = None
        if header.xid == WATCH_XID:
            body, _ = decode(WatcherEvent, frame, at)
        elif not header.error and op == Op.MULTI:
            body = decode_results(frame, at)
        elif not header.error and (kind := RESPONSES[op]) is not None:
            body, _ = decode(kind, frame, at)
        return Heard(self._servers.now, header.xid, header.zxid, header.error, body)


class Client:
    """One client with its session, its connection, and the one that it had before.

    last_zxid: the newest state that it has seen. names: children that it has heard of.
    """

    def __init__(self, name: str, servers: Servers, history: History) -> None:
        self.name = name
        self._servers, self._history = servers, history
        self.last_zxid = self._xid = 0
        self._greeting: Connection | None = None
        self.line: Line | None = None
        self.old: Line | None = None
        self.names: set[str] = set()

    @property
    def is_ready(self) -> bool:
        """Whether it has a connection with a session."""
        return self.line is not None and self.line.is_open and self.line.record.is_accepted

    @property
    def waits_since(self) -> float | None:
        """When it asked what it waits for."""
        return self.line.waits_since if self.line is not None and self.line.is_open else None

    @property
    def waits_for(self) -> int:
        """How many of its requests are not answered."""
        return 0 if self.line is None else self.line.waits_for

    def connect(self, server: str, timeout: int, lie: int = 0) -> None:
        """Begin a session, or go on with the one that it has; the connection that it had stays
        open. lie: a zxid that it pretends to have seen.
        """
        session, password = self._identity()
        asked = ConnectRequest(0, lie or self.last_zxid, timeout, session, password)
        record = Connection(self.name, server, self._servers.now, asked)
        self._history.connections.append(record)
        if self.old is not None:
            self.old.drop()
        self.old, self.line = self.line, Line(self._servers, record, self._note)

    def _identity(self) -> tuple[int, bytes]:
        if self.line is not None and self.line.record.answer is not None:
            self._greeting = self.line.record
        answer = None if self._greeting is None else self._greeting.answer
        return (0, bytes(16)) if answer is None else (answer.session, answer.password or b"")

    def ask(self, op: int, body: Any, late: bool = False) -> None:
        """Send a request, over the connection that it had before where it is `late`."""
        line = self.old if late else self.line
        if line is not None and line.record.is_accepted:
            self._xid += 1
            line.ask(self._xid, op, body)

    def leave(self) -> None:
        """Hang up, and forget the session: it ends when its time has come."""
        for line in (self.old, self.line):
            if line is not None:
                line.drop()
        self.old = self.line = self._greeting = None
        self.last_zxid = 0

    def _note(self, heard: Heard) -> None:
        self.last_zxid = max(self.last_zxid, heard.zxid)
        self.names |= set(getattr(heard.body, "children", ()))
