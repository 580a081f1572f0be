"""The sentence above a bookshelf: who leads, where a write is, what a kill in its midst has done.

Parts are as in `app.insight.story`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight.bookshelves.decision_story import apart, decided, stranded
from app.insight.bookshelves.nodes import NO_DISK
from app.insight.bookshelves.words import (
    Node,
    Shelf,
    Story,
    count,
    listed,
    named,
    serving,
    titled,
    word,
)
from app.insight.bookshelves.write_story import cut, refused, under_way
from app.insight.ensemble_story import out_of_reach
from app.insight.groups.story import who

WITHOUT_ZOOKEEPER = "Who leads may not for long: without a session nobody takes a write. "
FROZEN, CUT_OFF, DOWN = "frozen", "no connection to ZooKeeper", "down"
_DEED = {
    "kill": "was killed",
    "pause": "was frozen",
    "expire": "had its session ended by hand",
    "stop": "left",
    "exit": "ended by itself",
}


def tell(shelf: Shelf, zookeeper: Mapping[str, Any]) -> Story:
    """The bookshelf's story as it stands. zookeeper: that part of the state document."""
    anybody = bool(shelf["nodes"])
    seen = WITHOUT_ZOOKEEPER if anybody else "There is no node yet."
    gone = out_of_reach(zookeeper, "nobody becomes the leader", [], [seen], anybody=anybody)
    if gone:
        return gone
    if not anybody:
        return ["There is no node yet. Start three nodes, then add a book at any of them."]
    for scene in _SCENES:
        told = scene(shelf)
        if told:
            return told
    return _calm(shelf)


def _lost(shelf: Shelf) -> Story | None:
    """More than a person's decision has cost."""
    if shelf["lost"] <= ((shelf["appointed"] or {}).get("lost") or 0):
        return None
    books = count(shelf["lost"], "book that was", "books that were").capitalize()
    missing = "is not" if shelf["lost"] == 1 else "are not"
    return [
        f"{books} acknowledged {missing} at the leader, ",
        named(shelf, shelf["audit"]["node"]),
        ". No node can do that: in_sync was changed by hand, or a disk.",
    ]


def _stale(shelf: Shelf) -> Story | None:
    """Frozen past its session, and it still believes that it leads."""
    for name, node in shelf["nodes"].items():
        if node["process"] != "paused" or node["state"] != "leading" or name == shelf["leader"]:
            continue
        now: Story = ["nobody leads yet"]
        if serving(shelf):
            now = [named(shelf, shelf["leader"]), " leads now, under a later epoch"]
        copies = " When it wakes and sends a copy, that is refused."
        return [who(name, "frozen"), " is frozen and believes that it leads; ", *now, ".", copies]
    return None


def _fallen(shelf: Shelf) -> Story | None:
    """The leader is dead or frozen, and ZooKeeper does not know yet."""
    name = shelf["leader"]
    node = shelf["nodes"].get(name or "")
    if name is None or node is None or node["standing"] not in ("fading", "down"):
        return None
    deed = _DEED.get(node["fault"])
    tone = "frozen" if node["fault"] == "pause" else "dead"
    begin: Story = [who(name, tone), f" {deed} ", {"ago": node["fault_at"]}, "."]
    left: Story = [", in about ", {"left": node["session_ends"]}] if node["session_ends"] else []
    return [
        *(begin if deed else [who(name, "dead"), " has no connection to ZooKeeper."]),
        " It was the leader: until its session is over",
        *left,
        ", nobody takes a write. Whoever asks gets 503 and may come again; reading goes on.",
    ]


def _unled(shelf: Shelf) -> Story | None:
    """Nobody serves as the leader: who stands lowest prepares its term, or nobody stands."""
    if serving(shelf):
        return None
    name = shelf["leader"]
    if name is not None:
        return [
            named(shelf, name),
            " owns the lowest znode and begins its term: it writes its epoch into the in-sync set, "
            "so that no earlier leader can, and then brings everybody to its own state.",
        ]
    alive = [one for one in shelf["nodes"].values() if one["process"] in ("running", None)]
    if not alive:
        return ["Nobody runs. The books are on the disks: restart a node that was in sync."]
    return _waiting(shelf)


def _waiting(shelf: Shelf) -> Story:
    """Who had every acknowledged book is not there, and may come back."""
    holders = list(shelf["stores"])
    if holders and not any(shelf["nodes"][one]["live"] for one in shelf["in_sync"]):
        return [
            f"Nobody leads: {listed(shelf['in_sync'])} had every acknowledged book last, and only "
            "who has them may lead. Restart one of them.",
        ]
    return ["Nobody leads yet. Nodes register, and then one of them is elected."]


def _behind(shelf: Shelf) -> Story | None:
    names = [name for name, node in shelf["nodes"].items() if node["standing"] == "catching up"]
    if not names:
        return None
    name = names[0]
    more = f" So do {count(len(names) - 1, 'other', 'others')}." if len(names) > 1 else ""
    return [
        who(name, "behind"),
        " catches up: it fetches from ",
        named(shelf, shelf["leader"]),
        " what it has not, and only then it appears in live_nodes and counts as in sync." + more,
    ]


def _gone(shelf: Shelf) -> Story | None:
    """Somebody who belongs here is away: writes go on without it."""
    away = {name: how for name, node in shelf["nodes"].items() if (how := _away(node))}
    if not away:
        return None
    first = next(iter(away.values()))
    names = [name for name, how in away.items() if how == first]
    tone = "frozen" if first == FROZEN else "dead"
    begin: Story = [who(listed(names), tone), f" {_verb(first, len(names))} {first}."]
    return [*begin, *_without(shelf, names), " ", *_holders(shelf)]


def _verb(how: str, number: int) -> str:
    one, more = ("has", "have") if how == CUT_OFF else ("is", "are")
    return one if number == 1 else more


def _away(node: Node) -> str | None:
    if node["standing"] not in ("down", "fading", "stale"):
        return None
    if node["process"] == "paused":
        return FROZEN
    return CUT_OFF if node["process"] == "running" else DOWN


def _without(shelf: Shelf, names: list[str]) -> Story:
    """What that means for the next write."""
    still = [name for name in names if name in shelf["in_sync"]]
    bare = [name for name in names if shelf["nodes"][name]["store"] == NO_DISK]
    told: Story = [f" Nothing is left on the disk of {listed(bare)}."] if bare else []
    if still:
        return [*told, " The next write waits for it, and takes it out of the in-sync set first."]
    return [*told, " Writes go on without it; when it returns, it catches up before it counts."]


def _holders(shelf: Shelf) -> Story:
    nodes = [shelf["nodes"][name] for name in shelf["in_sync"]]
    same = {node["checksum"] for node in nodes}
    books = count(shelf["books"] or 0, "book", "books")
    if not shelf["books"]:
        return [f"{count(len(nodes), 'node is', 'nodes are').capitalize()} in sync."]
    if len(nodes) == 1:
        return [f"Only {shelf['in_sync'][0]} has all {books}."]
    if len(same) == 1:
        return [f"{word(len(nodes)).capitalize()} nodes have the same {books}."]
    return [f"{word(len(nodes)).capitalize()} nodes are in sync."]


def _calm(shelf: Shelf) -> Story:
    told = [named(shelf, shelf["leader"]), " leads. ", *_holders(shelf)]
    last = shelf["last_write"]
    back = _returned(shelf, last["ended"] if last else 0.0)
    if back:
        return [*told, " ", *back]
    if last is None:
        return [*told, " Add a book at any node."]
    if last["outcome"] == "acknowledged":
        copies = shelf["last_books"][-1].get("copies")
        return [
            *told,
            f" {titled(last)} was added at {last['node']} ",
            {"ago": last["ended"]},
            f": {copies} of {last['of']} have it.",
        ]
    if last["outcome"] == "conflict":
        return [*told, f" {titled(last)} was there already, by another author or of another year."]
    return told


def _returned(shelf: Shelf, since: float) -> Story | None:
    """Who was brought up to date after the last write."""
    back = [one for one in shelf["changes"] if one["what"] == "synced" and one["at"] > since]
    last = next((one for one in back[::-1] if one["books"]), None)
    if last is None:
        return None
    took: Story = [" in ", {"ms": last["ms"]}] if last["ms"] is not None else []
    fetched = f" has caught up: it fetched {count(last['books'], 'book', 'books')}"
    return [named(shelf, last["node"]), fetched, *took, ", ", {"ago": last["at"]}, "."]


_SCENES = (
    _lost, stranded, _stale, refused, under_way, cut, _fallen, _unled, apart, _behind, decided,
    _gone,
)  # fmt: skip
"""The first that has something to tell."""
