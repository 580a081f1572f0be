"""An Exchange without sockets, and its clients."""

from __future__ import annotations

from app.sandbox.connection import Connection
from app.sandbox.core.core import Core
from app.sandbox.core.messages import Limits
from app.sandbox.protocol import Exchange
from app.sandbox.words import WORDS
from tests.sandbox.raw import frames_in, hello

NOW = 1_700_000_000_000.0


def _echo(word: bytes) -> str | None:
    return f"<{word.decode()}>" if word in WORDS else None


class Wire:
    """The protocol with a fresh core; words are answered with themselves."""

    def __init__(self) -> None:
        self.core = Core(secret=b"secret", first_session=1, limits=Limits(tick=200))
        self.exchange = Exchange(self.core, _echo)

    def connect(self) -> Connection:
        """A connection that has said nothing yet."""
        return self.exchange.open("127.0.0.1", "127.0.0.1:1", NOW)

    def client(self) -> Connection:
        """A connection with a session; what was said so far is read."""
        connection = self.connect()
        self.feed(connection, hello())
        assert len(said(connection)) == 1
        return connection

    def feed(self, connection: Connection, data: bytes) -> None:
        """All of the data, in as many turns as it takes."""
        more = self.exchange.receive(connection, data, NOW)
        while more:
            more = self.exchange.receive(connection, b"", NOW)


def said(connection: Connection) -> list[bytes]:
    """The frames that wait for a client; they count as written."""
    return frames_in(bytes(connection.take_out()))
