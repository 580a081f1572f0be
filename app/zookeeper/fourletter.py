"""Send ZooKeeper's four-letter words, over a socket of our own.

kazoo's `command()` reads 8 KiB at most and speaks only to the session's own server.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterable
from operator import add, sub
from typing import NamedTuple

from .addresses import Address
from .security import OPEN, Security, tls_words

_REFUSAL = "is not executed because it is not in the whitelist"
LARGEST_ANSWER = 64 << 20
"""The bytes of a list: that of a million watches has fewer."""
_LISTS = ("cons", "dump", "stat", "wchc", "wchp")
_LARGEST_FACTS = 1 << 20
"""The bytes of the answer to any other word."""


class FourLetterError(Exception):
    """The server did not answer in time, or closed the connection without an answer."""


class NobodyListens(FourLetterError):
    """The connection was refused: no process has the port open."""


class HungUp(FourLetterError):
    """The connection was accepted and closed without an answer: the server may be well."""


class WordClosed(FourLetterError):
    """The server answered that the word is not in its whitelist."""


def ask(
    host: str,
    port: int,
    word: str,
    timeout: float = 1.0,
    security: Security = OPEN,
    name: str | None = None,
) -> str:
    """Return the server's whole answer to a four-letter word.

    timeout: the seconds for all of it. name: see `Security.open`. Raise WordClosed, or
    FourLetterError with a plain reason; NobodyListens and HungUp where they apply.
    """
    deadline = time.monotonic() + timeout
    try:
        with security.open((host, port), timeout, name) as connection:
            connection.sendall(word.encode())
            answer = _read_all(
                connection, deadline, LARGEST_ANSWER if word in _LISTS else _LARGEST_FACTS
            )
    except OSError as error:
        raise _kind_of(error)(_words(error)) from error
    if _REFUSAL in answer[:200]:
        raise WordClosed(answer.strip())
    return answer


def _read_all(connection: socket.socket, deadline: float, largest: int) -> str:
    answer = bytearray()
    while len(answer) <= largest:
        connection.settimeout(max(deadline - time.monotonic(), 0.001))
        part = connection.recv(65536)
        if not part:
            return answer.decode("utf-8", "replace")
        answer += part
    raise FourLetterError("the answer does not end")


def _kind_of(error: OSError) -> type[FourLetterError]:
    if isinstance(error, ConnectionRefusedError):
        return NobodyListens
    broken = isinstance(error, (ConnectionResetError, BrokenPipeError))
    return HungUp if broken else FourLetterError


def _words(error: OSError) -> str:
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, ssl.SSLError):
        return tls_words(error, "the server")
    return (error.strerror or "no connection").lower()


_TIMEOUT = 1.0
_NAMES = {
    "zk_sum_node_created_watch_count": "created",
    "zk_sum_node_deleted_watch_count": "deleted",
    "zk_sum_node_children_watch_count": "children",
    "zk_watch_count": "standing",
}


class WatchCounts(NamedTuple):
    """The number of watches that have fired since the servers' start because somebody created or
    deleted a znode, or a list of children changed; and the number of those that exist now.

    A recursive watch counts twice for a deletion (seen on 3.8.0), as does a client that watches a
    znode's data and its children.
    """

    created: int
    deleted: int
    children: int
    standing: int

    @property
    def fired(self) -> int:
        """Return the number of all that have fired."""
        return self.created + self.deleted + self.children

    def since(self, before: WatchCounts) -> WatchCounts:
        """Return the difference from `before`."""
        return WatchCounts(*map(sub, self, before))


def read_counts(servers: Iterable[Address], security: Security = OPEN) -> WatchCounts | None:
    """Return the counts of all servers together; None where one gives none."""
    total = WatchCounts(0, 0, 0, 0)
    for host, port in servers:
        try:
            counts = parse_mntr(ask(host, port, "mntr", _TIMEOUT, security))
        except FourLetterError:
            return None
        if counts is None:
            return None
        total = WatchCounts(*map(add, total, counts))
    return total


def parse_mntr(answer: str) -> WatchCounts | None:
    """Return the counts in an answer to `mntr`; None where it has none (before 3.6)."""
    pairs = (line.split("\t", 1) for line in answer.splitlines() if "\t" in line)
    found = {_NAMES[name]: value for name, value in pairs if name in _NAMES}
    if len(found) < len(_NAMES):
        return None
    return WatchCounts(**{name: int(float(value)) for name, value in found.items()})
