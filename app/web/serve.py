"""Serve the application on a socket of our own."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from ..system.limits import open_files
from ..system.listening import listen as listen
from ..system.threads import LastingThread, Tell
from .gunicorn_loop import Loop

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

MOST = 2000
"""The connections at a time. A page holds one, and six more for a moment."""

FILES_OF_ONE = 3
"""The open files that a connection takes: itself, what waits for it, and a WebSocket's own end of
it.
"""

OTHER_FILES = 250
"""The open files that are left for the rest of the dashboard."""


class WebServer:
    """An HTTP and WebSocket server on a thread of this process; `stop()` returns when it has ended.
    `tell` hears of an unexpected end.

    most: the connections that it takes at the same time, if the process may have as many files
    open; more have to wait until one ends.
    """

    def __init__(
        self, app: WSGIApplication, listener: socket.socket, tell: Tell, most: int = MOST
    ) -> None:
        self._app, self._listener = app, listener
        self._most = min(most, max((open_files() - OTHER_FILES) // FILES_OF_ONE, 2))
        self._loop = self._new_loop()
        self._thread = LastingThread("http", "answers browsers and scripts", self._serve, tell)

    def start(self) -> None:
        """Serve on a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Stop taking requests. Open connections end with the process."""
        self._thread.dismiss()
        self._loop.end()
        self._thread.join()
        self._listener.close()

    def _new_loop(self) -> Loop:
        return Loop(self._app, self._listener, self._most)

    def _serve(self) -> None:
        try:
            self._loop.init_process()
        except BaseException:
            self._loop = self._new_loop()
            raise
