"""A bookshelf in the state document: what the facts about its znodes and nodes make of it.

A bookshelf at PATH is `all_nodes` (stays), `live_nodes` (ephemeral), `election` (ephemeral
sequential) and `in_sync` below it; the last one's data says which nodes, by which disks, have every
acknowledged book. A node is a name that outlives its processes; a candidate is one process of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, Literal, cast

from ....readmodels.document import Candidates, CandidateState, Data
from ....readmodels.model import LINES
from ....readmodels.untyped import UntypedModel
from ....readmodels.znode_list import ZnodeList
from ....readmodels.zookeeper import Zookeeper
from ...membership.znodes import ALL, LIVE
from ..document import Change, NodeZnode, ShelfNode, ShelfState, StandingNode
from ..text import tell, with_looks
from ..words import TONES, WORDS
from . import audits, writes
from .checks import INVARIANTS, serving
from .nodes import NO_DISK, in_sync_of, link, new_node, with_report
from .stranded import stranded

RECIPE = "bookshelf"
ELECTION = "election"
IN_SYNC = "in_sync"
CHANGES_KEPT = 20
REPORTS = (
    "node", "asked", "stored", "sent", "copied", "unanswered", "refused", "written", "failed",
    "dropped", "synced", "in_sync",
)  # fmt: skip
"""The kinds of event that its processes report: `book.node` and so on."""


# -- what the mirror reads --------------------------------------------------------------------


def _candidate(member: Data) -> StandingNode:
    return {"session": member["session"], "czxid": member["czxid"], "znode": member["znode"]}


def _nodes_list(part: Literal["entry", "znode"]) -> ZnodeList[ShelfState]:
    """Return a list of which each node has its own znode as one part."""

    def read(shelf: ShelfState, member: Data, at: float) -> ShelfState:
        znode: NodeZnode = {"session": member["session"], "czxid": member["czxid"]}
        return changed(shelf, member["znode"], znode)

    def removed(shelf: ShelfState, name: str, at: float) -> ShelfState:
        is_known = shelf["nodes"].get(name, {}).get(part) is not None
        return changed(shelf, name, None) if is_known else shelf

    def known(shelf: ShelfState) -> list[str]:
        return [name for name, node in shelf["nodes"].items() if node[part]]

    def changed(shelf: ShelfState, name: str, znode: NodeZnode | None) -> ShelfState:
        node = shelf["nodes"].get(name) or new_node()
        return _with_node(shelf, name, cast(ShelfNode, {**node, part: znode}))

    return ZnodeList(read, removed, known)


def _read(shelf: ShelfState, member: Data, at: float) -> ShelfState:
    is_known = member["znode"] == IN_SYNC
    return _with_in_sync(shelf, member["data"], at) if is_known else shelf


def _removed(shelf: ShelfState, name: str, at: float) -> ShelfState:
    return _with_in_sync(shelf, None, at) if name == IN_SYNC and shelf["stores"] else shelf


def _known(shelf: ShelfState) -> list[str]:
    return [IN_SYNC]


def _with_in_sync(shelf: ShelfState, data: str | None, at: float) -> ShelfState:
    """Fold the znode `in_sync` as ZooKeeper has it; a node that leaves or enters the set is told
    of.
    """
    known = in_sync_of(data)
    stores = known.nodes if known else {}
    before, after = set(shelf["stores"]), set(stores)
    changes: list[Change] = [
        {"at": at, "node": one, "what": what}
        for what, those in (("out", before - after), ("in", after - before))
        for one in sorted(those)
    ]
    return {
        **shelf,
        "stores": stores,
        "in_sync_epoch": known.epoch if known else None,
        "changes": [*shelf["changes"], *changes][-CHANGES_KEPT:],
        "nodes": {**{name: new_node() for name in stores}, **shelf["nodes"]},
    }


def _with_node(shelf: ShelfState, name: str, node: ShelfNode) -> ShelfState:
    return {**shelf, "nodes": {**shelf["nodes"], name: node}}


# -- what happens to its processes, and what they say -------------------------------------------


def _with_run(shelf: ShelfState, candidate: str, data: Data) -> ShelfState:
    """Note which node a process runs. What its last process has said is over."""
    name = (data.get("settings") or {}).get("node") or candidate
    known = shelf["nodes"].get(name) or new_node()
    fresh: ShelfNode = {**new_node(), "entry": known["entry"], "znode": known["znode"]}
    shelf = _with_node(shelf, name, {**fresh, "last": known["last"]})
    return {**shelf, "runs": {**shelf["runs"], candidate: name}}


def _node(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    name, node = data["node"], shelf["nodes"].get(data["node"]) or new_node()
    if data.get("store"):
        shelf = {**shelf, "disks": {**shelf["disks"], name: data["store"]}}
    return _with_node(shelf, name, with_report(node, data, at))


def _synced(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    said = {name: data.get(name) for name in ("node", "from", "books", "ms")}
    return _with_change(shelf, cast(Change, {"at": at, "what": "synced", **said}))


def _with_change(shelf: ShelfState, change: Change) -> ShelfState:
    return {**shelf, "changes": [*shelf["changes"], change][-CHANGES_KEPT:]}


def _dropped(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Fold that a node dropped unacknowledged books that only it had."""
    ids = list(data["ids"])
    change: Change = {"at": at, "what": "dropped", "node": data["node"], "ids": ids}
    shelf = _with_change(shelf, change)
    return writes.settled(shelf, dict.fromkeys(ids, "dropped"), at)


def _slowed(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    return {**shelf, "pause": float(data["pause"])}


def _wiped(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    node = shelf["nodes"].get(data["node"])
    disks = {**shelf["disks"], data["node"]: NO_DISK}
    change: Change = {"at": at, "what": "wiped", "node": data["node"]}
    shelf = _with_change({**shelf, "disks": disks}, change)
    if node is None:
        return shelf
    empty: ShelfNode = {"store": NO_DISK, "seen": None, "books": 0, "checksum": None, "last": []}
    return _with_node(shelf, data["node"], {**node, **empty})


_EVENTS: Mapping[str, Callable[[ShelfState, Data, float], ShelfState]] = {
    "node": _node,
    "asked": writes.asked,
    "stored": writes.stored,
    "sent": writes.sent,
    "copied": writes.copied,
    "unanswered": writes.unanswered,
    "refused": writes.refused,
    "written": writes.written,
    "failed": writes.failed,
    "dropped": _dropped,
    "synced": _synced,
    "audited": audits.audited,
    "disks": audits.disks,
    "stakes": audits.stakes,
    "appointed": audits.appointed,
    "slowed": _slowed,
    "wiped": _wiped,
}
"""`book.in_sync` has no fold: the znode itself is read."""


# -- what follows -----------------------------------------------------------------------------


def _linked(shelf: ShelfState, own: Candidates) -> ShelfState:
    nodes = link(shelf, own)
    leader = next((name for name, node in nodes.items() if node["rank"] == 0), None)
    lowest = next(iter(shelf["election"]), None)
    in_sync = sorted(name for name, node in nodes.items() if node["in_sync"])
    return {
        **shelf,
        "nodes": nodes,
        "leader": leader,
        "epoch": lowest["czxid"] if lowest else None,
        "in_sync": in_sync,
        "live": sum(node["live"] for node in nodes.values()),
        "known": sum(node["known"] for node in nodes.values()),
        "books": nodes[leader]["books"] if leader else shelf["books"],
        "write": writes.current(shelf),
    }


class BookshelfModel(UntypedModel[ShelfState]):
    """The read model of a bookshelf."""

    leaves = r"/live_nodes|/all_nodes(/n\d+)?|/in_sync|/election(-acknowledged|-version)?"
    section = "bookshelves"
    thing = "bookshelf"
    recipes = (RECIPE,)
    families = ("book",)
    words = WORDS
    tones = TONES
    invariants = INVARIANTS
    story = staticmethod(tell)
    with_looks = staticmethod(with_looks)
    untold = frozenset({"book.node", "book.sent"})
    lists: ClassVar = {
        "": ZnodeList(_read, _removed, _known),
        ALL: _nodes_list("entry"),
        LIVE: _nodes_list("znode"),
        ELECTION: ZnodeList.in_order("election", _candidate),
    }
    lines: ClassVar = {**LINES, "election": ("znode",), "in_sync": ()}

    def new(self, path: str, recipe: str = RECIPE) -> ShelfState:
        """Return a bookshelf of which nothing is known yet."""
        return {
            "path": path,
            "recipe": RECIPE,
            "nodes": {},
            "runs": {},
            "election": [],
            "leader": None,
            "epoch": None,
            "in_sync": [],
            "stores": {},
            "disks": {},
            "stranded": None,
            "stakes": None,
            "appointed": None,
            "in_sync_epoch": None,
            "live": 0,
            "known": 0,
            "acknowledged": 0,
            "lost": 0,
            "audit": None,
            "books": 0,
            "last_books": [],
            "writes": {},
            "write": None,
            "last_write": None,
            "open_writes": [],
            "refused": [],
            "changes": [],
            "pause": 0.0,
            "violations": [],
            "doubts": [],
            "invariants": self.verdicts([], 0.0),
            "story": [],
            "reason": [],
        }

    def with_event(self, shelf: ShelfState, what: str, data: Data, at: float) -> ShelfState:
        """Fold `book.<what>`: what a node says, or what the dashboard does or finds."""
        fold = _EVENTS.get(what)
        return fold(shelf, data, at) if fold else shelf

    def with_candidate_event(
        self,
        shelf: ShelfState,
        candidate: str,
        after: CandidateState,
        kind: str,
        data: Data,
        at: float,
    ) -> ShelfState:
        """Fold what happened to one of its own processes."""
        if kind in ("queued", "starting"):
            return _with_run(shelf, candidate, data)
        node = shelf["runs"].get(candidate)
        if kind in ("killed", "exited") and node is not None:
            return writes.cut(shelf, node, at)
        return shelf

    def link(
        self, shelf: ShelfState, own: Candidates, zookeeper: Zookeeper, at: float
    ) -> ShelfState:
        """Work out nodes and leader."""
        runs = {name: node for name, node in shelf["runs"].items() if name in own}
        linked = _linked({**shelf, "runs": runs}, own)
        return {**linked, "stranded": stranded(linked)}

    def watched(self, shelf: ShelfState, own: Candidates) -> Iterable[CandidateState]:
        return serving(shelf, own).values()
