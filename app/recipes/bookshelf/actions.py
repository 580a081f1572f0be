"""The actions of bookshelves: start nodes, add a book, slow writes down, lose a disk,
and decide who leads where no node may; and the audit of each new leader's list.
"""

from __future__ import annotations

import queue
import threading
import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any

from ...actions.action import Action, ActionAnswer
from ...actions.fields import (
    BOOLEAN,
    COUNT,
    LIST,
    OPEN,
    TEXT,
    TEXTS,
    SessionTimeout,
    ZnodePath,
    object_of,
    within,
)
from ...actions.service import Context
from ...actions.signature import Bounded, FieldName, OrLeftOut
from ...errors import BadRequest, Conflict, error_body
from ...journal.journal import Journal
from ...journal.recorded import Recorded
from ...journal.state import JournalFact
from ...readmodels.event import KINDS
from ...system.threads import LastingThread
from ...zookeeper import operations as o
from ...zookeeper.paths import check_path
from ..election.events import BESIDE
from ..membership.znodes import ALL
from ..nodes import NodesService
from .events import (
    BookFailed,
    BooksAudited,
    BookshelfOpened,
    BookWritten,
    DisksFound,
    DiskWiped,
    LeaderAppointed,
    NodeEvent,
    NodeReported,
    StakesCounted,
    WritesSlowed,
)
from .model import NAMED, RECIPE, BookshelfModel, why_not
from .process.disk import Disks
from .process.http import exchange
from .state import Lacks, ShelfState
from .znodes import ELECTION, IN_SYNC, given_to, in_sync_of

WITHIN = 5.0
"""Seconds until a node that is asked for its list is given up."""
MOST_NODES = 12
TIMEOUT = 8.0
LONGEST_TIMEOUT = 18.0

_Shelf = Annotated[ZnodePath, "above all_nodes, live_nodes, election and in_sync"]
_Text = Annotated[str, Bounded(minLength=1, maxLength=200)]
_OPENED = object_of(path=TEXT, candidates=TEXTS)
_ADDED = object_of(book=OPEN, copies=COUNT, of=COUNT, epoch=COUNT, by=TEXT, node=TEXT)


class Bookshelves(NodesService[ShelfState]):
    """The bookshelves that are followed, by their paths."""

    model = BookshelfModel
    entries = ALL
    most = MOST_NODES

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._disks = Disks(context.settings.data)
        self._audit = Audit(context.journal)
        for kind in KINDS.values():
            if issubclass(kind, NodeEvent):
                context.supervisor.on_report(kind.kind, partial(_told, kind))

    def close(self) -> None:
        """Stop asking the nodes."""
        self._audit.close()

    def clean_up(self) -> None:
        self._disks.close()

    # -- nodes ----------------------------------------------------------------------------------

    def follow(self, path: str, by: str) -> None:
        self._check(path)
        if path in BookshelfModel.of(self._state):
            return
        self._audit.begin()
        self._journal.append(BookshelfOpened(path, by=by))
        self._journal.append(DisksFound(path, stores=self._disks.stores(path)))
        for parent in self.model.lists_of(path):
            if parent.endswith(f"{path}/{ELECTION}"):
                self._mirror.follow(parent, children="numbered", beside=BESIDE)
            else:
                self._mirror.follow(parent, children="every")

    def _check(self, path: str) -> None:
        check_path(path, "path")
        if path == "/" or path.rpartition("/")[2] in self.model.lists:
            raise BadRequest("a bookshelf is a named znode below the root", field="path")
        super()._check(path)

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

    def _settings(self, path: str, node: str) -> dict[str, Any]:
        disk, pause = str(self._disks.of(path, node)), self._known(path)["pause"]
        return {"directory": disk, "pause": pause}

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
            self._journal.append(DiskWiped(path, node=node, by=by))

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
        epoch = self._write_in_sync(shelf, node, found["store"] or "")
        missing = shelf["stranded"]["missing"] if shelf["stranded"] else {}
        self._journal.append(LeaderAppointed(path, node=node, epoch=epoch, missing=missing, by=by))

    def _write_in_sync(self, shelf: ShelfState, node: str, store: str) -> int:
        """Name this node alone, by its disk, in `in_sync`, if that still holds what the state says;
        return the epoch in it, which stays. This begins a history, which disks of an earlier one
        take up (rule 12).

        Raise Conflict where `in_sync` holds something else, also at the time of the write.
        """
        path, lane = f"{shelf['path']}/{IN_SYNC}", self._mirror.lane
        seen = lane.ask(o.Get(path))
        found = in_sync_of(seen and seen.data.decode(errors="replace"))
        if found.nodes != shelf["stores"]:
            raise Conflict(f"{path} was changed meanwhile: look again", code="stale", field="node")
        value = given_to(node, store, found.epoch or 0, str(uuid.uuid4()))
        data = value.document()
        lane.ask(o.Set(path, data, seen.stat.version) if seen else o.Create(path, data))
        return value.epoch

    def _require_down(self, path: str, node: str) -> None:
        self._require_ended(node, self._require_node(path, node)["candidate"], "node")

    def _require_shelf(self, path: str) -> ShelfState:
        return self._known(check_path(path))

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
        self._journal.append(WritesSlowed(path, pause=pause, by=by))
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
        name = identity or uuid.uuid4().hex[:8]
        book = {"id": name, "author": author, "year": year}
        asked = node or _any(shelf)
        steps = 4 + 2 * len(shelf["nodes"])
        slowed = min(LONGEST_TIMEOUT, TIMEOUT + steps * shelf["pause"])
        answer = self._ask(path, asked, "POST", book, slowed)
        if answer.status == 504 and answer.body["error"]["code"] == "outcome_unknown":
            failed = BookFailed(
                path, id=name, author=author, year=year, node=asked, why="unknown", ms=None
            )
            self._journal.append(failed)
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
        return ask(found["address"], method, book, within)


def _told(
    kind: type[NodeEvent], candidate: str, path: str, data: dict[str, Any], at: float
) -> list[JournalFact]:
    return [JournalFact(kind.told_as(path, {**data, "candidate": candidate}), at)]


def _any(shelf: ShelfState) -> str:
    """Return the leader, else a node with a process, else the first node. Raise Conflict if
    none.
    """
    nodes = shelf["nodes"]
    if shelf["leader"]:
        return shelf["leader"]
    if not nodes:
        raise Conflict(f"{shelf['path']} has no node: start one first", field="node")
    running = [name for name, one in nodes.items() if one["process"] == "running"]
    return next(iter([*running, *nodes]))


# -- nodes are asked by their public REST interface, as by any client ---------------------------


def ask(address: str, method: str, book: Mapping[str, Any] | None, within: float) -> ActionAnswer:
    """Ask the node at `address` (HOST:PORT) for its books, or to add one, within so many seconds.

    Return 503 where it cannot be reached: nothing was asked. Return 504 where it was asked and did
    not answer.
    """
    told = exchange(address, method, "/v1/books", book, within)
    if told.status is not None:
        return ActionAnswer(told.body, told.status)
    if not told.sent:
        return refusal(503, "unreachable", f"The node at {address} cannot be reached: {told.why}")
    return refusal(
        504, "outcome_unknown", f"The node at {address} was asked and gave no answer: {told.why}"
    )


def refusal(status: int, code: str, message: str) -> ActionAnswer:
    """Return an answer in the form of the dashboard's own refusals."""
    return ActionAnswer(error_body(code, message), status)


# -- what the leaders have is compared with what was acknowledged -------------------------------


class Audit:
    """A thread that asks the leader of each new term for its list, as evidence that no acknowledged
    book is lost; it follows the journal from `begin` on.

    All ids that any node has called acknowledged are remembered here, and compared with what the
    leader has. `book.audited` tells the outcome, also of writes that were cut short. Where nobody
    may lead, every node that could go on is asked: `book.stakes` tells what each lacks.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._acknowledged: defaultdict[str, set[str]] = defaultdict(set)
        self._terms: dict[str, tuple[str, int | None]] = {}
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

    def _hear(self, recorded: Recorded) -> None:
        event, path = recorded.event, recorded.subject
        for changed, patch in (recorded.patch.get("bookshelves") or {}).items():
            if patch and patch.get("stranded"):
                self._due.put(partial(self._count, changed))
        if isinstance(event, BookWritten):
            self._acknowledged[path].add(event.id)
        elif isinstance(event, NodeReported) and event.state == "leading" and event.address:
            term = (event.node, event.epoch)
            if self._terms.get(path) != term:
                self._terms[path] = term
                self._due.put(partial(self._compare, path, event.node, event.address))
        elif isinstance(event, BookFailed) and event.why == "unknown":
            shelf = BookshelfModel.of(self._journal.state).get(path)
            name = (shelf["leader"] if shelf else None) or ""
            leader = shelf["nodes"].get(name) if shelf else None
            if leader and leader["state"] == "leading" and leader["address"]:
                self._due.put(partial(self._compare, path, name, leader["address"]))

    def _run(self) -> None:
        while (due := self._due.get()) is not None:
            due()

    def _compare(self, path: str, node: str, address: str) -> None:
        """Compare; a book acknowledged after the question may be missing from the answer. One that
        wakes from a freeze may have said that it leads, and lead no longer: it may lack books.
        """
        acknowledged = {*self._acknowledged[path]}
        answer = ask(address, "GET", None, WITHIN)
        if answer.status != 200:
            return
        held, epoch = _ids(answer), answer.body["epoch"]
        if not answer.body["leads"]:
            return
        kept, gone = fates(BookshelfModel.of(self._journal.state)[path], held, epoch)
        told = BooksAudited(
            path,
            node=node,
            epoch=epoch,
            acknowledged=len(acknowledged),
            missing=sorted(acknowledged - held),
            kept=kept,
            gone=gone,
        )
        self._journal.append(told)

    def _count(self, path: str) -> None:
        """Count the books reported as stored that a node which could go on lacks."""
        shelf = BookshelfModel.of(self._journal.state)[path]
        acknowledged, lacking = {*self._acknowledged[path]}, dict[str, Lacks]()
        for name in shelf["stranded"]["choices"] if shelf["stranded"] else ():
            answer = ask(shelf["nodes"][name]["address"] or "", "GET", None, WITHIN)
            if answer.status == 200:
                missing = sorted(acknowledged - _ids(answer))
                lacking[name] = {"missing": len(missing), "ids": missing[:NAMED]}
        told = StakesCounted(path, acknowledged=len(acknowledged), nodes=lacking)
        if shelf["stakes"] != told.data:
            self._journal.append(told)


def _ids(answer: ActionAnswer) -> set[str]:
    return {str(book["id"]) for book in answer.body["books"]}


def fates(shelf: ShelfState, held: set[str], epoch: int) -> tuple[list[str], list[str]]:
    """Return the unknown writes that the leader of `epoch` has, which are kept; and those that it
    lacks, and that were of an earlier epoch: they cannot come any more, and are gone.
    """
    unknown = {one["id"]: one["epoch"] for one in shelf["open_writes"]}
    gone = [name for name, of in unknown.items() if name not in held and of and of < epoch]
    return sorted(held & unknown.keys()), sorted(gone)
