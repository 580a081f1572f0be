"""Every sentence about a group: who is live, and what is happening to the list; and its steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...participation.step import ONE_TIME, Step
from ...readmodels.document import Candidates
from ...readmodels.ensemble_story import out_of_reach
from ...readmodels.looks import Looks, Tone, looking
from ...readmodels.scenes import ENDED, People, Places, Scenes
from ...readmodels.zookeeper import Telling, Zookeeper
from .state import Group, GroupChange, NodeState

STORY, COUNT, LATEST, TOLD = (Scenes() for _ in range(4))


def tell(group: Group, candidates: Candidates, zookeeper: Zookeeper) -> Telling:
    """Tell the group's story. zookeeper: that part of the state document."""
    anybody = bool(group["nodes"])
    seen = "Each node still has the list it read last; nobody can know who is live."
    return out_of_reach(
        zookeeper,
        "nobody joins or leaves",
        [seen if anybody else "Nobody belongs to this group."],
        anybody=anybody,
    ) or STORY.told(group)


def _names(nodes: Mapping[str, NodeState], standing: str) -> list[str]:
    return [name for name, node in nodes.items() if node["standing"] == standing]


def _left(node: NodeState) -> dict[str, float] | None:
    return {"left": node["session_ends"]} if node["session_ends"] else None


@STORY("Nobody belongs to this group yet.", "Start five nodes, then kill one.")
def nobody(group: Group) -> bool:
    return not group["nodes"]


@STORY(
    "{who} is back as process {process}, but the live znode of its name is still that of its "
    "earlier session.",
    "It watches that znode and waits[: that session ends in about {left}].",
)
def a_ghost_stands(group: Group) -> Places | None:
    """Tell of a node that is back before its earlier session has ended (rule 14)."""
    for name in _names(group["nodes"], "ghost"):
        node = group["nodes"][name]
        return {"who": People([name], "new"), "process": node["candidate"], "left": _left(node)}
    return None


@STORY(
    "{who} is frozen and still believes that it is live.",
    "Its znode is gone, and everybody else knows it.",
    "[It read its list {ago}.]",
)
def one_is_misled(group: Group) -> Places | None:
    """Tell of a node frozen past its session: it believes it is live, and its list is old."""
    for name, node in group["nodes"].items():
        if node["process"] == "paused" and node["znode"] is None and node["belief"] == "live":
            old = node["read"]["at"] if node["read"] else None
            return {"who": People([name], "frozen"), "ago": {"ago": old} if old else None}
    return None


def _fading(group: Group) -> tuple[str, NodeState, int] | None:
    """Return the node that faded last, and how many others do."""
    nodes = group["nodes"]
    names = _names(nodes, "fading")
    if not names:
        return None
    name = max(names, key=lambda one: nodes[one]["fault_at"] or 0.0)
    return name, nodes[name], len(names) - 1


@STORY(
    "{who} {deed} {ago}.",
    "ZooKeeper does not know yet: it hears no heartbeats[, and ends the session in about {left}].",
    "Until then everybody counts it as live.",
    "[The same holds for {others:words} {others:other|others}.]",
)
def one_has_fallen(group: Group) -> Places | None:
    found = _fading(group)
    if found is None or found[1]["fault_at"] is None or found[1]["fault"] not in ENDED:
        return None
    name, node, others = found
    return {
        "who": People([name], "frozen" if node["fault"] == "pause" else "dead"),
        "deed": ENDED[node["fault"] or ""],
        "ago": {"ago": node["fault_at"]},
        "left": _left(node),
        "others": others or None,
    }


@STORY("{who} has no connection; its live znode stays until its session ends.")
def one_is_cut_off(group: Group) -> Places | None:
    found = _fading(group)
    return {"who": People([found[0]], "dead")} if found else None


def _latest(group: Group, what: str) -> GroupChange | None:
    last = group["changes"][-1] if group["changes"] else None
    is_so = last is not None and last["what"] == what and last["node"] in group["nodes"]
    return last if is_so else None


@STORY(
    "{who}{how}: it went down {ago}.",
    "{told}",
    "Its entry in all_nodes stays.",
    "{count}",
)
def one_is_down(group: Group) -> Places | None:
    last = _latest(group, "down")
    if last is None or group["nodes"][last["node"]]["standing"] != "down":
        return None
    fault = last["fault"] or ""
    over = " and its session is over" if fault not in ("stop", "") else ""
    return {
        "who": People([last["node"]], "dead"),
        "how": (f" {ENDED[fault]}" if fault in ENDED else "'s live znode was deleted") + over,
        "ago": {"ago": last["at"]},
        "told": TOLD.tell(last),
        "count": COUNT.tell(group),
    }


@STORY("{count}", "{latest}")
def nothing_has_happened(group: Group) -> Places:
    return {"count": COUNT.tell(group), "latest": LATEST.tell(group)}


# -- who is live ------------------------------------------------------------------------------


@COUNT("{coming:Words} {coming:node is|nodes are} on the way into the group.")
def some_are_coming(group: Group) -> Places | None:
    coming = len(_names(group["nodes"], "joining"))
    return {"coming": coming} if coming and not group["live"] else None


@COUNT("Nobody is live.")
def nobody_is_live(group: Group) -> bool:
    return not group["live"]


@COUNT("{live:Words} of {known:words} {live:is|are} live.")
def some_are_live(group: Group) -> Places | None:
    live, known = group["live"], len(group["nodes"])
    return {"live": live, "known": known} if live < known else None


@COUNT("{live:Words} {live:node is|nodes are} live, and no other is known.")
def all_are_live(group: Group) -> Places:
    return {"live": group["live"]}


# -- what changed last ------------------------------------------------------------------------


@LATEST("{who} is new: it registered and went live {ago}.", "{told}")
def one_is_new(group: Group) -> Places | None:
    last = _latest(group, "new")
    if last is None:
        return None
    who, ago = People([last["node"]], "new"), {"ago": last["at"]}
    return {"who": who, "ago": ago, "told": TOLD.tell(last)}


@LATEST("{who} is back: its znode was gone for {ms}.", "{told}")
def one_is_back(group: Group) -> Places | None:
    last = _latest(group, "back")
    gone_for = last.get("was_down_ms") if last else None
    if last is None or gone_for is None:
        return None
    who = People([last["node"]], "new")
    return {"who": who, "ms": {"ms": gone_for}, "told": TOLD.tell(last)}


# -- how many watchers have been told of it, which all should be ------------------------------


@TOLD("{told} of {of} {told:has|have} been told and {told:has|have} read the list again.")
def some_have_been_told(change: GroupChange) -> Places | None:
    told, of = change["told_count"], change["of"]
    return {"told": told, "of": of} if told < of else None


@TOLD("The other one has been told[ and had read the list again within {ms}].")
def the_other_one_has(change: GroupChange) -> Places | None:
    return _within(change) if change["of"] == 1 else None


@TOLD("Both others have been told[ and had read the list again within {ms}].")
def both_have(change: GroupChange) -> Places | None:
    return _within(change) if change["of"] == 2 else None


@TOLD("All {of:words} others have been told[ and had read the list again within {ms}].")
def all_have(change: GroupChange) -> Places | None:
    return {**_within(change), "of": change["of"]} if change["of"] else None


def _within(change: GroupChange) -> Places:
    return {"ms": None if change["told_ms"] is None else {"ms": change["told_ms"]}}


# -- how its processes look ------------------------------------------------------------------


MOST_NAMED = 3
"""How many nodes about which a node is wrong are named."""


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


# -- its steps: the line of each, and the sentence that it is from -----------------------------

MEMBERSHIP_IDEA = "A member is a session: when it ends, its znode goes, and all are told."
"""Its key idea."""

MEMBERSHIP_SOURCE = "Apache ZooKeeper, Recipes: Group Membership; Programmer's Guide: Watches"

MEMBERSHIP = (
    Step(
        "register",
        "Create all_nodes/ID, persistent: who I am",
        "The group is represented by a node",
    ),
    Step(
        "announce",
        "Create live_nodes/ID, EPHEMERAL: I am here",
        "Members of the group create ephemeral nodes under the group node",
    ),
    Step(
        "earlier session",
        "It exists, created by another session? Watch it, and wait",
        "Nodes of the members that fail abnormally will be removed automatically when ZooKeeper "
        "detects the failure: not before",
    ),
    Step(
        "watch members",
        "I am live. Read both lists, with a watch on each",
        "A client will see a watch event for a znode it is watching before seeing the new data "
        "that corresponds to that znode",
    ),
    Step(
        "notified",
        "When one fires, read that list again, and watch again",
        ONE_TIME,
    ),
    Step(
        "leave",
        "Delete live_nodes/ID; all_nodes/ID stays",
        "When the session ends the znode is deleted; a member that leaves need not wait for that",
    ),
)
