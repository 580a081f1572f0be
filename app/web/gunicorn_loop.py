"""Drive gunicorn's threaded worker in this process.

gunicorn starts such a worker as a process of its own, which a second process looks after. Here one
process owns the journal and all that it started, so the worker runs on a thread of it. What that
takes of gunicorn's private names is in this module only; gunicorn is pinned.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from gunicorn import util
from gunicorn.config import Config
from gunicorn.http import message
from gunicorn.util import close_graceful, write_nonblock
from gunicorn.workers.gthread import ThreadWorker

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

KEPT = 15
"""Seconds for which a connection without a request is kept."""

LONGEST_LINE = 65_536
"""Bytes of a request's first line: a znode's path may be long. gunicorn's own limit is 8,190, or
none.
"""

message.MAX_REQUEST_LINE = LONGEST_LINE

log = logging.getLogger(__name__)


def _refuse(connection: socket.socket, status: int, reason: str, why: str) -> None:
    """Answer what is no HTTP as every other failure is answered: gunicorn has a page for it."""
    code = reason.lower().replace(" ", "_")
    body = json.dumps({"error": {"code": code, "message": why, "field": None}})
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    write_nonblock(connection, f"{head}{body}".encode("latin1"))


util.write_error = _refuse


class Loop(ThreadWorker):  # type: ignore[misc]
    """A worker that leaves the signals to its process, and whose master is nobody."""

    def __init__(self, app: WSGIApplication, listener: socket.socket, most: int) -> None:
        config = _config(most)
        entry = SimpleNamespace(wsgi=lambda: app)
        super().__init__(0, os.getppid(), [listener], entry, 0, config, _Log())
        self._lock = threading.Lock()
        self._at_rest: WeakSet[Any] = WeakSet()

    def end(self) -> None:
        """End the loop soon, from another thread."""
        self.alive = False
        if self.booted:
            self.method_queue.defer(lambda: None)

    def run(self) -> None:
        """Serve until `end()`. Give back what a process would; a request under way is answered."""
        try:
            super().run()
        except BaseException:
            self.tpool.shutdown()
            self.method_queue.close()
            raise
        finally:
            self.alive = False
            with self._lock:
                at_rest = list(self._at_rest)
            for connection in at_rest:
                connection.close()
            self.tmp.close()
            for end in self.PIPE:
                os.close(end)

    def init_signals(self) -> None:
        """Leave them: they are the process's."""

    def notify(self) -> None:
        """Tell nobody that the loop is alive."""

    def is_parent_alive(self) -> bool:
        """Serve on when the shell that started the process ends, as under nohup."""
        return True

    def get_thread_pool(self) -> Executor:
        """Return what gives each request, and each WebSocket, its thread."""
        return _Threads()

    def handle(self, connection: Any) -> Any:
        """Answer one request, and end the connection here if no other may follow: gunicorn waits up
        to 2 seconds for the client's end of it, on the thread that serves everybody.
        """
        with self._lock:
            self._at_rest.discard(connection)
        keeps = super().handle(connection)
        if keeps is False:
            with contextlib.suppress(OSError):
                close_graceful(connection.sock.dup())
                connection.sock.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._at_rest.add(connection)
        if not self.alive:
            connection.close()
        return keeps


class _Threads(Executor):
    """A thread for each job, which does not keep the process from its end. There are never more
    than connections.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._has_ended = False

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        thread = threading.Thread(target=self._run, args=(future, work, given), daemon=True)
        try:
            thread.start()
        except RuntimeError as error:  # the system starts no further thread
            future.set_exception(error)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Report no job's end from now on: the loop that would hear of it has ended."""
        with self._lock:
            self._has_ended = True

    def _run(self, future: Future[Any], work: Callable[..., Any], given: tuple[Any, ...]) -> None:
        result = work(*given)
        with self._lock:
            if not self._has_ended:
                future.set_result(result)


class _Log:
    """A log for gunicorn. What strangers send, and connections that break, are shown with
    `--verbose` only.
    """

    debug = info = warning = staticmethod(log.debug)
    error = critical = staticmethod(log.error)

    def exception(self, told: str, *given: Any) -> None:
        """Log a failure with its traceback."""
        broke = isinstance(sys.exc_info()[1], OSError)
        log.log(logging.DEBUG if broke else logging.ERROR, told, *given, exc_info=True)

    def access(self, answer: Any, request: Any, *_: Any) -> None:
        """Show a request with `--verbose`, without its query: that may have the token."""
        log.debug("%s %s: %s", request.method, request.path, answer.status)

    def close_on_exec(self) -> None:
        """Leave the log's files as they are."""


def _config(most: int) -> Config:
    """Return the settings: no word of a proxy is believed, for there need not be one."""
    config = Config()
    settings = {
        "threads": 1,
        "worker_connections": most,
        "keepalive": KEPT,
        "graceful_timeout": 0,
        "limit_request_line": LONGEST_LINE,
        "forwarded_allow_ips": "",
        "secure_scheme_headers": {},
        "umask": 0o077,
    }
    for name, value in settings.items():
        config.set(name, value)
    return config
