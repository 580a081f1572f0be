"""Handle what a client says over Socket.IO: which events it lacks, and which part of the tree is
open.

Actions go over REST. The answer to a wrong message is `refused {"event", "error"}`; it harms
nobody. Handlers run on the thread that reads the client's messages, in their order.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from flask import request
from flask_socketio import SocketIO

from ..actions.fields import Path, within
from ..actions.signature import Bounded, FieldName, schema_of, taking
from ..errors import BadRequest, HandoffError
from ..zookeeper.paths import check_path
from .broadcaster import Broadcaster
from .guard import reads
from .transport import Emitter
from .windows import Window, Windows

MOST_WINDOWS = 64
MOST_CHILDREN = 500

_PLACE = {"type": ["string", "object"], "maxLength": schema_of(Path)["maxLength"]}

log = logging.getLogger(__name__)


class Sockets:
    """The handlers of the default namespace."""

    def __init__(self, broadcaster: Broadcaster, windows: Windows, emitter: Emitter) -> None:
        self._broadcaster = broadcaster
        self._windows = windows
        self._emitter = emitter

    def register(self, socketio: SocketIO) -> None:
        """Register every handler; each carries its guard."""

        def connect(auth: object = None) -> None:
            self._broadcaster.join(request.sid)  # type: ignore[attr-defined]

        def disconnect(reason: object = None) -> None:
            self._broadcaster.leave(request.sid)  # type: ignore[attr-defined]
            self._windows.leave(request.sid)  # type: ignore[attr-defined]

        socketio.on_event("connect", reads(connect))
        socketio.on_event("disconnect", reads(disconnect))
        socketio.on_event("follow", reads(self._answering("follow", self.follow)))
        socketio.on_event("watch_tree", reads(self._answering("watch_tree", self.watch_tree)))
        socketio.on_error_default(_log_mistake)

    @taking
    def follow(
        self,
        sid: str,
        /,
        since: Annotated[int | None, within(0, 2**53)] = None,
        run: Annotated[str | None, Bounded(maxLength=80)] = None,
    ) -> None:
        """Follow `{"since": SEQ|null, "run": RUN|null}`; a message without an argument asks for a
        snapshot.
        """
        self._broadcaster.follow(sid, since, run)

    @taking
    def watch_tree(
        self,
        sid: str,
        /,
        paths: Annotated[Sequence[Any], Bounded(maxItems=MOST_WINDOWS, items=_PLACE)],
        changes: bool = False,
    ) -> None:
        """Replace the watched set by `{"paths": ["/", {"path": "/big", "from": 400, "count":
        200}], "changes": true}`.
        """
        asked = ({"path": one} if isinstance(one, str) else one for one in paths)
        self._windows.watch(sid, [_window(one)._replace(by_change=changes) for one in asked])

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


@taking
def _window(
    path: Path,
    start: Annotated[int, FieldName("from"), within(0, 2**31)] = 0,
    count: Annotated[int, within(1, MOST_CHILDREN)] = 200,
) -> Window:
    return Window(check_path(path), start, count)


def _log_mistake(error: BaseException) -> None:
    log.error("a socket handler failed", exc_info=error)
