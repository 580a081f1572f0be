"""Messages from node to node: JSON over HTTP on loopback, each on a thread of its own."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from app.recipes.replication import words as w

TOKEN_HEADER = "X-Handoff-Bookshelf"
INTERNAL = "/internal/"


class Outcome(NamedTuple):
    """status None: no answer came; `sent`: the message may have arrived all the same."""

    status: int | None
    body: dict[str, Any]
    sent: bool


class Messenger:
    """Sends what a node asks of others, all with the shelf's `token`."""

    def __init__(self, token: str) -> None:
        self._token = token

    def send(
        self,
        ask: w.Ask,
        done: Callable[[Outcome], None],
        pause: float = 0.0,
        leaves: Callable[[], None] | None = None,
    ) -> None:
        """After `pause` seconds; whoever is frozen in them sends without looking again, as real
        programs do. `leaves` is called right before, `done` at the end, both on another thread.
        """

        def work() -> None:
            time.sleep(pause)
            if leaves is not None:
                leaves()
            done(self._exchange(ask, ask.timeout + pause))

        threading.Thread(target=work, name=f"to {ask.node}", daemon=True).start()

    def _exchange(self, ask: w.Ask, timeout: float) -> Outcome:
        connection = http.client.HTTPConnection(ask.address, timeout=timeout)
        try:
            connection.connect()
        except OSError:
            return Outcome(None, {}, sent=False)
        try:
            headers = {TOKEN_HEADER: self._token, "Content-Type": "application/json"}
            connection.request("POST", INTERNAL + ask.word, json.dumps(ask.message), headers)
            answer = connection.getresponse()
            body = json.loads(answer.read())
            return Outcome(answer.status, body if isinstance(body, dict) else {}, sent=True)
        except (OSError, ValueError, http.client.HTTPException):
            return Outcome(None, {}, sent=True)
        finally:
            connection.close()
