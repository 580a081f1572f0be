"""What stands in for ZooKeeper, the disks and the network, all in virtual time."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from app.participation import commands as c
from app.recipes.bookshelf.replication.shelf import Book, ShelfChange, ShelfHistory
from app.recipes.bookshelf.znodes import InSync


class Timeline:
    """What is yet to happen. `random` is the only source of chance."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.now = 0.0
        self._number = 0
        self._events: list[tuple[float, int, Callable[[], None]]] = []

    def at(self, moment: float, what: Callable[[], None]) -> None:
        self._number += 1
        heapq.heappush(self._events, (max(moment, self.now), self._number, what))

    def after(self, seconds: float, what: Callable[[], None]) -> None:
        self.at(self.now + seconds, what)

    def soon(self, what: Callable[[], None]) -> None:
        """After some milliseconds, sometimes tens of them."""
        self.after(self.random.choice((0.001, 0.002, 0.004, 0.03)) * self.random.random(), what)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def run(self, until: float, after_each: Callable[[], None]) -> None:
        while self._events and self._events[0][0] <= until:
            self.now, _, what = heapq.heappop(self._events)
            what()
            after_each()
        self.now = until


@dataclass
class Disk:
    """What outlives a process."""

    store: str
    seen: int = 0
    books: dict[str, Book] = field(default_factory=dict)
    history: ShelfHistory = field(default_factory=ShelfHistory)

    def apply(self, change: ShelfChange) -> None:
        for book_id in change.drop:
            self.books.pop(book_id, None)
        self.books.update({book.id: book for book in change.add})
        if change.seen is not None:
            self.seen = change.seen
        if change.history is not None:
            self.history = change.history


@dataclass
class Session:
    """`seen` is the newest change that it has read: it never reads an older one after it. `link`
    numbers its connections.
    """

    alive: bool = True
    seen: int = 0
    link: int = 0
    free_at: float = 0.0


class ZooKeeper:
    """One znode, and an election. Every change gets the next zxid."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self.zxid = 10
        self.history: list[tuple[int, InSync | None, int | None]] = [(10, None, None)]
        self.queue: list[tuple[int, str]] = []
        self.is_blind = False
        self.staleness = 0.2
        self._watches: list[tuple[int, Callable[[], None]]] = []
        self.changed: Callable[[], None] = lambda: None

    @property
    def in_sync(self) -> InSync | None:
        return self.history[-1][1]

    def read(
        self, session: Session, fired: Callable[[], None]
    ) -> tuple[InSync | None, int | None, int]:
        """The znode, its version and its mzxid; sometimes what was true a little before: from a
        server that lags behind.
        """
        seen = [one for one in self.history if one[0] <= session.seen][-1:]
        among = (seen + [one for one in self.history if one[0] > session.seen])[-6:]
        zxid, value, version = among[-1]
        if self._timeline.chance(self.staleness):
            zxid, value, version = self._timeline.random.choice(among)
        session.seen = max(session.seen, zxid)
        if zxid != self.history[-1][0]:
            self._timeline.soon(fired)
        else:
            self._watches.append((zxid, fired))
        return value, version, zxid

    def write(self, session: Session, command: c.Message) -> int | None:
        """The new version, None where it is refused."""
        version, asked = self.history[-1][2], command.arguments
        standing = (*(name for _, name in self.queue), None)
        as_read = version == asked["version"] and asked["znode"] in standing
        if not (as_read or self.is_blind):
            return None
        after = 0 if version is None else version + 1
        self._change(asked["value"], after)
        session.seen = self.zxid
        return after

    def _change(self, value: InSync | None, version: int | None) -> None:
        self.zxid += 1
        self.history.append((self.zxid, value, version))
        watches, self._watches = self._watches, []
        for _, fired in watches:
            self._timeline.soon(fired)

    def enter(self, name: str) -> int:
        """Queue for the lead; the epoch that comes with it."""
        self.zxid += 1
        self.queue.append((self.zxid, name))
        self.changed()
        return self.zxid

    def leave(self, name: str) -> None:
        """Nobody queues twice under one name."""
        self.queue = [one for one in self.queue if one[1] != name]
        self.changed()
