"""The actions of bookshelves: start nodes, add a book, slow writes down, lose a disk,
and decide who leads where no node may.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from ....actions.action import Action, ActionAnswer
from ....actions.fields import (
    BOOLEAN,
    COUNT,
    LIST,
    OPEN,
    TEXT,
    TEXTS,
    Place,
    SessionTimeout,
    object_of,
    within,
)
from ....actions.service import Context
from ....actions.signature import Bounded, FieldName, OrLeftOut
from ....errors import BadRequest, Conflict, LimitReached, NotFound
from ....journal.state import JournalFact
from ....readmodels.event import event_of
from ....zookeeper.paths import check_path
from ...election.znodes import BESIDE
from ...membership.znodes import ALL
from ...places import PlaceService
from ..document import ShelfState
from ..model.shelf import ELECTION, RECIPE, REPORTS, BookshelfModel
from ..model.stranded import why_not
from .appointment import write_in_sync
from .audit import Audit
from .calls import ask, refusal
from .disks import Disks

MOST_NODES = 12
TIMEOUT = 8.0
LONGEST_TIMEOUT = 18.0

_Shelf = Annotated[Place, "above all_nodes, live_nodes, election and in_sync"]
_Text = Annotated[str, Bounded(minLength=1, maxLength=200)]
_OPENED = object_of(path=TEXT, candidates=TEXTS)
_ADDED = object_of(book=OPEN, copies=COUNT, of=COUNT, epoch=COUNT, by=TEXT, node=TEXT)


class Bookshelves(PlaceService[ShelfState]):
    """The bookshelves that are followed, by their paths."""

    model = BookshelfModel

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._disks = Disks(context.settings.data)
        self._audit = Audit(context.journal)
        for what in REPORTS:
            context.supervisor.on_report(f"book.{what}", partial(_told, f"book.{what}"))

    def close(self) -> None:
        """Stop asking the nodes."""
        self._audit.close()

    def clean_up(self) -> None:
        self._disks.close()

    # -- nodes ----------------------------------------------------------------------------------

    def follow(self, path: str, by: str) -> None:
        """Show the bookshelf at `path`, whether it has nodes or not."""
        self._check(path)
        if path in BookshelfModel.of(self._state):
            return
        self._audit.begin()
        self._append("opened", path, by)
        self._journal.tell("book.disks", path, {"stores": self._disks.stores(path)})
        for parent in self.model.lists_of(path):
            if parent.endswith(f"{path}/{ELECTION}"):
                self._mirror.follow(parent, children="numbered", beside=BESIDE)
            else:
                self._mirror.follow(parent, children="every")

    def _check(self, path: str) -> None:
        check_path(path, "path")
        if path == "/" or path.rpartition("/")[2] in self.model.lists:
            raise BadRequest("a bookshelf is a named znode below the root", field="path")
        for parent in self.model.lists_of(path):
            self._require_no_other_use(parent, "path", (self.model.section, self._of_found))

    @Action(
        "POST", "/bookshelves", 201, "Follow a bookshelf and start nodes of it",
        _OPENED, others={202: _OPENED},
    )  # fmt: skip
    def open(
        self,
        path: _Shelf = "/bookshelf",
        count: Annotated[
            int, within(0, MOST_NODES), "new nodes; 0 to follow the bookshelf only"
        ] = 3,
        session_timeout: SessionTimeout = 4.0,
        *,
        by: str,
    ) -> ActionAnswer:
        """Follow the bookshelf at `path`, and start `count` new nodes, if any: they join in their
        own time.
        """
        started = self.start(path, count, session_timeout, by)
        return ActionAnswer({"path": path, "candidates": started}, 201 if count else 202)

    def start(self, path: str, count: int, session_timeout: float, by: str) -> list[str]:
        """Start `count` new nodes, n1, n2 …, and return the names of their processes.

        session_timeout is in seconds. Raise LimitReached, having started none.
        """
        self._check(path)
        if count:
            self._require_connection()
            self._require_room(count)
        self.follow(path, by)
        with self._changing:
            shelf = self._known(path)
            known = {*shelf["nodes"], *shelf["runs"].values()}
            if count:
                known.update(self._names_below(f"{path}/{ALL}"))
            if len(known) + count > MOST_NODES:
                raise LimitReached(
                    f"{path} has {len(known)} nodes, and at most {MOST_NODES} are allowed",
                    field="count",
                )
            nodes = self._take_entries(f"{path}/{ALL}", known, count)
            return [
                self._run(path, node, incarnation, session_timeout, by)
                for node, incarnation in nodes.items()
            ]

    def _run(self, path: str, node: str, incarnation: str, session_timeout: float, by: str) -> str:
        settings = {
            "node": node,
            "incarnation": incarnation,
            "directory": str(self._disks.of(path, node)),
            "pause": self._known(path)["pause"],
        }
        (name,) = self._supervisor.start(1, path, RECIPE, session_timeout, by, settings)
        return name

    @Action(
        "POST", "/bookshelves/nodes/{node}/restart", 201,
        "Start a process for a node that is down, on the disk it had",
        object_of(path=TEXT, node=TEXT, candidate=TEXT), gives="candidate",
    )  # fmt: skip
    def restart(
        self,
        node: str,
        path: _Shelf = "/bookshelf",
        session_timeout: SessionTimeout = 4.0,
        *,
        by: str,
    ) -> str:
        """Start a process for a node whose last one has ended, on its disk; return its name."""
        self._require_connection()
        with self._changing:
            self._require_down(path, node)
            return self._run(path, node, str(uuid.uuid4()), session_timeout, by)

    @Action(
        "DELETE", "/bookshelves/nodes/{node}/disk", 202, "Lose the disk of a node that is down",
        object_of(path=TEXT, node=TEXT),
    )  # fmt: skip
    def wipe(self, node: str, path: _Shelf = "/bookshelf", *, by: str) -> None:
        """Lose the disk of a node whose process has ended: the node comes back with an empty
        one.
        """
        with self._changing:
            self._require_down(path, node)
            self._disks.wipe(path, node)
            self._append("wiped", path, by, node=node)

    @Action(
        "POST", "/bookshelves/nodes/{node}/appoint", 202,
        "Let a node lead that may lack acknowledged books, if no node with all of them can lead",
        object_of(path=TEXT, node=TEXT),
    )  # fmt: skip
    def appoint(self, node: str, path: _Shelf = "/bookshelf", *, by: str) -> None:
        """Let a node lead that may lack acknowledged books, if no node with all of them can lead.

        Raise Conflict where such a node can lead, and where `in_sync` has changed meanwhile.
        """
        self._require_connection()
        shelf, found = self._require_shelf(path), self._require_node(path, node)
        reason = why_not(shelf, node)
        if reason is not None:
            raise Conflict(reason, field="node")
        epoch = write_in_sync(self._mirror.lane, path, shelf["stores"], node, found["store"] or "")
        missing = shelf["stranded"]["missing"] if shelf["stranded"] else {}
        self._append("appointed", path, by, node=node, epoch=epoch, missing=missing)

    def _require_down(self, path: str, node: str) -> None:
        self._require_ended(node, self._require_node(path, node)["candidate"], "node")

    def _require_shelf(self, path: str) -> ShelfState:
        return self._known(check_path(path))

    def _require_node(self, path: str, node: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] | None = self._require_shelf(path)["nodes"].get(node)
        if found is None:
            raise NotFound(f"{path} has no node {node!r}", field="node")
        return found

    # -- books ----------------------------------------------------------------------------------

    @Action(
        "POST", "/bookshelves/slow", 202,
        "Make the nodes of a bookshelf wait between the steps of a write, or not",
        object_of(path=TEXT, on=BOOLEAN, pause={"type": "number"}), gives="pause",
    )  # fmt: skip
    def slow(
        self,
        *,
        path: _Shelf = "/bookshelf",
        on: bool,
        pause: Annotated[float, within(0.05, 10), "seconds between the steps of a write"] = 1.2,
        by: str,
    ) -> float:
        """Make every node wait `pause` seconds between the steps of a write, or go on at full
        speed; return how long they wait now.
        """
        pause = pause if on else 0.0
        if self._require_shelf(path)["pause"] == pause:
            return pause
        self._append("slowed", path, by, pause=pause)
        for name, one in self._state["candidates"].items():
            if one["path"] == path and one["recipe"] == RECIPE:
                self._supervisor.order(name, "pause", pause)
        return pause

    @Action(
        "POST", "/bookshelves/books", 201, "Add a book at a node",
        _ADDED, others={200: _ADDED},
    )  # fmt: skip
    def add(
        self,
        *,
        path: _Shelf = "/bookshelf",
        node: Annotated[_Text | None, "whom to ask; null: the leader"] = None,
        identity: Annotated[
            OrLeftOut[_Text], FieldName("id"), "without it, one is generated"
        ] = None,
        author: _Text,
        year: Annotated[int, within(-5000, 9999)],
    ) -> ActionAnswer:
        """Ask a node to add a book, and return its answer; without a node the leader, else any."""
        shelf = self._require_shelf(path)
        book = {"id": identity or uuid.uuid4().hex[:8], "author": author, "year": year}
        asked = node or _any(shelf)
        answer = self._ask(path, asked, "POST", book, _timeout_of(shelf))
        if answer.status == 504 and answer.body["error"]["code"] == "outcome_unknown":
            failed = {**book, "node": asked, "why": "unknown", "ms": None}
            self._journal.tell("book.failed", path, failed)
        return ActionAnswer({**answer.body, "node": asked}, answer.status)

    @Action(
        "GET", "/bookshelves/books", 200, "List the books that a node has",
        object_of(books=LIST, checksum=TEXT),
    )  # fmt: skip
    def books(self, path: _Shelf = "/bookshelf", node: OrLeftOut[_Text] = None) -> ActionAnswer:
        """Return the books that a node says it has; without a node, the leader's: another node may
        lack books that are kept.
        """
        asked = node or _any(self._require_shelf(path))
        answer = self._ask(path, asked, "GET", None, TIMEOUT)
        if node is None and answer.status == 200 and not answer.body["leads"]:
            return refusal(503, "no_leader", "nobody leads now: name a node to see what it has")
        return answer

    def _ask(
        self, path: str, node: str, method: str, book: Mapping[str, Any] | None, within: float
    ) -> ActionAnswer:
        found = self._require_node(path, node)
        if found["candidate"] is None and found["live"]:
            return refusal(503, "unreachable", f"{node} is of another dashboard: ask it there")
        if found["address"] is None:
            return refusal(503, "unreachable", f"{node} does not serve yet")
        return ask(found["address"], method, "/v1/books", book, within)


def _told(
    kind: str, candidate: str, path: str, data: dict[str, Any], at: float
) -> list[JournalFact]:
    return [JournalFact(event_of(kind, path, {"candidate": candidate, **data}), at)]


def _any(shelf: ShelfState) -> str:
    """Return the leader, else a node with a process, else the first node. Raise Conflict if
    none.
    """
    nodes = shelf["nodes"]
    if shelf["leader"]:
        return str(shelf["leader"])
    running = [name for name, one in nodes.items() if one["process"] == "running"]
    if not nodes:
        raise Conflict(f"{shelf['path']} has no node: start one first", field="node")
    return str(next(iter([*running, *nodes])))


def _timeout_of(shelf: ShelfState) -> float:
    """Return the timeout in seconds: in slow motion an answer takes longer."""
    steps = 4 + 2 * len(shelf["nodes"])
    return float(min(LONGEST_TIMEOUT, TIMEOUT + steps * shelf["pause"]))
