"""What a person can do with bookshelves: start nodes, add a book, slow writes down, lose a disk,
and decide who leads where no node may.
"""

from __future__ import annotations

import re
import threading
import uuid
from collections.abc import Mapping
from functools import partial
from typing import Any

from app.control.bookshelf_appointment import write_in_sync
from app.control.bookshelf_audit import Audit
from app.control.bookshelf_calls import Answer, ask, refusal
from app.control.bookshelf_disks import Disks
from app.control.part import Part, Rooms
from app.errors import BadRequest, Conflict, LimitReached, NotFound
from app.insight.bookshelves import PARENTS, RECIPE, REPORTS, parents_of
from app.insight.bookshelves.stranded import why_not
from app.workers.causal import Fact
from app.zookeeper.paths import check_path

MOST_NODES = 12
PATIENCE = 8.0
LONGEST_PATIENCE = 18.0
NUMBERED = re.compile(r"n([0-9]{1,9})").fullmatch

Shelf = Mapping[str, Any]


class Bookshelves(Part):
    """The bookshelves that are followed, by their paths.

    disks: where nodes keep their books, of whoever has made them; None for temporary ones that end
    with this.
    """

    def __init__(self, rooms: Rooms, disks: Disks | None = None) -> None:
        super().__init__(rooms)
        self._disks = disks if disks is not None else Disks()
        self._ends_disks = disks is None
        self._naming = threading.Lock()
        self._audit = Audit(rooms.journal)
        for what in REPORTS:
            rooms.supervisor.on_report(f"book.{what}", partial(_told, f"book.{what}"))

    def close(self) -> None:
        """Ask the nodes nothing any more."""
        self._audit.close()
        if self._ends_disks:
            self._disks.close()

    # -- nodes ----------------------------------------------------------------------------------

    def follow(self, path: str, by: str) -> None:
        """Show the bookshelf at `path`, whether it has nodes or not."""
        self._require_place(path)
        if path in self._state["bookshelves"]:
            return
        self._audit.begin()
        self._journal.append("book.opened", path, {"by": by})
        self._journal.append("book.disks", path, {"stores": self._disks.stores(path)})
        for parent in parents_of(path):
            self._mirror.follow(parent, every=not parent.endswith(f"{path}/{PARENTS[2]}"))

    def _require_place(self, path: str) -> None:
        check_path(path, "path")
        if path == "/" or path.rpartition("/")[2] in PARENTS:
            raise BadRequest(
                "a bookshelf is a znode below the root, of a name of its own", field="path"
            )
        for parent in parents_of(path):
            self._require_no_other_use(parent, "path", ("bookshelves", "elections"))

    def start(self, path: str, count: int, session_timeout: float, by: str) -> list[str]:
        """Start `count` new nodes, n1, n2 …, and return the names of their processes.

        session_timeout is in seconds. Raises LimitReached, having started none.
        """
        self._require_place(path)
        self._require_connection()
        self._require_room(count)
        self.follow(path, by)
        with self._naming:
            names = self._new_names(path, count)
            return [self._run(path, node, session_timeout, by) for node in names]

    def _new_names(self, path: str, count: int) -> list[str]:
        shelf = self._state["bookshelves"][path]
        names = [*shelf["nodes"], *shelf["runs"].values()]
        if len(set(names)) + count > MOST_NODES:
            raise LimitReached(
                f"{path} has {len(set(names))} nodes, and at most {MOST_NODES} may belong to it",
                field="count",
            )
        highest = max((int(found[1]) for name in names if (found := NUMBERED(name))), default=0)
        return [f"n{highest + number}" for number in range(1, count + 1)]

    def _run(self, path: str, node: str, session_timeout: float, by: str) -> str:
        settings = {
            "node": node,
            "incarnation": str(uuid.uuid4()),
            "directory": str(self._disks.of(path, node)),
            "pause": self._state["bookshelves"][path]["pause"],
        }
        (name,) = self._supervisor.start(1, path, RECIPE, session_timeout, by, settings)
        return name

    def restart(self, path: str, node: str, session_timeout: float, by: str) -> str:
        """Start a process for a node whose last one has ended, on its disk; returns its name."""
        self._require_connection()
        with self._naming:
            self._require_ended(path, node)
            return self._run(path, node, session_timeout, by)

    def wipe(self, path: str, node: str, by: str) -> None:
        """Lose the disk of a node whose process has ended: it comes back as an empty one."""
        with self._naming:
            self._require_ended(path, node)
            self._disks.wipe(path, node)
            self._journal.append("book.wiped", path, {"node": node, "by": by})

    def appoint(self, path: str, node: str, by: str) -> None:
        """Let a node lead that may lack acknowledged books, where nobody may who has them all.

        Raises Conflict where somebody may, and where `in_sync` has changed meanwhile.
        """
        self._require_connection()
        shelf, found = self._require_shelf(path), self._require_node(path, node)
        reason = why_not(shelf, node)
        if reason is not None:
            raise Conflict(reason, field="node")
        epoch = write_in_sync(self._mirror.client, path, shelf["stores"], node, found["store"])
        said = {"node": node, "epoch": epoch, "missing": shelf["stranded"]["missing"], "by": by}
        self._journal.append("book.appointed", path, said)

    def _require_ended(self, path: str, node: str) -> None:
        found = self._require_node(path, node)
        if found["process"] in ("running", "paused"):
            raise Conflict(
                f"{node} has a process, {found['candidate']}, which has not ended: "
                "wake it, or kill it first",
                field="node",
            )

    def _require_shelf(self, path: str) -> Shelf:
        shelf: Shelf | None = self._state["bookshelves"].get(path)
        if shelf is None:
            raise NotFound(f"the bookshelf {path!r} is not followed", field="path")
        return shelf

    def _require_node(self, path: str, node: str) -> Mapping[str, Any]:
        nodes = self._require_shelf(path)["nodes"]
        if node not in nodes:
            raise NotFound(f"{path} knows no node {node!r}", field="node")
        found: Mapping[str, Any] = nodes[node]
        return found

    # -- books ----------------------------------------------------------------------------------

    def slow(self, path: str, pause: float, by: str) -> None:
        """Have every node wait so many seconds between the steps of a write; 0 for full speed."""
        if self._require_shelf(path)["pause"] == pause:
            return
        self._journal.append("book.slowed", path, {"pause": pause, "by": by})
        for name, one in self._state["candidates"].items():
            if one["path"] == path and one["recipe"] == RECIPE:
                self._supervisor.order(name, "pause", pause)

    def add(self, path: str, node: str | None, book: Mapping[str, Any]) -> Answer:
        """Ask a node to add a book, and give its answer; without a node the leader, else any."""
        shelf = self._require_shelf(path)
        asked = node or _any(shelf)
        answer = self._ask(path, asked, "POST", book, _patience(shelf))
        if answer.status == 504 and answer.body["error"]["code"] == "outcome_unknown":
            failed = {**book, "node": asked, "why": "unknown", "ms": None}
            self._journal.append("book.failed", path, failed)
        return Answer(answer.status, {**answer.body, "node": asked})

    def books(self, path: str, node: str | None) -> Answer:
        """The books that a node has, as it says; without a node the leader's."""
        shelf = self._require_shelf(path)
        return self._ask(path, node or _any(shelf), "GET", None, PATIENCE)

    def _ask(
        self, path: str, node: str, method: str, book: Mapping[str, Any] | None, within: float
    ) -> Answer:
        found = self._require_node(path, node)
        if found["address"] is None:
            return refusal(503, "unreachable", f"{node} does not serve yet")
        return ask(found["address"], method, "/v1/books", book, within)


def _told(kind: str, candidate: str, path: str, data: dict[str, Any], at: float) -> list[Fact]:
    return [Fact(kind, path, {"candidate": candidate, **data}, at)]


def _any(shelf: Shelf) -> str:
    """The leader, else one that has a process, else the first there is. Raises Conflict."""
    nodes = shelf["nodes"]
    if shelf["leader"]:
        return str(shelf["leader"])
    running = [name for name, one in nodes.items() if one["process"] == "running"]
    if not nodes:
        raise Conflict(f"{shelf['path']} has no node: start one first", field="node")
    return str(next(iter([*running, *nodes])))


def _patience(shelf: Shelf) -> float:
    """In slow motion an answer takes its time; nobody waits for ever."""
    steps = 4 + 2 * len(shelf["nodes"])
    return float(min(LONGEST_PATIENCE, PATIENCE + steps * shelf["pause"]))
