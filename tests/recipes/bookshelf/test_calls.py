"""Asking a node that does not answer, and what the leader's list says of open writes."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from app.recipes.bookshelf.actions import ask, fates
from tests.recipes.bookshelf.script import SHELF, halfway, three


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def address(listener: socket.socket) -> str:
    return f"127.0.0.1:{listener.getsockname()[1]}"


def test_where_nobody_listens_nothing_was_asked(listener: socket.socket) -> None:
    where = address(listener)
    listener.close()
    answer = ask(where, "POST", {"id": "emma"}, 5.0)
    assert (answer.status, answer.body["error"]["code"]) == (503, "unreachable")


@pytest.mark.parametrize(
    "where", ["127.0.0.1:x", "127.0.0.1:99999", f"127.0.0.1:{'9' * 30}", "a..b:80"]
)
def test_what_is_no_address_cannot_be_reached(where: str) -> None:
    """A node asks on a thread of its own, which would end without an answer."""
    answer = ask(where, "POST", {"id": "emma"}, 5.0)
    assert (answer.status, answer.body["error"]["code"]) == (503, "unreachable")


@pytest.mark.parametrize(
    ("says", "why"),
    [
        (b"", "gave no answer: it closed the connection"),
        (b"HTTP/1.1 200 OK\r\n\r\n[]", "not a JSON object"),
        (b"nonsense\r\n\r\n", "nonsense"),
    ],
)
def test_one_that_hangs_up_or_talks_nonsense_may_have_done_it(
    listener: socket.socket, says: bytes, why: str
) -> None:
    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            asked = b""
            while b"emma" not in asked:  # what is left unread would reset the connection
                asked += connection.recv(65536)
            connection.sendall(says)

    thread = threading.Thread(target=serve)
    thread.start()
    answer = ask(address(listener), "POST", {"id": "emma"}, 10.0)
    thread.join()
    assert (answer.status, answer.body["error"]["code"]) == (504, "outcome_unknown")
    assert why in answer.body["error"]["message"]


def test_one_that_is_frozen_is_not_waited_for_for_ever(listener: socket.socket) -> None:
    """Its kernel takes the connection and the request; nobody reads them."""
    answer = ask(address(listener), "GET", None, 0.2)
    assert answer.status == 504
    assert answer.body["error"]["message"].endswith("gave no answer: none came in time")


def test_what_the_leader_has_is_kept_and_an_earlier_terms_write_that_it_has_not_is_gone() -> None:
    script = halfway()
    epoch = script.shelf["epoch"]
    script.killed(1)
    assert fates(script.shelf, {"emma"}, epoch + 5) == (["emma"], [])
    assert fates(script.shelf, set(), epoch + 5) == ([], ["emma"])
    assert fates(script.shelf, set(), epoch) == ([], [])


def test_a_write_that_never_came_to_a_leader_stays_open() -> None:
    script = three()
    script.asked("emma", "n2", to="n1")
    script.event("book.failed", SHELF, id="emma", node="n2", why="unknown", ms=5)
    assert fates(script.shelf, set(), 10_000) == ([], [])
