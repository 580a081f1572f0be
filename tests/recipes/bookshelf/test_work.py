"""What comes back from a node's threads, as its recipe is told of it."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.participation import inputs as i
from app.participation.participant import Participant
from app.processes.channel import WorkerTask
from app.recipes.bookshelf.machine import Bookshelf
from app.recipes.bookshelf.process.disk import TOKEN
from app.recipes.bookshelf.process.work import BookWork
from app.recipes.bookshelf.replication import messages as w
from app.recipes.bookshelf.replication.shelf import ShelfChange

WITHIN = 30.0


class Node:
    """A process whose in-order thread comes to what is posted when it is let."""

    def __init__(self, directory: Path) -> None:
        settings = {"directory": str(directory), "incarnation": "first"}
        self.task = WorkerTask("n1", "nowhere:1", "/bookshelf", 4.0, "bookshelf", settings)
        self.recipe: Participant = Bookshelf.made_for("n1", settings)
        self.posted: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self.given: list[i.Input] = []

    def give(self, given: i.Input) -> None:
        self.given.append(given)

    def post(self, function: Callable[[], object]) -> None:
        self.posted.put(function)

    def report(self, kind: str, data: dict[str, Any]) -> None:
        """Nobody looks on."""

    def wake_at(self, at: float) -> None:
        """Nothing is put off."""


@pytest.fixture
def node(tmp_path: Path) -> Iterator[tuple[Node, BookWork]]:
    (tmp_path / TOKEN).write_text("token")
    node = Node(tmp_path / "n1")
    work = BookWork(node)
    node.posted.get(timeout=WITHIN)()
    yield node, work
    work.close()
    work._server.shutdown()
    work._server.server_close()


@pytest.mark.parametrize(
    "command",
    [w.Persist(1, ShelfChange(seen=3)), w.Ask(1, "n2", "127.0.0.1:1", "join", {}, 0.5)],
    ids=["the disk", "another node"],
)
def test_what_waited_for_the_in_order_thread_is_told_as_of_now(
    node: tuple[Node, BookWork], command: w.Persist | w.Ask
) -> None:
    """4: a leader that was frozen meanwhile looks at its clock by the time that it is, not by the
    time at which the disk was done.
    """
    process, work = node
    work.told(command)
    function = process.posted.get(timeout=WITHIN)
    woken_at = time.monotonic()
    function()
    assert process.given[-1].at >= woken_at
