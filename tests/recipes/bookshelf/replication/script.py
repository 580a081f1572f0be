"""Plays inputs to one node's machine, which may be one with a planted mistake."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.participation import commands as c
from app.participation import inputs as i
from app.recipes.bookshelf.replication import messages as w
from app.recipes.bookshelf.replication.replication import Replication
from app.recipes.bookshelf.replication.shelf import Book, bucket_of
from app.recipes.bookshelf.znodes import InSync

ME, LEADER = "n2", "n1"
STORE, THEIRS = "store-2", "store-1"
EMMA = Book("emma", "Jane Austen", 1815)
PERSUASION = Book("persuasion", "Jane Austen", 1817)


class Play:
    """One node and the time. Every method gives one input and returns the commands; the disk
    answers at once.
    """

    def __init__(self, make: type[Replication] = Replication, seen: int = 0, *books: Book) -> None:
        self.machine = make(ME, 1.0)
        self.at = 0.0
        self.give(w.Opened(self.at, STORE, seen, books, "here"))
        self.machine.linked(self.at, "guid-1")

    def give(self, given: i.Input) -> list[c.Command]:
        """With what the disk's answers lead to."""
        return self._stored(self.machine.receive(given))

    def _stored(self, commands: list[c.Command]) -> list[c.Command]:
        told = list(commands)
        for store in [one for one in commands if isinstance(one, w.Persist)]:
            told += self.give(w.Persisted(self.at, store.operation))
        return told

    def read(self, epoch: int, term: str, *nodes: str, version: int = 3) -> list[c.Command]:
        """`in_sync` is read."""
        stores = {name: STORE if name == ME else THEIRS for name in nodes}
        found = InSync(epoch, term, LEADER, "there", stores)
        return self.stands(found, version)

    def stands(
        self, found: InSync, version: int, czxid: int = 7, mzxid: int = 0
    ) -> list[c.Command]:
        """`in_sync` is read as changed by this zxid."""
        told = (found, version, czxid, mzxid or 100 + version)
        return self.give(w.InSyncRead(self.at, self.machine.generation, *told))

    def begin(self, epoch: int) -> list[c.Command]:
        """The election is won."""
        return self._stored(self.machine.begin(self.at, epoch))

    def written(self, commands: list[c.Command], version: int) -> list[c.Command]:
        """What was to be written to `in_sync` stands."""
        (write,) = of(commands, w.write_in_sync)
        return self.give(w.InSyncWritten(self.at, *_number_of(write), version))

    def refused(self, commands: list[c.Command]) -> list[c.Command]:
        """It does not."""
        (write,) = of(commands, w.write_in_sync)
        return self.give(w.InSyncRefused(self.at, *_number_of(write), "it has changed"))

    def asked(self, word: str, request: int = 1, **message: Any) -> list[c.Command]:
        """Somebody asks."""
        return self.give(w.Question(self.at, request, word, message))

    def replied(self, call: int, status: int | None, **body: Any) -> list[c.Command]:
        """An answer comes, or none."""
        return self.give(w.Replied(self.at, call, status, body))

    def tick(self, after: float) -> list[c.Command]:
        """Time passes."""
        self.at += after
        return self.give(i.Tick(self.at))

    # -- a follower's course ----------------------------------------------------------------------

    def align(self, join: w.Ask, epoch: int, term: str, *books: Book) -> Any:
        """The leader brings this node to its state: all buckets that these books fall into."""
        buckets: dict[str, list[Any]] = {}
        for book in (*books, *self.machine.shelf.books):
            buckets.setdefault(str(bucket_of(book.id)), [])
        for book in books:
            buckets[str(bucket_of(book.id))].append(list(book))
        whom = {"id": join.message["id"], "store": STORE, "from": LEADER, "to": ME}
        return self.asked("align", epoch=epoch, term=term, buckets=buckets, **whom)

    def copy(self, epoch: int, term: str, book: Book, store: str = STORE) -> w.Respond:
        """The leader sends a book; the answer."""
        whom = {"store": store, "from": LEADER, "to": ME}
        copy = {"epoch": epoch, "term": term, "book": book.as_json(), "turn": 0, **whom}
        answer: w.Respond = the(self.give(w.Question(self.at, 1, "copy", copy)), w.Respond)
        return answer

    def enter(self, join: w.Ask, epoch: int, term: str, version: int = 3) -> list[c.Command]:
        """The leader counts on this node."""
        return self.replied(join.call, 200, done=True, epoch=epoch, term=term, version=version)


def _number_of(write: c.Message) -> tuple[int, int]:
    """The generation and the number that its answer bears."""
    return write.arguments["generation"], write.arguments["number"]


def of(commands: list[c.Command], kind: Callable[..., Any]) -> list[Any]:
    """The commands of one kind."""
    if isinstance(kind, type):
        return [one for one in commands if isinstance(one, kind)]
    return [one for one in commands if one.is_of(kind)]


def the(commands: list[c.Command], kind: Callable[..., Any]) -> Any:
    """The only command of a kind."""
    found = of(commands, kind)
    assert len(found) == 1, f"{len(found)} of {kind.__name__}: {commands}"
    return found[0]


def joining(play: Play, epoch: int = 5, term: str = "t") -> w.Ask:
    """It has read that it is in sync in this term, and asks to be brought to the leader's state."""
    ask: w.Ask = the(play.read(epoch, term, LEADER, ME), w.Ask)
    assert (ask.word, ask.node, ask.address) == ("join", LEADER, "there")
    return ask


def following(make: type[Replication] = Replication) -> Play:
    """It follows the leader of epoch 5, term t, with one book."""
    play = Play(make)
    join = joining(play)
    assert the(play.align(join, 5, "t", EMMA), w.Respond).status == 200
    play.enter(join, 5, "t")
    assert play.machine.is_attached
    return play


def serving(make: type[Replication] = Replication) -> Play:
    """It serves in epoch 9, and nobody follows yet, though the old leader is named too."""
    play = Play(make, 5, EMMA)
    play.read(5, "t", LEADER, ME)
    play.begin(9)
    play.written(play.read(5, "t", LEADER, ME), 4)
    assert play.machine.serves
    return play
