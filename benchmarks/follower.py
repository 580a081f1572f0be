"""A Socket.IO client of a dashboard: what a browser gets, without the browser."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

import socketio

from app.journal.patch import apply

State = dict[str, Any]
Heard = Callable[[float, list[dict[str, Any]], State], None]


class Follower:
    """Follows a dashboard over a WebSocket and folds its patches, while the block runs.

    `heard(at, events, state)` is called for each `events` message: when it came in (monotonic
    seconds), what is in it, and the state with it folded in; on the client's thread.
    """

    def __init__(self, address: str, heard: Heard) -> None:
        self._address, self._heard = address, heard
        self._state: State = {}
        self._has_snapshot = threading.Event()
        self._client = socketio.Client(reconnection=False)
        self._client.on("snapshot", self._on_snapshot)
        self._client.on("events", self._on_events)

    def __enter__(self) -> Follower:
        self._client.connect(self._address, transports=["websocket"])
        self._client.emit("follow", {"since": None})
        if not self._has_snapshot.wait(10):
            self._client.disconnect()
            raise TimeoutError("the dashboard sent no snapshot")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.disconnect()

    def _on_snapshot(self, message: dict[str, Any]) -> None:
        self._state = message["state"]
        self._has_snapshot.set()

    def _on_events(self, message: dict[str, Any]) -> None:
        at = time.monotonic()
        for event in message["events"]:
            self._state = apply(self._state, event["patch"])
        self._heard(at, message["events"], self._state)
