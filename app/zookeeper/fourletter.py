"""Send ZooKeeper's four-letter words, over a socket of our own.

kazoo's `command()` reads 8 KiB at most and speaks only to the session's own server.
"""

from __future__ import annotations

import socket
import ssl
import time

from .security import OPEN, Security, tls_words

_REFUSAL = "is not executed because it is not in the whitelist"
LARGEST_ANSWER = 64 << 20
"""Bytes of a list: those of a million watches have fewer."""
_LISTS = ("cons", "dump", "stat", "wchc", "wchp")
_LARGEST_FACTS = 1 << 20
"""Bytes of the answer to any other word."""


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

    timeout: seconds for all of it. name: see `Security.open`. Raise WordClosed, or FourLetterError
    with a plain reason; NobodyListens and HungUp where they apply.
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
