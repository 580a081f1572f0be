"""What the audit of the books does where it fails."""

from __future__ import annotations

import json
import socket
import threading
from typing import Any

from app.journal.journal import Journal
from app.journal.recorded import Recorded
from app.recipes.bookshelf.actions import Audit
from app.recipes.bookshelf.events import BooksAudited
from app.recipes.registry import MODELS
from tests.support.zookeeper import await_until

SHELF = "/bookshelf"


def answer(listener: socket.socket, *bodies: Any) -> None:
    """Answer one request with each of these."""
    for one in bodies:
        caller, _ = listener.accept()
        with caller:
            asked = b""
            while b"\r\n\r\n" not in asked:
                asked += caller.recv(65_536)
            body = json.dumps(one).encode()
            head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n"
            caller.sendall(head.encode() + body)


def test_where_no_node_answers_it_says_so_and_goes_on() -> None:
    """A program that is none has the port of the leader."""
    journal = Journal(MODELS)
    audit = Audit(journal)
    audit.begin()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        answering = threading.Thread(target=answer, args=(listener, {}))
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


def test_a_leader_that_wakes_after_another_has_followed_lacks_no_books() -> None:
    """It says that it leads before it finds that its session is over."""
    journal = Journal(MODELS)
    audit = Audit(journal)
    audit.begin()
    heard: list[Recorded] = []
    journal.subscribe(heard.append)
    book = {"id": "b1", "author": "a", "year": 1}
    with socket.create_server(("127.0.0.1", 0)) as listener:
        woken = {"books": [], "epoch": 1, "leads": False}
        serves = {"books": [book], "epoch": 2, "leads": True}
        answering = threading.Thread(target=answer, args=(listener, woken, serves))
        answering.start()
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        journal.tell("book.followed", SHELF, {"by": "test"})
        journal.tell("book.written", SHELF, {**book, "node": "n2", "epoch": 2})
        for node, epoch in (("n1", 1), ("n2", 2)):
            leading = {"node": node, "state": "leading", "epoch": epoch, "address": address}
            journal.tell("book.node", SHELF, leading)
        answering.join()
        audited = await_until(
            lambda: [one.event for one in heard if isinstance(one.event, BooksAudited)]
        )
    assert [(one.node, one.missing) for one in audited] == [("n2", [])]
    audit.close()
