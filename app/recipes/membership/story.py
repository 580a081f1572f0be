"""Tell who is live in a group, who is not, and what is happening to the list.

Parts are as in `app.recipes.election.model.story`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...readmodels.document import Candidates
from ...readmodels.ensemble_story import out_of_reach
from ...readmodels.looks import Looks, Tone, looking
from ...readmodels.story_parts import all_of, called, in_words
from ...readmodels.zookeeper import Story, Zookeeper
from .document import Group, GroupChange, NodeState

MOST_NAMED = 3
"""How many nodes about which a node is wrong are named."""
_DEED = {
    "kill": "was killed",
    "pause": "was frozen",
    "expire": "had its session ended by hand",
    "stop": "left",
    "exit": "ended by itself",
}


def tell(group: Group, candidates: Candidates, zookeeper: Zookeeper) -> Story:
    """Tell the group's story. zookeeper: that part of the state document."""
    nodes = group["nodes"]
    gone = out_of_reach(
        zookeeper, "nobody joins or leaves", [], _cut_off(nodes), anybody=bool(nodes)
    )
    if gone:
        return gone
    if not nodes:
        return ["Nobody belongs to this group yet. Start five nodes, then kill one."]
    for scene in (_ghosts, _misled, _fading, _fallen):
        told = scene(group)
        if told:
            return told
    return [*_count_of(group), *_latest(group)]


def _cut_off(nodes: Mapping[str, NodeState]) -> Story:
    if not nodes:
        return ["Nobody belongs to this group."]
    return ["Each node still has the list it read last; nobody can know who is live. "]


def _names(nodes: Mapping[str, NodeState], standing: str) -> list[str]:
    return [name for name, node in nodes.items() if node["standing"] == standing]


def _ghosts(group: Group) -> Story | None:
    """Tell of nodes that are back before their earlier session has ended (rule 14)."""
    nodes = group["nodes"]
    name = next(iter(_names(nodes, "ghost")), None)
    if name is None:
        return None
    node = nodes[name]
    return [
        called(name, "new"),
        f" is back as process {node['candidate']}, but the live znode of its name is still that of "
        "its earlier session. It watches that znode and waits",
        *_left(node, ": that session ends in about "),
        ".",
    ]


def _left(node: NodeState, words: str) -> Story:
    return [words, {"left": node["session_ends"]}] if node["session_ends"] else []


def _misled(group: Group) -> Story | None:
    """Tell of a node frozen past its session: it believes it is live, and its list is old."""
    for name, node in group["nodes"].items():
        if node["process"] == "paused" and node["znode"] is None and node["belief"] == "live":
            old = node["read"]["at"] if node["read"] else None
            since: Story = [" It read its list ", {"ago": old}, "."] if old else []
            return [
                called(name, "frozen"),
                " is frozen and still believes that it is live. Its znode is gone, and everybody "
                "else knows it.",
                *since,
            ]
    return None


def _fading(group: Group) -> Story | None:
    nodes = group["nodes"]
    names = _names(nodes, "fading")
    if not names:
        return None
    name = max(names, key=lambda one: nodes[one]["fault_at"] or 0.0)
    node = nodes[name]
    fault, at = node["fault"], node["fault_at"]
    if fault is None or at is None or fault not in _DEED:
        cut_off = " has no connection; its live znode stays until its session ends."
        return [called(name, "dead"), cut_off]
    return [
        *_deed(name, fault, at),
        ". ZooKeeper does not know yet: it hears no heartbeats",
        *_left(node, ", and ends the session in about "),
        ". Until then everybody counts it as live.",
        *_more(len(names) - 1),
    ]


def _deed(name: str, fault: str, at: float) -> Story:
    return [
        called(name, "frozen" if fault == "pause" else "dead"),
        f" {_DEED[fault]} ",
        {"ago": at},
    ]


def _more(others: int) -> Story:
    return [f" The same holds for {_count(others, 'other', 'others')}."] if others else []


def _fallen(group: Group) -> Story | None:
    """Tell that the last change took a node away, and it has not come back."""
    last = next(iter(group["changes"][::-1]), None)
    if last is None or last["what"] != "down" or last["node"] not in group["nodes"]:
        return None
    name, node = last["node"], group["nodes"][last["node"]]
    if node["standing"] != "down":
        return None
    fault = last["fault"] or ""
    how = f" {_DEED[fault]}" if fault in _DEED else "'s live znode was deleted"
    over = " and its session is over" if last["fault"] not in ("stop", None) else ""
    return [
        called(name, "dead"),
        f"{how}{over}: it went down ",
        {"ago": last["at"]},
        ". ",
        *_told(last),
        "Its entry in all_nodes stays. ",
        *_count_of(group),
    ]


def _told(change: GroupChange) -> Story:
    """Tell how many watchers have been told of the last change, which all should be."""
    told, of = change["told_count"], change["of"]
    if not of:
        return []
    if told < of:
        has = "has" if told == 1 else "have"
        return [f"{told} of {of} {has} been told and {has} read the list again. "]
    everybody = "The other one has" if of == 1 else f"{all_of(of, 'other')} have"
    if change["told_ms"] is None:
        return [f"{everybody} been told. "]
    return [
        f"{everybody} been told and had read the list again within ",
        {"ms": change["told_ms"]},
        ". ",
    ]


def _count_of(group: Group) -> Story:
    nodes, live = group["nodes"], group["live"]
    coming = _names(nodes, "joining")
    if not live:
        words = f"{_count(len(coming), 'node is', 'nodes are')} on the way into the group."
        return [words.capitalize() if coming else "Nobody is live. "]
    if live < len(nodes):
        verb = "is" if live == 1 else "are"
        return [f"{in_words(live).capitalize()} of {in_words(len(nodes))} {verb} live. "]
    return [f"{_count(live, 'node is', 'nodes are').capitalize()} live, and no other is known. "]


def _latest(group: Group) -> Story:
    last = next(iter(group["changes"][::-1]), None)
    if last is None or last["node"] not in group["nodes"]:
        return []
    name, told = called(last["node"], "new"), _told(last)
    if last["what"] == "new":
        return [name, " is new: it registered and went live ", {"ago": last["at"]}, ". ", *told]
    if last["what"] == "back" and last["was_down_ms"] is not None:
        return [name, " is back: its znode was gone for ", {"ms": last["was_down_ms"]}, ". ", *told]
    return []


def _count(number: int, one: str, more: str) -> str:
    return f"{in_words(number)} {one if number == 1 else more}"


def with_looks(group: Group, own: Candidates) -> Group:
    """Return the group with how each node looks, and how its list differs from the true one."""
    nodes = {
        name: looking(_with_mistake(one), Looks(_tone(one), _words(one)))
        for name, one in group["nodes"].items()
    }
    return {**group, "nodes": nodes}


def _with_mistake(node: NodeState) -> NodeState:
    read = node["read"]
    if read is None:
        return node
    told = ("still counts", read["extra"]), ("does not know", read["missing"])
    words = ", ".join(f"{verb} {_named(names)}" for verb, names in told if names) or None
    return node if read["words"] == words else {**node, "read": {**read, "words": words}}


def _named(names: Sequence[str]) -> str:
    return f"{len(names)} nodes" if len(names) > MOST_NAMED else " ".join(names)


def _tone(node: NodeState) -> Tone:
    process, belief, is_live = node["process"], node["belief"], node["live"]
    if process == "exited":
        return "dead"
    if process is None:
        return "foreign" if node["standing"] == "live" else "dead"
    if belief == "live" and not is_live:
        return "false"
    if process == "paused":
        return "frozen"
    if belief == "live":
        return "new"
    return "lost" if belief in ("suspended", "gone") else "wait"


_ENDED = {"kill": "killed", "stop": "left", "pause": "frozen", "expire": "expired"}
_BELIEVED = {
    "live": "believes: live",
    "joining": "joining",
    "waiting": "waits for its name",
    "suspended": "no connection",
    "gone": "leaving",
}


def _words(node: NodeState) -> str:
    belief = node["belief"] or ""
    if node["process"] == "exited":
        return _ENDED.get(node["fault"] or "", "ended")
    if node["process"] == "paused":
        return "frozen, believes: live" if belief == "live" else "frozen"
    if node["process"] is None:
        return "elsewhere" if node["live"] else "no process"
    return _BELIEVED.get(belief, belief)
