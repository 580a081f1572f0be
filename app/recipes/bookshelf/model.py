"""A bookshelf in the state document: what the facts about its znodes and nodes make of it.

A node is a name that outlives its processes; a candidate is one process of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Literal, TypeVar, cast

from ...readmodels.document import Candidates, CandidateState, Data, without_key
from ...readmodels.events import (
    CandidateExited,
    CandidateKilled,
    CandidatesQueued,
    CandidateStarting,
)
from ...readmodels.model import LINES, Found, Invariant, Model, by_kind, on
from ...readmodels.violations import in_session
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from ..membership.znodes import ALL, LIVE
from . import events as e
from .state import (
    APART,
    ELSEWHERE,
    HERE,
    LOST,
    NO_DISK,
    Appointed,
    AuditState,
    BookState,
    Change,
    EndedWrite,
    NodeZnode,
    Refusal,
    ShelfNode,
    ShelfState,
    Stranded,
    Write,
    new_node,
    new_shelf,
    new_write,
)
from .text import tell, with_looks
from .znodes import ELECTION, IN_SYNC, in_sync_of

RECIPE = "bookshelf"
ALIVE = ("running", "paused")
SERVES = "leading"
CHANGES_KEPT, BOOKS_KEPT, REFUSED_KEPT, UNDER_WAY, NAMED = 20, 20, 6, 16, 20
Said = TypeVar("Said")


# -- what the mirror reads --------------------------------------------------------------------


def _nodes_list(
    part: Literal["entry", "znode"],
    put: Callable[[ShelfNode, NodeZnode | None], ShelfNode],
) -> ZnodeList[ShelfState]:
    """Return a list of which each node has its own znode as one part."""

    def read(shelf: ShelfState, member: Data, at: float) -> ShelfState:
        name, node = member["znode"], shelf["nodes"].get(member["znode"]) or new_node()
        znode: NodeZnode = {"session": member["session"], "czxid": member["czxid"]}
        return _with_node(shelf, name, put(node, znode))

    def removed(shelf: ShelfState, name: str, at: float) -> ShelfState:
        node = shelf["nodes"].get(name)
        return _with_node(shelf, name, put(node, None)) if node and node[part] else shelf

    def known(shelf: ShelfState) -> list[str]:
        return [name for name, node in shelf["nodes"].items() if node[part]]

    return ZnodeList(read, removed, known)


def _read(shelf: ShelfState, member: Data, at: float) -> ShelfState:
    is_known = member["znode"] == IN_SYNC
    return _with_in_sync(shelf, member["data"], at) if is_known else shelf


def _removed(shelf: ShelfState, name: str, at: float) -> ShelfState:
    return _with_in_sync(shelf, None, at) if name == IN_SYNC and shelf["stores"] else shelf


def _with_in_sync(shelf: ShelfState, data: str | None, at: float) -> ShelfState:
    """Fold the znode `in_sync` as ZooKeeper has it; a node that leaves or enters the set is told
    of.
    """
    epoch, stores = in_sync_of(data)
    before, after = set(shelf["stores"]), set(stores)
    changes: list[Change] = [
        {"at": at, "node": one, "what": what}
        for what, those in (("out", before - after), ("in", after - before))
        for one in sorted(those)
    ]
    nodes = {**{name: new_node() for name in stores}, **shelf["nodes"]}
    return _with_changes(
        {**shelf, "stores": stores, "in_sync_epoch": epoch, "nodes": nodes}, *changes
    )


def _with_changes(shelf: ShelfState, *changes: Change) -> ShelfState:
    return {**shelf, "changes": [*shelf["changes"], *changes][-CHANGES_KEPT:]}


def _with_node(shelf: ShelfState, name: str, node: ShelfNode) -> ShelfState:
    return {**shelf, "nodes": {**shelf["nodes"], name: node}}


# -- what happens to its processes, and what they say of themselves -------------------------------


def _with_run(shelf: ShelfState, candidate: str, settings: Mapping[str, Any]) -> ShelfState:
    """Note which node a process runs. What its last process has said is over."""
    name = settings.get("node") or candidate
    known = shelf["nodes"].get(name) or new_node()
    entry, znode, last = known["entry"], known["znode"], known["last"]
    fresh: ShelfNode = {**new_node(), "entry": entry, "znode": znode, "last": last}
    shelf = _with_node(shelf, name, fresh)
    return {**shelf, "runs": {**shelf["runs"], candidate: name}}


def _node(shelf: ShelfState, event: e.NodeReported, at: float) -> ShelfState:
    """Fold what a node says of itself: its state, its books, the latest epoch it has seen."""
    node = shelf["nodes"].get(event.node) or new_node()
    is_changed = event.state != node["state"]
    said: ShelfNode = {
        **node,
        "address": _newer(event.address, node["address"]),
        "state": event.state,
        "books": _newer(event.books, node["books"]),
        "checksum": _newer(event.checksum, node["checksum"]),
        "epoch": _newer(event.epoch, node["epoch"]),
        "seen": _newer(event.seen, node["seen"]),
        "store": _newer(event.store, node["store"]),
        "reason": event.reason,
        "last": node["last"] if event.last is None else event.last,
        "since": at if is_changed or node["since"] is None else node["since"],
        "said_at": at,
    }
    if event.of is not None:
        said["of"] = event.of
    if event.store:
        shelf = {**shelf, "disks": {**shelf["disks"], event.node: event.store}}
    return _with_node(shelf, event.node, said)


def _newer(said: Said | None, before: Said | None) -> Said | None:
    """Return what a node says now, or what it has said before if it does not know it."""
    return before if said is None else said


def _synced(shelf: ShelfState, event: e.NodeSynced, at: float) -> ShelfState:
    synced: Change = {"at": at, "what": "synced", "node": event.node}
    return _with_changes(
        shelf, {**synced, "from": event.source, "books": event.books, "ms": event.ms}
    )


def _dropped(shelf: ShelfState, event: e.BooksDropped, at: float) -> ShelfState:
    """Fold that a node dropped unacknowledged books that only it had."""
    change: Change = {"at": at, "what": "dropped", "node": event.node, "ids": event.ids}
    return _settled(_with_changes(shelf, change), dict.fromkeys(event.ids, "dropped"), at)


def _slowed(shelf: ShelfState, event: e.WritesSlowed, at: float) -> ShelfState:
    return {**shelf, "pause": float(event.pause)}


def _wiped(shelf: ShelfState, event: e.DiskWiped, at: float) -> ShelfState:
    shelf = {**shelf, "disks": {**shelf["disks"], event.node: NO_DISK}}
    shelf = _with_changes(shelf, {"at": at, "what": "wiped", "node": event.node})
    node = shelf["nodes"].get(event.node)
    if node is None:
        return shelf
    empty: ShelfNode = {
        **node, "store": NO_DISK, "seen": None, "books": 0, "checksum": None, "last": [],
    }  # fmt: skip
    return _with_node(shelf, event.node, empty)


# -- a write, as it goes on -------------------------------------------------------------------

COPIES: Mapping[type[e.CopyEvent], str] = {
    e.CopySent: "sent",
    e.CopyStored: "stored",
    e.CopyUnanswered: "lost",
    e.CopyRefused: "refused",
}
OUTCOMES = {
    "no leader": "unavailable",
    "busy": "unavailable",
    "conflict": "conflict",
}
OPEN = frozenset({"cut", "unknown", "refused"})
"""Outcomes after which nobody knows yet whether the book stays."""


def _with_write(shelf: ShelfState, write: Write) -> ShelfState:
    writes = {**without_key(shelf["writes"], write["id"]), write["id"]: write}
    return {**shelf, "writes": dict(list(writes.items())[-UNDER_WAY:])}


def _over(shelf: ShelfState, book: str) -> EndedWrite | None:
    """Return the write where a report comes after its end: another process told it a moment
    earlier.
    """
    last = shelf["last_write"]
    return last if book not in shelf["writes"] and last and last["id"] == book else None


def _asked(shelf: ShelfState, event: e.BookAsked, at: float) -> ShelfState:
    """Fold that a node was asked to add a book; `to` is the leader that it knows."""
    asked = new_write(event.id, at, event.node, event.author, event.year)
    return _with_write(shelf, {**asked, "to": event.to})


def _stored(shelf: ShelfState, event: e.BookStored, at: float) -> ShelfState:
    """Fold that the leader has it on its disk, and will send it to all others in sync."""
    if _over(shelf, event.id):
        return shelf
    write: Write = {
        **(shelf["writes"].get(event.id) or new_write(event.id, at, event.node)),
        "by": event.node,
        "epoch": event.epoch,
        "of": event.of,
        "copies": dict.fromkeys(event.to, "waiting"),
        "stage": "stored",
        "since": at,
        "stored": at,
    }
    return _with_write(shelf, write)


def _copied(shelf: ShelfState, event: e.CopyEvent, at: float) -> ShelfState:
    """Fold how far one copy is. The client may have been told meanwhile that the outcome is
    unknown.
    """
    write, last, how = shelf["writes"].get(event.id), _over(shelf, event.id), COPIES[type(event)]
    if write and event.source == write["by"]:
        copies = {**write["copies"], event.to: how}
        return _with_write(shelf, {**write, "copies": copies, "stage": "copying", "since": at})
    if last and last["outcome"] in OPEN and event.source == last["by"]:
        copies = {**last["copies"], event.to: how}
        outcome = "refused" if how == "refused" else last["outcome"]
        return {**shelf, "last_write": {**last, "copies": copies, "outcome": outcome}}
    return shelf


def _refused(shelf: ShelfState, event: e.CopyRefused, at: float) -> ShelfState:
    """Fold that a node refuses the copy: it has seen a later epoch, or (`why` is "term") it has yet
    to be brought to this leader's state. Both ends may report it.
    """
    shelf = _copied(shelf, event, at)
    told: Refusal = {
        "id": event.id,
        "from": event.source,
        "to": event.to,
        "epoch": event.epoch,
        "seen": event.seen,
        "at": at,
    }
    known = any({**one, "seen": event.seen, "at": at} == told for one in shelf["refused"])
    if known or event.why == "term":
        return shelf
    return {**shelf, "refused": [*shelf["refused"], told][-REFUSED_KEPT:]}


# -- how a write ends -------------------------------------------------------------------------


def _written(shelf: ShelfState, event: e.BookWritten, at: float) -> ShelfState:
    """Fold that all nodes in sync have it, and the client is told so."""
    over = _over(shelf, event.id)
    if over and over["outcome"] == "acknowledged":
        return shelf
    write: Write = {
        **(over or shelf["writes"].get(event.id) or new_write(event.id, at, event.node)),
        "author": event.author,
        "year": event.year,
        "node": event.node,
        "by": event.by,
        "epoch": event.epoch,
        "of": event.of,
        "ms": event.ms,
    }
    is_new = event.new or any(one["id"] == event.id for one in shelf["open_writes"])
    shelf = _with_end(shelf, write, "acknowledged", at)
    if not is_new:
        return shelf
    book: BookState = {
        "id": event.id,
        "author": event.author,
        "year": event.year,
        "node": event.node,
        "by": event.by,
        "epoch": event.epoch,
        "copies": event.copies,
        "of": event.of,
        "ms": event.ms,
        "at": at,
    }
    books = [*shelf["last_books"], book][-BOOKS_KEPT:]
    return {**shelf, "acknowledged": shelf["acknowledged"] + 1, "last_books": books}


def _failed(shelf: ShelfState, event: e.BookFailed, at: float) -> ShelfState:
    """Fold that the client was told that it is not stored, or that the outcome is unknown."""
    if _over(shelf, event.id):
        return shelf
    asked = new_write(event.id, at, event.node, event.author, event.year)
    write = shelf["writes"].get(event.id) or asked
    is_refused = "refused" in write["copies"].values()
    outcome = "refused" if is_refused else OUTCOMES.get(event.why, "unknown")
    return _with_end(shelf, write, outcome, at)


def _cut(shelf: ShelfState, event: CandidateKilled | CandidateExited, at: float) -> ShelfState:
    """Fold that a process has died: what it was copying as the leader is left half done."""
    node = shelf["runs"].get(event.subject)
    for write in [*shelf["writes"].values()] if node else []:
        if node == (write["by"] or write["to"]):
            shelf = _with_end(shelf, write, "cut", at)
    return shelf


def _with_end(shelf: ShelfState, write: Write, outcome: str, at: float) -> ShelfState:
    last = cast(EndedWrite, {**write, "outcome": outcome, "ended": at, "fate": None})
    writes = without_key(shelf["writes"], last["id"])
    unknown = [one for one in shelf["open_writes"] if one["id"] != last["id"]]
    if last["outcome"] in OPEN:
        unknown = [*unknown, last][-UNDER_WAY:]
    return {**shelf, "writes": writes, "last_write": last, "open_writes": unknown}


def _settled(shelf: ShelfState, fates: Mapping[str, str], at: float) -> ShelfState:
    """Settle unknown writes. fates: id -> kept or dropped, as the new leader has said."""
    last = shelf["last_write"]
    if last and last["id"] in fates and last["outcome"] in OPEN:
        last = {**last, "fate": fates[last["id"]], "settled": at}
    unknown = [one for one in shelf["open_writes"] if one["id"] not in fates]
    return {**shelf, "open_writes": unknown, "last_write": last}


# -- what the dashboard finds out by itself -----------------------------------------------------


def _disks(shelf: ShelfState, event: e.DisksFound, at: float) -> ShelfState:
    """Fold what was found where nodes keep their books; what a node says itself is newer."""
    return {**shelf, "disks": {**event.stores, **shelf["disks"]}}


def _audited(shelf: ShelfState, event: e.BooksAudited, at: float) -> ShelfState:
    """Compare the leader's whole list with every book acknowledged before it was asked."""
    audit: AuditState = {
        "node": event.node,
        "epoch": event.epoch,
        "acknowledged": event.acknowledged,
        "missing": event.missing[:NAMED],
        "at": at,
    }
    fates = {**dict.fromkeys(event.gone, "dropped"), **dict.fromkeys(event.kept, "kept")}
    shelf = _settled(_with_cost(shelf, event), fates, at)
    return {**shelf, "lost": len(event.missing), "audit": audit}


def _with_cost(shelf: ShelfState, event: e.BooksAudited) -> ShelfState:
    """Keep what a person's decision has cost, by the first leader after it: that stays, whatever is
    written again later.
    """
    decided, last = shelf["appointed"], shelf["last_write"]
    if decided is None or decided["lost"] is not None or event.epoch <= decided["epoch"]:
        return shelf
    if last and last["id"] in event.missing:
        last = {**last, "fate": "lost", "settled": decided["at"]}
    cost: Appointed = {
        **decided,
        "lost": len(event.missing),
        "ids": event.missing[:NAMED],
        "acknowledged": event.acknowledged,
    }
    return {**shelf, "appointed": cost, "last_write": last}


def _stakes(shelf: ShelfState, event: e.StakesCounted, at: float) -> ShelfState:
    """Fold, of the acknowledged books known here, which each node lacks that could go on."""
    return {**shelf, "stakes": {"acknowledged": event.acknowledged, "nodes": event.nodes}}


def _appointed(shelf: ShelfState, event: e.LeaderAppointed, at: float) -> ShelfState:
    """Fold that a person has let a node lead that may lack acknowledged books."""
    new: Appointed = {
        "node": event.node,
        "by": event.by,
        "missing": event.missing,
        "epoch": event.epoch,
        "lost": None,
        "ids": [],
        "acknowledged": None,
        "at": at,
    }
    return {**shelf, "appointed": new}


# -- what follows: the nodes --------------------------------------------------------------------


def _nodes(shelf: ShelfState, candidates: Candidates) -> dict[str, ShelfNode]:
    """Join all nodes that appear in a list, in the in-sync set, or as a process, with their
    processes and their ranks in the election. Sessions are known by the live znodes and by the
    processes.
    """
    owners = {
        node["znode"]["session"]: name for name, node in shelf["nodes"].items() if node["znode"]
    }
    owners |= {
        candidates[one]["session"]: name for one, name in shelf["runs"].items() if one in candidates
    }
    standing = enumerate(owners.get(entry["session"] or "") for entry in shelf["election"])
    ranks = {name: rank for rank, name in standing if name}
    joined: dict[str, ShelfNode] = {}
    for name, node in shelf["nodes"].items():
        mine = [one for one, other in shelf["runs"].items() if other == name and one in candidates]
        alive = [one for one in mine if candidates[one]["process"] in ALIVE]
        runner = next(iter([*alive[::-1], *mine[::-1]]), None)
        if node["entry"] or node["znode"] or alive or name in shelf["stores"]:
            one = candidates.get(runner or "")
            joined[name] = _joined(shelf, name, runner, one, ranks.get(name))
    return joined


def _joined(
    shelf: ShelfState, name: str, runner: str | None, one: CandidateState | None, rank: int | None
) -> ShelfNode:
    node, fault = shelf["nodes"][name], one["fault"] if one else None
    is_alive = one is not None and one["process"] in ALIVE
    disk = _disk_of(shelf, name, is_alive=is_alive)
    state = node["state"] if is_alive or (one is None and node["znode"]) else "down"
    return {
        **node,
        "candidate": runner,
        "known": node["entry"] is not None,
        "live": node["znode"] is not None,
        "session": node["znode"]["session"] if node["znode"] else None,
        "in_sync": name in shelf["stores"] and disk not in (LOST, APART),
        "disk": disk,
        "state": state,
        "process": one["process"] if one else None,
        "belief": one["belief"] if one else None,
        "fault": fault["kind"] if fault else None,
        "fault_at": fault["at"] if fault else None,
        "session_ends": one["session_ends"] if one else None,
        "timeout_ms": one["session_timeout_ms"] if one else None,
        "standing": _standing(node, one, state),
        "rank": rank,
    }


def _standing(node: ShelfNode, one: CandidateState | None, state: str) -> str:
    """Return how a node stands: leading, in sync, catching up, registering, as it says; fading: its
    live znode is there, and its session runs out; stale: frozen past its session, without knowing
    it; down.
    """
    if one is not None and one["process"] == "paused" and node["znode"] is None:
        return "stale"
    if state == "down":
        return "fading" if node["znode"] else "down"
    beats = one is None or (one["process"] == "running" and one["lifecycle"] != "ending")
    return state if beats and (one is None or one["belief"] != "suspended") else "fading"


# -- what follows: whether nobody may lead ------------------------------------------------------

ANOTHER_HISTORY = "another history"
"""The reason that a node gives if its disk is not of ZooKeeper's history (rule 12)."""


def _disk_of(shelf: ShelfState, name: str, *, is_alive: bool) -> str:
    """Return where a node's disk is. is_alive: a process of ours runs for it, and reports its disk
    as soon as it has looked.
    """
    node = shelf["nodes"][name]
    if is_alive and node["reason"] == ANOTHER_HISTORY:
        return APART
    named, known = shelf["stores"].get(name), _newer(node["store"], shelf["disks"].get(name))
    if known is None:
        return HERE if is_alive or node["znode"] else ELSEWHERE
    return HERE if known == (named or known) != "" else LOST


def _stranded(shelf: ShelfState) -> Stranded | None:
    """Find whether nobody may lead: the nodes that `in_sync` names do not have the disks it names,
    or have them, but of another history: ZooKeeper was set up again, or restored. No node may
    decide that: for all it knows, each lacks books. A person may, and names the node that goes on
    with what it has (rule 11 of docs/bookshelf.md).

    Return None where somebody leads, is in the election, or could be. `missing`: named node -> why
    it cannot lead; empty where the znode itself is gone. `choices`: who could go on, the node with
    the latest epoch on its disk first, then by the number of books.
    """
    nodes = shelf["nodes"]
    missing = {name: nodes[name]["disk"] for name in shelf["stores"]}
    running = {name: one for name, one in nodes.items() if one["process"] == "running"}
    behind = {name: one for name, one in running.items() if one["state"] == "catching up"}
    choices = [name for name, one in behind.items() if one["store"]]
    is_said = bool(missing) or (bool(choices) and len(behind) == len(running))
    if shelf["election"] or HERE in missing.values() or not is_said:
        return None
    choices.sort(key=lambda name: (-(nodes[name]["seen"] or 0), -(nodes[name]["books"] or 0), name))
    return {"missing": missing, "choices": choices}


def why_not(shelf: ShelfState, node: str) -> str | None:
    """Return why a person cannot let this node lead, or None."""
    state = shelf["stranded"]
    if state is None:
        able = [one for one in shelf["in_sync"] if shelf["nodes"][one]["disk"] == HERE]
        who = f": {', '.join(able)} has every acknowledged book" if able else ""
        return f"no decision is needed on who leads {shelf['path']}{who}"
    if node not in state["choices"]:
        return f"{node} has no process that waits to lead: start it first"
    return None


# -- what follows: the invariants ---------------------------------------------------------------


def _serving(shelf: ShelfState, own: Candidates) -> Candidates:
    """Return the processes of the nodes that say they lead, by name."""
    return {
        name: own[name]
        for name, one in shelf["runs"].items()
        if name in own
        and own[name]["process"] != "exited"
        and (node := shelf["nodes"].get(one))
        and (node["state"], node["candidate"]) == (SERVES, name)
    }


def _lost(shelf: ShelfState, own: Candidates, at: float) -> Iterator[Found]:
    """Yield that the leader of a new term lacks books that a client was told are stored; the
    dashboard asks it for its whole list and compares. By a person's decision, the loss was no
    node's doing.
    """
    audit, done = shelf["audit"], shelf["appointed"]
    if shelf["lost"] and audit:
        names = ", ".join(audit["missing"][:3])
        detail = (
            f"{audit['node']} leads, and {shelf['lost']} of {audit['acknowledged']} acknowledged "
            f"books are not there: {names}"
        )
        if done:
            detail += f". A person let {done['node']} lead, which lacked {done['lost']}"
        yield "books", detail


def _two_serve(shelf: ShelfState, own: Candidates, at: float) -> Iterator[Found]:
    """Yield two nodes that take writes and whose session lasts by their own clock."""
    names = in_session(_serving(shelf, own), at)
    if len(names) > 1:
        nodes = " and ".join(sorted(shelf["runs"][name] for name in names))
        detail = f"{nodes} take writes at the same time, and the sessions of both last"
        yield nodes, detail


def _disagree(shelf: ShelfState, own: Candidates, at: float) -> Iterator[Found]:
    """Yield the nodes in sync whose books differ. Only nodes that name the same epoch can be
    compared, with no write under way. The subject holds what is compared: a difference that moves
    is a copy on its way, one that stays is a violation.
    """
    leader = shelf["nodes"].get(shelf["leader"] or "")
    if leader is None or leader["state"] != SERVES or shelf["writes"]:
        return
    for name, node in shelf["nodes"].items():
        comparable = node["in_sync"] and node["live"] and node["process"] != "paused"
        if not comparable or node["epoch"] != leader["epoch"] or node["checksum"] is None:
            continue
        if node["checksum"] != leader["checksum"]:
            subject = f"{name} {node['checksum']} {leader['checksum']}"
            what = f"{node['books']} books, the leader {shelf['leader']} {leader['books']}"
            yield subject, f"{name} is in sync and has other books: {what}"


class BookshelfModel(Model[ShelfState]):
    """The read model of a bookshelf."""

    leaves = r"/live_nodes|/all_nodes(/n\d+)?|/in_sync|/election(-acknowledged|-version)?"
    section = "bookshelves"
    thing = "bookshelf"
    recipes = (RECIPE,)
    families = ("book",)
    folds = by_kind(
        on(CandidateStarting, lambda shelf, it, _: _with_run(shelf, it.subject, it.settings)),
        on(CandidateKilled, _cut),
        on(CandidateExited, _cut),
        on(e.NodeReported, _node),
        on(e.BookAsked, _asked),
        on(e.BookStored, _stored),
        on(e.CopySent, _copied),
        on(e.CopyStored, _copied),
        on(e.CopyUnanswered, _copied),
        on(e.CopyRefused, _refused),
        on(e.BookWritten, _written),
        on(e.BookFailed, _failed),
        on(e.BooksDropped, _dropped),
        on(e.NodeSynced, _synced),
        on(e.BooksAudited, _audited),
        on(e.DisksFound, _disks),
        on(e.StakesCounted, _stakes),
        on(e.LeaderAppointed, _appointed),
        on(e.WritesSlowed, _slowed),
        on(e.DiskWiped, _wiped),
    )
    invariants = (
        Invariant("no_acknowledged_book_lost", 0.0, _lost),
        Invariant("one_leader_serves", 0.0, _two_serve),
        Invariant("in_sync_agree", 2.0, _disagree, needs_seen=True),
    )
    story = staticmethod(tell)
    with_looks = staticmethod(with_looks)
    lists: ClassVar = {
        "": ZnodeList(_read, _removed, lambda _: (IN_SYNC,)),
        ALL: _nodes_list("entry", lambda node, znode: {**node, "entry": znode}),
        LIVE: _nodes_list("znode", lambda node, znode: {**node, "znode": znode}),
        ELECTION: ZnodeList.in_order(
            "election", lambda member: {key: member[key] for key in ("session", "czxid", "znode")}
        ),
    }
    lines: ClassVar = {**LINES, "election": ("znode",), "in_sync": ()}
    new = staticmethod(new_shelf)

    def with_queued(
        self,
        shelf: ShelfState,
        name: str,
        event: CandidatesQueued,
        candidate: CandidateState,
        at: float,
    ) -> ShelfState:
        return _with_run(shelf, name, event.settings)

    def link(
        self, shelf: ShelfState, own: Candidates, zookeeper: Zookeeper, at: float
    ) -> ShelfState:
        """Work out nodes and leader."""
        shelf = {**shelf, "runs": {one: of for one, of in shelf["runs"].items() if one in own}}
        nodes = _nodes(shelf, own)
        leader = next((name for name, node in nodes.items() if node["rank"] == 0), None)
        linked: ShelfState = {
            **shelf,
            "nodes": nodes,
            "leader": leader,
            "epoch": shelf["election"][0]["czxid"] if shelf["election"] else None,
            "in_sync": sorted(name for name, node in nodes.items() if node["in_sync"]),
            "live": sum(node["live"] for node in nodes.values()),
            "known": sum(node["known"] for node in nodes.values()),
            "books": nodes[leader]["books"] if leader else shelf["books"],
            "write": next(reversed([*shelf["writes"].values()]), None),
        }
        return {**linked, "stranded": _stranded(linked)}

    def watched(self, shelf: ShelfState, own: Candidates) -> Iterable[CandidateState]:
        return _serving(shelf, own).values()
