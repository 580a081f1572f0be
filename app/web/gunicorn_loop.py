"""Drive gunicorn's threaded worker in this process.

gunicorn starts such a worker as a process of its own, which a second process looks after. Here one
process owns the journal and all that it started, so the worker runs on a thread of that process.
This module alone knows the private names of gunicorn that this takes; gunicorn is pinned.
"""

from __future__ import annotations

import contextlib
import json
import logging
import math
import os
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Set
from concurrent.futures import Executor, Future
from queue import Empty, SimpleQueue
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakSet

from gunicorn import util
from gunicorn.config import Config
from gunicorn.http import message, wsgi
from gunicorn.http.errors import LimitRequestHeaders, ParseException
from gunicorn.http.unreader import SocketUnreader
from gunicorn.util import close_graceful, write_nonblock
from gunicorn.workers import gthread

from ..errors import BadRequest, TooSlow, error_body
from .peers import LET_IN, STAYS, peer_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

KEPT = 15
"""The seconds for which a connection without a request is kept."""

HEAD_WITHIN = 10.0
"""The seconds that a request's head may take, from its first byte to its last."""

BODY_WITHIN = 60.0
"""The seconds that the body may take after that."""

SPARE = 20
"""One of this many places stays free, for the next client."""

LONGEST_LINE = 65_536
"""The bytes of a request's first line: a znode's path may be long. gunicorn's own limit is 8,190,
or none.
"""

LARGEST_HEAD = LONGEST_LINE + 65_536
"""The bytes of the whole head. gunicorn would keep 800 kB for each connection that goes on sending
its head.
"""

MOST_DRAINED = 128 << 20
"""The bytes of a refused body that are taken in, so that its client comes to read the refusal."""

IDLE_FOR = 2.0
"""The seconds for which a thread waits for the next request."""

log = logging.getLogger(__name__)


def _refuse(connection: socket.socket, status: int, reason: str, why: str) -> None:
    """Answer what is no HTTP like every other failure: gunicorn has a page for it."""
    code = reason.lower().replace(" ", "_")
    body = json.dumps(error_body(code, why))
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    write_nonblock(connection, f"{head}{body}".encode("latin1"))


class Arrival(SocketUnreader):  # type: ignore[misc]
    """The bytes of a request that a client sends, and that have to be there by `deadline`. room:
    how many more bytes it may have.
    """

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock)
        self.deadline, self.room = 0.0, math.inf
        self.is_awaited = self.is_late = False

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Return the next bytes. Raise TimeoutError, or LimitRequestHeaders."""
        before = self.sock.gettimeout()
        left = max(self.deadline - time.monotonic(), 0.001)
        self.is_awaited = True
        try:
            self.sock.settimeout(left if before is None else min(left, before))
            received: bytes = super().chunk(size_hint)
        except TimeoutError:
            self.is_late = True
            raise
        finally:
            self.is_awaited = False
            self.sock.settimeout(before)
        self.room -= len(received)
        if self.room < 0:
            raise LimitRequestHeaders("the head is too large")
        return received


class Body:
    """A request's body, whose faults are the client's. length: that which the head gives, if it
    gives one.
    """

    def __init__(self, body: Any, length: str | None) -> None:
        self._body, self._left = body, int(length or 0)

    def read(self, size: int | None = None) -> bytes:
        """Return this many bytes of it, or all. Raise TooSlow or BadRequest."""
        try:
            content: bytes = self._body.read(size)
            self._left -= len(content)
            if self._left > 0 and (size is None or len(content) < size):
                raise EOFError
        except TimeoutError:
            raise TooSlow(
                f"The body of the request did not arrive within {BODY_WITHIN:g} seconds."
            ) from None
        except (OSError, EOFError, ParseException):
            raise BadRequest("The body of the request is malformed, or was cut off.") from None
        return content


class HttpConnection(gthread.TConn):  # type: ignore[misc]
    """A connection, and the facts that speak for ending it where others need its place.

    since: when the client was free to send its present request.
    """

    def __init__(self, config: Config, sock: socket.socket, client: Any, server: Any) -> None:
        super().__init__(config, sock, client, server)
        self.peer = peer_of(str(client[0]) if client else "")
        self.since = time.monotonic()
        self.arrival = Arrival(sock)
        self.is_let_in = self.has_asked = self.is_asking = self.stays = self.has_ended = False

    def init(self) -> None:
        """Prepare to read the first request."""
        super().init()
        self.parser.unreader = self.arrival

    def begin(self) -> None:
        """Note that a request begins to arrive."""
        self.has_asked = self.stays = self.arrival.is_late = False
        self.arrival.deadline, self.arrival.room = time.monotonic() + HEAD_WITHIN, LARGEST_HEAD

    def ask(self) -> None:
        """Note that the head of the request has arrived."""
        self.has_asked = self.is_asking = True
        self.arrival.deadline, self.arrival.room = time.monotonic() + BODY_WITHIN, math.inf

    def rest(self) -> None:
        """Note that the request has been answered, or given up."""
        self.is_asking = False
        self.since = time.monotonic()

    def let_in(self) -> None:
        """Note that the connection's client may see the dashboard."""
        self.is_let_in = True

    def stay(self) -> None:
        """Note that a page is open at its other end."""
        self.stays = True

    @property
    def is_answered(self) -> bool:
        """Tell whether a whole request is being answered."""
        return self.is_asking and not self.arrival.is_awaited

    def end(self) -> None:
        """End the connection, whatever it is at; the thread that serves it notices that."""
        self.has_ended = True
        with contextlib.suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)

    def close(self, graceful: bool = False) -> None:
        """Close the connection."""
        self.has_ended = True
        super().close(graceful)


class Loop(gthread.ThreadWorker):  # type: ignore[misc]
    """A worker that leaves the signals to its process, and has no master.

    most: the connections at a time. Some places always stay free: where too few are left, the
    server ends a connection that is at rest or sends its request, the oldest of the address that
    has the most. Half of the room is for the clients that were let in, the other half for the rest.
    """

    def __init__(self, app: WSGIApplication, listener: socket.socket, most: int) -> None:
        config = _config(most)
        entry = SimpleNamespace(wsgi=lambda: self._answer)
        super().__init__(0, os.getppid(), [listener], entry, 0, config, _Log())
        self._app = app
        self._lock = threading.Lock()
        self._at_rest: WeakSet[Any] = WeakSet()
        self._connections: WeakSet[HttpConnection] = WeakSet()
        self._newest: HttpConnection | None = None
        self._asking = threading.local()

    def end(self) -> None:
        """End the loop soon, from another thread."""
        self.alive = False
        if self.booted:
            self.method_queue.defer(lambda: None)

    def run(self) -> None:
        """Serve until `end()`, and answer a request under way. Give back what a process would."""
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
        """Leave the signals alone: they are the process's."""

    def notify(self) -> None:
        """Tell nobody that the loop is alive."""

    def is_parent_alive(self) -> bool:
        """Return True: serve on when the shell that started the process ends, as under nohup."""
        return True

    def get_thread_pool(self) -> Executor:
        """Return what gives each request, and each WebSocket, its thread."""
        return _Threads()

    def enqueue_req(self, connection: HttpConnection) -> None:
        """Give a connection a thread that reads and answers its request."""
        if connection not in self._connections:
            self._connections.add(connection)
            self._newest = connection
        super().enqueue_req(connection)

    def murder_pending(self) -> None:
        """End the connections that take too long to begin, and one more where there is no room."""
        super().murder_pending()
        self._make_room()

    def handle(self, connection: HttpConnection) -> Any:
        """Answer one request, and end the connection here if no other may follow: gunicorn waits up
        to 2 seconds for the client's end of it, on the thread that serves everybody.
        """
        with self._lock:
            self._at_rest.discard(connection)
        connection.begin()
        keeps = super().handle(connection)
        connection.rest()
        if connection.arrival.is_late and not connection.has_asked:
            why = f"The head of the request did not arrive within {HEAD_WITHIN:g} seconds."
            with contextlib.suppress(OSError):
                _refuse(connection.sock, 408, "Request Timeout", why)
        if keeps is False:
            with contextlib.suppress(OSError):
                close_graceful(connection.sock.dup(), max_drain=MOST_DRAINED)
                connection.sock.shutdown(socket.SHUT_RDWR)
        with self._lock:
            self._at_rest.add(connection)
        if not self.alive:
            connection.close()
        return keeps

    def handle_request(self, request: Any, connection: HttpConnection) -> Any:
        """Answer a request whose head has arrived."""
        connection.ask()
        self._asking.connection = connection
        return super().handle_request(request, connection)

    def _keepalive_after(self, connection: HttpConnection, keeps: bool) -> bool:
        """Tell whether another request may follow; none may where the rest of a body is no body."""
        try:
            return super()._keepalive_after(connection, keeps)  # type: ignore[no-any-return]
        except (OSError, ParseException):
            return False

    def _answer(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        connection: HttpConnection = self._asking.connection
        environ[LET_IN], environ[STAYS] = connection.let_in, connection.stay
        environ["wsgi.input"] = Body(environ["wsgi.input"], environ.get("CONTENT_LENGTH"))
        return self._app(environ, start)

    def _make_room(self) -> None:
        """End connections whose places others need, or will need."""
        room: int = self.worker_connections
        room -= max(room // SPARE, 1)
        if self.nr_conns > room:
            there = {one for one in list(self._connections) if not one.has_ended}
            while len(there) > room and (chosen := _chosen_of(there - {self._newest})) is not None:
                chosen.end()
                there.remove(chosen)


def _chosen_of(there: Set[HttpConnection]) -> HttpConnection | None:
    """Return the connection that loses its place to another one; None where all may stay."""
    strangers = [one for one in there if not one.is_let_in]
    known = [one for one in there if one.is_let_in and not one.stays]
    waiting = [one for one in known if not one.is_answered]
    others = [waiting, known, strangers]
    groups = [strangers, *others] if len(strangers) > len(there) / 2 else others
    chosen = next(filter(None, groups), [])
    crowd = Counter(one.peer for one in chosen)
    return min(chosen, key=lambda one: (-crowd[one.peer], one.since), default=None)


class _Threads(Executor):
    """A pool with a thread for each job under way; no thread keeps the process from its end. There
    are never more threads than connections. One that is done waits a moment for the next job: to
    start a thread costs as much as to answer for a file.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[SimpleQueue[_Job | None]] = []
        self._has_ended = False

    def submit(self, work: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        job = _Job(future, work, given)
        with self._lock:
            waiting = self._idle.pop() if self._idle else None
        if waiting is not None:
            waiting.put(job)
            return future
        try:
            threading.Thread(target=self._run, args=(job,), daemon=True).start()
        except RuntimeError as error:  # the system starts no further thread
            future.set_exception(error)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Report the end of no job from now on: the loop that would hear of it has ended."""
        with self._lock:
            self._has_ended = True
            for waiting in self._idle:
                waiting.put(None)

    def _run(self, job: _Job | None) -> None:
        own: SimpleQueue[_Job | None] = SimpleQueue()
        while job is not None:
            result = job.work(*job.given)
            with self._lock:
                if self._has_ended:
                    return
                job.future.set_result(result)
                self._idle.append(own)
            job = self._next(own)

    def _next(self, own: SimpleQueue[_Job | None]) -> _Job | None:
        """Return the next job of an idle thread; None where it ends."""
        try:
            return own.get(timeout=IDLE_FOR)
        except Empty:
            with self._lock:
                if own in self._idle:
                    self._idle.remove(own)
                    return None
            return own.get()


class _Job(NamedTuple):
    future: Future[Any]
    work: Callable[..., Any]
    given: tuple[Any, ...]


class _Log:
    """A log for gunicorn. It shows what strangers send, and connections that break, only with
    `--verbose`.
    """

    debug = info = warning = staticmethod(log.debug)
    error = critical = staticmethod(log.error)

    def exception(self, told: str, *given: Any) -> None:
        """Log a failure with its traceback."""
        broke = isinstance(sys.exc_info()[1], OSError)
        log.log(logging.DEBUG if broke else logging.ERROR, told, *given, exc_info=True)

    def access(self, answer: Any, request: Any, *_: Any) -> None:
        """Show a request, only with `--verbose` and without its query: that may have the token."""
        log.debug("%s %s: %s", request.method, request.path, answer.status)

    def close_on_exec(self) -> None:
        """Leave the log's files as they are."""


message.MAX_REQUEST_LINE = LONGEST_LINE
util.write_error = _refuse
gthread.TConn = HttpConnection
wsgi.log = _Log()


def _config(most: int) -> Config:
    """Return the settings: they believe no word of a proxy, for there need not be one."""
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
