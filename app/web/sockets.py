"""Handle what a client says over Socket.IO: which events it lacks, which part of the tree is open.

Actions go over REST. A message that is wrong is answered with `refused {"event", "error"}` and
harms nobody. Handlers run on the thread that reads the client's messages, in their order.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from flask import request
from flask_socketio import SocketIO

from ..actions.fields import PATH, limit
from ..actions.schema import Schema
from ..errors import BadRequest, HandoffError
from ..zookeeper.paths import check_path
from .broadcaster import Broadcaster
from .guard import reads
from .transport import Emitter
from .windows import Window, Windows

MOST_WINDOWS = 64
MOST_CHILDREN = 500

FOLLOW = Schema(
    {
        "since": {"type": ["integer", "null"], "minimum": 0, "maximum": 2**53},
        "run": {"type": ["string", "null"], "maxLength": 80},
    }
)
WATCH_TREE = Schema(
    {
        "paths": {
            "type": "array",
            "maxItems": MOST_WINDOWS,
            "items": {"type": ["string", "object"], "maxLength": PATH["maxLength"]},
        },
        "changes": {"type": "boolean", "default": False},
    },
    required=("paths",),
)
WINDOW = Schema(
    {
        "path": PATH,
        "from": {"type": "integer", "minimum": 0, "maximum": 2**31, "default": 0},
        "count": limit(200, MOST_CHILDREN),
    },
    required=("path",),
)

log = logging.getLogger(__name__)


class Sockets:
    """The handlers of the default namespace."""

    def __init__(self, broadcaster: Broadcaster, windows: Windows, emitter: Emitter) -> None:
        self._broadcaster = broadcaster
        self._windows = windows
        self._emitter = emitter

    def register(self, socketio: SocketIO) -> None:
        """Register every handler; each carries its guard."""
        socketio.on_event("connect", reads(self._on_connect()))
        socketio.on_event("disconnect", reads(self._on_disconnect()))
        socketio.on_event("follow", reads(self._answering("follow", self.follow)))
        socketio.on_event("watch_tree", reads(self._answering("watch_tree", self.watch_tree)))
        socketio.on_error_default(_log_mistake)

    def follow(self, sid: str, payload: Any) -> None:
        """Follow `{"since": SEQ|null, "run": RUN|null}`; nothing at all asks for a snapshot."""
        wish = FOLLOW.check({} if payload is None else payload)
        self._broadcaster.follow(sid, wish.get("since"), wish.get("run"))

    def watch_tree(self, sid: str, payload: Any) -> None:
        """Replace the watched set by `{"paths": ["/", {"path": "/big", "from": 400, "count":
        200}], "changes": true}`.
        """
        asked = WATCH_TREE.check(payload)
        self._windows.watch(sid, [_window(item, asked["changes"]) for item in asked["paths"]])

    def _answering(self, event: str, handle: Callable[[str, Any], None]) -> Callable[..., Any]:
        def handler(*payload: Any) -> dict[str, Any]:
            sid: str = request.sid  # type: ignore[attr-defined]
            try:
                if len(payload) > 1:
                    raise BadRequest(f"{event} takes one object.")
                handle(sid, payload[0] if payload else None)
            except HandoffError as refusal:
                self._emitter.send("refused", {"event": event, **refusal.as_json()}, [sid])
                return refusal.as_json()
            return {"ok": True}

        return handler

    def _on_connect(self) -> Callable[..., None]:
        def connect(auth: object = None) -> None:
            self._broadcaster.join(request.sid)  # type: ignore[attr-defined]

        return connect

    def _on_disconnect(self) -> Callable[..., None]:
        def disconnect(reason: object = None) -> None:
            self._broadcaster.leave(request.sid)  # type: ignore[attr-defined]
            self._windows.leave(request.sid)  # type: ignore[attr-defined]

        return disconnect


def _window(item: Any, by_change: bool) -> Window:
    asked = WINDOW.check({"path": item} if isinstance(item, str) else item)
    return Window(check_path(asked["path"], "path"), asked["from"], asked["count"], by_change)


def _log_mistake(error: BaseException) -> None:
    log.error("a socket handler failed", exc_info=error)
