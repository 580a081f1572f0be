"""With --data nothing that was acknowledged is lost, and nothing is acknowledged that would be."""

from __future__ import annotations

import random
import resource
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.ensemble.embedded import SandboxServer
from app.zookeeper.wire.codes import CreateMode, Op
from app.zookeeper.wire.records import PathWatch
from tests.sandbox.conftest import StartSandbox
from tests.sandbox.raw import (
    Heard,
    RawClient,
    create,
    delete,
    get_data,
    heard,
    request,
    set_data,
)
from tests.support.zookeeper import await_until

ROUNDS = 6
UNDER_WAY = 150


@dataclass
class Book:
    """What the server has acknowledged: the data of each path, None for one that is deleted."""

    znodes: dict[str, bytes | None] = field(default_factory=dict)
    uncertain: set[str] = field(default_factory=set)
    last_zxid: int = 0
    last_number: int = -1
    sessions: set[int] = field(default_factory=set)


class Writer:
    """Keeps many writes under way, and books those that are acknowledged."""

    def __init__(self, client: RawClient, book: Book, life: int) -> None:
        self.client, self.book, self.life = client, book, life
        self.sent: list[tuple[str, bytes | None]] = []
        self.done = 0
        book.sessions.add(client.shake_hands().session)

    def write_until(self, acknowledged: int) -> None:
        while self.done < acknowledged:
            while len(self.sent) - self.done < UNDER_WAY:
                self._send()
            self.book_reply(self.client.hear())

    def _send(self) -> None:
        """In turn: create, an ephemeral with a number, write, and delete every other one."""
        xid = len(self.sent)
        step, path = xid % 4, f"/kept/{self.life}-{xid // 4}"
        data = f"data of {path}".encode() if step == 0 else f"later data {xid}".encode()
        frames = [
            create(path, data, xid=xid),
            create("/kept/n-", flags=CreateMode.EPHEMERAL_SEQUENTIAL, xid=xid),
            set_data(path, data, xid),
            delete(path, xid) if xid // 4 % 2 else get_data(path, xid=xid),
        ]
        self.client.send_bytes(frames[step])
        deleted = step == 3 and xid // 4 % 2
        self.sent.append((path if step in (0, 2) or deleted else "", None if deleted else data))

    def book_reply(self, reply: Heard) -> None:
        assert (reply.xid, reply.error) == (self.done, 0)
        path, data = self.sent[self.done]
        self.done += 1
        self.book.last_zxid = max(self.book.last_zxid, reply.zxid)
        if path:
            self.book.znodes[path] = data
        elif reply.xid % 4 == 1:
            self.book.last_number = int(reply.as_reply_to(Op.CREATE).path[-10:])

    def book_the_rest(self) -> None:
        """What was acknowledged before the end, and not heard yet."""
        while (content := self.client.read_frame()) is not None:
            self.book_reply(heard(content))
        self.book_uncertain()

    def book_uncertain(self) -> None:
        """What was sent and not acknowledged may have come to pass or not."""
        self.book.uncertain |= {path for path, _ in self.sent[self.done :]}


def test_kill_loses_nothing_that_was_acknowledged(
    start_sandbox: StartSandbox, tmp_path: Path
) -> None:
    server = start_sandbox(tmp_path)
    book = Book()
    with RawClient(server.port) as client:
        client.shake_hands()
        client.call(create("/kept"))
    for life in range(ROUNDS):
        with RawClient(server.port) as client:
            writer = Writer(client, book, life)
            writer.write_until(random.randint(1, 1200))
            server.kill()
            writer.book_the_rest()
        server.start()
        check(server, book)


def check(server: SandboxServer, book: Book) -> None:
    """What is there is what was acknowledged, or was under way as the server ended."""
    with RawClient(server.port) as client:
        session = client.shake_hands().session
        assert session not in book.sessions
        children = client.call(request(Op.GET_CHILDREN, PathWatch("/kept", False)))
        found = {f"/kept/{name}" for name in children.as_reply_to(Op.GET_CHILDREN).children}
        certain = {path: data for path, data in book.znodes.items() if path not in book.uncertain}
        assert found - book.uncertain == {path for path, data in certain.items() if data}
        for path, data in certain.items():
            if data is not None:
                assert client.call(get_data(path)).as_reply_to(Op.GET_DATA).data == data
        numbered = client.call(create("/kept/n-", flags=CreateMode.EPHEMERAL_SEQUENTIAL))
        assert numbered.zxid > book.last_zxid
        assert int(numbered.as_reply_to(Op.CREATE).path[-10:]) > book.last_number


def test_an_orderly_end_keeps_everything(start_sandbox: StartSandbox, tmp_path: Path) -> None:
    server = start_sandbox(tmp_path)
    book = Book()
    with RawClient(server.port) as client:
        client.shake_hands()
        client.call(create("/kept"))
    with RawClient(server.port) as client:
        writer = Writer(client, book, 0)
        writer.write_until(500)
        server.stop()
        writer.book_the_rest()
    server.start()
    check(server, book)


def test_a_stat_is_what_it_was(start_sandbox: StartSandbox, tmp_path: Path) -> None:
    server = start_sandbox(tmp_path)
    with RawClient(server.port) as client:
        client.shake_hands()
        client.call(create("/a", b"1", flags=CreateMode.CONTAINER))
        client.call(create("/a/b", b"2"))
        client.call(create("/a/e", flags=CreateMode.EPHEMERAL))
        client.call(delete("/a/e"))
        client.call(set_data("/a", b"3"))
        before = [client.call(get_data(path)).body for path in ("/a", "/a/b")]
    server.restart()
    with RawClient(server.port) as client:
        client.shake_hands()
        assert [client.call(get_data(path)).body for path in ("/a", "/a/b")] == before


@pytest.mark.skipif(sys.platform != "linux", reason="needs prlimit")
def test_where_the_disk_is_full_nothing_more_is_acknowledged(
    start_sandbox: StartSandbox, tmp_path: Path
) -> None:
    """It says so and ends. (No file of its may grow any more, which is as good as a full disk.)"""
    book = Book()
    server = start_sandbox(tmp_path)
    with RawClient(server.port) as client:
        client.shake_hands()
        client.call(create("/kept"))
    with RawClient(server.port) as client:
        writer = Writer(client, book, 0)
        writer.write_until(100)
        full = max(file.stat().st_size for file in tmp_path.iterdir()) + 30_000
        assert server.pid is not None
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (full, full))
        with pytest.raises((AssertionError, OSError), match=r"hung up|reset|Broken pipe"):
            writer.write_until(100_000)
        writer.book_uncertain()
    await_until(lambda: not server.is_running)
    assert server.exit_code == 2
    assert server.complaint.startswith(f"{tmp_path} cannot keep the znodes: ")
    server.restart()
    check(server, book)
