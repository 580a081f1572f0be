"""Ask the leader of each new term for its list, as evidence that no acknowledged book is lost.

All ids that any node has called acknowledged are remembered here, and compared with
what the leader has. `book.audited` tells the outcome, also of writes that were cut short. Where
nobody may lead, every node that could go on is asked: `book.stakes` tells what each lacks.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from ....actions.action import ActionAnswer
from ....journal.journal import Journal
from ....journal.recorded import Recorded
from ....system.threads import LastingThread
from ..document import ShelfState
from ..model.audits import NAMED
from ..model.shelf import BookshelfModel
from .calls import ask

WITHIN = 5.0


class Audit:
    """A thread that follows the journal from `begin` on, and asks the nodes."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._acknowledged: dict[str, set[str]] = {}
        self._terms: dict[str, tuple[str, int]] = {}
        self._due: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._beginning = threading.Lock()
        self._unsubscribe: Callable[[], None] | None = None
        does = "compares the leaders' books with what was acknowledged"
        self._thread = LastingThread("audit", does, self._run, journal.tell)

    def begin(self) -> None:
        """Begin to follow the journal, if that is not done yet: there is a bookshelf."""
        with self._beginning:
            if self._unsubscribe is None:
                self._unsubscribe = self._journal.subscribe(self._hear)
                self._thread.start()

    def close(self) -> None:
        """Stop asking; a question under way is left alone."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._thread.dismiss()
            self._due.put(None)

    def _hear(self, event: Recorded) -> None:
        path, data = event.subject, event.data
        for stranded in _newly_stranded(event):
            self._due.put(partial(self._count, stranded))
        if event.kind == "book.written":
            self._acknowledged.setdefault(path, set()).add(data["id"])
        elif event.kind == "book.node" and data.get("state") == "leading" and data.get("address"):
            term = (data["node"], data["epoch"])
            if self._terms.get(path) != term:
                self._terms[path] = term
                self._due.put(partial(self._compare, path, data["node"], data["address"]))
        elif event.kind == "book.failed" and data.get("why") in ("unknown", "refused"):
            self._ask_the_leader(path)

    def _ask_the_leader(self, path: str) -> None:
        shelf = BookshelfModel.of(self._journal.state).get(path)
        leader = shelf["leader"] or "" if shelf else ""
        node = shelf["nodes"].get(leader) if shelf else None
        if node and node["state"] == "leading" and node["address"]:
            self._due.put(partial(self._compare, path, leader, node["address"]))

    def _run(self) -> None:
        while (due := self._due.get()) is not None:
            due()

    def _compare(self, path: str, node: str, address: str) -> None:
        """Compare; a book acknowledged after the question may be missing from the answer."""
        acknowledged = self._known(path)
        answer = ask(address, "GET", "/v1/books", None, WITHIN)
        if answer.status != 200:
            return
        held, epoch = _ids(answer), answer.body["epoch"]
        missing = sorted(acknowledged - held)
        said = {"node": node, "epoch": epoch, "acknowledged": len(acknowledged), "missing": missing}
        shelf = BookshelfModel.of(self._journal.state)[path]
        self._journal.tell("book.audited", path, {**said, **fates(shelf, held, epoch)})

    def _known(self, path: str) -> set[str]:
        return set(self._acknowledged.get(path, ()))

    def _count(self, path: str) -> None:
        """Count the books reported as stored that a node which could go on lacks."""
        shelf, acknowledged = BookshelfModel.of(self._journal.state)[path], self._known(path)
        lacking = {}
        for name in shelf["stranded"]["choices"] if shelf["stranded"] else ():
            answer = ask(shelf["nodes"][name]["address"] or "", "GET", "/v1/books", None, WITHIN)
            if answer.status == 200:
                missing = sorted(acknowledged - _ids(answer))
                lacking[name] = {"missing": len(missing), "ids": missing[:NAMED]}
        told = {"acknowledged": len(acknowledged), "nodes": lacking}
        if shelf["stakes"] != told:
            self._journal.tell("book.stakes", path, told)


def _newly_stranded(event: Recorded) -> list[str]:
    """Return the bookshelves where this event has changed who could go on."""
    shelves: Mapping[str, Any] = event.patch.get("bookshelves") or {}
    return [path for path, one in shelves.items() if one and one.get("stranded")]


def _ids(answer: ActionAnswer) -> set[str]:
    return {str(book["id"]) for book in answer.body["books"]}


def fates(shelf: ShelfState, held: Iterable[str], epoch: int) -> dict[str, list[str]]:
    """Return what became of the unknown writes: a book that the leader of `epoch` has is kept; one
    that it lacks, and that was of an earlier epoch, cannot come any more and is gone.
    """
    unknown = {one["id"]: one["epoch"] for one in shelf["open_writes"]}
    kept = sorted(set(unknown).intersection(held))
    gone = [name for name, of in unknown.items() if name not in kept and of and of < epoch]
    return {"kept": kept, "gone": sorted(gone)}
