"""The web room: the page, the REST interface, the sockets, and the guard in front of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask
from flask_socketio import SocketIO

from app.control import Control
from app.journal.journal import Journal
from app.settings import Settings
from app.web import shapes
from app.web.api import api
from app.web.broadcaster import Broadcaster
from app.web.context import Rooms, put_rooms
from app.web.failures import handle_failures
from app.web.guard import Guard
from app.web.page import ROOT, page, static_file
from app.web.parts import PARTS
from app.web.sockets import Sockets
from app.web.transport import Outlet, be_strict, quiet_logger
from app.web.windows import Windows


@dataclass(frozen=True)
class Web:
    """The Flask application, and `close()`, which ends the threads that send to its clients."""

    app: Flask
    socketio: SocketIO
    close: Callable[[], None]


def create_web(settings: Settings, journal: Journal, control: Control) -> Web:
    """The web room on top of these rooms; it serves nothing until a server is given its `app`."""
    app = _create_flask()
    put_rooms(app.extensions, Rooms(settings, journal, control))
    socketio = _create_socketio(app)
    outlet = Outlet(socketio)
    broadcaster, windows = Broadcaster(journal, outlet), Windows(control, outlet, journal.append)
    Sockets(broadcaster, windows, outlet).register(socketio)
    app.wsgi_app = Guard(app.wsgi_app, settings)  # type: ignore[method-assign]
    with contextlib.ExitStack() as stack:
        for sender in (broadcaster, windows):
            stack.callback(sender.close)
            sender.start()
        return Web(app, socketio, stack.pop_all().close)


def _create_flask() -> Flask:
    app = Flask("app", static_folder=None, template_folder=str(ROOT / "templates"))
    app.config["MAX_CONTENT_LENGTH"] = shapes.LARGEST_BODY
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.url_map.merge_slashes = False
    app.json.sort_keys = False  # type: ignore[attr-defined]
    for rule in ("/static/<path:filename>", "/static/@<edition>/<path:filename>"):
        app.add_url_rule(rule, "static", static_file)
    app.register_blueprint(page)
    app.register_blueprint(api)
    for part in PARTS:
        app.register_blueprint(part.blueprint, url_prefix="/api/v1")
    handle_failures(app)
    return app


def _create_socketio(app: Flask) -> SocketIO:
    """Its own Origin check is off (`[]`, which also sends no CORS header): it trusts
    X-Forwarded-Host and lets a missing Origin pass; the guard has checked already.
    """
    socketio = SocketIO(
        app,
        async_mode="threading",
        async_handlers=False,
        cors_allowed_origins=[],
        manage_session=False,
        max_http_buffer_size=shapes.LARGEST_BODY,
        logger=quiet_logger("handoff.socketio"),
        engineio_logger=quiet_logger("handoff.engineio"),
    )
    be_strict(socketio)
    return socketio
