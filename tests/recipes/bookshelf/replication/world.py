"""A bookshelf in virtual time: nodes, clients, and faults, all drawn from a seed, and the judge.

Judged after every step: whoever `in_sync` names has every acknowledged book on its disk (so whoever
may lead has them all); no disk drops one; no id is acknowledged for two books. At the end, when the
faults are over: somebody serves, all are in sync with the same books, among them all acknowledged
ones, and no book is anywhere of which a client was told that nothing was written.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from app.recipes.bookshelf.replication import messages as w
from app.recipes.bookshelf.replication.replication import Replication
from app.recipes.bookshelf.replication.shelf import Book, ShelfChange
from tests.recipes.bookshelf.replication.network import Disk, Timeline, ZooKeeper
from tests.recipes.bookshelf.replication.node import Process

PATIENCE = 0.5
KINDS = (
    "kill",
    "freeze",
    "freeze",
    "expire",
    "expire",
    "link",
    "start",
    "bounce",
    "swap",
    "betray",
)
FAULTS_UNTIL = 12.0
QUIET_FOR = 15.0


class Wrong(AssertionError):
    """A rule of the shelf is broken."""


class Hasty(Replication):
    """Brings few books at once, so that most newcomers need several steps, and gives up soon: what
    is safe must not rest on times.
    """

    at_once = 3
    few = 0
    join_times = 0.1


class World:
    """One schedule. `make` makes a node's machine."""

    def __init__(self, seed: int, make: Any = None) -> None:
        self.timeline = Timeline(seed)
        self.random = self.timeline.random
        self._make = make or self.random.choice((Replication, Hasty))
        self._loss = self.random.choice((0.0, 0.03, 0.03, 0.2))
        self._lateness = self.random.choice((0.02, 0.1, 0.3))
        self._pause = self.random.choice((0.02, 0.1, 0.3))
        self._faults_every = self.random.choice((0.1, 0.4, 1.0))
        self.zookeeper = ZooKeeper(self.timeline)
        self.zookeeper.changed = self._election_changed
        self.zookeeper.staleness = self.random.choice((0.0, 0.2, 0.8))
        self.zookeeper.is_blind = getattr(make, "blind", False)
        names = [f"n{number}" for number in range(1, self.random.choice((2, 3, 3, 4)) + 1)]
        self.disks = {name: Disk(self._store()) for name in names}
        self.processes: dict[str, Process] = {}
        self.addresses: dict[str, Process] = {}
        self.kept: dict[str, Book] = {}
        self.posted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.replies: dict[int, Any] = {}
        self.counts: Counter[str] = Counter()
        self.are_over = False
        self._requests = self._books = self._ports = 0
        self._judged = (0, 0)
        self.log: list[str] = []

    @property
    def now(self) -> float:
        return self.timeline.now

    @property
    def live(self) -> tuple[str, ...]:
        """Who has a session, whether its process lives or not."""
        return tuple(name for name, one in self.processes.items() if one.has_session)

    def make(self, name: str) -> Replication:
        found: Replication = self._make(name, PATIENCE)
        return found

    def _store(self) -> str:
        return f"{self.random.getrandbits(48):012x}"

    # -- the course of a schedule -----------------------------------------------------------------

    def play(self) -> None:
        for name in self.disks:
            self.start(name)
        self.timeline.at(0.5, self._client)
        self.timeline.at(1.0, self._fault)
        self.timeline.run(FAULTS_UNTIL, self.judge)
        self.are_over = True
        for name in self.disks:
            self._mend(name)
        self.timeline.run(FAULTS_UNTIL + QUIET_FOR, self.judge)
        self.judge_the_end()

    def start(self, name: str, address: str | None = None) -> None:
        """A new process takes a port: sometimes one that another has had."""
        free = [one for one, process in self.addresses.items() if not process.alive]
        self._ports += 1
        if address is None and free and self.timeline.chance(0.5):
            address = self.random.choice(sorted(free))
        address = address or f"port-{self._ports}"
        process = Process(self, name, self.disks[name], address)
        self.processes[name] = self.addresses[address] = process
        self.say(f"{name} starts at {address}")

    def _mend(self, name: str) -> None:
        process = self.processes[name]
        process.awake_at = min(process.awake_at, self.now)
        if not process.alive:
            self.start(name)

    def _election_changed(self) -> None:
        for process in list(self.processes.values()):
            process.look()

    def say(self, line: str) -> None:
        self.log.append(f"{self.now:7.3f} {line}")

    # -- messages -------------------------------------------------------------------------------

    def send(self, sender: Process, ask: w.Ask) -> None:
        """Lost, late, answered, or answered too late; the sender hears once, within its time."""
        heard: list[bool] = []

        def hear(status: int | None, body: Any, sent: bool) -> None:
            if not heard:
                heard.append(True)
                told = (ask.call, status, body, sent)
                sender.later(lambda: sender.give(w.Replied(self.now, *told)))

        self.timeline.after(ask.timeout, lambda: hear(None, {}, True))
        if self._lost():
            return

        def arrive() -> None:
            target = self.addresses.get(ask.address)
            if target is None or not target.alive:
                hear(None, {}, False)
                return
            target.later(lambda: self.asked(target, ask.word, ask.message, reply))

        def reply(status: int, body: Any) -> None:
            if not self._lost():
                self._delay(lambda: hear(status, body, True))

        self._delay(arrive)

    def _lost(self) -> bool:
        return not self.are_over and self.timeline.chance(self._loss)

    def _delay(self, what: Any) -> None:
        if not self.are_over and self.timeline.chance(self._lateness):
            self.timeline.after(self.random.uniform(0.0, 4 * PATIENCE), what)
        else:
            self.timeline.soon(what)

    def asked(self, target: Process, word: str, message: Any, reply: Any) -> None:
        self._requests += 1
        request = self._requests
        self.replies[request] = reply
        target.give(w.Question(self.now, request, word, message))

    def answered(self, process: Process, answer: w.Respond) -> None:
        reply = self.replies.pop(answer.request, None)
        if reply is not None:
            reply(answer.status, answer.body)

    # -- clients --------------------------------------------------------------------------------

    def _client(self) -> None:
        name = self.random.choice(sorted(self.processes))
        process = self.processes[name]
        if process.alive:
            self._post(process, self._book())
        if self.now < FAULTS_UNTIL + QUIET_FOR / 5:
            self.timeline.after(self._pause * self.random.random() * 2, self._client)

    def _book(self) -> Book:
        """A new one, or one that was asked for before, sometimes with another author."""
        if self._books and self.timeline.chance(0.25):
            author = "other" if self.timeline.chance(0.3) else "author"
            return Book(f"b{self.random.randint(1, self._books)}", author, 1)
        self._books += 1
        return Book(f"b{self._books}", "author", 1)

    def _post(self, process: Process, book: Book) -> None:
        self.posted[_key(book)] += 1

        def reply(status: int, body: Any) -> None:
            self.counts[f"{status} {body.get('why', '')}"] += 1
            if status in (200, 201):
                self._acknowledged(book)
            elif status == 503:
                self.refused[_key(book)] += 1

        process.later(lambda: self.asked(process, "post", {"book": book.as_json()}, reply))

    def _acknowledged(self, book: Book) -> None:
        if self.kept.setdefault(book.id, book) != book:
            raise Wrong(f"{book} was acknowledged, and {self.kept[book.id]}")

    # -- faults ---------------------------------------------------------------------------------

    def _fault(self) -> None:
        if self.are_over:
            return
        self._strike()
        pause = self._faults_every * self.random.choice((0.02, 0.5, 2)) * self.random.random()
        self.timeline.after(pause, self._fault)

    def _strike(self) -> None:
        """Mostly at whoever serves."""
        names = sorted(self.processes)
        serving = [name for name in names if self.processes[name].leads]
        name = self.random.choice(serving if serving and self.timeline.chance(0.5) else names)
        process = self.processes[name]
        kind = self.random.choice(KINDS)
        self.say(f"{kind} {name}")
        if not process.alive:
            self._restart(name)
        elif kind != "start":
            getattr(self, f"_{kind}")(process)

    def _kill(self, process: Process) -> None:
        process.die()

    def _freeze(self, process: Process) -> None:
        process.awake_at = self.now + self.random.uniform(0.05, 3.0)
        if self.timeline.chance(0.6):
            self._expire(process)

    def _expire(self, process: Process) -> None:
        """It hears of it so much later, and leads on until then."""
        process.lose(self.random.choice((0.1, 1.0, 4.0)) * self.random.random())

    def _link(self, process: Process) -> None:
        process.drop_link()

    def _betray(self, process: Process) -> None:
        """A leader that does not hear of its end for long, and a node that comes back meanwhile."""
        process.lose(4.0)
        self.timeline.after(self.random.random(), self._bounce_any)

    def _bounce_any(self) -> None:
        self._bounce(self.processes[self.random.choice(sorted(self.processes))])

    def _bounce(self, process: Process) -> None:
        """Killed, and back within milliseconds."""
        name = process.name
        process.die()
        self.timeline.soon(lambda: None if self.processes[name].alive else self.start(name))

    def _swap(self, one: Process) -> None:
        """Two die; one is back at once, where the other has been."""
        other = self.processes[self.random.choice(sorted(self.processes))]
        one.die()
        other.die()
        if one is not other:
            self.start(other.name, one.address)

    def _restart(self, name: str) -> None:
        """Sometimes with a new disk, but never where nobody else has every book."""
        named = self.zookeeper.in_sync.nodes if self.zookeeper.in_sync else {}
        others = [one for one, store in named.items()
                  if one != name and self.disks[one].store == store]  # fmt: skip
        if others and self.timeline.chance(0.2):
            self.disks[name] = Disk(self._store())
            self.say(f"{name} has a new disk")
        self.start(name)

    # -- the judge ------------------------------------------------------------------------------

    def told(self, process: Process, command: w.Tell) -> None:
        if command.kind not in ("book.node", "book.asked"):
            self.say(f"{process.name} {command.kind} {dict(command.data)}")
        self.counts[command.kind] += 1

    def stored(self, process: Process, change: ShelfChange) -> None:
        for book_id in change.drop:
            replaced = next((one for one in change.add if one.id == book_id), None)
            if book_id in self.kept and replaced != self.kept[book_id]:
                raise Wrong(f"{process.name} drops {book_id}, which was acknowledged")

    def judge(self) -> None:
        """Only what can have changed: what was acknowledged, what is named, a disk."""
        found, stands = self.zookeeper.in_sync, (self.zookeeper.zxid, len(self.kept))
        if stands == self._judged:
            return
        self._judged = stands
        for name, store in found.nodes.items() if found else ():
            disk = self.disks[name]
            if disk.store == store:
                for book in self.kept.values():
                    if disk.books.get(book.id) != book:
                        raise Wrong(f"{name} is in sync, and has no {book}")

    def judge_the_end(self) -> None:
        found = self.zookeeper.in_sync
        serving = [one for one in self.processes.values() if one.machine.serves]
        if len(serving) != 1 or found is None:
            raise Wrong(f"{[one.name for one in serving]} serve in the end")
        if set(found.nodes) != set(self.disks):
            raise Wrong(f"only {sorted(found.nodes)} are in sync in the end")
        if len({one.machine.shelf.checksum for one in self.processes.values()}) != 1:
            raise Wrong("the shelves differ in the end")
        for disk in self.disks.values():
            for key in map(_key, disk.books.values()):
                if self.posted[key] == self.refused[key]:
                    raise Wrong(f"{key} is kept, and all clients were told that it is not")


def _key(book: Book) -> str:
    return f"{book.id} by {book.author}"
