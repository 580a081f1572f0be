"""The work of a bookshelf's node besides its recipe: the disk, the other nodes, its clients.

The recipe decides; its commands are carried out here, each on a thread where it may wait, and the
outcome goes back to the in-order thread.
"""

from __future__ import annotations

import itertools
import queue
import threading
import time
from pathlib import Path
from typing import Any

from ....participation import commands as c
from ....processes.work import Host, Work
from ....system.threads import LastingThread
from ..machine import Bookshelf
from ..replication import messages as w
from .disk import TOKEN, BookDisk
from .http import BookServer, NodeReply, Outcome, send

CLIENTS_WAIT = 15.0
"""Seconds until a request without an answer ends as unknown."""

NEWS_PERIOD = 0.1
"""Seconds between two reports of the node's own state, unless the change is urgent."""

URGENT = ("state", "reason", "leader", "epoch")


class BookWork(Work):
    """The work of a node. Settings: `directory`, the node's own, beside which a file `token` holds
    what the nodes of one shelf know each other by; `pause`, seconds between the steps of a write,
    for people who watch.

    The pause lies in the work, not in the recipe: a process frozen in it goes on where it was when
    it wakes, as real programs do.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        settings = host.task.settings
        directory = Path(settings["directory"])
        self._pause = float(settings.get("pause", 0.0))
        self._requests = itertools.count(1)
        self._waiting: dict[int, queue.SimpleQueue[NodeReply]] = {}
        self._news: dict[str, Any] | None = None
        self._told: dict[str, Any] = {}
        self._told_at = 0.0
        self._disk = BookDisk(directory, self.tell)
        self._token = (directory.parent / TOKEN).read_text().strip()
        self._server = BookServer(self._token, self._handle)
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
        """Carry out a command of the replication."""
        if isinstance(command, w.Tell):
            self._tell(command)
        elif isinstance(command, w.Persist):
            self._store(command)
        elif isinstance(command, w.Ask):
            self._ask(command)
        elif isinstance(command, w.Respond):
            self._answer(command)

    def _store(self, command: w.Persist) -> None:
        pause = self._pause if self._recipe.books.serves else 0.0
        self._disk.write(command.change, lambda error: self._stored(command, error), pause)

    def _stored(self, command: w.Persist, error: str | None) -> None:
        """Pass on that the disk has stored something, on the disk's thread. The report bears the
        time of the telling: a leader that was frozen meanwhile checks its clock by it.
        """

        def tell() -> None:
            now, operation = time.monotonic(), command.operation
            kept = w.Persisted(now, operation)
            self.host.give(kept if error is None else w.StoreFailed(now, operation, error))

        self.host.post(tell)

    def _ask(self, command: w.Ask) -> None:
        def done(outcome: Outcome) -> None:
            def tell() -> None:
                self.host.give(w.Replied(time.monotonic(), command.call, *outcome[:3]))

            self.host.post(tell)

        if command.word != "copy":
            send(command, self._token, done)
            return
        copy = command.message
        told = {
            "id": copy["book"]["id"],
            "from": copy["from"],
            "to": command.node,
            "epoch": copy["epoch"],
        }
        pause = (1 + copy["turn"]) * self._pause
        send(command, self._token, done, pause, lambda: self.host.report("book.sent", told))

    def _answer(self, command: w.Respond) -> None:
        waiting = self._waiting.get(command.request)
        if waiting is not None:
            waiting.put(NodeReply(command.status, dict(command.body)))

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
        """Report the node's state if it has changed since the last report."""
        if self._news is not None:
            self._say_news(now)

    def _say_news(self, now: float) -> None:
        news, self._news = self._news, None
        if news is not None:
            self._told, self._told_at = news, now
            self.host.report("book.node", news)

    def order(self, word: str, value: Any) -> bool:
        """Take the order `pause`, seconds between the steps of a write; 0: none."""
        if word != "pause":
            return False
        self._pause = float(value)
        return True

    def close(self) -> None:
        """Close without waiting for the server, which would take half a second: the process ends
        right after.
        """
        threading.Thread(target=self._server.shutdown, daemon=True).start()
        self._disk.close()
        latest = self._news or self._told
        if latest:
            self.host.report("book.node", {**latest, "state": "down", "reason": "stopped"})

    def _put(self, asked: w.Question) -> None:
        """Queue an input; only a holder of the token can send one that makes no sense."""
        try:
            self.host.give(asked)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self._answer(w.Respond(asked.request, 400, {"why": f"not understood: {error!r}"}))

    # -- what others ask: a thread for each -------------------------------------------------------

    def _handle(self, word: str, message: dict[str, Any]) -> NodeReply:
        """Wait for the recipe's answer."""
        if word not in self._recipe.books.words:
            return NodeReply(404, {"why": "unknown request"})
        request = next(self._requests)
        answers = self._waiting[request] = queue.SimpleQueue()
        self.host.post(lambda: self._put(w.Question(time.monotonic(), request, word, message)))
        try:
            return answers.get(timeout=CLIENTS_WAIT)
        except queue.Empty:
            return NodeReply(504, {"why": "unknown"})
        finally:
            del self._waiting[request]
