"""Handle what a client says over Socket.IO: which events it lacks, and which part of the tree is
open.

Actions go over REST. The answer to a wrong message is `refused {"event", "error"}`; it harms
nobody. Handlers run on the thread that reads the client's messages, in their order.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Protocol

from flask import request
from flask_socketio import SocketIO

from ..actions.fields import Path, within
from ..actions.signature import Bounded, FieldName, schema_of, taking
from ..errors import BadRequest, HandoffError
from ..zookeeper.paths import check_path
from .broadcaster import Broadcaster
from .context import asker, wiring
from .guard import GUARD_MARK, is_let_in, presents, reads
from .room import LONGEST_ADDRESS
from .transport import Emitter
from .visitors import Asker
from .windows import Window

MOST_WINDOWS = 64
MOST_CHILDREN = 500

_PLACE = {"type": ["string", "object"], "maxLength": schema_of(Path)["maxLength"]}

log = logging.getLogger(__name__)


class Watched(Protocol):
    """The windows of all clients, wherever they are read."""

    def watch(self, sid: str, windows: Iterable[Window]) -> None: ...
    def leave(self, sid: str) -> None: ...


class Led(Protocol):
    """The room that its presenter leads, here or at another dashboard."""

    def join(self, sid: str, who: Asker) -> None: ...
    def leave(self, sid: str) -> None: ...
    def follow(self, sid: str, on: bool) -> None: ...
    def drive(self, sid: str, sure: bool, was: str | None) -> None: ...
    def show(self, sid: str, address: str) -> None: ...
    def bring(self, sid: str) -> None: ...
    def point(self, sid: str, on: str, x: float, y: float) -> None: ...


class Sockets:
    """The handlers of the default namespace."""

    def __init__(
        self, broadcaster: Broadcaster, windows: Watched, room: Led, emitter: Emitter
    ) -> None:
        self._broadcaster = broadcaster
        self._windows, self._room = windows, room
        self._emitter = emitter

    def register(self, socketio: SocketIO) -> None:
        """Register every handler; each carries its guard."""

        def connect(auth: object = None) -> bool:
            sid: str = request.sid  # type: ignore[attr-defined]
            self._room.join(sid, asker())
            # A connection outlives a reset of the room, and may enter again without the gate. It
            # joins first: a reset ends who has joined, and who joins later has an old code.
            if not is_let_in(request.environ, wiring().visitors):
                self._room.leave(sid)
                return False
            self._broadcaster.join(sid)
            return True

        def disconnect(reason: object = None) -> None:
            self._broadcaster.leave(request.sid)  # type: ignore[attr-defined]
            self._windows.leave(request.sid)  # type: ignore[attr-defined]
            self._room.leave(request.sid)  # type: ignore[attr-defined]

        socketio.on_event("connect", reads(connect))
        socketio.on_event("disconnect", reads(disconnect))
        for event, handle, guard in (
            ("follow", self.follow, reads),
            ("watch_tree", self.watch_tree, reads),
            ("look", self.look, reads),
            ("drive", self.drive, presents),
            ("show", self.show, presents),
            ("bring", self.bring, presents),
            ("point", self.point, presents),
        ):
            socketio.on_event(event, self._answering(event, handle, guard))
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

    @taking
    def look(self, sid: str, /, follows: bool) -> None:
        """Say by `{"follows": true}` whether this page follows what the presenter shows."""
        self._room.follow(sid, follows)

    @taking
    def drive(
        self,
        sid: str,
        /,
        sure: bool = False,
        was: Annotated[str | None, Bounded(maxLength=80)] = None,
    ) -> None:
        """Present with this page, `{"sure": true}` also where another one does; `{"was": SID}`
        where this page did by an earlier connection.
        """
        self._room.drive(sid, sure, was)

    @taking
    def show(
        self, sid: str, /, address: Annotated[str, Bounded(maxLength=LONGEST_ADDRESS)]
    ) -> None:
        """Show `{"address": "view=lock&lock=/a"}`, what the page's own address names."""
        self._room.show(sid, address)

    @taking
    def bring(self, sid: str, /) -> None:
        """Bring everybody to what this page shows."""
        self._room.bring(sid)

    @taking
    def point(
        self,
        sid: str,
        /,
        on: Annotated[str, Bounded(maxLength=200)],
        x: Annotated[float, within(-1, 2)],
        y: Annotated[float, within(-1, 2)],
    ) -> None:
        """Draw a ring on all pages: at `x` and `y`, in widths and heights of the part `on`."""
        self._room.point(sid, on, x, y)

    def _answering(
        self, event: str, handle: Callable[[str, Any], None], guard: Callable[..., Any]
    ) -> Callable[..., Any]:
        guarded = guard(lambda sid, given: handle(sid, given))

        def handler(*payload: Any) -> dict[str, Any]:
            sid: str = request.sid  # type: ignore[attr-defined]
            try:
                if len(payload) > 1:
                    raise BadRequest(f"{event} takes one object.")
                guarded(sid, payload[0] if payload else None)
            except HandoffError as refusal:
                self._emitter.send("refused", {"event": event, **refusal.as_json()}, [sid])
                return refusal.as_json()
            return {"ok": True}

        setattr(handler, GUARD_MARK, getattr(guarded, GUARD_MARK))
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
