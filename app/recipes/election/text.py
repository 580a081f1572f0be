"""Every sentence about an election, and about other programs' ordered members, which may be none;
and the recipes step by step.

A list tells the first of its scenes that applies. How a leader is followed is told by the scenes
of its strategy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...participation.libraries import HANDOFF, RECIPE
from ...participation.naming import PARENT
from ...participation.step import Step
from ...readmodels.chain import (
    counts_of,
    is_anybodys,
    is_strangers,
    names_of,
    place_in,
    place_of,
    those_of,
)
from ...readmodels.document import Candidates, Entry, Watch
from ...readmodels.ensemble_story import not_noticed, out_of_reach
from ...readmodels.scenes import (
    DEED,
    Chain,
    People,
    Places,
    Scenes,
    joined,
    several,
    tone_of,
    who,
    written,
)
from ...readmodels.wording import Line, duration, hexed, quoted
from ...readmodels.wording import who as named
from ...readmodels.zookeeper import Quorum, Story, Telling, Zookeeper
from . import shapes
from .events import of_holder
from .handoff import LEAVES_BY_ITSELF, began_at
from .shapes import key_called
from .state import Election, Handoff, LastHandoff, Order, Stale, barred
from .strategies import STRATEGIES

CUT_OFF, ORDERS, EMPTY, STANDING, DELUDED = (Scenes() for _ in range(5))
LEAVES, AFTER_ALL, PASSED, FOLLOWED, END, WHY = (Scenes() for _ in range(6))
ON_THE_WAY, QUEUE, STRUCK, LAST = ({name: Scenes() for name in STRATEGIES} for _ in range(4))
RACERS, ONLOOKERS, WAITING, ASKING = (Scenes() for _ in range(4))
BACK, COPIED, REFUSED, SITTING_OUT, CAUGHT_UP = (Scenes() for _ in range(5))
LEADERLESS, HOLDING, MINGLED = (Scenes() for _ in range(3))


class ElectionSeen(NamedTuple):
    """What a scene looks at. chain: the members in line. strategy: whose words are used. quorum: of
    the servers.
    """

    election: Election
    chain: Chain
    candidates: Candidates
    strategy: str
    quorum: Quorum | None

    @property
    def leader(self) -> Entry:
        """Return the first of them."""
        return self.chain[0]

    @property
    def is_strangers_key(self) -> bool:
        """Tell whether another program owns the znode, and no candidate of ours races for it."""
        races = self.election["strategy"] == "single" and not self.election["racers"]
        return races and bool(self.chain) and is_strangers(self.leader)

    @property
    def holds(self) -> str:
        """Return what the leader has."""
        if self.election["shape"] == shapes.EITHER:
            return "the first znode"
        return (
            f"the znode “{key_called(self.election)}”"
            if self.strategy == "single"
            else "the lowest znode"
        )


def tell(election: Election, candidates: Candidates, zookeeper: Zookeeper) -> Telling:
    """Tell the election's story. zookeeper: that part of the state document."""
    chain, strategy = election["chain"], election["strategy"]
    if election["shape"] in (shapes.EITHER, shapes.LOCK):  # Other programs' have numbers.
        strategy = "predecessor"
    seen = ElectionSeen(election, chain, candidates, strategy, zookeeper["quorum"])
    leads = sorted(those_of(chain, "led"), key=place_of)
    return out_of_reach(
        zookeeper,
        "nobody may lead",
        CUT_OFF.tell(seen),
        unaware=not_noticed([one["candidate"] or "" for one in leads], "leading"),
        anybody=bool(chain),
    ) or (ORDERS.told(seen) if election["orders"] else _served(seen))


def _served(seen: ElectionSeen) -> Telling:
    """Tell the story while ZooKeeper answers."""
    handoff, out = seen.election["handoff"], SITTING_OUT.tell(seen)
    if handoff and not any(map(is_anybodys, seen.chain[:1])):
        is_there = handoff["at"]["deleted"] is None
        scenes = LEAVES if is_there else ON_THE_WAY[seen.strategy]
        passing = scenes.told(seen, handoff)
        return Telling(passing.sentence, joined(passing.reason, out))
    deluded = DELUDED.told(seen)
    if deluded:
        return deluded
    copied, back = COPIED.tell(seen), BACK.tell(seen)
    if not seen.chain:
        now = EMPTY.told(seen)
        return Telling(now.sentence, joined(back, now.reason, copied, out))
    now = STANDING.told(seen)
    more = REFUSED.tell(seen) or copied
    return Telling(now.sentence, joined(back, now.reason, more, out or CAUGHT_UP.tell(seen)))


# -- while ZooKeeper is out of reach ----------------------------------------------------------


@CUT_OFF("{first} was first when ZooKeeper was last heard.")
def another_was_first(seen: ElectionSeen) -> Places | None:
    is_foreign = seen.chain and seen.leader["process"] == "foreign"
    return {"first": who(seen.leader, "lead")} if is_foreign else None


@CUT_OFF("The last leader has stopped: a leader that cannot reach ZooKeeper cannot know that it "
         "still leads.")  # fmt: skip
def the_leader_has_stopped(seen: ElectionSeen) -> bool:
    return bool(seen.chain)


@CUT_OFF("{alive:Words} {alive:candidate|candidates} cannot join the election.")
def some_cannot_join(seen: ElectionSeen) -> Places | None:
    alive = sum(one["process"] != "exited" for one in seen.candidates.values())
    return {"alive": alive} if alive else None


@CUT_OFF("This election has no candidates.")
def it_has_no_candidates(seen: ElectionSeen) -> bool:
    return True


# -- several orders ---------------------------------------------------------------------------


@ORDERS("This election has {orders:words} orders.", "By {leads}.", "{now}")
def they_see_different_orders(seen: ElectionSeen) -> Places:
    orders, now = seen.election["orders"] or [], _served(seen)
    leads: Story = []
    for place, order in enumerate(orders):
        leads += [*(["; by "] if place else []), *leads_by(order, seen.chain)]
    return {"orders": len(orders), "leads": leads, "now": joined(now.sentence, now.reason)}


def leads_by(order: Order, chain: Chain) -> Story:
    """Return "curator c1 leads": which libraries see this order, and who leads by it."""
    leader = next(entry for entry in chain if entry["znode"] == order["leader"])
    followed = f"{RECIPE}, which {HANDOFF} follows,"
    by = (followed if library == RECIPE else library for library in order["libraries"])
    return [f"{' and '.join(by)} ", who(leader, "lead"), " leads"]


# -- the leader is going, or gone --------------------------------------------------------------


def _deed(handoff: Handoff | LastHandoff) -> Places:
    """Return what happened to the leader, or to its znode if nobody saw that, and when."""
    lost = "lost its znode, which was found gone" if handoff["found_gone"] else "lost its znode"
    return {
        "who": People([handoff["from_name"]], tone_of(handoff["fault"])),
        "deed": DEED.get(handoff["fault"] or "", lost),
        "ago": {"ago": began_at(handoff)},
    }


def _heir(handoff: Handoff | LastHandoff) -> People:
    return People([handoff["to_name"] or handoff["to_znode"] or ""], "wait")


@LEAVES("{who} {deed} {ago}.", "It deletes its own znode, so nobody has to wait for its session.")
def it_leaves_by_itself(seen: ElectionSeen, handoff: Handoff) -> Places | None:
    return _deed(handoff) if handoff["fault"] in LEAVES_BY_ITSELF else None


@LEAVES(
    "{who} {deed} {ago}.",
    "ZooKeeper does not know yet: it hears no heartbeats, and ends the session in about {left}.",
    "{meanwhile}",
)
def its_session_runs_out(seen: ElectionSeen, handoff: Handoff) -> Places | None:
    of_it = (one["session_ends"] for one in seen.chain if one["znode"] == handoff["from_znode"])
    left = next(of_it, None)
    if left is None:
        return None
    return {**_deed(handoff), "left": {"left": left}, "meanwhile": AFTER_ALL.tell(seen)}


@LEAVES("{who} {deed} {ago}.", "Its znode stays until ZooKeeper ends its session.")
def its_znode_stays(seen: ElectionSeen, handoff: Handoff) -> Places:
    return _deed(handoff)


def _others(seen: ElectionSeen) -> int:
    races = seen.strategy == "single"
    return len(seen.election["racers"]) if races else len(seen.chain) - 1


@AFTER_ALL("Until then nobody else can lead.")
def nobody_else_can_lead(seen: ElectionSeen) -> bool:
    return seen.strategy == "predecessor"


@AFTER_ALL("Nobody else waits.")
def nobody_else_waits(seen: ElectionSeen) -> bool:
    return not _others(seen)


@AFTER_ALL("Then {others} to create it.")
def they_will_race(seen: ElectionSeen) -> Places | None:
    number = _others(seen)
    others = "one other tries" if number == 1 else f"all {several(number, 'other')} race"
    return {"others": others} if seen.strategy == "single" else None


@AFTER_ALL("Then {others} told at once.")
def all_will_be_told(seen: ElectionSeen) -> Places:
    number = _others(seen)
    return {"others": "one other is" if number == 1 else f"all {several(number, 'other')} are"}


def _gone(seen: ElectionSeen, handoff: Handoff) -> Places:
    return {
        **_deed(handoff),
        "heir": _heir(handoff),
        "told": handoff["notifications"],
        "others": handoff["others"],
        "key": key_called(seen.election),
        "failed": handoff["failed"] or None,
    }


_NOBODY_WAITED = "{who} {deed} {ago}; its znode is gone, and nobody waited to take over."


@ON_THE_WAY["predecessor"](_NOBODY_WAITED)
@ON_THE_WAY["herd"](_NOBODY_WAITED)
def nobody_waited(seen: ElectionSeen, handoff: Handoff) -> Places | None:
    return _gone(seen, handoff) if handoff["to_znode"] is None else None


@ON_THE_WAY["predecessor"](
    "{who} {deed} {ago}; its znode is gone.", "One notification is on its way to {heir}."
)
def the_next_is_notified(seen: ElectionSeen, handoff: Handoff) -> Places | None:
    return _gone(seen, handoff) if handoff["at"]["notified"] is None else None


@ON_THE_WAY["predecessor"](
    "{who} {deed} {ago}; {heir} has been told, and lists the children: is it the lowest?"
)
def the_next_looks(seen: ElectionSeen, handoff: Handoff) -> Places | None:
    return _gone(seen, handoff) if handoff["at"]["leading"] is None else None


@ON_THE_WAY["predecessor"]("{who} {deed} {ago}; {heir} leads now, and writes its acknowledgement.")
def the_next_leads(seen: ElectionSeen, handoff: Handoff) -> Places:
    return _gone(seen, handoff)


@ON_THE_WAY["herd"](
    "{who} {deed} {ago}; its znode is gone.",
    "{others:Words} {others:notification goes|notifications go} out at once, to all.",
)
def all_are_notified(seen: ElectionSeen, handoff: Handoff) -> Places | None:
    return None if handoff["notifications"] else _gone(seen, handoff)


@ON_THE_WAY["herd"](
    "{who} {deed} {ago}; {told} of {others} {told:has|have} been told, and each lists all children "
    "again.",
    "Only {heir} will find that it is the lowest.",
)
def all_look(seen: ElectionSeen, handoff: Handoff) -> Places | None:
    return _gone(seen, handoff) if handoff["at"]["leading"] is None else None


@ON_THE_WAY["herd"](
    "{who} {deed} {ago}; {heir} leads now, and writes its acknowledgement.",
    "[{woken} were woken for it, {in_vain} of them for nothing.]",
)
def one_was_needed(seen: ElectionSeen, handoff: Handoff) -> Places:
    woken = handoff["notifications"] if handoff["notifications"] > 1 else None
    return {**_gone(seen, handoff), "woken": woken, "in_vain": woken and woken - 1}


@ON_THE_WAY["single"](
    "{who} {deed} {ago}; “{key}” is gone.",
    "{others:Words} {others:notification goes|notifications go} out at once: everybody will try to "
    "create it, and one will succeed.",
)
def all_hear_of_it(seen: ElectionSeen, handoff: Handoff) -> Places | None:
    is_known = handoff["notifications"] or handoff["to_znode"] is not None
    return None if is_known else _gone(seen, handoff)


@ON_THE_WAY["single"](
    "{who} {deed} {ago}; the race is on: {told} of {others} {told:has been told, and tries|have "
    "been told, and try} to create “{key}”."
)
def all_race(seen: ElectionSeen, handoff: Handoff) -> Places | None:
    return _gone(seen, handoff) if handoff["to_znode"] is None else None


@ON_THE_WAY["single"](
    "{who} {deed} {ago}; {heir} was the first: its create succeeded[; {failed:words} "
    "{failed:create|creates} failed]."
)
def one_was_first(seen: ElectionSeen, handoff: Handoff) -> Places | None:
    return _gone(seen, handoff) if handoff["at"]["leading"] is None else None


@ON_THE_WAY["single"](
    "{who} {deed} {ago}; {heir} won the race, and writes its acknowledgement[; {failed:words} "
    "{failed:create|creates} failed]."
)
def one_has_won(seen: ElectionSeen, handoff: Handoff) -> Places:
    return _gone(seen, handoff)


# -- a leader of an earlier term ---------------------------------------------------------------


def _deluded(seen: ElectionSeen) -> str | None:
    """Return who is frozen, and believes that it leads, although its znode is not the first."""
    lowest = seen.leader["candidate"] if seen.chain else None
    for name, one in seen.candidates.items():
        if (one["belief"], one["process"]) == ("leading", "paused") and name != lowest:
            return name
    return None


@DELUDED(
    "{who} is frozen and still believes it is the leader.",
    "Its znode is gone; nobody has taken its place.",
)
def nobody_leads_instead(seen: ElectionSeen) -> Places | None:
    name = _deluded(seen)
    return {"who": People([name], "frozen")} if name and not seen.chain else None


@DELUDED(
    "{who} is frozen and still believes it is the leader.",
    "Its znode is gone, and ZooKeeper says that {leader} leads.",
    "When it wakes, {fate}",
    "[{clock}]",
)
def another_leads(seen: ElectionSeen) -> Places | None:
    """Tell what a leader whose session has ended will do: it writes without another look, and its
    clock stops it before ZooKeeper does.
    """
    name, epoch = _deluded(seen), seen.election["work"]["epoch"]
    if name is None:
        return None
    clock = "its clock tells it to step down."
    return {
        "who": People([name], "frozen"),
        "leader": who(seen.leader, "lead"),
        "fate": clock if epoch is None else f"{_LATE}{_fate(seen, name, epoch)}.",
        "clock": None if epoch is None else clock.capitalize(),
    }


_LATE = "the number that it was working on arrives late"


def _fate(seen: ElectionSeen, name: str, epoch: int) -> str:
    """Return what becomes of its late number. epoch: the latest that the store has seen."""
    own = seen.candidates[name]["epoch"]
    if own is not None and epoch <= own:
        return ", and the store takes it: it has seen no later epoch"
    fenced = seen.election["fencing"]
    return ": the store refuses it" if fenced else ", and the store takes it: fencing is off"


# -- a leader of an earlier term, as the account of the work keeps it -----------------------------


def tell_stale(stale: Stale) -> Line:
    """Say what it did and, while it believes, who is right; afterwards, for how long it did."""
    did = _what_it_did(stale)
    return [*_both_believe(stale), *did] if stale["believes"] else [*did, *_believed(stale)]


def _both_believe(stale: Stale) -> Line:
    candidate, leader = named(stale["candidate"]), stale["leader"]
    if leader is None:
        return [candidate, " believes that it leads, but nobody does. "]
    right = f"{hexed(stale['seen'])} is later than {hexed(stale['epoch'])}. "
    both: Line = [candidate, " and ", named(leader), " both believe that they lead. "]
    return [*both, named(leader), f" is right: its epoch {right}"]


def _what_it_did(stale: Stale) -> Line:
    verdict, number = stale["verdict"], stale["number"]
    candidate = named(stale["candidate"], "somebody")
    if not verdict:
        return [] if stale["believes"] else [candidate, " woke, and wrote nothing"]
    did = "asked for the count" if number is None else f"wrote number {number}"
    woke = "" if stale["woke"] is None else " woke and"
    start: Line = [candidate, f"{woke} {did} with epoch {hexed(stale['epoch'])}"]
    return start + {"refused": _was_refused, "damage": _did_damage}.get(verdict, _was_taken)(stale)


def _was_refused(stale: Stale) -> Line:
    seen = f"; the store had seen epoch {hexed(stale['seen'])}"
    return [seen, *of_holder(stale["leader"]), ": ", {"strong": "refused"}, ". "]


def _did_damage(stale: Stale) -> Line:
    first = stale["first"]
    before: Line = [named(first), " had handed it out before. "]
    before = before if first else ["it was handed out before. "]
    seen = stale["seen"]
    if seen is None or stale["epoch"] >= seen:
        return [": ", *before]
    return [". Without fencing it was ", {"strong": "taken"}, ": ", *before]


def _was_taken(stale: Stale) -> Line:
    seen = f", after epoch {hexed(stale['seen'])}"
    without = ". Without fencing it was "
    return [seen, *of_holder(stale["leader"]), " was seen", without, {"strong": "taken"}, ". "]


def _believed(stale: Stale) -> Line:
    """Say for how long it believed: it is known if we woke it, and it has since said that it no
    longer does.
    """
    woke, noticed, end = stale["woke"], stale["noticed"], "" if stale["verdict"] else ". "
    if woke is None:
        return []
    if noticed is None:
        return [end, "It ended before it noticed."] if stale["ended"] else [end]
    right: Line = ["Nobody led."]
    if stale["leader"]:
        right = [named(stale["leader"]), " was right."]
    believed = f"{end}For {duration(noticed - woke)} after waking "
    return [believed, named(stale["candidate"]), " believed that it led; ", *right]


# -- nobody is there ----------------------------------------------------------------------------


@EMPTY("{end}, and nobody has taken its place.", "{unknown}")
def nobody_has_taken_its_place(seen: ElectionSeen) -> Places | None:
    """Tell that a foreign leader's znode is gone; who waits for a key is in no list."""
    vacant = seen.election["vacant"]
    if vacant is None or vacant["from"]:
        return None
    unknown = "Who waits for it is not known." if seen.election["strategy"] == "single" else None
    return {"end": END.tell(vacant), "unknown": unknown}


@EMPTY(
    "The ACL of this path does not let Handoff list its children: who stands here is not known.",
    "Start Handoff with credentials that may read it.",
)
def its_children_are_hidden(seen: ElectionSeen) -> bool:
    return seen.election["denied"]


@EMPTY("Nobody owns the znode “{key}”, for which other programs race.")
def nobody_owns_it(seen: ElectionSeen) -> Places | None:
    return {"key": key_called(seen.election)} if seen.election["itself"] else None


@EMPTY("{joining:Words} {joining:candidate is|candidates are} on the way into the election.")
def some_are_coming(seen: ElectionSeen) -> Places | None:
    alive = [one for one in seen.candidates.values() if one["process"] == "running"]
    joining = sum(one["belief"] != "behind" for one in alive)
    return {"joining": joining} if joining else None


@EMPTY("Nobody leads: no eligible candidate volunteers.")
def nobody_is_eligible(seen: ElectionSeen) -> bool:
    return bool(_behind(seen))


@EMPTY("This election has no candidates.", "Start five candidates, then kill the leader.")
def nobody_is_here(seen: ElectionSeen) -> bool:
    return True


# -- somebody is first --------------------------------------------------------------------------


@STANDING(
    "The znode “leader” is persistent: no session owns it, so it does not show that anybody leads.",
    "It stays until somebody deletes it.",
)
def it_is_nobodys(seen: ElectionSeen) -> bool:
    return seen.leader["truth"] is None


@STANDING(
    "{leader} has {holds}, but cannot tell whether its session still exists.",
    "It has stopped leading, and nobody else can lead until that session ends.",
)
def it_is_cut_off(seen: ElectionSeen) -> Places | None:
    is_cut_off = seen.leader["belief"] == "suspended"
    return {"leader": who(seen.leader, "dead"), "holds": seen.holds} if is_cut_off else None


@STANDING("{leader} has {holds} and is about to lead.")
def it_is_about_to_lead(seen: ElectionSeen) -> Places | None:
    if seen.leader["belief"] in ("leading", "unknown"):
        return None
    return {"leader": who(seen.leader, "new"), "holds": seen.holds}


@STANDING(
    "{leader} has no connection to ZooKeeper, which was first seen {ago}: its session ends unless "
    "it connects again.",
    "Its znode stays until then.",
)
def a_foreign_leader_is_not_heard(seen: ElectionSeen) -> Places | None:
    leader = seen.leader
    if leader["candidate"] or leader["unheard"] is None:
        return None
    return {"leader": who(leader, "dead"), "ago": {"ago": leader["unheard"]}}


@STANDING("{leader} has {holds}.", "Handoff has not read yet whose it is.")
def it_was_not_read(seen: ElectionSeen) -> Places | None:
    if not is_anybodys(seen.leader):
        return None
    return {"leader": who(seen.leader, "lead"), "holds": seen.holds}


@STANDING("{first} is first: it should hold the lock, or lead.", "{what}", "{behind}", "{followed}")
def it_is_first(seen: ElectionSeen) -> Places | None:
    """Tell of a lock or an election, whose names are the same: only the first member is certain."""
    if seen.election["shape"] != shapes.EITHER:
        return None
    # The end of the path of the lock that kazoo's Semaphore takes while it asks for a lease.
    is_semaphores = seen.election["path"].endswith("-__lock__")
    what = "This is the lock of a kazoo Semaphore, by its path: its holder asks for a lease."
    return {
        "first": who(seen.leader, "lead"),
        "what": what if is_semaphores else "Locks and elections both use names of this form.",
        "behind": _those_behind(seen, "{others:stands|stand}", "Nobody stands behind it."),
        "followed": FOLLOWED.tell(seen.election["last_handoff"]),
    }


@STANDING("{first} should hold the lock: its znode is the lowest.", "{by}", "{behind}",
          "{followed}")  # fmt: skip
def it_holds_the_lock(seen: ElectionSeen) -> Places | None:
    """Tell of a lock, by what the clients of Handoff's library have written into their znodes, or
    by the names of others'.
    """
    if seen.election["shape"] != shapes.LOCK:
        return None
    forms = [form.value for form in names_of(seen.chain).forms if form]
    by = f"The names are {forms[0]}." if forms else "Each znode says that it is for a lock."
    return {
        "first": who(seen.leader, "lead"),
        "by": by,
        "behind": _those_behind(seen, "{others:waits|wait}", "Nobody waits."),
        "followed": FOLLOWED.tell(seen.election["last_handoff"]),
    }


def _those_behind(seen: ElectionSeen, wait: str, nobody: str) -> Story:
    others = len(seen.chain) - 1
    text = "{others:Words} {others:other|others} " + wait + " behind it."
    return written(text, {"others": others}) if others else [nobody]


@STANDING(
    "{leader} owns the znode “{key}”: it should lead.",
    "Others who race for it have no znode here, so nobody can say how many wait.",
    "{onlookers}",
    "{passed}",
)
def another_program_owns_it(seen: ElectionSeen) -> Places | None:
    if not seen.is_strangers_key:
        return None
    return {
        "leader": who(seen.leader, "lead"),
        "key": key_called(seen.election),
        "onlookers": ONLOOKERS.tell(seen),
        "passed": PASSED.tell(seen.election["last_handoff"]),
    }


def _leads(seen: ElectionSeen) -> Places:
    """Return who leads, and those behind it: first who is dead or frozen among them."""
    struck = STRUCK[seen.strategy].tell(seen)
    last = LAST[seen.strategy].tell(seen) or PASSED.tell(seen.election["last_handoff"])
    behind = struck or joined(QUEUE[seen.strategy].tell(seen), last)
    return {"leader": who(seen.leader, "lead"), "key": key_called(seen.election), "behind": behind}


@STANDING("{leader} leads: it was first to create “leader”.", "{behind}")
def it_was_first_to_create_it(seen: ElectionSeen) -> Places | None:
    knows = seen.leader["belief"] == "leading"
    return _leads(seen) if knows and seen.strategy == "single" else None


@STANDING("{leader} owns the znode “{key}”: it should lead.", "{behind}")
def it_owns_the_key(seen: ElectionSeen) -> Places | None:
    return _leads(seen) if seen.strategy == "single" else None


@STANDING("{leader} leads: its znode is the lowest.", "{behind}")
def it_is_the_lowest(seen: ElectionSeen) -> Places | None:
    return _leads(seen) if seen.leader["belief"] == "leading" else None


@STANDING("{leader} has the lowest znode: it should lead.", "{behind}")
def it_should_lead(seen: ElectionSeen) -> Places:
    return _leads(seen)


# -- one of those behind it is dead or frozen ---------------------------------------------------


def _fault(entry: Entry) -> Places:
    return {
        "who": who(entry, tone_of(entry["fault"])),
        "deed": DEED[entry["fault"] or ""],
        "ago": {"ago": entry["fault_at"] or 0.0},
    }


@STRUCK["predecessor"](
    "{who} {deed} {ago}; its znode stays until its session ends.",
    "[Then {next}, which watches it, is told, and closes the chain.]",
    "[{nobody}]",
)
def a_link_is_broken(seen: ElectionSeen) -> Places | None:
    for entry in sorted(those_of(seen.chain, "struck"), key=place_of):
        if position := place_in(seen.chain, entry["znode"]):
            following = seen.chain[position + 1 : position + 2]
            return {
                **_fault(entry),
                "next": who(following[0], "wait") if following else None,
                "nobody": None if following else "Nobody watches it: nobody will be told.",
            }
    return None


@STRUCK["herd"](
    "{who} {deed} {ago}; its znode stays until its session ends.",
    "Then everybody is told, although it changes nothing for anybody.",
)
def its_end_wakes_all(seen: ElectionSeen) -> Places | None:
    for entry in seen.chain[1:]:
        if entry["process"] in ("exited", "paused") and entry["fault"]:
            return _fault(entry)
    return None


@STRUCK["single"](
    "{who} {deed} {ago}.",
    "It has no znode: nobody is told of it, and it misses the next race.",
)
def its_end_wakes_nobody(seen: ElectionSeen) -> Places | None:
    for name in seen.election["racers"]:
        one = seen.candidates[name]
        fault = one["fault"]
        if fault and one["process"] == "paused":
            return {
                "who": People([name], tone_of(fault["kind"])),
                "deed": DEED[fault["kind"]],
                "ago": {"ago": fault["at"]},
            }
    return None


# -- who waits, and what they watch as far as the evidence goes ----------------------------------


@QUEUE["predecessor"]("Nobody waits to take over.")
@QUEUE["herd"]("Nobody waits to take over.")
@RACERS("Nobody waits to take over.")
def nobody_waits(seen: ElectionSeen) -> bool:
    return not _others(seen)


@QUEUE["predecessor"](
    "{others:Words} {others:other stands|others stand} behind it.",
    "Nobody says what they watch: the arrows follow from the order alone.",
)
def nobody_says_what_they_watch(seen: ElectionSeen) -> Places | None:
    waiting = len(seen.chain) - 1
    return {"others": waiting} if _unsaid(seen) == waiting else None


@QUEUE["predecessor"](
    "{others:Words} {others:other stands|others stand} behind it[; {loose:words} of them "
    "{loose:does not watch the one before it|do not watch the one before them}].",
    "[Nobody says what {unsaid:words} of them {unsaid:watches: its arrow follows|watch: their "
    "arrows follow} from the order alone.]",
)
def some_do_not_watch(seen: ElectionSeen) -> Places | None:
    loose, unsaid = len(counts_of(seen.chain).of["loose"]), _unsaid(seen)
    if not loose and not unsaid:
        return None
    return {"others": len(seen.chain) - 1, "loose": loose or None, "unsaid": unsaid or None}


def _unsaid(seen: ElectionSeen) -> int:
    return len(counts_of(seen.chain).of["inferred"])


@QUEUE["predecessor"]("{next} waits, and watches it.")
def one_watches_it(seen: ElectionSeen) -> Places | None:
    return {"next": who(seen.chain[1], "wait")} if len(seen.chain) == 2 else None


@QUEUE["predecessor"](
    "{others:Words} others wait, each watching only the one before it: if the leader goes, only "
    "{next} is told."
)
def each_watches_one(seen: ElectionSeen) -> Places:
    return {"others": len(seen.chain) - 1, "next": who(seen.chain[1], "wait")}


@QUEUE["herd"](
    "{others:Words} {others:other stands|others stand} behind it.",
    "Nobody says what they watch: the arrows follow from the recipe alone.",
)
def nobody_says_what_the_herd_watches(seen: ElectionSeen) -> Places | None:
    waiting = seen.chain[1:]
    unsaid = any(entry["evidence"] == "inferred" for entry in waiting)
    return {"others": len(waiting)} if unsaid else None


@QUEUE["herd"]("One other waits, without a watch.")
@RACERS("One other waits, without a watch.")
def one_has_no_watch(seen: ElectionSeen) -> bool:
    return _others(seen) == 1 and _loose(seen) > 0


@QUEUE["herd"]("{others:Words} others wait; {loose:words} of them without a watch.")
@RACERS("{others:Words} others wait; {loose:words} of them without a watch.")
def some_have_no_watch(seen: ElectionSeen) -> Places | None:
    loose = _loose(seen)
    return {"others": _others(seen), "loose": loose} if loose else None


def _loose(seen: ElectionSeen) -> int:
    """Return how many of those behind the leader do not watch the list."""
    waiting: Iterable[Watch] = (one for one in seen.chain[1:] if one["process"] == "running")
    if seen.strategy == "single":
        waiting = seen.election["racing"].values()
    return sum(one["watches"] != PARENT for one in waiting)


@QUEUE["herd"]("{next} waits, and watches the whole list of children.")
def one_watches_the_list(seen: ElectionSeen) -> Places | None:
    return {"next": who(seen.chain[1], "wait")} if len(seen.chain) == 2 else None


@QUEUE["herd"](
    "{others:Words} others wait, all watching the list of children: when anybody comes or goes, "
    "all are told."
)
def all_watch_the_list(seen: ElectionSeen) -> Places:
    return {"others": len(seen.chain) - 1}


@QUEUE["single"]("{racers}", "{onlookers}")
def those_who_race(seen: ElectionSeen) -> Places:
    """Tell who waits: ours, those whom the servers list, and others that nobody knows."""
    others = ONLOOKERS.tell(seen)
    if not others and seen.election["estranged"]:
        others = ["Other programs have raced for it: which of them wait is not known."]
    says = seen.election["racing"] or not others
    return {"racers": RACERS.tell(seen) if says else [], "onlookers": others}


@ONLOOKERS(
    "The servers list {number:words} {number:session|sessions} without a znode here that "
    "{number:watches|watch} “{key}”."
)
def some_look_on(seen: ElectionSeen) -> Places | None:
    number = seen.election["onlookers"]
    return {"number": number, "key": key_called(seen.election)} if number else None


@RACERS("{who} has no znode, and watches the list: when “leader” goes, it tries to create it.")
def one_races(seen: ElectionSeen) -> Places | None:
    names = [*seen.election["racing"]]
    return {"who": People(names, "wait")} if len(names) == 1 else None


@RACERS(
    "{others:Words} others have no znode, and watch the list: when “leader” goes, all race to "
    "create it."
)
def all_wait_for_the_race(seen: ElectionSeen) -> Places:
    return {"others": len(seen.election["racing"])}


# -- the last handoff ----------------------------------------------------------------------------

_SINCE = {
    "deleted": " from the deletion on",
    "lost": " from the lost connection on",
    "mark": " from the mark on",
}


def _took(seen: ElectionSeen) -> Places | None:
    """Return how long the last handoff took, to the acknowledgement; None where that is not
    known.
    """
    last = seen.election["last_handoff"]
    ms = last["phases_ms"]["acknowledged"] if last else None
    if last is None or ms is None:
        return None
    woken, since = last["notifications"], _SINCE.get(last["phases_from"], "")
    return {"ms": {"ms": ms}, "since": since, "woken": woken, "failed": last["failed"] or None}


@LAST["predecessor"]("The last handoff took {ms}{since} and woke nobody.")
def it_woke_nobody(seen: ElectionSeen) -> Places | None:
    took = _took(seen)
    return None if took is None or took["woken"] else took


@LAST["predecessor"]("The last handoff took {ms}{since} and woke one candidate.")
def it_woke_one(seen: ElectionSeen) -> Places | None:
    took = _took(seen)
    return took if took and took["woken"] == 1 else None


@LAST["predecessor"]("The last handoff took {ms}{since} and woke {woken} candidates.")
def it_woke_several(seen: ElectionSeen) -> Places | None:
    return _took(seen)


@LAST["herd"](
    "The last handoff took {ms}{since} and woke {woken:words} {woken:candidate|candidates}"
    "[; {needed} was needed]."
)
def it_woke_the_herd(seen: ElectionSeen) -> Places | None:
    took = _took(seen)
    return {**took, "needed": "one" if took["woken"] > 1 else None} if took else None


@LAST["single"](
    "The last handoff took {ms}{since} and woke {woken:words} {woken:candidate|candidates}"
    "[; {failed:words} {failed:create|creates} failed]."
)
def it_woke_the_racers(seen: ElectionSeen) -> Places | None:
    return _took(seen)


@PASSED("{end}, and leadership passed to {heir}.", "{why}")
@FOLLOWED("{end}, and {heir} came first.", "{why}")
def a_foreign_leader_came(last: LastHandoff | None) -> Places | None:
    """Tell how leadership came to a foreign leader, or who came first where nobody knows whether
    that means to lead; nothing where a candidate of ours has it.
    """
    if last is None or last["to"]:
        return None
    return {"end": END.tell(last), "heir": _heir(last), "why": WHY.tell(last)}


@END("{who} {deed} {ago}")
def something_was_done(handoff: Handoff | LastHandoff) -> Places | None:
    return _deed(handoff) if handoff["fault"] else None


@END("The znode of {who} {how} {ago}")
def its_znode_went(handoff: Handoff | LastHandoff) -> Places:
    return {
        "who": People([handoff["from_name"]], "dead"),
        "how": "was found gone" if handoff["found_gone"] else "went",
        "ago": {"ago": handoff["at"]["deleted"] or 0.0},
    }


@WHY("Somebody had marked it: {what}.")
def it_was_marked(handoff: LastHandoff) -> Places | None:
    mark = None if handoff["fault"] else handoff["mark"]
    return {"what": mark["what"]} if mark else None


@WHY("Nobody here saw why.")
def nobody_saw_why(handoff: LastHandoff) -> bool:
    return not handoff["fault"] and handoff["heard_ms"] is None


@WHY("Nobody here saw why; a server had listed {who} as heard {ms} before.")
def a_server_had_heard_it(handoff: LastHandoff) -> Places | None:
    if handoff["fault"]:
        return None
    name = People([handoff["from_name"]], "dead")
    return {"who": name, "ms": {"ms": handoff["heard_ms"]}}


# -- what else there is to say -------------------------------------------------------------------


@BACK("The quorum came back {ago}; {serving} of {of} servers serve now.")
def the_quorum_is_back(seen: ElectionSeen) -> Places | None:
    """Tell that the quorum is back, until a later handoff."""
    quorum, last = seen.quorum, seen.election["last_handoff"]
    if quorum is None or not quorum["regained"]:
        return None
    if last is not None and began_at(last) > quorum["since"]:
        return None
    ago = {"ago": quorum["since"]}
    return {"ago": ago, "serving": quorum["serving"], "of": quorum["of"]}


@COPIED(
    "The znode {path} names the epoch {epoch}, which no change here has reached: it comes from "
    "another ensemble.",
    "Nobody believes it; the next leader writes over it.",
)
def its_acknowledgement_is_anothers(seen: ElectionSeen) -> Places | None:
    """Tell of data from another history than ZooKeeper's: from before it was set up again or
    restored, or from another ensemble.
    """
    written = seen.election["acknowledged"]
    if not written or written["believed"] is not False:
        return None
    path = quoted(f"{seen.election['path']}-acknowledged")
    return {"path": path, "epoch": f"0x{written['epoch']:x}"}


@REFUSED(
    "But the store refuses its work: it knows {holder}'s epoch {seen}, later than {epoch}.",
    "ZooKeeper was set up again, or restored: a person can let the store begin with it.",
)
def the_store_refuses_it(seen: ElectionSeen) -> Places | None:
    """Tell that the store refuses the leader's writes because of an epoch unknown to ZooKeeper."""
    refused = barred(seen.election)
    if refused is None:
        return None
    return {
        "seen": f"0x{refused['seen']:x}",
        "holder": People([refused["holder"]], "dead"),
        "epoch": f"0x{refused['epoch']:x}",
    }


def _behind(seen: ElectionSeen) -> list[str]:
    alive = ((name, one) for name, one in seen.candidates.items() if one["process"] != "exited")
    return [name for name, one in alive if one["belief"] == "behind"]


@SITTING_OUT("{who} sits out: it has data version {version}, the newest is {newest}.")
def one_sits_out(seen: ElectionSeen) -> Places | None:
    behind = _behind(seen)
    return _data_of(seen, behind) if len(behind) == 1 else None


@SITTING_OUT(
    "{who} and {more:words} {more:other|others} sit out: their data is older than the newest "
    "version, {newest}."
)
def several_sit_out(seen: ElectionSeen) -> Places | None:
    behind = _behind(seen)
    return {**_data_of(seen, behind), "more": len(behind) - 1} if behind else None


def _data_of(seen: ElectionSeen, behind: Sequence[str]) -> Places:
    data = seen.candidates[behind[0]]["data"]
    version, newest = (data["version"], data["newest"]) if data else ("unknown", "unknown")
    return {"who": People(behind[:1], "behind"), "version": version, "newest": newest}


@CAUGHT_UP("{who} caught up {ago}: it {where}.")
def one_has_caught_up(seen: ElectionSeen) -> Places | None:
    """Tell who came back last, until the next handoff."""
    waiting = {
        name: one
        for name, one in seen.candidates.items()
        if one["belief"] == "waiting" and not one["fault"]
    }
    back = {name: at for name, one in waiting.items() if (at := one.get("back"))}
    if not back:
        return None
    name = max(back, key=lambda one: back[one])
    last = seen.election["last_handoff"]
    if last and began_at(last) > back[name]:
        return None
    races = seen.election["strategy"] == "single"
    where = "races again" if races else "joins the end of the queue"
    return {"who": People([name], "new"), "ago": {"ago": back[name]}, "where": where}


# -- what has no leader --------------------------------------------------------------------------


def tell_leaderless(election: Election, zookeeper: Zookeeper) -> Telling:
    """Tell what other programs hold at a path, who holds it, and what is not known. The names of
    the znodes are the only evidence, and the story says so.
    """
    chain = election["chain"]
    seen: Story = ["What was seen last is shown below."]
    gone = out_of_reach(zookeeper, "nobody can ask for it", seen, anybody=bool(chain))
    if gone:
        return gone
    ours: list[Entry] = []
    if election["shape"] != shapes.GROUP and names_of(chain).libraries[HANDOFF] > 0:
        ours = [entry for entry in chain if entry["library"] == HANDOFF]
    has_words = election["shape"] in (shapes.SHARED, shapes.SEMAPHORE)
    others = [one for one in chain if one["library"] != HANDOFF] if ours and has_words else chain
    told = LEADERLESS.told(election, others)
    return Telling(told.sentence, joined(told.reason, MINGLED.tell(ours)))


@LEADERLESS("Nobody is here.", "By the names of the last members it was a {shape}.")
def nobody_holds_it(election: Election, chain: Chain) -> Places | None:
    return None if election["chain"] else {"shape": election["shape"]}


@LEADERLESS(
    "{first}[ and {others:words} {others:other|others}] {number:is|are} here, in no order: nobody "
    "leads.",
    "By their form the names are {forms}.",
)
def it_is_a_group(election: Election, chain: Chain) -> Places | None:
    if election["shape"] != shapes.GROUP:
        return None
    return {
        "first": who(chain[0], "wait"),
        "others": len(chain) - 1 or None,
        "number": len(chain),
        "forms": ", or ".join(form.value for form in names_of(chain).forms if form),
    }


@LEADERLESS(
    "{holding}", "This is a shared lock, by the names of its members.", "{waiting}", "{asking}"
)
def it_is_a_shared_lock(election: Election, chain: Chain) -> Places | None:
    if election["shape"] != shapes.SHARED:
        return None
    waiting = [entry for entry in chain if entry["truth"] == "waiting"]
    unknown = [entry for entry in chain if entry["truth"] is None]
    nobody_waits = not waiting and not unknown
    return {
        "holding": HOLDING.tell([entry for entry in chain if entry["truth"] == "holder"]),
        "waiting": ["Nobody waits."] if nobody_waits else WAITING.tell(waiting),
        "asking": ASKING.tell(unknown, chain[0]),
    }


@HOLDING("{who} is first and a writer: it alone should hold the lock.")
def a_writer_holds_it(holders: Chain) -> Places | None:
    is_writer = shapes.mode_of(holders[0]["znode"]) == "write"
    return {"who": who(holders[0], "lead")} if is_writer else None


@HOLDING("{who}, a reader, should hold it.")
def a_reader_holds_it(holders: Chain) -> Places | None:
    return {"who": who(holders[0], "lead")} if len(holders) == 1 else None


@HOLDING("{readers:Words} readers should hold it together: no writer is before them.")
def readers_hold_it(holders: Chain) -> Places:
    return {"readers": len(holders)}


@WAITING(
    "{those} {number:waits|wait}: a writer for all before it, a reader for the writers before it."
)
def some_wait(waiting: Chain) -> Places | None:
    writers = sum(shapes.mode_of(one["znode"]) == "write" for one in waiting)
    numbers = {"writer": writers, "reader": len(waiting) - writers}
    parts = [several(number, noun) for noun, number in numbers.items() if number]
    return {"those": " and ".join(parts).capitalize(), "number": len(waiting)} if parts else None


@ASKING(
    "[{read:Words} {read:reader|readers} of the writer's own session {read:asks|ask} too: whether "
    "the same thread asks, and so holds both, is not known.]",
    "[Whose {unread:words} {unread:reader is|readers are}, Handoff has not read yet.]",
)
def some_ask_too(readers: Chain, writer: Entry) -> Places:
    """Tell of readers that may hold the lock with the writer that does, if they are of its session,
    and of those of which that is not known: they were not read yet.
    """
    read = sum(not (one.get("unread") or writer.get("unread")) for one in readers)
    return {"read": read or None, "unread": len(readers) - read or None}


@LEADERLESS(
    "This is a Curator semaphore, by the names of its members.",
    "[{held:Words} {held:lease is|leases are} held.]",
    "The newest one, {newest}, is a lease too, or is still waited for: no znode says how many may "
    "be held at once.",
)
def it_is_a_semaphore(election: Election, chain: Chain) -> Places | None:
    if election["shape"] != shapes.SEMAPHORE:
        return None
    return {"held": len(chain) - 1 or None, "newest": who(chain[-1], "wait")}


@LEADERLESS(
    "{first} is {place}.",
    "By their form the names are {form}: {who_leads}.",
)
def it_has_a_known_form(election: Election, chain: Chain) -> Places | None:
    """Tell of members whose names have all the same form."""
    number, forms = len(chain), [*names_of(chain).forms]
    form = forms[0] if len(forms) == 1 else None
    if form is None:
        return None
    several_here = f"the first of {several(number, 'znode')} here"
    all_lead = "each says that all of them lead"
    return {
        "first": who(chain[0], "wait"),
        "place": several_here if number > 1 else "the only znode here",
        "form": form.value,
        "who_leads": all_lead if shapes.all_lead(chain) else "nobody leads",
    }


@LEADERLESS(
    "{first} is the only numbered ephemeral znode here.",
    "Its name does not say what it is for, so nobody is shown as the leader.",
)
def it_is_alone(election: Election, chain: Chain) -> Places | None:
    return {"first": who(chain[0], "wait")} if len(chain) == 1 else None


@LEADERLESS(
    "{first} is only the first of {znodes:words} ephemeral znodes in the order of their numbers.",
    "Their names do not say what they are for, so nobody is shown as the leader.",
)
def nobody_knows_what_they_are(election: Election, chain: Chain) -> Places:
    return {"first": who(chain[0], "wait"), "znodes": len(chain)}


@MINGLED(
    "{ours:Words} candidates of Handoff are among them, and go by the numbers alone: what they "
    "believe says nothing about the others."
)
def several_of_ours_are_there(ours: Chain) -> Places | None:
    return {"ours": len(ours)} if len(ours) > 1 else None


@MINGLED(
    "{who} is a candidate of Handoff, and goes by the numbers alone: what it believes says nothing "
    "about the others."
)
def one_of_ours_is_there(ours: Chain) -> Places | None:
    return {"who": who(ours[0], "wait")} if ours else None


# -- the pseudo-code, each line with the sentence that it carries out -----------------------------

IDEAS = {
    "predecessor": "Each one watches only the one before it: one end wakes one.",
    "herd": "All watch the list: one end wakes all of them.",
    "single": "All race for one znode: who creates it leads.",
}
"""The key idea of each strategy."""

SOURCE = "Apache ZooKeeper, Recipes and Solutions: Leader Election"

HERD_SOURCE = f"{SOURCE}, which warns of it"

SINGLE_SOURCE = "The simplest use of an ephemeral znode; the sentences are Handoff's own"

ACKNOWLEDGE = (
    "Applications may consider creating a separate znode to acknowledge that the leader "
    "has executed the leader procedure"
)

PREDECESSOR = (
    Step(
        "create znode",
        "Create a znode with SEQUENCE and EPHEMERAL",
        'Create znode z with path "ELECTION/guid-n_" with both SEQUENCE and EPHEMERAL flags',
    ),
    Step(
        "list children",
        "Let C be the children, i my own number",
        'Let C be the children of "ELECTION", and i be the sequence number of z',
    ),
    Step(
        "watch predecessor",
        "Watch the largest j < i in C, and only that one",
        'Watch for changes on "ELECTION/guid-n_j", where j is the largest sequence number '
        "such that j < i and n_j is a znode in C",
    ),
    Step(
        "notified",
        "When it is deleted, list C again",
        "Upon receiving a notification of znode deletion: "
        "Let C be the new set of children of ELECTION",
    ),
    Step(
        "lead",
        "Am I the smallest in C? Lead. If not, watch again",
        "If z is the smallest node in C, then execute leader procedure",
    ),
    Step("acknowledge", "Write down that I lead, with my epoch", ACKNOWLEDGE),
)

HERD = (
    Step(
        "create znode",
        "Create a znode with SEQUENCE and EPHEMERAL",
        'Have a znode, say "/election", such that each znode creates a child znode '
        '"/election/guid-n_" with both flags SEQUENCE|EPHEMERAL',
    ),
    Step(
        "list children",
        "List the children, and watch their list",
        "A trivial solution is to have all application processes watching",
    ),
    Step(
        "remember leader",
        "Remember the smallest: it leads",
        "The process that created the znode with the smallest appended sequence number is the "
        "leader",
    ),
    Step(
        "notified",
        "When the list changes, everybody lists it again",
        "But this causes a herd effect: upon a failure of the current leader, all other processes "
        "receive a notification, and execute getChildren",
    ),
    Step(
        "lead",
        "Am I the smallest? Lead. If not, remember again",
        "checking if they are the new leader when the smallest znode goes away",
    ),
    Step("acknowledge", "Write down that I lead, with my epoch", ACKNOWLEDGE),
)

SINGLE = (
    Step(
        "list children",
        "List the children, and watch their list",
        "Everybody watches the parent: one znode below it says who leads",
    ),
    Step(
        "create znode",
        "No leader there? Race: create leader, EPHEMERAL",
        "If many clients create the same znode, one succeeds; the others are told that it exists",
    ),
    Step(
        "remember leader",
        "Beaten? Remember the leader, and wait",
        "The creator of the znode leads until its session ends, and the znode with it",
    ),
    Step(
        "lead",
        "Created it, and my session owns it? Lead",
        "The session that owns the ephemeral znode is the leader's",
    ),
    Step("acknowledge", "Write down that I lead, with my epoch", ACKNOWLEDGE),
)
