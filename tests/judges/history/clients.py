"""The clients of a run: they add books, read the leader's, and have items put into the queue."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.judges.history.operation import Operation, Outcome
from tests.judges.history.rest import Rest
from tests.judges.history.rooms import QUEUE, SHELF

NODES = ("n1", "n2", "n3")
_OUTCOMES: dict[int, Outcome] = {200: "ok", 201: "ok", 409: "fail", 503: "fail"}
"""409, 503: nothing was written. After any other answer, or none, nobody knows."""

MOST_WAITING = 60


@dataclass
class Clients:
    """What the clients of one run have done, and what came of it. `over` ends them."""

    rest: Rest
    seed: int
    over: threading.Event = field(default_factory=threading.Event)
    operations: list[Operation] = field(default_factory=list)

    def write(self, number: int) -> None:
        """Add one book after the other at a node drawn by chance, mostly at the leader. One of
        which nobody knows what became of it is sent again: that settles it.
        """
        chance = random.Random(f"{self.seed} writer {number}")
        for count in self._until_over(0.05):
            book = {"id": f"{number}-{count}", "author": f"writer {number}", "year": count % 1_000}
            node = chance.choice((*NODES, None, None, None))
            if self._add(number, {**book, "node": node}) == "unknown":
                self._add(number, {**book, "node": None})

    def read(self, number: int) -> None:
        """Read the leader's books, again and again."""
        for _ in self._until_over(0.2):
            self.look("read", None)

    def look(self, kind: str, node: str | None) -> bool:
        """Read a node's books, or the leader's; tell whether there was an answer."""
        asked = {"node": node} if node else {}
        invoked = time.monotonic()
        status, answer = self.rest.get("bookshelves/books", path=SHELF.path, **asked)
        if status == 200:
            books = frozenset(_book(one) for one in answer["books"])
            who = f"{answer['node']} in epoch {answer['epoch']}"
            self._did(who, kind, invoked, books, "ok")
        return status == 200

    def put(self) -> None:
        """Have a few items put into the queue, unless many wait."""
        chance = random.Random(f"{self.seed} putter")
        for _ in self._until_over(1.0):
            if QUEUE.found(self.rest.state())["waiting"] < MOST_WAITING:
                self.rest.post("queues/items", {**QUEUE.at, "count": chance.randint(1, 6)})

    def all(self) -> list[Callable[[], None]]:
        """Return what each of the clients does until it is over."""
        writers = [lambda number=number: self.write(number) for number in (1, 2, 3)]
        readers = [lambda number=number: self.read(number) for number in (1, 2)]
        return [*writers, *readers, self.put]

    def _add(self, number: int, book: dict[str, Any]) -> Outcome:
        invoked = time.monotonic()
        status, _ = self.rest.post("bookshelves/books", {**SHELF.at, **book})
        outcome = _OUTCOMES.get(status, "unknown")
        self._did(f"writer {number}", "add", invoked, _book(book), outcome)
        return outcome

    def _did(self, who: str, kind: str, invoked: float, value: Any, outcome: Outcome) -> None:
        """Note an operation; one that is unknown may happen whenever."""
        ends = {} if outcome == "unknown" else {"completed": time.monotonic()}
        self.operations.append(Operation(who, kind, invoked, value, outcome=outcome, **ends))

    def _until_over(self, pause: float) -> Iterator[int]:
        count = 0
        while not self.over.wait(pause):
            yield count
            count += 1


def _book(told: dict[str, Any]) -> tuple[str, str, int]:
    return told["id"], told["author"], told["year"]
