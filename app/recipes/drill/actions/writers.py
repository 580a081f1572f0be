"""Clients that add books to a bookshelf all the time, by the public interface of its nodes."""

from __future__ import annotations

import contextlib
import itertools
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ...bookshelf.actions import ask

CLIENTS = 2
_EVERY = 0.02
"""Seconds from an answer to the next book."""
_WITHIN = 1.0
"""Seconds after which a client takes a node for silent, and turns to the next one."""


class BookWriters:
    """The clients of a bookshelf, each of which turns to one node after the other. clock: the
    journal's.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._name = uuid.uuid4().hex[:8]
        self._numbers = itertools.count(1)
        self._lock, self._over = threading.Lock(), threading.Event()
        self._kept: dict[str, Mapping[str, Any]] = {}
        self._first: dict[int, float] = {}

    @property
    def kept(self) -> dict[str, Mapping[str, Any]]:
        """Return the books that were acknowledged, by their ids."""
        with self._lock:
            return {**self._kept}

    def first_after(self, epoch: int) -> float | None:
        """Return when the first book was acknowledged by a leader after that of an epoch."""
        with self._lock:
            return min((at for one, at in self._first.items() if one > epoch), default=None)

    @contextlib.contextmanager
    def writing(self, addresses: Sequence[str]) -> Iterator[None]:
        """Add books at the nodes with these addresses for as long as the block lasts."""
        self._over = threading.Event()
        threads = [
            threading.Thread(target=self._write, args=(addresses, one), name="client", daemon=True)
            for one in range(CLIENTS)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._over.set()
            for thread in threads:
                thread.join()

    def _write(self, addresses: Sequence[str], start: int) -> None:
        for turn in itertools.count(start):
            if self._over.wait(_EVERY):
                return
            name = f"{self._name}-{next(self._numbers)}"
            book = {"id": name, "author": "a drill", "year": 2026}
            answer = ask(addresses[turn % len(addresses)], "POST", book, _WITHIN)
            if answer.status in (200, 201):
                with self._lock:
                    self._kept[name] = book
                    self._first.setdefault(answer.body["epoch"], self._clock())
