"""What the audit of the books does where it fails."""

from __future__ import annotations

import socket
import threading

from app.journal.journal import Journal
from app.recipes.bookshelf.actions import Audit
from app.recipes.registry import MODELS
from tests.support.zookeeper import await_until

SHELF = "/bookshelf"
NO_BOOKS = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


def test_where_no_node_answers_it_says_so_and_goes_on() -> None:
    """A program that is none has the port of the leader."""

    def serve() -> None:
        caller, _ = listener.accept()
        with caller:
            asked = b""
            while b"\r\n\r\n" not in asked:
                asked += caller.recv(65_536)
            caller.sendall(NO_BOOKS)

    journal = Journal(MODELS)
    audit = Audit(journal)
    audit.begin()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        answering = threading.Thread(target=serve)
        answering.start()
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        leading = {"node": "n1", "state": "leading", "epoch": 1, "address": address}
        journal.tell("book.followed", SHELF, {"by": "test"})
        journal.tell("book.node", SHELF, leading)
        ended = await_until(lambda: journal.state["threads"].get("audit"))
        answering.join()
    assert ended["reason"] == "KeyError: 'books'"
    await_until(lambda: not journal.state["threads"])
    audit.close()
