"""Make the web room: the page, the REST interface, the sockets, and the guard in front of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

from flask import Blueprint, Flask
from flask_socketio import SocketIO

from ..actions.action import LARGEST_BODY
from ..actions.service import Context
from ..foreign_json import read_json
from ..journal.relayed import RelayedJournal
from ..own_json import write_json
from ..services import SERVICES
from ..settings import Settings
from ..version import PACKAGE
from ..znodes.znodes import Znodes
from .base_path import BelowPath
from .broadcaster import Broadcaster
from .context import Wiring, put_wiring
from .documentation import documentation
from .failures import handle_failures
from .first import First
from .guard import Guard, presents, reads
from .metrics import Metrics
from .openapi import PREFIX
from .page import ROOT, page, static_file
from .phones import Phones
from .relay import Relay, add_forwarding
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
    app = _create_flask(standalone, Phones().blueprint())
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
    _guard(app, settings, visitors)
    with contextlib.ExitStack() as stack:
        metrics = Metrics(context.journal, context.mirror, history)
        stack.callback(metrics.close)
        app.register_blueprint(metrics.blueprint())
        for lasting in (broadcaster, windows, room, PageSessions(socketio, tell)):
            stack.callback(lasting.close)
            lasting.start()
        return Web(app, socketio, visitors, stack.pop_all().close)


def create_relay(settings: Settings, context: Context, first: First) -> Web:
    """Create the web room of a dashboard that only shows another one. context: with a journal of
    that one.
    """
    app = _create_flask()
    add_forwarding(app, first)
    visitors = Visitors(settings, context.journal)
    put_wiring(app.extensions, Wiring(settings, context, visitors))
    socketio = _create_socketio(app)
    relay = Relay(first, cast(RelayedJournal, context.journal), socketio)
    Sockets(relay.broadcaster, relay.windows, relay.room, relay.emitter).register(socketio)
    _guard(app, settings, visitors)
    relay.start()
    return Web(app, socketio, visitors, relay.close)


def _guard(app: Flask, settings: Settings, visitors: Visitors) -> None:
    """Put the gate before everything. The base path is outermost, since Socket.IO and the guard
    look at the path: neither is within Flask's routing.
    """
    guarded = Guard(app.wsgi_app, settings, visitors)
    app.wsgi_app = BelowPath(guarded, settings)  # type: ignore[method-assign]


def _create_flask(*blueprints: Blueprint) -> Flask:
    app = Flask(PACKAGE, static_folder=None, template_folder=str(ROOT / "templates"))
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.url_map.merge_slashes = False
    app.json.dumps = _dumps  # type: ignore[method-assign]
    for rule in ("/static/<path:filename>", "/static/@<edition>/<path:filename>"):
        app.add_url_rule(rule, "static", static_file)
    for blueprint in (page, documentation, *blueprints):
        app.register_blueprint(blueprint)
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
