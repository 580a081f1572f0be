"""Evidence that no acknowledged book is lost: the leader of each new term is asked for its list.

All ids of which any node has said that they are acknowledged are remembered here, and compared with
what the leader has. `book.audited` tells the outcome, also of writes that were cut short.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from app.control.bookshelf_calls import ask
from app.journal.event import Event
from app.journal.journal import Journal

log = logging.getLogger(__name__)

WITHIN = 5.0


class Audit:
    """Follows the journal once it has begun; asks on a thread of its own."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._acknowledged: dict[str, set[str]] = {}
        self._terms: dict[str, tuple[str, int]] = {}
        self._due: queue.SimpleQueue[tuple[str, str, str] | None] = queue.SimpleQueue()
        self._beginning = threading.Lock()
        self._unsubscribe: Callable[[], None] | None = None

    def begin(self) -> None:
        """There is a bookshelf: listen, if that is not done yet."""
        with self._beginning:
            if self._unsubscribe is None:
                self._unsubscribe = self._journal.subscribe(self._hear)
                threading.Thread(target=self._run, name="audit of books", daemon=True).start()

    def close(self) -> None:
        """Ask nobody any more; what is being asked is left alone."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._due.put(None)

    def _hear(self, event: Event) -> None:
        path, data = event.subject, event.data
        if event.kind == "book.written":
            self._acknowledged.setdefault(path, set()).add(data["id"])
        elif event.kind == "book.node" and data.get("state") == "leading" and data.get("address"):
            term = (data["node"], data["epoch"])
            if self._terms.get(path) != term:
                self._terms[path] = term
                self._due.put((path, data["node"], data["address"]))
        elif event.kind == "book.failed" and data.get("why") in ("unknown", "refused"):
            self._ask_the_leader(path)

    def _ask_the_leader(self, path: str) -> None:
        shelf = self._journal.snapshot()[1]["bookshelves"].get(path)
        node = shelf and shelf["nodes"].get(shelf["leader"] or "")
        if node and node["state"] == "leading" and node["address"]:
            self._due.put((path, shelf["leader"], node["address"]))

    def _run(self) -> None:
        while (due := self._due.get()) is not None:
            try:
                self._compare(*due)
            except Exception:
                log.exception("auditing %s failed; going on", due[0])

    def _compare(self, path: str, node: str, address: str) -> None:
        """What is acknowledged after the question is asked may be missing from the answer."""
        acknowledged = set(self._acknowledged.get(path, ()))
        answer = ask(address, "GET", "/v1/books", None, WITHIN)
        if answer.status != 200:
            return
        held = {str(book["id"]) for book in answer.body["books"]}
        epoch = answer.body["epoch"]
        missing = sorted(acknowledged - held)
        said = {"node": node, "epoch": epoch, "acknowledged": len(acknowledged), "missing": missing}
        shelf = self._journal.snapshot()[1]["bookshelves"][path]
        self._journal.append("book.audited", path, {**said, **fates(shelf, held, epoch)})


def fates(shelf: Mapping[str, Any], held: Iterable[str], epoch: int) -> dict[str, list[str]]:
    """Of the writes that nobody knows of: the leader of `epoch` has it, so it is kept; or it has it
    not, and it was of an earlier epoch, so that it cannot come any more: it is gone.
    """
    unknown = {one["id"]: one["epoch"] for one in shelf["open_writes"]}
    kept = sorted(set(unknown).intersection(held))
    gone = [name for name, of in unknown.items() if name not in kept and of and of < epoch]
    return {"kept": kept, "gone": sorted(gone)}
