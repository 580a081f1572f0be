"""A bookshelf of real processes, and what is asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.journal.recorded import Recorded
from benchmarks.lost_books import ask
from tests.processes.rooms import TIMEOUT, Rooms

SHELF = "/shelf"


class BookRooms(Rooms):
    """Rooms in which a bookshelf's verdicts are watched too."""

    # -- what is ------------------------------------------------------------------------------

    @property
    def shelf(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.state["bookshelves"][SHELF]
        return found

    @property
    def nodes(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.shelf["nodes"]
        return found

    def leader(self) -> str | None:
        """Who serves, by its own word."""
        return next((name for name, one in self.nodes.items() if one["state"] == "leading"), None)

    def follower(self) -> str:
        """Somebody who does not lead."""
        return next(name for name, one in self.nodes.items() if one["state"] == "in sync")

    def addresses(self) -> dict[str, str]:
        return {
            name: one["address"]
            for name, one in self.nodes.items()
            if one["process"] != "exited" and one["address"]
        }

    def said(self, kind: str, **data: Any) -> list[Recorded]:
        """All events of the bookshelf of a kind, with such data."""
        return self.told(f"book.{kind}", **data)

    def is_whole(self, *names: str) -> bool:
        """Exactly these run, are live and in sync, and one of them leads."""
        nodes = self.nodes
        running = sorted(name for name, one in nodes.items() if one["process"] == "running")
        states = sorted(nodes[name]["state"] for name in running)
        wanted = sorted(names) or sorted(nodes)
        are_live = all(nodes[name]["live"] for name in running)
        are_well = states == ["in sync"] * (len(running) - 1) + ["leading"]
        return running == wanted and are_live and are_well

    def candidate_of(self, name: str) -> str:
        """Of a node."""
        return str(self.nodes[name]["candidate"]) if name in self.nodes else name

    def shown(self) -> list[str]:
        return [f"{name}: {one}" for name, one in self.nodes.items()]

    # -- what is awaited ----------------------------------------------------------------------

    def await_whole(self, *names: str) -> None:
        self.await_(lambda: self.is_whole(*names))

    # -- what is done -------------------------------------------------------------------------

    def begin(self, count: int, timeout: float = TIMEOUT) -> None:
        """Start nodes, and wait until all are in sync and one leads."""
        self._timeout = timeout
        self.control.bookshelves.open(SHELF, count, timeout, by="test")
        self.await_(lambda: len(self.nodes) == count and self.is_whole())

    def post(self, node: str, book_id: str, author: str = "Jane Austen") -> tuple[int, Any]:
        """Ask a node to add a book."""
        book = {"id": book_id, "author": author, "year": 1815}
        return ask(self.addresses()[node], "POST", book)

    def ids(self, node: str) -> list[str]:
        """List the books that a node has."""
        status, body = ask(self.addresses()[node], "GET", None)
        assert status == 200
        return [book["id"] for book in body["books"]]

    def restart(self, node: str) -> None:
        """Have it come back, once its process has ended."""
        self.await_ended(node)
        self.control.bookshelves.restart(node, SHELF, self._timeout, by="test")

    def await_ended(self, node: str) -> None:
        self.await_(lambda: self.nodes[node]["process"] == "exited")
