"""A bookshelf in the state document: what the facts about its znodes and nodes make of it.

A bookshelf at PATH is `all_nodes` (stays), `live_nodes` (ephemeral), `election` (ephemeral
sequential) and `in_sync` below it; the last one's data says which nodes, by which disks, have every
acknowledged book. A node is a name that outlives its processes; a candidate is one process of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.insight.bookshelves import audits, checks, writes
from app.insight.bookshelves.nodes import NO_DISK, in_sync_of, link, new_node, with_report
from app.insight.bookshelves.story import tell
from app.insight.bookshelves.stranded import stranded
from app.insight.chain import Candidates
from app.insight.violations import is_seen, slackened
from app.recipes.naming import in_order
from app.recipes.roll import ALL, LIVE

Shelf = dict[str, Any]
Data = Mapping[str, Any]

RECIPE = "bookshelf"
ELECTION = "election"
IN_SYNC = "in_sync"
PARENTS = (ALL, LIVE, ELECTION)
CHANGES_KEPT = 20
REPORTS = (
    "node", "asked", "stored", "sent", "copied", "unanswered", "refused", "written", "failed",
    "dropped", "synced", "in_sync",
)  # fmt: skip
"""What its processes say: `book.node` and so on, as they name it."""


def new(path: str, recipe: str = RECIPE) -> Shelf:
    """A bookshelf of which nothing is known yet."""
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
        "invariants": checks.verdicts([], 0.0),
        "story": [],
    }


def parents_of(path: str) -> tuple[str, ...]:
    """The paths whose children are members of a bookshelf: its own first."""
    return path, *(f"{path}/{name}" for name in PARENTS)


def shelf_of(parent: str) -> str:
    """The path of the bookshelf that a znode would be a parent of."""
    above, _, name = parent.rpartition("/")
    return above if name in PARENTS else parent


# -- what the mirror reads --------------------------------------------------------------------


def with_members(shelf: Shelf, parent: str, members: Sequence[Data], at: float) -> Shelf:
    """The children of one of its paths as read, all: what is missing from them is gone."""
    names = {member["znode"] for member in members}
    for name in _names_at(shelf, parent):
        if name not in names:
            shelf = without_member(shelf, parent, name, at)
    for member in members:
        shelf = with_member(shelf, parent, member, at)
    return shelf


def _names_at(shelf: Shelf, parent: str) -> list[str]:
    kind = _kind(shelf, parent)
    if kind == ELECTION:
        return [entry["znode"] for entry in shelf["election"]]
    if kind in _PART:
        return [name for name, node in shelf["nodes"].items() if node[_PART[kind]]]
    return [IN_SYNC]


def _kind(shelf: Shelf, parent: str) -> str:
    return "" if parent == shelf["path"] else parent.rpartition("/")[2]


_PART = {ALL: "entry", LIVE: "znode"}


def with_member(shelf: Shelf, parent: str, member: Data, at: float) -> Shelf:
    """One child read, with its owner and its data."""
    kind, name = _kind(shelf, parent), member["znode"]
    znode = {"session": member["session"], "czxid": member["czxid"]}
    if kind == ELECTION:
        entries = {one["znode"]: one for one in shelf["election"]}
        entries[name] = {"znode": name, **znode}
        return {**shelf, "election": [entries[one] for one in in_order(entries)]}
    if kind in _PART:
        node = shelf["nodes"].get(name) or new_node()
        return _with_node(shelf, name, {**node, _PART[kind]: znode})
    return _with_in_sync(shelf, member["data"], at) if name == IN_SYNC else shelf


def _with_in_sync(shelf: Shelf, data: str | None, at: float) -> Shelf:
    """ZooKeeper's own word. Who leaves the set or enters it is a change worth telling."""
    known = in_sync_of(data)
    stores = known["nodes"] if known else {}
    before, after = set(shelf["stores"]), set(stores)
    changes = [{"at": at, "node": one, "what": "out"} for one in sorted(before - after)]
    changes += [{"at": at, "node": one, "what": "in"} for one in sorted(after - before)]
    return {
        **shelf,
        "stores": stores,
        "in_sync_epoch": known["epoch"] if known else None,
        "changes": [*shelf["changes"], *changes][-CHANGES_KEPT:],
        "nodes": {**{name: new_node() for name in stores}, **shelf["nodes"]},
    }


def without_member(shelf: Shelf, parent: str, name: str, at: float) -> Shelf:
    """A child is gone."""
    kind = _kind(shelf, parent)
    if kind == ELECTION:
        left = [one for one in shelf["election"] if one["znode"] != name]
        return shelf if len(left) == len(shelf["election"]) else {**shelf, "election": left}
    node = shelf["nodes"].get(name)
    if kind in _PART:
        gone = node is None or node[_PART[kind]] is None
        return shelf if gone else _with_node(shelf, name, {**node, _PART[kind]: None})
    return _with_in_sync(shelf, None, at) if name == IN_SYNC and shelf["stores"] else shelf


def _with_node(shelf: Shelf, name: str, node: Data) -> Shelf:
    return {**shelf, "nodes": {**shelf["nodes"], name: node}}


# -- what happens to its processes, and what they say -------------------------------------------


def with_candidate_event(shelf: Shelf, candidate: str, kind: str, data: Data, at: float) -> Shelf:
    """What happened to one of its own processes."""
    if kind in ("queued", "starting"):
        return _with_run(shelf, candidate, data)
    node = shelf["runs"].get(candidate)
    if kind in ("killed", "exited") and node is not None:
        return writes.cut(shelf, node, at)
    return shelf


def _with_run(shelf: Shelf, candidate: str, data: Data) -> Shelf:
    """Which node a process stands for. What its last process has said is over."""
    name = (data.get("settings") or {}).get("node") or candidate
    known = shelf["nodes"].get(name) or new_node()
    fresh = {**new_node(), "entry": known["entry"], "znode": known["znode"]}
    shelf = _with_node(shelf, name, {**fresh, "last": known["last"]})
    return {**shelf, "runs": {**shelf["runs"], candidate: name}}


def with_event(shelf: Shelf, what: str, data: Data, at: float) -> Shelf:
    """`book.<what>`: what a node says, or what the dashboard does or finds."""
    fold = _EVENTS.get(what)
    return fold(shelf, data, at) if fold else shelf


def _node(shelf: Shelf, data: Data, at: float) -> Shelf:
    name, node = data["node"], shelf["nodes"].get(data["node"]) or new_node()
    if data.get("store"):
        shelf = {**shelf, "disks": {**shelf["disks"], name: data["store"]}}
    return _with_node(shelf, name, with_report(node, data, at))


def _synced(shelf: Shelf, data: Data, at: float) -> Shelf:
    said = {name: data.get(name) for name in ("node", "from", "books", "ms")}
    return {
        **shelf,
        "changes": [*shelf["changes"], {"at": at, "what": "synced", **said}][-CHANGES_KEPT:],
    }


def _dropped(shelf: Shelf, data: Data, at: float) -> Shelf:
    """What only one node had, and nobody was told to be stored, as its term's leader says."""
    ids = list(data["ids"])
    change = {"at": at, "what": "dropped", "node": data["node"], "ids": ids}
    shelf = {**shelf, "changes": [*shelf["changes"], change][-CHANGES_KEPT:]}
    return writes.settled(shelf, dict.fromkeys(ids, "dropped"), at)


def _slowed(shelf: Shelf, data: Data, at: float) -> Shelf:
    return {**shelf, "pause": float(data["pause"])}


def _wiped(shelf: Shelf, data: Data, at: float) -> Shelf:
    node = shelf["nodes"].get(data["node"])
    change = {"at": at, "what": "wiped", "node": data["node"]}
    disks = {**shelf["disks"], data["node"]: NO_DISK}
    shelf = {**shelf, "disks": disks, "changes": [*shelf["changes"], change][-CHANGES_KEPT:]}
    if node is None:
        return shelf
    empty: dict[str, Any] = {"store": NO_DISK, "seen": None, "books": 0}
    empty |= {"checksum": None, "last": []}
    return _with_node(shelf, data["node"], {**node, **empty})


_EVENTS: Mapping[str, Callable[[Shelf, Data, float], Shelf]] = {
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


def derive(shelf: Shelf, candidates: Candidates, zookeeper: Data, at: float) -> Shelf:
    """Everything that follows from the rest: nodes, leader, invariants, story.

    zookeeper: that part of the state document.
    """
    own = {name: one for name, one in candidates.items() if one["path"] == shelf["path"]}
    runs = {name: node for name, node in shelf["runs"].items() if name in own}
    linked = _linked({**shelf, "runs": runs}, own)
    seen = is_seen(zookeeper)
    violations = slackened(checks.check(linked, own, at, seen=seen), zookeeper)
    verdicts = checks.verdicts(violations, at)
    judged = {**linked, "violations": violations, "invariants": verdicts}
    judged["stranded"] = stranded(linked)
    return {**judged, "story": tell(judged, zookeeper)}


def _linked(shelf: Shelf, own: Candidates) -> Shelf:
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


def next_check(shelf: Shelf, candidates: Candidates, at: float) -> float | None:
    """When the verdicts can change without any event, None if never."""
    own = {name: one for name, one in candidates.items() if one["path"] == shelf["path"]}
    return checks.next_check(shelf, own, at)
