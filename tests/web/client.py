"""A real Socket.IO client."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Mapping
from typing import Any

import engineio
import socketio

WITHIN = 60.0
ROOM = ("you", "room", "shown")


class _InOrder(engineio.Client):  # type: ignore[misc]
    """The library gives each message a thread of its own, of which the later may come first."""

    def _trigger_event(self, event: str, *args: Any, **how: Any) -> Any:
        return super()._trigger_event(event, *args, **{**how, "run_async": False})


class _Hearing(socketio.Client):  # type: ignore[misc]
    def _engineio_client_class(self) -> type[_InOrder]:
        return _InOrder


class Client:
    """A real Socket.IO client that keeps all it is sent."""

    def __init__(
        self, url: str, transport: str = "websocket", headers: Mapping[str, str] | None = None
    ) -> None:
        self.received: list[tuple[str, dict[str, Any]]] = []
        self._news = threading.Condition()
        self._client = _Hearing(reconnection=False)
        for event in ("snapshot", "events", "tree", "tree_change", "viewers", "refused", *ROOM):
            self._client.on(event, self._keeper(event))
        self._has_ended = False
        self._client.on("disconnect", self._note_end)
        self._client.connect(url, headers=dict(headers or {}), transports=[transport])

    def _keeper(self, event: str) -> Callable[[dict[str, Any]], None]:
        def keep(payload: dict[str, Any]) -> None:
            with self._news:
                self.received.append((event, payload))
                self._news.notify_all()

        return keep

    def _note_end(self, *reason: Any) -> None:
        with self._news:
            self._has_ended = True
            self._news.notify_all()

    def emit(self, event: str, *payload: Any) -> None:
        self._client.emit(event, payload)

    def call(self, event: str, payload: Any) -> dict[str, Any]:
        """Emit and wait for the acknowledgement."""
        answer: dict[str, Any] = self._client.call(event, payload, timeout=WITHIN)
        return answer

    def of(self, event: str) -> list[dict[str, Any]]:
        """What came under this name, in order."""
        with self._news:
            return [payload for name, payload in self.received if name == event]

    def until(self, holds: Callable[[], Any]) -> None:
        """Wait until it holds; looked at after every message."""
        with self._news:
            assert self._news.wait_for(holds, WITHIN), self.received[-5:]

    def first(self, event: str) -> dict[str, Any]:
        """The first message of this name; waits for it."""
        self.until(lambda: self.of(event))
        return self.of(event)[0]

    def await_one(
        self, event: str, holds: Callable[[dict[str, Any]], Any] = lambda _: True
    ) -> dict[str, Any]:
        """The newest message of this name, once it is one for which it holds."""
        self.until(lambda: self.of(event) and holds(self.of(event)[-1]))
        return self.of(event)[-1]

    def await_end(self) -> None:
        """Wait until the server has ended the connection."""
        self.until(lambda: self._has_ended)

    def seqs(self) -> list[int]:
        """The numbers of all events received in batches."""
        return [event["seq"] for batch in self.of("events") for event in batch["events"]]

    def close(self) -> None:
        """Hang up. The library's own way may wait three seconds for an answer it has read."""
        polling = self._client.eio.http  # which the library forgets, and leaves open
        open_socket = self._client.eio.ws and self._client.eio.ws.sock
        if open_socket:
            with contextlib.suppress(OSError):
                open_socket.shutdown(socket.SHUT_RDWR)
        self._client.disconnect()
        if polling:
            polling.close()
