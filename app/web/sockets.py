"""What a client can say over Socket.IO: which events it lacks, and what of the tree it has open.

Actions go over REST. A message that is wrong is answered with `refused {"event", "error"}` and
harms nobody. Handlers run on the thread that reads the client's messages, in their order.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from flask import request
from flask_socketio import SocketIO

from app.errors import BadRequest, HandoffError
from app.web import shapes
from app.web.broadcaster import Broadcaster
from app.web.guard import reads
from app.web.transport import Outlet
from app.web.windows import Window, Windows
from app.zookeeper.paths import check_path

log = logging.getLogger(__name__)


class Sockets:
    """The handlers of the default namespace."""

    def __init__(self, broadcaster: Broadcaster, windows: Windows, outlet: Outlet) -> None:
        self._broadcaster = broadcaster
        self._windows = windows
        self._outlet = outlet

    def register(self, socketio: SocketIO) -> None:
        """Every handler there is; each carries its guard."""
        socketio.on_event("connect", reads(self._on_connect()))
        socketio.on_event("disconnect", reads(self._on_disconnect()))
        socketio.on_event("follow", reads(self._answering("follow", self.follow)))
        socketio.on_event("watch_tree", reads(self._answering("watch_tree", self.watch_tree)))
        socketio.on_error_default(_log_mistake)

    def follow(self, sid: str, payload: Any) -> None:
        """`{"since": SEQ|null, "run": RUN|null}`; nothing at all is a snapshot."""
        wish = shapes.FOLLOW.check({} if payload is None else payload)
        self._broadcaster.follow(sid, wish.get("since"), wish.get("run"))

    def watch_tree(self, sid: str, payload: Any) -> None:
        """`{"paths": ["/", {"path": "/big", "from": 400, "count": 200}]}` replaces the set."""
        paths = shapes.WATCH_TREE.check(payload)["paths"]
        self._windows.watch(sid, [_window(item) for item in paths])

    def _answering(self, event: str, handle: Callable[[str, Any], None]) -> Callable[..., Any]:
        def handler(*payload: Any) -> dict[str, Any]:
            sid: str = request.sid  # type: ignore[attr-defined]
            try:
                if len(payload) > 1:
                    raise BadRequest(f"{event} takes one object.")
                handle(sid, payload[0] if payload else None)
            except HandoffError as refusal:
                self._outlet.send("refused", {"event": event, **refusal.as_json()}, [sid])
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


def _window(item: Any) -> Window:
    asked = shapes.WINDOW.check({"path": item} if isinstance(item, str) else item)
    return Window(check_path(asked["path"], "path"), asked["from"], asked["count"])


def _log_mistake(error: Exception) -> None:
    log.error("a socket handler failed", exc_info=error)
