"""What a node of the bookshelf does beside its recipe: the disk, the other nodes, its clients.

The recipe decides; here its commands are carried out, each on a thread where it may wait, and what
came of it goes back to the in-order thread.
"""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.recipes import commands as c
from app.recipes.bookshelf import Bookshelf
from app.recipes.replication import words as w
from app.threads import LastingThread
from app.workers.bookshelf.disk import BookDisk
from app.workers.bookshelf.messages import Messenger, Outcome
from app.workers.bookshelf.server import BookServer, Reply
from app.workers.work import Host, Work

TOKEN_FILE = "token"

CLIENTS_WAIT = 15.0
"""Seconds until a request that nobody answers ends as unknown."""

NEWS_PERIOD = 0.1
"""Seconds between two reports of the node's own state, but for what is urgent in it."""

URGENT = ("state", "reason", "leader", "epoch")


class BookWork(Work):
    """Settings: `directory`, the node's own, beside which a file `token` holds what the nodes of
    one shelf know each other by; `pause`, seconds between the steps of a write, for who looks on.

    The pause lies in what carries out, not in the recipe: who is frozen in it goes on where it was
    when it wakes, as real programs do.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        settings = host.task.settings
        directory = Path(settings["directory"])
        self._pause = float(settings.get("pause", 0.0))
        self._requests = itertools.count(1)
        self._waiting: dict[int, queue.SimpleQueue[Reply]] = {}
        self._news: dict[str, Any] | None = None
        self._told: dict[str, Any] = {}
        self._told_at = 0.0
        self._disk = BookDisk(directory, self.tell)
        token = (directory.parent / TOKEN_FILE).read_text().strip()
        self._messenger = Messenger(token)
        self._server = BookServer(token, self._handle)
        serve = self._server.serve_forever
        LastingThread("books", "answers clients and the other nodes", serve, self.tell).start()
        host.post(self._open)

    def _open(self) -> None:
        store, seen, books, history = self._disk.found
        now, address = time.monotonic(), self._server.address
        self.host.give(w.Opened(now, store, seen, books, address, history))

    @property
    def _recipe(self) -> Bookshelf:
        assert isinstance(self.host.recipe, Bookshelf)
        return self.host.recipe

    # -- what the recipe asks for: in-order thread ------------------------------------------------

    def told(self, command: c.Command) -> None:
        """A command of the replication's."""
        if isinstance(command, w.Tell):
            self._tell(command)
        elif isinstance(command, w.Store):
            self._store(command)
        elif isinstance(command, w.Ask):
            self._ask(command)
        elif isinstance(command, w.Answer):
            self._answer(command)

    def _store(self, command: w.Store) -> None:
        pause = self._pause if self._recipe.books.serves else 0.0
        self._disk.write(command.change, lambda error: self._stored(command, error), pause)

    def _stored(self, command: w.Store, error: str | None) -> None:
        """On the disk's thread. What is told bears the time at which it is told: a leader that was
        frozen meanwhile looks at its clock by it.
        """
        operation = command.operation
        if error is None:
            self._post(lambda: self.host.give(w.Stored(time.monotonic(), operation)))
        else:
            self._post(lambda: self.host.give(w.StoreFailed(time.monotonic(), operation, error)))

    def _ask(self, command: w.Ask) -> None:
        def done(outcome: Outcome) -> None:
            def tell() -> None:
                self.host.give(w.Replied(time.monotonic(), command.call, *outcome))

            self._post(tell)

        if command.word == "copy":
            turns = 1 + command.message["turn"]
            self._messenger.send(command, done, turns * self._pause, self._say_sent(command))
        else:
            self._messenger.send(command, done)

    def _say_sent(self, command: w.Ask) -> Callable[[], None]:
        told = {
            "id": command.message["book"]["id"],
            "from": command.message["from"],
            "to": command.node,
            "epoch": command.message["epoch"],
        }
        return lambda: self.host.report("book.sent", told)

    def _answer(self, command: w.Answer) -> None:
        waiting = self._waiting.get(command.request)
        if waiting is not None:
            waiting.put(Reply(command.status, dict(command.body)))

    # -- what is said to the dashboard ------------------------------------------------------------

    def _tell(self, command: w.Tell) -> None:
        if command.kind != "book.node":
            self.host.report(command.kind, dict(command.data))
            return
        news = {"candidate": self.host.task.name, **command.data}
        is_urgent = any(news[key] != self._told.get(key) for key in URGENT)
        before, self._news = self._news, news
        now = time.monotonic()
        if is_urgent or now >= self._told_at + NEWS_PERIOD:
            self._say_news(now)
        elif before is None:
            self.host.wake_at(self._told_at + NEWS_PERIOD)

    def tick(self, now: float) -> None:
        """The node's state has changed since it was told last."""
        if self._news is not None:
            self._say_news(now)

    def _say_news(self, now: float) -> None:
        news, self._news = self._news, None
        if news is not None:
            self._told, self._told_at = news, now
            self.host.report("book.node", news)

    def order(self, word: str, value: Any) -> bool:
        """`pause`, seconds between the steps of a write; 0: none."""
        if word != "pause":
            return False
        self._pause = float(value)
        return True

    def close(self) -> None:
        """The process ends right after; to wait for the server would take half a second."""
        threading.Thread(target=self._server.shutdown, daemon=True).start()
        self._disk.close()
        latest = self._news or self._told
        if latest:
            self.host.report("book.node", {**latest, "state": "down", "reason": "stopped"})

    def _post(self, function: Callable[[], object]) -> None:
        self.host.post(function)

    def _put(self, asked: w.Asked) -> None:
        """Only who shows the token can say something that makes no sense."""
        try:
            self.host.give(asked)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self._answer(w.Answer(asked.request, 400, {"why": f"not understood: {error!r}"}))

    # -- what others ask: a thread for each -------------------------------------------------------

    def _handle(self, word: str, message: dict[str, Any]) -> Reply:
        """Wait for what the recipe says to it."""
        if word not in self._recipe.books.words:
            return Reply(404, {"why": "no such word"})
        request = next(self._requests)
        answers = self._waiting[request] = queue.SimpleQueue()
        self._post(lambda: self._put(w.Asked(time.monotonic(), request, word, message)))
        try:
            return answers.get(timeout=CLIENTS_WAIT)
        except queue.Empty:
            return Reply(504, {"why": "unknown"})
        finally:
            del self._waiting[request]
