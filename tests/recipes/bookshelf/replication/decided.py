"""A shelf of which all that `in_sync` names die, some with their disks, and a person decides (11).

What the chosen node lacks is lost, and that is said; from then on the invariant holds of the rest.
"""

from __future__ import annotations

from typing import Any

from app.recipes.bookshelf.replication.shelf import Book
from app.recipes.bookshelf.znodes import InSync, given_to
from tests.recipes.bookshelf.replication.network import Disk
from tests.recipes.bookshelf.replication.node import Process
from tests.recipes.bookshelf.replication.world import FAULTS_UNTIL, World

AGAIN = 0.05
THINKS = 1.5


class Decided(World):
    """One schedule. `heeds`: whether what the person has read must still stand."""

    heeds = True

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.decisions = self.refusals = 0
        self._in_flight: set[str] = set()

    def play(self) -> None:
        self.timeline.at(self.random.uniform(1.0, 6.0), self._strand)
        super().play()

    def _strand(self) -> None:
        """As soon as somebody is not named, and one who is named has its disk."""
        found, version = self.zookeeper.history[-1][1:]
        named = [name for name, store in (found.nodes if found else {}).items()
                 if self.disks[name].store == store]  # fmt: skip
        if self.now > FAULTS_UNTIL / 2 + 1:
            return
        if found is None or not named or len(found.nodes) == len(self.disks):
            self.timeline.after(AGAIN, self._strand)
            return
        are_lost = self.timeline.chance(0.5)
        for name in named:
            self.processes[name].die()
            if are_lost:
                self.disks[name] = Disk(self._store())
        self.say(f"{named} die{', and their disks' if are_lost else ''}")
        thinks = THINKS * self.random.random()
        self.timeline.after(thinks, lambda: self._decide(found, version))

    def _decide(self, found: InSync, version: int | None) -> None:
        waiting = [one for one in self.processes.values() if _waits(one)]
        if not waiting:
            self.timeline.after(AGAIN, lambda: self._decide(found, version))
        elif self.heeds and self.zookeeper.history[-1][2] != version:
            self.refusals += 1
        else:
            self._appoint(self.random.choice(waiting), found)

    def _appoint(self, process: Process, found: InSync) -> None:
        """What was acknowledged, and is told to a client only now, may be lost too."""
        disk, version = process.disk, self.zookeeper.history[-1][2]
        self.say(f"a person lets {process.name} lead")
        self._in_flight = {f"b{number}" for number in range(1, self._books + 1)} - set(disk.books)
        self.kept = {key: book for key, book in self.kept.items() if disk.books.get(key) == book}
        value = given_to(process.name, disk.store, found.epoch)
        self.zookeeper._change(value, (version or 0) + 1)
        self.decisions += 1

    def _acknowledged(self, book: Book) -> None:
        if book.id not in self._in_flight:
            super()._acknowledged(book)


def _waits(process: Process) -> Any:
    return process.alive and process.machine.state == "catching up"


class Blind(Decided):
    """A planted mistake, 11: the decision is written over whatever stands there by then."""

    heeds = False

    def _appoint(self, process: Process, found: InSync) -> None:
        kept, version = self.kept, self.zookeeper.history[-1][2]
        stands = self.zookeeper.in_sync
        super()._appoint(process, found)
        if stands is not found and version is not None:
            self.kept, self._in_flight = kept, set()
