"""The commands of whoever watches one znode as requests to ZooKeeper; the answers as inputs.

Everything here runs on the in-order thread, and nothing blocks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from kazoo.exceptions import NoNodeError
from kazoo.protocol.states import EventType

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes import watching as w
from app.workers.connection import Connection
from app.workers.reading import UNANSWERED
from app.zookeeper import requests
from app.zookeeper.watching import Event, Watcher

LONGEST = 500
"""Characters of a value that are kept: enough to be shown."""

_EVENTS: Mapping[str, Any] = {
    EventType.CREATED: "created",
    EventType.DELETED: "deleted",
    EventType.CHANGED: "changed",
}


class WatchingConnection(Connection):
    """Carries out the commands of one who watches."""

    REQUESTS: ClassVar[Mapping[type[c.Command], str]] = {
        **Connection.REQUESTS,
        w.Look: "look",
        w.Await: "await_creation",
    }

    def path(self, name: str) -> str:
        """Also of the znode at the recipe's own path."""
        return self._task.path if name == w.SELF else super().path(name)

    def look(self, command: w.Look, generation: int) -> None:
        """getData with a watch; on a missing znode it fails and sets none."""
        self._ask(requests.read_data, command.name, generation, _as_seen)

    def await_creation(self, command: w.Await, generation: int) -> None:
        """exists with a watch, which is set in either case."""
        self._ask(requests.read_stat, command.name, generation, _as_awaited)

    def _ask(
        self,
        read: Callable[..., None],
        name: str,
        generation: int,
        said: Callable[[Any, float, int], i.Input],
    ) -> None:
        self.reads += 1
        sent_at = time.monotonic()
        path = self.path(name)

        def answered(result: Any) -> None:
            error = result.exception
            if isinstance(error, UNANSWERED):
                return
            self._contact(result, sent_at)
            if error is not None and not isinstance(error, NoNodeError):
                self._fail(result, generation, f"read {path}")
                return
            self._give(said(result, time.monotonic(), generation))

        read(self._client, path, answered, self._heard(path, generation))

    def _heard(self, path: str, generation: int) -> Watcher:
        name = path.rpartition("/")[2]

        def fired(event: Event) -> None:
            now = time.monotonic()
            what = _EVENTS.get(event.type)
            if what is not None:
                self._give(i.WatchFired(now, generation, name, what, event.zxid))

        return fired


def _as_seen(result: Any, now: float, generation: int) -> i.Input:
    if result.exception is not None:
        return w.Missing(now, generation)
    data, stat = result.value
    text = (data or b"").decode(errors="replace")[:LONGEST]
    value = w.Value(text, stat.mzxid, stat.czxid, stat.version, stat.ephemeralOwner)
    return w.Seen(now, generation, value)


def _as_awaited(result: Any, now: float, generation: int) -> i.Input:
    if result.value is None:
        return w.Absent(now, generation)
    return w.Present(now, generation)
