"""Send messages from node to node: JSON over HTTP on loopback, each on a thread of its own."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ....foreign_json import read_json

if TYPE_CHECKING:
    from ..replication import messages as w

TOKEN_HEADER = "X-Handoff-Bookshelf"
INTERNAL = "/internal/"
LARGEST = 64 * 1024 * 1024
_NOWHERE = (OSError, http.client.InvalidURL, UnicodeError, OverflowError)
"""Errors of an address that leads nowhere, or is none: anybody may have written it."""


class Outcome(NamedTuple):
    """The end of a message. status None: no answer came, and why; `sent`: the message may have
    arrived all the same.
    """

    status: int | None
    body: dict[str, Any]
    sent: bool
    why: str = ""


def exchange(
    address: str,
    method: str,
    path: str,
    document: Mapping[str, Any] | None,
    within: float,
    headers: Mapping[str, str] = MappingProxyType({}),
) -> Outcome:
    """Send a JSON document, if any, to the node at `address` (HOST:PORT), and return its answer,
    which may take so many seconds.
    """
    try:
        connection = http.client.HTTPConnection(address, timeout=within)
        connection.connect()
    except _NOWHERE as error:
        return Outcome(None, {}, False, str(error))
    try:
        body = None if document is None else json.dumps(document)
        typed = {"Content-Type": "application/json"} if body else {}
        connection.request(method, path, body, {**typed, **headers})
        answer = connection.getresponse()
        told = read_json(answer.read(LARGEST))
        if not isinstance(told, dict):
            raise ValueError("not a JSON object")
        return Outcome(answer.status, told, True)
    except (OSError, ValueError, http.client.HTTPException) as error:
        return Outcome(None, {}, True, _why(error))
    finally:
        connection.close()


def _why(error: Exception) -> str:
    """Return in words why no answer came."""
    if isinstance(error, ConnectionError):
        return "it closed the connection"
    return (
        "none came in time"
        if isinstance(error, TimeoutError)
        else f"what came cannot be read ({error})"
    )


class Messenger:
    """A sender of what a node asks of others, all with the shelf's `token`."""

    def __init__(self, token: str) -> None:
        self._token = token

    def send(
        self,
        ask: w.Ask,
        done: Callable[[Outcome], None],
        pause: float = 0.0,
        leaves: Callable[[], None] | None = None,
    ) -> None:
        """Send a message after `pause` seconds; a process frozen in them sends without looking
        again, as real programs do. `leaves` is called right before, `done` at the end, both on
        another thread.
        """

        def work() -> None:
            time.sleep(pause)
            if leaves is not None:
                leaves()
            path, headers = INTERNAL + ask.word, {TOKEN_HEADER: self._token}
            done(exchange(ask.address, "POST", path, ask.message, ask.timeout + pause, headers))

        threading.Thread(target=work, name=f"to {ask.node}", daemon=True).start()
