"""Tell who leads a bookshelf, where a write is, and what a kill in the middle of it has done.

Parts are as in `app.recipes.election.model.story`.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....readmodels.document import Candidates
from ....readmodels.ensemble_story import out_of_reach
from ....readmodels.looks import Looks, Tone, looking
from ....readmodels.story_parts import called
from ....readmodels.zookeeper import Story, Zookeeper
from ..document import ShelfNode, ShelfState
from .decision_story import apart, decided, stranded
from .nodes import NO_DISK
from .wording import (
    count,
    listed,
    named,
    serving,
    titled,
    word,
)
from .write_story import cut, refused, under_way

WITHOUT_ZOOKEEPER = "The leader cannot lead for long: without a session nobody takes a write. "
FROZEN, CUT_OFF, DOWN = "frozen", "no connection to ZooKeeper", "down"
_DEED = {
    "kill": "was killed",
    "pause": "was frozen",
    "expire": "had its session ended by hand",
    "stop": "left",
    "exit": "ended by itself",
}


def tell(shelf: ShelfState, candidates: Candidates, zookeeper: Zookeeper) -> Story:
    """Tell the bookshelf's story. zookeeper: that part of the state document."""
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


def _lost(shelf: ShelfState) -> Story | None:
    """Tell of acknowledged books lost beyond what a person's decision has cost."""
    done, audit = shelf["appointed"], shelf["audit"]
    cost = done["lost"] if done else None
    if audit is None or shelf["lost"] <= (cost or 0):
        return None
    books = count(shelf["lost"], "book that was", "books that were").capitalize()
    missing = "is not" if shelf["lost"] == 1 else "are not"
    return [
        f"{books} acknowledged {missing} at the leader, ",
        named(shelf, audit["node"]),
        ". No rule allows that: in_sync or a disk was changed by hand.",
    ]


def _stale(shelf: ShelfState) -> Story | None:
    """Tell of a node frozen past its session, which still believes that it leads."""
    for name, node in shelf["nodes"].items():
        if node["process"] != "paused" or node["state"] != "leading" or name == shelf["leader"]:
            continue
        now: Story = ["nobody leads yet"]
        if serving(shelf):
            now = [named(shelf, shelf["leader"]), " leads now, under a later epoch"]
        copies = " When it wakes and sends a copy, the copy is refused."
        return [
            called(name, "frozen"),
            " is frozen and believes that it leads; ",
            *now,
            ".",
            copies,
        ]
    return None


def _fallen(shelf: ShelfState) -> Story | None:
    """Tell that the leader is dead or frozen, and ZooKeeper does not know it yet."""
    name = shelf["leader"]
    node = shelf["nodes"].get(name or "")
    if name is None or node is None or node["standing"] not in ("fading", "down"):
        return None
    deed = _DEED.get(node["fault"] or "")
    tone = "frozen" if node["fault"] == "pause" else "dead"
    begin: Story = [called(name, tone), f" {deed} ", {"ago": node["fault_at"] or 0.0}, "."]
    left: Story = [", in about ", {"left": node["session_ends"]}] if node["session_ends"] else []
    return [
        *(begin if deed else [called(name, "dead"), " has no connection to ZooKeeper."]),
        " It was the leader: until its session is over",
        *left,
        ", nobody takes a write. Writers get 503 and can try again later; reading goes on.",
    ]


_NONE_RUNS = "No node runs. The books are on the disks: restart a node that was in sync."


def _ended(shelf: ShelfState) -> Story | None:
    """Tell that all nodes have ended, whatever was news before."""
    is_over = all(node["standing"] == "down" for node in shelf["nodes"].values())
    return [_NONE_RUNS] if is_over else None


def _unled(shelf: ShelfState) -> Story | None:
    """Tell that nobody leads: the lowest candidate prepares its term, or there is no candidate."""
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
    return _waiting(shelf) if alive else [_NONE_RUNS]


def _waiting(shelf: ShelfState) -> Story:
    """Tell that the nodes with every acknowledged book are away, and may come back."""
    holders = list(shelf["stores"])
    if holders and not any(shelf["nodes"][one]["live"] for one in shelf["in_sync"]):
        one = "it" if len(shelf["in_sync"]) == 1 else "one of them"
        return [
            f"Nobody leads: {listed(shelf['in_sync'])} had every acknowledged book last, and only "
            f"such a node may lead. Restart {one}.",
        ]
    return ["Nobody leads yet. Nodes register, and then one of them is elected."]


def _behind(shelf: ShelfState) -> Story | None:
    names = [name for name, node in shelf["nodes"].items() if node["standing"] == "catching up"]
    if not names:
        return None
    name = names[0]
    more = (
        f" So {'does' if len(names) == 2 else 'do'} {count(len(names) - 1, 'other', 'others')}."
        if len(names) > 1
        else ""
    )
    return [
        called(name, "behind"),
        " catches up: it fetches from ",
        named(shelf, shelf["leader"]),
        " what it lacks, and only then does it appear in live_nodes and count as in sync." + more,
    ]


def _gone(shelf: ShelfState) -> Story | None:
    """Tell of nodes that are away: writes go on without them."""
    away = {name: how for name, node in shelf["nodes"].items() if (how := _away(node))}
    if not away:
        return None
    first = next(iter(away.values()))
    names = [name for name, how in away.items() if how == first]
    tone = "frozen" if first == FROZEN else "dead"
    begin: Story = [called(listed(names), tone), f" {_verb(first, len(names))} {first}."]
    return [*begin, *_without(shelf, names), " ", *_holders(shelf)]


def _verb(how: str, number: int) -> str:
    one, more = ("has", "have") if how == CUT_OFF else ("is", "are")
    return one if number == 1 else more


def _away(node: ShelfNode) -> str | None:
    if node["standing"] not in ("down", "fading", "stale"):
        return None
    if node["process"] == "paused":
        return FROZEN
    return CUT_OFF if node["process"] == "running" else DOWN


def _without(shelf: ShelfState, names: list[str]) -> Story:
    """Tell what an absent node means for the next write."""
    still = [name for name in names if name in shelf["in_sync"]]
    bare = [name for name in names if shelf["nodes"][name]["store"] == NO_DISK]
    told: Story = [f" Nothing is left on the disk of {listed(bare)}."] if bare else []
    it = "it" if len(names) == 1 else "them"
    if still:
        takes_out = f"takes {it} out of the in-sync set first"
        return [*told, f" The next write waits for {it}, and {takes_out}."]
    back = "it returns, it catches up before it counts"
    if len(names) > 1:
        back = "they return, they catch up before they count"
    return [*told, f" Writes go on without {it}; when {back}."]


def _holders(shelf: ShelfState) -> Story:
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


def _calm(shelf: ShelfState) -> Story:
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


def _returned(shelf: ShelfState, since: float) -> Story | None:
    """Tell which node was brought up to date after the last write."""
    back = [one for one in shelf["changes"] if one["what"] == "synced" and one["at"] > since]
    last = next((one for one in back[::-1] if one["books"]), None)
    if last is None:
        return None
    took: Story = [" in ", {"ms": last["ms"]}] if last["ms"] is not None else []
    fetched = f" has caught up: it fetched {count(last['books'] or 0, 'book', 'books')}"
    return [named(shelf, last["node"]), fetched, *took, ", ", {"ago": last["at"]}, "."]


_SCENES = (
    _lost, stranded, _ended, _stale, refused, under_way, cut, _fallen, _unled, apart, _behind,
    decided, _gone,
)  # fmt: skip
"""The scenes, of which the first that applies is told."""


def with_looks(shelf: ShelfState, own: Candidates) -> ShelfState:
    """Return the bookshelf with how each node looks."""
    nodes = {
        name: looking(one, _looks(one, leads=shelf["leader"] == name))
        for name, one in shelf["nodes"].items()
    }
    return {**shelf, "nodes": nodes}


def _looks(node: ShelfNode, *, leads: bool) -> Looks:
    return Looks(_tone(node, leads=leads), _words(node, leads=leads))


_TONES: Mapping[str, Tone] = {
    "leading": "lead",
    "in sync": "wait",
    "catching up": "behind",
    "registering": "new",
    "fading": "dead",
    "stale": "false",
}


def _tone(node: ShelfNode, *, leads: bool) -> Tone:
    if node["process"] == "exited" or node["standing"] == "down":
        return "dead"
    if node["state"] == "leading" and not leads:
        return "false"
    if node["process"] == "paused":
        return "frozen"
    return _TONES.get(node["standing"], "wait")


_ENDED = {"kill": "killed", "stop": "left", "expire": "expired"}
_FOLLOWS = {"in sync": "follows", "registering": "registers"}


def _words(node: ShelfNode, *, leads: bool) -> str:
    state = node["state"]
    if node["process"] == "exited":
        return _ENDED.get(node["fault"] or "", "ended")
    if node["process"] is None:
        return "elsewhere" if node["live"] else "no process"
    if node["process"] == "paused":
        return "frozen, believes it leads" if state == "leading" else "frozen"
    if node["belief"] == "suspended":
        return "no connection"
    if state == "leading":
        return "leads" if leads else "believes it leads"
    return _FOLLOWS.get(state, state)
