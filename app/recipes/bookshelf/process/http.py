"""Send messages from node to node, and serve them and a node's clients: JSON over HTTP on loopback.

Any web page that is open in a browser on this machine can send requests to loopback, so Host must
be loopback's own, and requests with an Origin are refused: no page has business here. The other
nodes show the token in their shelf's directory. See `app.web.guard` for the dashboard's rules.
"""

from __future__ import annotations

import hmac
import http.client
import json
import re
import threading
import time
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ....errors import error_body
from ....foreign_json import read_json
from ..replication.shelf import Book

if TYPE_CHECKING:
    from ..replication import messages as w

TOKEN_HEADER = "X-Handoff-Bookshelf"
INTERNAL = "/internal/"
LARGEST = 1 << 26
_NOWHERE = (OSError, http.client.InvalidURL, UnicodeError, OverflowError)
"""Errors of an address that leads nowhere, or is none: anybody may have written it."""


class Outcome(NamedTuple):
    """The end of a message. status None: no answer came, and why; `sent`: the message may have
    arrived all the same.
    """

    status: int | None
    body: dict[str, Any]
    sent: bool
    why: str = ""


def exchange(
    address: str,
    method: str,
    path: str,
    document: Mapping[str, Any] | None,
    within: float,
    headers: Mapping[str, str] = MappingProxyType({}),
) -> Outcome:
    """Send a JSON document, if any, to the node at `address` (HOST:PORT), and return its answer,
    which may take so many seconds.
    """
    try:
        connection = http.client.HTTPConnection(address, timeout=within)
        connection.connect()
    except _NOWHERE as error:
        return Outcome(None, {}, False, str(error))
    try:
        body = None if document is None else json.dumps(document)
        typed = {"Content-Type": "application/json"} if body else {}
        connection.request(method, path, body, {**typed, **headers})
        answer = connection.getresponse()
        told = read_json(answer.read(LARGEST))
        if not isinstance(told, dict):
            raise ValueError("not a JSON object")
        return Outcome(answer.status, told, True)
    except (OSError, ValueError, http.client.HTTPException) as error:
        return Outcome(None, {}, True, _why(error))
    finally:
        connection.close()


def _why(error: Exception) -> str:
    """Return in words why no answer came."""
    if isinstance(error, ConnectionError):
        return "it closed the connection"
    is_late = isinstance(error, TimeoutError)
    return "none came in time" if is_late else f"what came cannot be read ({error})"


def send(
    ask: w.Ask,
    token: str,
    done: Callable[[Outcome], None],
    pause: float = 0.0,
    leaves: Callable[[], None] = lambda: None,
) -> None:
    """Send a message to another node, with the shelf's token, after `pause` seconds; a process
    frozen in them sends without looking again, as real programs do. `leaves` is called right
    before, `done` at the end, both on another thread.
    """

    def work() -> None:
        time.sleep(pause)
        leaves()
        path, headers = INTERNAL + ask.word, {TOKEN_HEADER: token}
        done(exchange(ask.address, "POST", path, ask.message, ask.timeout + pause, headers))

    threading.Thread(target=work, name=f"to {ask.node}", daemon=True).start()


# -- the server ---------------------------------------------------------------------------------

LONGEST = {"author": 200, "id": 200}
FOR_CLIENTS = ("post", "books", "status")
LARGEST_CLIENTS = 1 << 16
_DIGITS = re.compile("[0-9]{1,12}").fullmatch
IDLE = 30.0


class NodeReply(NamedTuple):
    """The answer to a request."""

    status: int
    body: dict[str, Any]


Handle = Callable[[str, dict[str, Any]], NodeReply]


class NodeRefused(Exception):
    """A refusal of a request: `code` for programs, the text for people."""

    def __init__(self, status: int, code: str, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.reply = NodeReply(status, error_body(code, message, field))


class BookServer(ThreadingHTTPServer):
    """A server. `handle(word, message)` is called on the request's thread, and may wait there: for
    clients with `post`, `books` and `status`, for other nodes with what they ask.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, token: str, handle: Handle) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.token = token
        self.handle = handle

    @property
    def address(self) -> str:
        """Return where it can be reached."""
        return f"127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a client that hangs up in the middle of an answer."""


class _Handler(BaseHTTPRequestHandler):
    server: BookServer
    protocol_version = "HTTP/1.1"
    timeout = IDLE
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Answer `/v1/books` and `/v1/status`."""
        self._reply(self._get)

    def do_POST(self) -> None:
        """Answer `/v1/books`, and what other nodes ask."""
        self._reply(self._post)

    def _get(self) -> NodeReply:
        if self.path == "/v1/books":
            reply = self.server.handle("books", {})
            books = sorted(reply.body.get("books", ()))
            listed = [book.as_json() for book in books]
            return NodeReply(reply.status, {**reply.body, "books": listed, "count": len(books)})
        if self.path == "/v1/status":
            return self.server.handle("status", {})
        raise NodeRefused(404, "not_found", f"there is no {self.path} here")

    def _post(self) -> NodeReply:
        if self.path.startswith(INTERNAL):
            self._check_token()
            word = self.path[len(INTERNAL) :]
            if word in FOR_CLIENTS:
                raise NodeRefused(404, "not_found", "this path is for clients only")
            return self.server.handle(word, self._body(LARGEST))
        if self.path != "/v1/books":
            raise NodeRefused(404, "not_found", f"there is no {self.path} here")
        book = book_of(self._body(LARGEST_CLIENTS))
        reply = self.server.handle("post", {"book": book.as_json()})
        return NodeReply(reply.status, _for_clients(reply))

    def _reply(self, answer: Callable[[], NodeReply]) -> None:
        try:
            self._check_site()
            reply = answer()
        except NodeRefused as refused:
            reply = refused.reply
            self.close_connection = True
        data = json.dumps(reply.body).encode()
        self.send_response(reply.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        if reply.status == 503:
            self.send_header("Retry-After", "1")
        self.end_headers()
        self.wfile.write(data)

    def _check_site(self) -> None:
        port = self.server.server_port
        if self.headers.get("Host") not in (f"127.0.0.1:{port}", f"localhost:{port}"):
            raise NodeRefused(403, "host", "only requests to a loopback name are answered")
        site = self.headers.get("Sec-Fetch-Site", "none")
        if self.headers.get("Origin") is not None or site != "none":
            raise NodeRefused(403, "cross_site", "web pages may not send requests here")

    def _check_token(self) -> None:
        offered = self.headers.get(TOKEN_HEADER, "")
        if not hmac.compare_digest(offered.encode(), self.server.token.encode()):
            raise NodeRefused(403, "token", "only nodes of the same shelf may send this")

    def _body(self, largest: int) -> dict[str, Any]:
        length = self.headers.get("Content-Length", "")
        if not _DIGITS(length) or int(length) > largest:
            raise NodeRefused(413, "too_long", f"the body must have at most {largest} bytes")
        try:
            found = read_json(self.rfile.read(int(length)))
        except ValueError:
            raise NodeRefused(400, "bad_request", "the body is not JSON") from None
        if not isinstance(found, dict):
            raise NodeRefused(400, "bad_request", "the body is not a JSON object")
        return found

    def log_message(self, *args: Any) -> None:
        """Log nothing: what happens is journaled."""


def book_of(told: dict[str, Any]) -> Book:
    """Return {"id", "author", "year"}; raise NodeRefused, naming the field."""
    for field, longest in LONGEST.items():
        text = told.get(field)
        if not isinstance(text, str) or not 0 < len(text) <= longest:
            message = f"{field} must be text of 1 to {longest} characters"
            raise NodeRefused(400, "bad_request", message, field)
        if not text.isprintable():
            raise NodeRefused(400, "bad_request", f"{field} contains unprintable characters", field)
    year = told.get("year")
    if not isinstance(year, int) or isinstance(year, bool) or abs(year) > 9999:
        raise NodeRefused(400, "bad_request", "year must be a whole number", "year")
    return Book(told["id"], told["author"], year)


SAID = {
    "conflict": "another book has this id",
    "no leader": "nobody leads now: nothing was written, try again",
    "busy": "too many writes are waiting: nothing was written, try again",
    "not ready": "this node is not ready: nothing was written, try again",
    "unknown": "no answer came: the book may be kept or not",
}


def _for_clients(reply: NodeReply) -> dict[str, Any]:
    why = reply.body.get("why")
    if why is None:
        return reply.body
    code = why.replace(" ", "_")
    rest = {key: value for key, value in reply.body.items() if key != "why"}
    return {**error_body(code, SAID.get(why, why)), **rest}
