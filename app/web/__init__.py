"""Make the web room: the page, the REST interface, the sockets, and the guard in front of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from flask import Flask
from flask_socketio import SocketIO

from ..actions.action import LARGEST_BODY
from ..actions.service import Context
from ..foreign_json import read_json
from ..own_json import write_json
from ..services import SERVICES
from ..settings import Settings
from ..version import PACKAGE
from ..znodes.znodes import Znodes
from .base_path import BelowPath
from .broadcaster import Broadcaster
from .context import Wiring, put_wiring
from .failures import handle_failures
from .guard import Guard, presents, reads
from .metrics import Metrics
from .openapi import PREFIX
from .page import ROOT, page, static_file
from .phones import Phones
from .room import Room
from .routes import add_routes, describe
from .sessions import PageSessions
from .sockets import Sockets
from .standalone import standalone
from .transport import Emitter, be_strict, quiet_logger
from .visitors import Visitors
from .windows import Windows


@dataclass(frozen=True)
class Web:
    """The Flask application, and `close()`, which ends the threads that send to its clients."""

    app: Flask
    socketio: SocketIO
    visitors: Visitors
    close: Callable[[], None]


def create_web(settings: Settings, context: Context) -> Web:
    """Create the web room; it serves nothing until a server gets its `app`."""
    app = _create_flask()
    visitors = Visitors(settings, context.journal)
    put_wiring(app.extensions, Wiring(settings, context, visitors))
    socketio = _create_socketio(app)
    emitter = Emitter(socketio)
    history = context.history
    waits = (history.await_kept,) if history else ()
    broadcaster = Broadcaster(context.journal, emitter, *waits)
    znodes, tell = context.service(Znodes), context.journal.tell
    windows = Windows(znodes, context.mirror, emitter, tell)
    room = Room(context, visitors, emitter, tell, socketio.server.disconnect)
    add_routes(app, [context.service(kind) for kind in SERVICES])
    add_routes(app, [room], presents)
    app.add_url_rule(f"{PREFIX}/openapi.json", view_func=reads(describe))
    Sockets(broadcaster, windows, room, emitter).register(socketio)
    guarded = Guard(app.wsgi_app, settings, visitors)
    # Outermost, since Socket.IO and the guard look at the path: neither is within Flask's routing.
    app.wsgi_app = BelowPath(guarded, settings)  # type: ignore[method-assign]
    with contextlib.ExitStack() as stack:
        metrics = Metrics(context.journal, context.mirror, history)
        stack.callback(metrics.close)
        app.register_blueprint(metrics.blueprint())
        for lasting in (broadcaster, windows, room, PageSessions(socketio, tell)):
            stack.callback(lasting.close)
            lasting.start()
        return Web(app, socketio, visitors, stack.pop_all().close)


def _create_flask() -> Flask:
    app = Flask(PACKAGE, static_folder=None, template_folder=str(ROOT / "templates"))
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.url_map.merge_slashes = False
    app.json.dumps = _dumps  # type: ignore[method-assign]
    for rule in ("/static/<path:filename>", "/static/@<edition>/<path:filename>"):
        app.add_url_rule(rule, "static", static_file)
    app.register_blueprint(page)
    app.register_blueprint(standalone)
    app.register_blueprint(Phones().blueprint())
    handle_failures(app)
    return app


def _create_socketio(app: Flask) -> SocketIO:
    """Create the sockets with their own Origin check off (`[]`, which also sends no CORS header):
    it trusts X-Forwarded-Host and lets a missing Origin pass; the guard has checked already.
    """
    socketio = SocketIO(
        app,
        async_mode="threading",
        async_handlers=False,
        cors_allowed_origins=[],
        manage_session=False,
        max_http_buffer_size=LARGEST_BODY,
        logger=quiet_logger("handoff.socketio"),
        engineio_logger=quiet_logger("handoff.engineio"),
        json=SimpleNamespace(dumps=_dumps, loads=read_json),
    )
    be_strict(socketio)
    return socketio


def _dumps(obj: Any, **kwargs: Any) -> str:
    """Write JSON for Flask and Socket.IO, which name arguments of `json.dumps` that have no effect
    here.
    """
    return write_json(obj)
