"""Every sentence about a bookshelf: its pseudo-code; who leads, where a write is, and what a kill
amid it has done.

The first scene of STORY that applies is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...participation.step import Step
from ...readmodels.document import Candidates
from ...readmodels.ensemble_story import out_of_reach
from ...readmodels.looks import Looks, Tone, looking
from ...readmodels.scenes import ENDED, People, Places, Scenes, called, joined, tone_of
from ...readmodels.wording import quoted
from ...readmodels.zookeeper import Part, Story, Telling, Zookeeper
from .state import APART, LOST, NO_DISK, Appointed, EndedWrite, ShelfNode, ShelfState, Write

# -- the pseudo-code --------------------------------------------------------------------------

BOOKSHELF_IDEA = "A write is answered once every copy in sync has stored it."
"""Its key idea."""

BOOKSHELF_SOURCE = (
    "Group Membership and Leader Election; the in-sync set is the idea of Apache Kafka's "
    "replication; the sentences are Handoff's own"
)

BOOKSHELF = (
    Step(
        "register",
        "Create all_nodes/ID, persistent; read in_sync, with a watch",
        "A node belongs to the shelf for good, whether its process runs or not",
    ),
    Step(
        "catch up",
        "Not in in_sync? The leader brings my disk to its state",
        "Only a node that has every acknowledged book is in the in-sync set, by the name of its "
        "disk: one that comes with an empty disk is not",
    ),
    Step(
        "announce",
        "In sync: create live_nodes/ID, EPHEMERAL",
        "A live node has caught up before",
    ),
    Step(
        "stand",
        "Take part in the election: only nodes in sync may lead",
        "The next leader comes from the in-sync set, so no acknowledged book is lost with the last",
    ),
    Step(
        "follow",
        "Store each copy from the leader, but none of an earlier epoch",
        "A copy with a lower epoch than one already seen comes from an earlier leader",
    ),
    Step(
        "take over",
        "Elected: write my epoch into in_sync, at the version that I have read",
        "The first act of a leader is one conditional write, which shuts out every earlier leader",
    ),
    Step(
        "serve",
        "Store a book, copy it to all in sync, take out those that are silent, answer",
        "A book counts as kept once all in the in-sync set have it on their disks; a node that "
        "does not answer is taken out of the set before the client is told",
    ),
    Step(
        "fall behind",
        "Taken out: delete my candidacy and live znode, and catch up",
        "A node that may lack a book must neither lead nor count as up to date",
    ),
)

# -- the story --------------------------------------------------------------------------------

STORY, LAST, MISSING, CHOICE, FATE, ABSENT, HOLDERS, COST = (Scenes() for _ in range(8))
_TONES = {
    "leading": "lead",
    "in sync": "wait",
    "catching up": "behind",
    "registering": "new",
    "fading": "dead",
    "stale": "frozen",
    "down": "dead",
}


def tell(shelf: ShelfState, candidates: Candidates, zookeeper: Zookeeper) -> Telling:
    """Tell the bookshelf's story. zookeeper: that part of the state document."""
    anybody = bool(shelf["nodes"])
    seen = "The leader cannot lead for long: without a session nobody takes a write."
    return out_of_reach(
        zookeeper,
        "nobody becomes the leader",
        [seen if anybody else "There is no node yet."],
        anybody=anybody,
    ) or STORY.told(shelf)


# -- words --------------------------------------------------------------------------------------


def _named(shelf: ShelfState, name: str | None) -> Part:
    """Return a node's name, in the colour of its state now."""
    node = shelf["nodes"].get(name or "")
    return called(name or "nobody", _TONES.get(node["standing"], "wait") if node else "dead")


def _row(shelf: ShelfState, names: Sequence[str]) -> Story:
    """Return names in a row, each in its own colour."""
    told: Story = [_named(shelf, names[0])]
    for name in names[1:]:
        told += [" and " if name == names[-1] else ", ", _named(shelf, name)]
    return told


def _listed(names: Sequence[str]) -> str:
    """Return `n1, n2 and n3`; nothing for nobody."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _hexed(epoch: int | None) -> str:
    """Return an epoch as ZooKeeper's tools print a zxid, which it is."""
    return "unknown" if epoch is None else hex(epoch)


def _serving(shelf: ShelfState) -> str | None:
    """Return the node that leads in fact: its znode is the lowest, and it says that it leads."""
    leader = shelf["leader"]
    return leader if leader and shelf["nodes"][leader]["state"] == "leading" else None


# -- nobody, or nothing is right ------------------------------------------------------------------


@STORY("There is no node yet.", "Start three nodes, then add a book at any of them.")
def nobody(shelf: ShelfState) -> bool:
    return not shelf["nodes"]


@STORY(
    "{lost:Words} {lost:book that was|books that were} acknowledged {lost:is|are} not at the "
    "leader, {leader}.",
    "No rule allows that: in_sync or a disk was changed by hand.",
)
def books_are_lost(shelf: ShelfState) -> Places | None:
    """Tell of acknowledged books lost beyond what a person's decision has cost."""
    done, audit = shelf["appointed"], shelf["audit"]
    cost = done["lost"] if done else None
    if audit is None or shelf["lost"] <= (cost or 0):
        return None
    return {"lost": shelf["lost"], "leader": _named(shelf, audit["node"])}


# -- nobody may lead ------------------------------------------------------------------------------


@STORY("Nobody may lead: {sentence}", "{why}", "{choice}")
def nobody_may_lead(shelf: ShelfState) -> Places | None:
    """Tell why nobody may lead, and what a person can do."""
    state = shelf["stranded"]
    if state is None:
        return None
    missing = state["missing"]
    away = [name for name, how in missing.items() if how not in (LOST, APART)]
    of = {how: [name for name, one in missing.items() if one == how] for how in (LOST, APART)}
    why = [MISSING.told(how, names) for how, names in (*of.items(), ("away", away)) if names]
    first, *more = why or [MISSING.told(None, [])]
    rest = (joined(["Besides, "], one.sentence, one.reason) for one in more)
    return {
        "sentence": first.sentence,
        "why": joined(first.reason, *rest),
        "choice": CHOICE.tell(shelf, state["choices"]),
    }


@CHOICE("Start a node: then a person can decide to go on without them.")
def nobody_can_be_chosen(shelf: ShelfState, choices: Sequence[str]) -> bool:
    return not choices


@CHOICE(
    "A person has to decide.",
    "{best} is proposed: it has {books:words} {books:book|books}[, and lacks {lacks:words} of the "
    "{known:words} {known:book|books} acknowledged here].",
)
def one_is_proposed(shelf: ShelfState, choices: Sequence[str]) -> Places:
    best, stakes = choices[0], shelf["stakes"]
    lacks = stakes["nodes"].get(best) if stakes else None
    known = stakes["acknowledged"] if stakes and lacks else None
    return {
        "best": _named(shelf, best),
        "books": shelf["nodes"][best]["books"] or 0,
        "lacks": (lacks["missing"] or None) if lacks and known else None,
        "known": known or 0,
    }


@MISSING(
    "the {number:disk|disks} of {names}, which had every acknowledged book, {number:is|are} gone."
)
def a_disk_is_lost(how: str | None, names: Sequence[str]) -> Places | None:
    return _of(names) if how == LOST else None


@MISSING(
    "ZooKeeper was set up again, or restored to an earlier state, or is another one.",
    "{names} had every acknowledged book in it, and {number:its disk knows|their disks know} a "
    "later state of in_sync.",
)
def a_disk_is_apart(how: str | None, names: Sequence[str]) -> Places | None:
    return _of(names) if how == APART else None


@MISSING(
    "{names} had every acknowledged book, and {number:its disk is|their disks are} not at this "
    "dashboard.",
    "They were temporary files of an earlier dashboard, or belong to another.",
)
def a_disk_is_elsewhere(how: str | None, names: Sequence[str]) -> Places | None:
    return _of(names) if names else None


@MISSING(
    "the znode in_sync was deleted or overwritten, or ZooKeeper was set up again.",
    "With it went the record of who has all books.",
)
def the_record_is_lost(how: str | None, names: Sequence[str]) -> bool:
    return True


def _of(names: Sequence[str]) -> Places:
    return {"names": _listed(names), "number": len(names)}


_NONE_RUNS = ("No node runs.", "The books are on the disks: restart a node that was in sync.")


@STORY(*_NONE_RUNS)
def all_have_ended(shelf: ShelfState) -> bool:
    """Tell that all nodes have ended, whatever was news before."""
    return all(node["standing"] == "down" for node in shelf["nodes"].values())


# -- a leader that is none any more ---------------------------------------------------------------


@STORY(
    "{who} is frozen and believes that it leads; {leader} leads now, under a later epoch.",
    "When it wakes and sends a copy, the copy is refused.",
)
def another_leads(shelf: ShelfState) -> Places | None:
    stale = _stale(shelf)
    if stale is None or not _serving(shelf):
        return None
    return {"who": People([stale], "frozen"), "leader": _named(shelf, shelf["leader"])}


@STORY(
    "{who} is frozen and believes that it leads; nobody leads yet.",
    "When it wakes and sends a copy, the copy is refused.",
)
def nobody_leads_instead(shelf: ShelfState) -> Places | None:
    stale = _stale(shelf)
    return {"who": People([stale], "frozen")} if stale else None


def _stale(shelf: ShelfState) -> str | None:
    """Return a node frozen past its session, which still believes that it leads."""
    for name, node in shelf["nodes"].items():
        if (node["process"], node["state"]) == ("paused", "leading") and name != shelf["leader"]:
            return name
    return None


@STORY(
    "{sender} sent “{book}” under epoch {epoch}, and {reader} refused it {ago}: it had seen epoch "
    "{seen}.",
    "Nobody was told that the book is stored[, {dropped}].",
)
def a_copy_was_refused(shelf: ShelfState) -> Places | None:
    """Tell of a stale leader's copy, if that was the last thing that happened to a write."""
    last, copy = shelf["last_write"], next(iter(shelf["refused"][::-1]), None)
    if copy is None or last is None or last["id"] != copy["id"] or shelf["write"]:
        return None
    if last["outcome"] == "acknowledged":
        return None
    return {
        "sender": _named(shelf, copy["from"]),
        "book": quoted(last["id"]),
        "epoch": _hexed(copy["epoch"]),
        "reader": _named(shelf, copy["to"]),
        "ago": {"ago": copy["at"]},
        "seen": _hexed(copy["seen"]),
        "dropped": "and it is dropped" if last["fate"] == "dropped" else None,
    }


# -- a write ------------------------------------------------------------------------------------


@STORY("{node} was asked to add “{book}”[, and passes it on to the leader, {leader}].")
def a_write_was_asked_for(shelf: ShelfState) -> Places | None:
    write = shelf["write"]
    if write is None or write["by"] is not None:
        return None
    is_own = write["to"] in (None, write["node"])
    leader = None if is_own else _named(shelf, write["to"])
    return {"node": _named(shelf, write["node"]), "book": quoted(write["id"]), "leader": leader}


@STORY(
    "{by} was frozen in the middle of copying “{book}”.",
    "{copies}",
    "The client still waits for an answer.",
)
def its_leader_is_frozen(shelf: ShelfState) -> Places | None:
    write = shelf["write"]
    node = shelf["nodes"].get(write["by"] or "") if write else None
    if write is None or node is None or node["process"] != "paused":
        return None
    return {**_write(shelf, write), "by": People([write["by"] or ""], "frozen")}


@STORY("{by} has “{book}” on its disk, and nobody else is in sync.")
def nobody_else_is_in_sync(shelf: ShelfState) -> Places | None:
    write = shelf["write"]
    return None if write is None or write["copies"] else _write(shelf, write)


@STORY(
    "{by} has “{book}” on its disk and copies it under epoch {epoch}.",
    "{copies}",
    "The client gets no answer before all of them have it.",
)
def a_write_is_copied(shelf: ShelfState) -> Places | None:
    return _write(shelf, shelf["write"]) if shelf["write"] else None


def _write(shelf: ShelfState, write: Write) -> Places:
    return {
        "by": _named(shelf, write["by"]),
        "book": quoted(write["id"]),
        "epoch": _hexed(write["epoch"]),
        "copies": _copies(shelf, write),
    }


_HOW = {
    "waiting": ("waits for it", "wait for it"),
    "sent": ("is being sent it", "are being sent it"),
    "stored": ("has it", "have it"),
    "lost": (
        "does not answer, and is taken out of the in-sync set",
        "do not answer, and are taken out of the in-sync set",
    ),
    "refused": ("refused it", "refused it"),
}


def _copies(shelf: ShelfState, write: Write) -> Story:
    """List who has the book and who does not: "n2 and n3 have it, n4 waits for it." """
    alike: dict[str, list[str]] = {}
    for name, how in write["copies"].items():
        alike.setdefault(how, []).append(name)
    told: Story = []
    for how, names in alike.items():
        one, more = _HOW.get(how, (how, how))
        told += [", "] if told else []
        told += [*_row(shelf, names), f" {one if len(names) == 1 else more}"]
    return [*told, "."] if told else []


@STORY(
    "{by} {ended} in the middle of “{book}”, {ago}.",
    "{have} had a copy, and nobody was told that it is stored.",
    "{fate}",
)
def a_write_was_cut(shelf: ShelfState) -> Places | None:
    """Tell of a kill in the middle of a write, until something else is written."""
    last = shelf["last_write"]
    if last is None or last["outcome"] not in ("cut", "unknown") or last["by"] is None:
        return None
    have = [name for name, how in last["copies"].items() if how == "stored"]
    return {
        "by": People([last["by"]], "dead"),
        "ended": "ended" if last["outcome"] == "cut" else "lost its term",
        "book": quoted(last["id"]),
        "ago": {"ago": last["ended"]},
        "have": _listed(have) or "Nobody else",
        "fate": FATE.tell(shelf, last),
    }


@FATE("{leader} leads now and has it: it stays, and all in sync have it.")
def it_stays(shelf: ShelfState, last: EndedWrite) -> Places | None:
    leader = _serving(shelf)
    return {"leader": _named(shelf, leader)} if last["fate"] == "kept" and leader else None


@FATE("The leader of the next term does not have it: it is gone.", "Nothing was promised.")
def it_is_gone(shelf: ShelfState, last: EndedWrite) -> bool:
    return last["fate"] == "dropped"


@FATE("{leader} leads now, and decides what stays.")
def the_next_leader_decides(shelf: ShelfState, last: EndedWrite) -> Places | None:
    leader = _serving(shelf)
    return {"leader": _named(shelf, leader)} if leader else None


@FATE("Its session is over in about {left}; until another leads, nobody takes a write.")
def its_session_lasts(shelf: ShelfState, last: EndedWrite) -> Places | None:
    node = shelf["nodes"].get(last["by"] or "")
    left = _left(node) if node and last["by"] == shelf["leader"] else None
    return {"left": left} if left else None


@FATE("Until another leads, nobody takes a write.")
def another_has_to_lead(shelf: ShelfState, last: EndedWrite) -> bool:
    return True


# -- nobody leads -------------------------------------------------------------------------------


def _fallen(shelf: ShelfState) -> tuple[str, ShelfNode] | None:
    """Return the leader that is dead or frozen, and ZooKeeper does not know it yet."""
    name = shelf["leader"]
    node = shelf["nodes"].get(name or "")
    is_fallen = node is not None and node["standing"] in ("fading", "down")
    return (name, node) if name and node and is_fallen else None


_NO_WRITE = (
    "It was the leader: until its session is over[, in about {left}], nobody takes a write.",
    "Writers get 503 and can try again later; reading goes on.",
)


@STORY("{who} {deed} {ago}.", *_NO_WRITE)
def the_leader_has_fallen(shelf: ShelfState) -> Places | None:
    found = _fallen(shelf)
    if found is None or found[1]["fault"] not in ENDED:
        return None
    name, node = found
    return {
        "who": People([name], tone_of(node["fault"])),
        "deed": ENDED[node["fault"] or ""],
        "ago": {"ago": node["fault_at"] or 0.0},
        "left": _left(node),
    }


@STORY("{who} has no connection to ZooKeeper.", *_NO_WRITE)
def the_leader_is_cut_off(shelf: ShelfState) -> Places | None:
    found = _fallen(shelf)
    return {"who": People([found[0]], "dead"), "left": _left(found[1])} if found else None


def _left(node: ShelfNode) -> dict[str, float] | None:
    return {"left": node["session_ends"]} if node["session_ends"] else None


@STORY(
    "{who} owns the lowest znode and begins its term.",
    "It writes its epoch into the in-sync set, so that no earlier leader can, and then brings "
    "everybody to its own state.",
)
def a_term_begins(shelf: ShelfState) -> Places | None:
    name = shelf["leader"]
    return None if _serving(shelf) or name is None else {"who": _named(shelf, name)}


@STORY(*_NONE_RUNS)
def none_runs(shelf: ShelfState) -> bool:
    alive = any(one["process"] in ("running", None) for one in shelf["nodes"].values())
    return not _serving(shelf) and not alive


@STORY(
    "Nobody leads: {names} had every acknowledged book last, and only such a node may lead.",
    "Restart {number:it|one of them}.",
)
def a_holder_has_to_come_back(shelf: ShelfState) -> Places | None:
    in_sync = shelf["in_sync"]
    away = not any(shelf["nodes"][one]["live"] for one in in_sync)
    if _serving(shelf) or not shelf["stores"] or not away:
        return None
    return _of(in_sync)


@STORY("Nobody leads yet.", "Nodes register, and then one of them is elected.")
def nobody_leads_yet(shelf: ShelfState) -> bool:
    return not _serving(shelf)


# -- somebody leads, and not all is well --------------------------------------------------------


@STORY(
    "{names} {names:stays|stay} apart: {names:its disk knows|their disks know} another state of "
    "in_sync than ZooKeeper.",
    "ZooKeeper was set up again, restored, or is another one.",
    "Acknowledged books may be there alone.",
    "To go on from such a disk, stop the nodes that are in sync, and lose their disks.",
    "To give it up, stop its node, lose its disk, and start the node again.",
)
def some_are_apart(shelf: ShelfState) -> Places | None:
    names = [name for name, node in shelf["nodes"].items() if node["disk"] == APART]
    return {"names": People(names, "behind")} if names else None


@STORY(
    "{who} catches up: it fetches from {leader} what it lacks.",
    "Only then does it appear in live_nodes and count as in sync.",
    "[So {others:does|do} {others:words} {others:other|others}.]",
)
def some_catch_up(shelf: ShelfState) -> Places | None:
    names = [name for name, node in shelf["nodes"].items() if node["standing"] == "catching up"]
    if not names:
        return None
    return {
        "who": People(names[:1], "behind"),
        "leader": _named(shelf, shelf["leader"]),
        "others": len(names) - 1 or None,
    }


@STORY("A person let {node} lead {ago}, {cost}", "{names}")
def a_person_has_decided(shelf: ShelfState) -> Places | None:
    """Tell of a person's decision until the next book is acknowledged."""
    done, last = shelf["appointed"], shelf["last_write"]
    if done is None or (last and last["ended"] > done["at"] and last["outcome"] == "acknowledged"):
        return None
    cost = COST.told(done)
    return {
        "node": _named(shelf, done["node"]),
        "ago": {"ago": done["at"]},
        "cost": cost.sentence,
        "names": cost.reason,
    }


@COST("which lacked acknowledged books.", "Its list is compared now.")
def it_is_not_known_yet(done: Appointed) -> bool:
    return done["lost"] is None


@COST("and no book had been acknowledged here.", "Nobody knows what is lost.")
def nobody_knows(done: Appointed) -> bool:
    return not done["acknowledged"]


@COST(
    "and it has all of the {known:words} {known:book that was|books that were} acknowledged here."
)
def nothing_is_lost(done: Appointed) -> Places | None:
    return None if done["lost"] else {"known": done["acknowledged"]}


@COST(
    "and {lost:words} of the {known:words} {known:book that was|books that were} acknowledged here "
    "{lost:is|are} lost.",
    "{books} {lost:is|are} gone.",
)
def some_are_lost(done: Appointed) -> Places:
    books = [f"“{quoted(one)}”" for one in done["ids"][:3]]
    books += ["others"] if (done["lost"] or 0) > 3 else []
    return {"lost": done["lost"], "known": done["acknowledged"], "books": _listed(books)}


FROZEN, CUT_OFF, DOWN = "frozen", "no connection to ZooKeeper", "down"


@STORY(
    "{who} {deed} {ago}: {leader} leads{now}.",
    "[{others} {others:is|are} down too.]",
    "{disks}",
    "{without}",
    "{holders}",
)
def one_has_ended(shelf: ShelfState) -> Places | None:
    """Tell who ended last, until the next book is acknowledged, and who leads: now, if the epoch is
    later than the last that it saw.
    """
    nodes, last = shelf["nodes"], shelf["last_write"]
    down = [name for name, node in nodes.items() if _away(node) == DOWN]
    ended = [name for name in down if nodes[name]["fault"] in ENDED]
    if not ended:
        return None
    name = max(ended, key=lambda one: nodes[one]["fault_at"] or 0.0)
    node, others = nodes[name], [one for one in down if one != name]
    at = node["fault_at"] or 0.0
    if last and last["outcome"] == "acknowledged" and last["ended"] > at:
        return None
    return {
        **_without(shelf, [name, *others]),
        "who": People([name], "dead"),
        "deed": ENDED[node["fault"] or ""],
        "ago": {"ago": at},
        "leader": _named(shelf, shelf["leader"]),
        "now": " now" if (shelf["epoch"] or 0) > (node["epoch"] or 0) else "",
        "others": People(others, "dead") if others else None,
    }


@STORY("{names} {are} {how}.", "{disks}", "{without}", "{holders}")
def some_are_away(shelf: ShelfState) -> Places | None:
    """Tell of nodes that are away: writes go on without them."""
    names, how = _first_away(shelf)
    return {**_as_they_are(names, how), **_without(shelf, names)} if names else None


def _without(shelf: ShelfState, names: Sequence[str]) -> Places:
    """Return what their absence means."""
    bare = [name for name in names if shelf["nodes"][name]["store"] == NO_DISK]
    return {
        "disks": f"Nothing is left on the disk of {_listed(bare)}." if bare else None,
        "without": ABSENT.tell(shelf, names),
        "holders": HOLDERS.tell(shelf),
    }


def _first_away(shelf: ShelfState) -> tuple[Sequence[str], str]:
    """Return the nodes that are away as the first one is, and how; nobody where none is away."""
    away = {name: how for name, node in shelf["nodes"].items() if (how := _away(node))}
    first = next(iter(away.values()), "")
    return [name for name, how in away.items() if how == first], first


def _as_they_are(names: Sequence[str], how: str) -> Places:
    one, more = ("has", "have") if how == CUT_OFF else ("is", "are")
    tone = "frozen" if how == FROZEN else "dead"
    return {"names": People(names, tone), "are": one if len(names) == 1 else more, "how": how}


def _away(node: ShelfNode) -> str | None:
    if node["standing"] not in ("down", "fading", "stale"):
        return None
    if node["process"] == "paused":
        return FROZEN
    return CUT_OFF if node["process"] == "running" else DOWN


@ABSENT("The next write waits for {them:it|them}, and takes {them:it|them} out of the in-sync set "
        "first.")  # fmt: skip
def a_write_waits(shelf: ShelfState, names: Sequence[str]) -> Places | None:
    is_waited_for = any(name in shelf["in_sync"] for name in names)
    return {"them": len(names)} if is_waited_for else None


@ABSENT(
    "Writes go on without {them:it|them}; when {them:it returns, it catches|they return, they "
    "catch} up before {them:it counts|they count}."
)
def writes_go_on(shelf: ShelfState, names: Sequence[str]) -> Places:
    return {"them": len(names)}


# -- all is well --------------------------------------------------------------------------------


@HOLDERS("Only {only} has all {books:words} {books:book|books}.")
def one_has_them(shelf: ShelfState) -> Places | None:
    in_sync, books = shelf["in_sync"], shelf["books"]
    return {"only": in_sync[0], "books": books} if len(in_sync) == 1 and books else None


@HOLDERS("{number:Words} nodes have the same {books:words} {books:book|books}.")
def all_have_the_same(shelf: ShelfState) -> Places | None:
    same = {shelf["nodes"][name]["checksum"] for name in shelf["in_sync"]}
    number, books = len(shelf["in_sync"]), shelf["books"]
    return {"number": number, "books": books} if len(same) == 1 and books else None


@HOLDERS(
    "{number:Words} {number:is|are} listed as in sync; {names} {names:is one of|are among} them, "
    "and {are} {how}."
)
def some_are_listed_only(shelf: ShelfState) -> Places | None:
    """Tell of nodes in the in-sync set that are away: no write has taken them out yet."""
    away, how = _first_away(shelf)
    names = [name for name in away if name in shelf["in_sync"]]
    return {"number": len(shelf["in_sync"]), **_as_they_are(names, how)} if names else None


@HOLDERS("{number:Words} {number:node is|nodes are} in sync.")
def some_are_in_sync(shelf: ShelfState) -> Places:
    return {"number": len(shelf["in_sync"])}


@STORY("{leader} leads.", "{holders}", "{last}")
def one_leads(shelf: ShelfState) -> Places:
    leader = _named(shelf, shelf["leader"])
    return {"leader": leader, "holders": HOLDERS.tell(shelf), "last": LAST.tell(shelf)}


@LAST("{node} has caught up: it fetched {books:words} {books:book|books}[ in {ms}], {ago}.")
def one_has_caught_up(shelf: ShelfState) -> Places | None:
    """Tell which node was brought up to date after the last write."""
    since = shelf["last_write"]["ended"] if shelf["last_write"] else 0.0
    back = [one for one in shelf["changes"] if one["what"] == "synced" and one["at"] > since]
    last = next((one for one in back[::-1] if one["books"]), None)
    if last is None:
        return None
    return {
        "node": _named(shelf, last["node"]),
        "books": last["books"] or 0,
        "ms": None if last["ms"] is None else {"ms": last["ms"]},
        "ago": {"ago": last["at"]},
    }


@LAST("Add a book at any node.")
def nothing_was_written(shelf: ShelfState) -> bool:
    return shelf["last_write"] is None


@LAST("“{book}” was added at {node} {ago}: {copies} of {of} have it.")
def a_book_was_added(shelf: ShelfState) -> Places | None:
    last = shelf["last_write"]
    if last is None or last["outcome"] != "acknowledged":
        return None
    return {
        "book": quoted(last["id"]),
        "node": last["node"],
        "ago": {"ago": last["ended"]},
        "copies": shelf["last_books"][-1]["copies"],
        "of": last["of"],
    }


@LAST("“{book}” was there already, by another author or of another year.")
def it_was_there(shelf: ShelfState) -> Places | None:
    last = shelf["last_write"]
    return {"book": quoted(last["id"])} if last and last["outcome"] == "conflict" else None


# -- how its processes look ------------------------------------------------------------------


def with_looks(shelf: ShelfState, own: Candidates) -> ShelfState:
    """Return the bookshelf with how each node looks."""
    nodes = {}
    for name, one in shelf["nodes"].items():
        leads = shelf["leader"] == name
        nodes[name] = looking(one, Looks(_tone(one, leads=leads), _words(one, leads=leads)))
    return {**shelf, "nodes": nodes}


_LOOKS: Mapping[str, Tone] = {
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
    return _LOOKS.get(node["standing"], "wait")


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
