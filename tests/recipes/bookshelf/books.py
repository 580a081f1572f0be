"""What a node of the bookshelf has beside its recipe: a disk that outlives its processes, and the
messages from node to node.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from app.participation import commands as c
from app.participation import inputs as i
from app.processes.work import Host, Work
from app.recipes.bookshelf.replication import messages as w
from app.recipes.bookshelf.replication.shelf import Book
from tests.recipes.bookshelf.replication.network import Disk

if TYPE_CHECKING:
    from tests.simulation.process import Process

WRITING = 0.003
NOTHING, EVERYTHING = "nothing is written", "everything is written"
"""What a disk has done that refuses a write: nobody knows which."""
Reply = Callable[["int | None", w.Message], None]


class Books(Work):
    """In the place of `BookWork`, which has threads, a port and a file. Messages are late as the
    network of both ends is, and lost where it is blocked; a node is found by its process's name.
    """

    host: Process

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.disk: Disk = host.task.settings["disk"]
        self._requests = itertools.count(1)
        self._answers: dict[int, Reply] = {}
        self._asked: set[int] = set()
        self.is_isolated = 0
        self.refuses = ""
        self.host.world.judge.books[host.task.name] = self
        host.post(self._open)

    def _open(self) -> None:
        disk, host = self.disk, self.host
        books = tuple(disk.books.values())
        found = (disk.store, disk.seen, books, host.name, disk.history)
        host.give(w.Opened(host.local_now(), *found))

    def told(self, command: c.Command) -> None:
        """A command of the replication's."""
        if isinstance(command, w.Persist):
            wait = WRITING * self.host.work_chance.random()
            self.host.world.after(wait, partial(self._store, command))
        elif isinstance(command, w.Ask):
            self._ask(command)
        elif isinstance(command, w.Respond):
            reply = self._answers.pop(command.request, _nobody)
            reply(command.status, command.body)

    def _store(self, command: w.Persist) -> None:
        if self.host.can_run(partial(self._store, command)):
            refuses = self.refuses if command.change.add else ""
            self.refuses = "" if refuses else self.refuses
            if refuses != NOTHING:
                self.disk.apply(command.change)
            now, operation = self.host.local_now(), command.operation
            if refuses:
                self._give(w.StoreFailed(now, operation, refuses))
            else:
                self._give(w.Persisted(now, operation))

    def _give(self, given: i.Input) -> None:
        """As of the moment in which the in-order thread comes to it."""
        host = self.host
        host.post(lambda: host.give(replace(given, at=host.local_now())))

    # -- messages -------------------------------------------------------------------------------

    def _ask(self, command: w.Ask) -> None:
        self._asked.add(command.call)
        self.host.world.after(command.timeout, partial(self._answered, command.call, None, {}))
        if not (self.host.weather.blocks_out or self.is_isolated):
            self.host.world.after(self.host.weather.delay(), partial(self._deliver, command))

    def _deliver(self, command: w.Ask) -> None:
        to = self.host.world.judge.books[command.address]
        if to.host.is_dead:
            self._answered(command.call, None, {})
        elif not (to.host.weather.blocks_in or to.is_isolated):
            to.asked(command.word, _sent(command.message), self._reply_from(to.host, command.call))

    def _reply_from(self, to: Process, call: int) -> Reply:
        def reply(status: int | None, body: w.Message) -> None:
            if not (to.weather.blocks_out or self.host.weather.blocks_in):
                answered = partial(self._answered, call, status, _sent(body))
                self.host.world.after(to.weather.delay(), answered)

        return reply

    def _answered(self, call: int, status: int | None, body: w.Message) -> None:
        if call in self._asked and self.host.can_run(partial(self._answered, call, status, body)):
            self._asked.remove(call)
            self._give(w.Replied(self.host.local_now(), call, status, body, True))

    def asked(self, word: str, message: w.Message, reply: Reply) -> None:
        """By another node, or a client."""
        if self.host.can_run(partial(self.asked, word, message, reply)):
            request = next(self._requests)
            self._answers[request] = reply
            self._give(w.Question(self.host.local_now(), request, word, message))

    def order(self, word: str, value: Any) -> bool:
        """`book`: a client wants one kept."""
        if word == "book":
            book = Book(f"{self.host.name}-{next(self._requests)}", "Jane", 1815)
            told = partial(self.host.world.judge.answered, self.host, book.id)
            self.asked("post", {"book": book.as_json()}, told)
        return word == "book"


def _sent(message: w.Message) -> dict[str, Any]:
    """As it comes out of the JSON."""
    told: dict[str, Any] = json.loads(json.dumps(message))
    return told


def _nobody(status: int | None, body: w.Message) -> None:
    """Nobody waits for this answer."""
