"""An election in the state document: what the facts about its znodes and candidates make of it.

Each strategy has its own invariants, which are checked on every event. Some must hold at every
moment. The others are about what a candidate does once it has been told; between a deletion and the
arrival of its notification they cannot hold, so they count as broken after `SETTLING` seconds and
the slack of the round trips.

Nobody knows what members that are no processes of ours believe. What cannot be judged is neither
true nor false: a doubt, {invariant, detail}, says why. Strangers without a znode are remembered:
those that lost theirs, and racers that never had one. A session outlasts its znode where somebody
deletes that by hand: its client goes on leading until it looks. Only a server that lists no
connection of it shows that it is over, or has to ask again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import ClassVar, cast

from ...participation.forms import is_in_group
from ...participation.naming import LEADER, PARENT, parse_sequence
from ...readmodels import chain as chains
from ...readmodels.chain import (
    Chain,
    ChainCounts,
    Strategy,
    counts_of,
    is_anybodys,
    is_persistent,
    is_strangers,
    names_of,
    place_in,
    place_of,
    those_of,
)
from ...readmodels.document import (
    Candidates,
    CandidateState,
    Data,
    DoubtState,
    Entry,
    Folded,
    State,
    Violation,
    split,
    with_part,
    with_section,
    without,
)
from ...readmodels.event import UNSAID, Event
from ...readmodels.events import (
    CandidateNotified,
    CandidateReported,
    CandidateResumed,
    ConnectionEvent,
    ListDenied,
    WatchesListed,
    ZnodeDeleted,
)
from ...readmodels.model import CHAIN, LINES, Model, by_kind, on, own_of
from ...readmodels.violations import (
    OTHERS,
    SETTLE,
    FoundViolation,
    believers,
    holding,
    in_session,
    slack,
    slackened,
    standing,
)
from ...readmodels.watched import sessions_watching, with_watches
from ...readmodels.wording import MOST_LISTED, listed, quoted, thousands
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Part, Who, Zookeeper
from . import handoff as handoffs
from . import ledger, shapes
from .events import (
    BESIDE,
    AcknowledgementRead,
    ElectionFollowed,
    FencingTurned,
    HoldersChanged,
    LeadershipPassed,
    MemberMarked,
    StoreEvent,
    VersionRead,
    WorkBegun,
    WorkDamaged,
    WorkRefused,
    WorkReset,
    WorkWritten,
)
from .shapes import LED, key_called, key_of, strategy_said
from .state import ROLES, RULES, Acknowledged, Election, Order, Unheard, new_election
from .strategies import STRATEGIES
from .text import leads_by, tell, tell_leaderless

KEPT = ("asked_for", "chain", "data", "fencing", "itself", "work")
"""The parts that an election keeps when it is followed by another strategy. If its chain has
members, none of them was read.
"""

MOST_NAMED = 8
MOST_DEPARTED = 16
"""How many are remembered: those that went last."""


# -- what stands beside ---------------------------------------------------------------------------


def acknowledged(election: Election, event: AcknowledgementRead, at: float) -> Election:
    """Fold the acknowledgement znode as read."""
    if event.znode is None:
        return {**election, "acknowledged": None}
    written: Acknowledged = {
        "znode": event.znode,
        "epoch": None if event.epoch is UNSAID else event.epoch,
        "candidate": None if event.candidate is UNSAID else event.candidate,
        "believed": None if event.believed is UNSAID else event.believed,
    }
    handoff = election["handoff"]
    if handoff and handoff["at"]["leading"] and handoffs.is_acknowledged(handoff, written):
        handoff = {**handoff, "at": {**handoff["at"], "acknowledged": at}}
    return {**election, "acknowledged": written, "handoff": handoff}


def with_version(election: Election, event: VersionRead, at: float) -> Election:
    """Fold the newest data version as read; None where there is none."""
    newest = event.newest
    return {**election, "data": None if newest is None else {"newest": newest}}


def denied(election: Election, event: ListDenied, at: float) -> Election:
    """Take that the list of children cannot be read: who stood there when it could is not known."""
    return {**election, "denied": True, "chain": [], "vacant": None}


# -- the members ----------------------------------------------------------------------------------


class Members(ZnodeList[Election]):
    """The znodes of those who stand: several may go in one change, and then leadership passes once.
    Their list is not followed as others are: opening an election follows it, by its strategy.
    """

    def with_created(self, election: Election, member: Data, at: float) -> Election:
        """Add a znode that an event has told of, if it is a member by its name."""
        name, races = member["znode"], RULES[election["strategy"]].races
        may_be = parse_sequence(name) is not None or is_in_group(name)
        is_member = name == key_of(election) if races else may_be
        is_known = place_in(election["chain"], name) is not None
        return _with_entries(election, [member]) if is_member and not is_known else election

    def with_read(self, election: Election, members: Sequence[Data], at: float) -> Election:
        """Add znodes, read with their owners."""
        return _with_entries(election, members)

    def with_all(self, election: Election, members: Sequence[Data], at: float) -> Election:
        """Take the full membership as read: what is missing from it is gone, all at the same
        moment. Nothing has ended with what never was a member.
        """
        election = {**election, "denied": False} if election["denied"] else election
        never = {member["znode"] for member in members if member.get("uncounted")}
        if never:
            members = [member for member in members if member["znode"] not in never]
            rest = [entry for entry in election["chain"] if entry["znode"] not in never]
            election = {**election, "chain": Chain.made_of(election["chain"], rest)}
        there = {member["znode"]: member for member in members}
        gone = [
            entry["znode"]
            for entry in election["chain"]
            if _is_gone(entry, there.get(entry["znode"]))
        ]
        if gone:
            election = _without(election, gone, at)
            found_gone = ZnodeDeleted(gone[0], zxid=None, found_gone=True)
            election = handoffs.with_deletion(election, gone[0], found_gone)
        return _with_entries(election, members)

    def without(self, election: Election, ended: Mapping[str, ZnodeDeleted], at: float) -> Election:
        """Remove znodes; if the leader's is among them, leadership passes on."""
        chain, races = election["chain"], RULES[election["strategy"]].races
        places = {name: place_in(chain, name) for name in ended}
        gone = [
            name
            for name, place in places.items()
            if place is not None and not (races and is_anybodys(chain[place]))
        ]
        if races and key_of(election) in places.keys() - {*gone}:
            election = _without_unread(election)
        election = _without(election, gone, at) if gone else election
        for name, event in ended.items():
            election = handoffs.with_deletion(election, name, event)
        return election


def _is_gone(entry: Entry, member: Data | None) -> bool:
    """Tell whether a znode is gone; one of the same name may have been created again, unseen."""
    if member is None:
        return True
    return not _is_known_only_by_name(member) and entry["czxid"] not in (None, member.get("czxid"))


def _is_known_only_by_name(member: Data) -> bool:
    """Tell whether a list names it, and nothing else is known of it."""
    return bool(member.get("unread")) and member.get("czxid") is None


def _with_entries(election: Election, members: Sequence[Data]) -> Election:
    """Return the election with these znodes read: each keeps when it was first seen here, unless it
    is another one under the same name.
    """
    chain, strategy = election["chain"], RULES[election["strategy"]]
    if election["itself"]:
        members = [{**member, "label": key_called(election)} for member in members]
    if len(members) == 1:
        chain = _with_entry(chain, members[0], strategy)
    else:
        entries = {entry["znode"]: entry for entry in chain}
        read = [_entry_of(member, entries.get(member["znode"])) for member in members]
        entries |= {entry["znode"]: entry for entry in read}
        chain = Chain.made_of(chain, chains.ordered(entries.values(), strategy))
    return {**handoffs.with_winner(election, chain), "chain": chain}


def _with_entry(chain: Sequence[Entry], member: Data, strategy: Strategy) -> Chain:
    """Return the chain with one more member, or one read again; most come last."""
    name = member["znode"]
    place = place_in(chain, name)
    if place is not None:
        return chains.with_span(chain, (place, place + 1), [_entry_of(member, chain[place])])
    entry = _entry_of(member, None)
    last = [chain[-1]["znode"], name] if chain else []
    is_alike = chain and chain[-1]["library"] == entry["library"]
    if is_alike and strategy.ordered(last) == last:
        return chains.with_span(chain, (len(chain), len(chain)), [entry])
    return Chain.made_of(chain, chains.ordered([*chain, entry], strategy))


def _entry_of(member: Data, known: Entry | None) -> Entry:
    if known and _is_known_only_by_name(member):
        return known
    came = known["came"] if known and not _is_gone(known, member) else None
    return chains.entry_of(member, came=came, unheard=None)


def _without_unread(election: Election) -> Election:
    """Drop the handoff: between two leaders that were read, another one came and went unread."""
    handoff = election["handoff"]
    election = {**election, "chain": [], "vacant": None}
    if handoff and handoff["at"]["deleted"] is not None and not handoff["to_znode"]:
        return {**election, "handoff": None, "tally": None}
    return election


def _without(election: Election, znodes: Sequence[str], at: float) -> Election:
    """Take out members that are there; if the leader's is among them, leadership passes on. A
    persistent `leader` belongs to nobody.
    """
    chain, is_led = election["chain"], election["shape"] in LED
    leader, gone = chain[0], frozenset(znodes)
    if len(gone) > 1:
        rest = Chain.made_of(chain, [one for one in chain if one["znode"] not in gone])
    else:
        place = place_in(chain, znodes[0]) or 0
        rest = chains.with_span(chain, (place, place + 1), [])
    if len(names_of(rest).libraries) < len(names_of(chain).libraries):
        in_order = chains.ordered(rest, RULES[election["strategy"]])  # of those left
        rest = Chain.made_of(chain, in_order)
    is_nobodys = leader["znode"] == LEADER and is_persistent(leader)
    if leader["znode"] in gone and is_led and not is_nobodys:
        election = handoffs.without_leader(election, leader, rest, at)
    departed = _departed_after(election, gone) if is_led else election["departed"]
    forgotten = election["departed"].keys() - departed.keys()
    return {
        **election,
        "marks": {znode: mark for znode, mark in election["marks"].items() if znode not in gone},
        "departed": departed,
        "unheard": _of_others(election["unheard"], forgotten, counts_of(chain), departed),
        "chain": rest,
        "woken": {"znode": znodes[-1], "zxid": None, "candidates": []},
    }


def _departed_after(election: Election, gone: Collection[str]) -> dict[str, str]:
    """Return session -> name of the departed, with the strangers that may have led and whose znodes
    are `gone`: the first of all by some order; of many found gone at once, each was first once
    those before it had gone. A stranger whose connection was gone before its znode has not lost the
    znode by hand.
    """
    chain, unheard = election["chain"], election["unheard"]
    first = list(takewhile(lambda entry: entry["znode"] in gone, chain))
    leaders = {order["leader"] for order in election["orders"] or ()}.intersection(gone)
    if leaders:
        first += [entry for entry in chain[len(first) :] if entry["znode"] in leaders]
    new = {
        session: one["name"]
        for one in first
        if one["candidate"] is None and (session := one["session"]) and session not in unheard
    }
    known = {who: name for who, name in election["departed"].items() if who not in new} | new
    heard_last = sorted(known, key=lambda who: who not in unheard)
    kept = set(heard_last[-MOST_DEPARTED:])
    return {who: name for who, name in known.items() if who in kept}


def _of_others(
    unheard: Mapping[str, Unheard],
    gone: Iterable[str],
    counts: ChainCounts,
    departed: Collection[str],
) -> Mapping[str, Unheard]:
    """Leave out those of `gone` that have no member here, and have not departed."""
    over = {who for who in gone if who in unheard and who not in departed}
    over = {who for who in over if who not in counts.sessions}
    return {who: one for who, one in unheard.items() if who not in over} if over else unheard


def knows_session(election: Election, session: str) -> bool:
    """Tell whether the session is a member's, was that of the last leader, or departed."""
    last, under_way = election["last_handoff"], election["handoff"]
    left = [one["from_session"] for one in (last, under_way) if one]
    if session in left or session in election["departed"]:
        return True
    return session in counts_of(election["chain"]).sessions


# -- what follows from them -----------------------------------------------------------------------


def linked(election: Election, own: Candidates, settle: float, at: float) -> Election:
    """Return the election with its chain joined with what else is known of its members, and without
    the departed that are back. settle: the seconds that a client may take to set its watch.

    estranged: the session of a stranger that was first here, None where no stranger was: a racer
    for a key may race again. Our sessions may be read before their candidates report them.
    """
    ours = [one["session"] for one in own.values()]
    chain = chains.link(
        election["chain"],
        own,
        election["listed"],
        RULES[election["strategy"]],
        at=at,
        settle=settle,
        stands=None if election["shape"] in LED else shapes.stands(election),
        unheard=election["unheard"],
    )
    estranged = None if election["estranged"] in ours else election["estranged"]
    if estranged is None and chain and is_strangers(chain[0]):
        estranged = chain[0]["session"] or chain[0]["znode"]
    there, departed, unheard = counts_of(chain).sessions, election["departed"], election["unheard"]
    left = {who: name for who, name in departed.items() if who not in there and who not in ours}
    gone = unheard.keys() if chain.left is None else chain.left
    gone = {*gone, *(departed.keys() - left.keys())}
    return {
        **election,
        "chain": chain,
        "estranged": estranged,
        "departed": left,
        "unheard": _of_others(unheard, gone, chain.counts, left),
    }


def roles(chain: Sequence[Entry]) -> dict[str, str | None]:
    """Return role -> the znode that holds it now, None where nobody does (the idea is Jepsen's)."""
    last = len(chain) - 1
    places = (0, 1, 1 + (last - 1) // 2, last)
    is_held = (last >= 0, last >= 1, last >= 2, last >= 1)
    return {
        role: chain[place]["znode"] if held else None
        for role, place, held in zip(ROLES, places, is_held, strict=True)
    }


def _with_racers(election: Election, own: Candidates, at: float) -> Election:
    """Tell who races for the key without a znode: ours, and how many sessions of others the servers
    list that watch it, None where there is no list.
    """
    listed_now, chain = election["listed"], election["chain"]
    racing, onlookers = chains.racing(own, chain, listed_now, at), None
    if listed_now is not None:
        known = {one["session"] for one in (*own.values(), *chain)}
        watching = sessions_watching(listed_now, key_of(election))
        onlookers = sum(who not in known for who in watching)
    return {**election, "racing": racing, "racers": list(racing), "onlookers": onlookers}


def _leaderless(election: Election, zookeeper: Zookeeper) -> Election:
    """Return the document of a thing without a leader, whose chain is linked."""
    shape, chain = election["shape"], election["chain"]
    # One that is linked again was no shared lock's: only such a chain has modes.
    is_again = isinstance(chain, Chain) and chain.follows is not None
    if shape == shapes.SHARED or (not is_again and any(entry.get("mode") for entry in chain)):
        chain = [_with_mode(entry, shape) for entry in chain]
    holders = () if shape in shapes.NO_ORDER else chain
    known: Election = {
        **election,
        "roles": dict.fromkeys(ROLES),
        "leader": None,
        "epoch": None,
        "handoff": None,
        "vacant": None,
        "cut": None,
        "marks": {},
        "removed": None,
        "woken": None,
        "tally": None,
        "racing": {},
        "racers": [],
        "onlookers": None,
        "orders": None,
        "violations": [],
        "doubts": [],
        "invariants": {},
        "chain": chain,
        "holders": [entry["znode"] for entry in holders if entry["truth"] == "holder"],
    }
    told = tell_leaderless(known, zookeeper)
    return {**known, "story": told.sentence, "reason": told.reason}


def _with_mode(entry: Entry, shape: str) -> Entry:
    mode = shapes.mode_of(entry["znode"]) if shape == shapes.SHARED else None
    return entry if entry.get("mode") == mode else {**entry, "mode": mode}


# -- what must hold -------------------------------------------------------------------------------


SETTLING = {
    "one_leader": 0.0,
    "watches_predecessor": 1.0,
    "watches_parent": 1.0,
    "one_wakeup": 0.0,
    "leader_is_lowest": 1.0,
    "leader_owns_znode": 1.0,
}

MOST_TOLD = 8
"""How many of those that watch wrong are told one by one."""


def violations_of(election: Election, own: Candidates, at: float, *, seen: bool) -> list[Violation]:
    """Return the violations at `at`; one that was there before keeps its `since`.

    seen: whether the chain is what ZooKeeper says now, and not what was last known of it: then
    nobody is judged by it.
    """
    strategy, chain = RULES[election["strategy"]], election["chain"]
    found, leaders = [], in_session(believers(own, "leading"), at)
    if len(leaders) > 1:  # Each by its own clock.
        detail = f"{' and '.join(leaders)} believe at the same time that they lead"
        found.append(FoundViolation("one_leader", " ".join(leaders), detail))
    if seen:
        name, what = "leader_is_lowest", "the lowest znode"
        if strategy.races:
            name, what = "leader_owns_znode", "the znode `leader`"
        lowest = chain[0]["candidate"] if chain else None
        found += [
            FoundViolation(name, candidate, f"{candidate} leads, but does not own {what}")
            for candidate, one in own.items()
            if (one["process"], one["belief"]) == ("running", "leading") and candidate != lowest
        ]
        found += _not_watching(own) if strategy.wakes_all else _watching_wrong(chain)
    woken = election["woken"]
    if not strategy.wakes_all and woken and len(woken["candidates"]) > 1:
        detail = f"one deletion woke {' and '.join(woken['candidates'])}"
        found.append(FoundViolation("one_wakeup", woken["znode"], detail))
    return standing(found, election["violations"], at)


def _not_watching(candidates: Candidates) -> Iterator[FoundViolation]:
    """Yield those that wait without watching the list: they would never be told."""
    for candidate, one in candidates.items():
        waits = one["process"] == "running" and one["belief"] == "waiting"
        if waits and one["watches"] != PARENT:
            detail = f"{candidate} waits, but does not watch the election's list of children"
            yield FoundViolation("watches_parent", candidate, detail)


def _watching_wrong(chain: Sequence[Entry]) -> Iterator[FoundViolation]:
    """Yield those that watch wrong: so many one by one, and the others together."""
    wrong = counts_of(chain).of["watches wrong"]
    first = [*islice(wrong.items(), MOST_TOLD + 1)]
    told = [(place_in(chain, znode) or 0, since) for znode, since in first[:MOST_TOLD]]
    for place, since in sorted(told):
        entry, watches = chain[place], chain[place]["watches"]
        wanted = quoted(chain[place - 1]["name"]) if place else "nothing, for it is the lowest"
        watched = place_in(chain, watches) if watches else None
        shown = watches if watched is None else chain[watched]["name"]
        shown = quoted(shown) if shown else "nothing here"
        detail = f"{quoted(entry['name'])} watches {shown}, and should watch {wanted}"
        subject = entry["candidate"] or entry["znode"]
        yield FoundViolation("watches_predecessor", subject, detail, since)
    for _, since in first[MOST_TOLD:]:
        number = len(wrong) - MOST_TOLD
        others = "1 other watches" if number == 1 else f"{thousands(number)} others watch"
        detail = f"{others} another znode than the one before it, or none"
        yield FoundViolation("watches_predecessor", OTHERS, detail, since)


# -- what nobody can judge ------------------------------------------------------------------------


HIDDEN = "the ACL of the path hides who stands there from the dashboard"
RACERS_UNKNOWN = "programs that wait for it have no znode: nobody knows who they are"
BY_BELIEF = ("one_leader", "leader_is_lowest", "leader_owns_znode")
OF_STRANGERS = (*BY_BELIEF, "one_wakeup")
OF_ZNODES = (
    "watches_predecessor",
    "watches_parent",
    "one_wakeup",
    "leader_is_lowest",
    "leader_owns_znode",
)
"""The invariants about znodes, or about what happens to them."""


def doubts_of(
    election: Election, orders: Sequence[Order] | None, *, unseen: str | None
) -> list[DoubtState]:
    """Return the invariants that nobody can judge, and why: one reason each, the first one. orders:
    those that several libraries see. unseen: why the chain may not be what ZooKeeper says now.
    """
    found, judged = dict[str, str](), RULES[election["strategy"]].invariants
    for names, detail in _doubtful(election, orders, unseen):
        for name in names:
            if name in judged:
                found.setdefault(name, detail)
    return [{"invariant": name, "detail": detail} for name, detail in found.items()]


def _doubtful(
    election: Election, orders: Sequence[Order] | None, unseen: str | None
) -> Iterator[tuple[Sequence[str], str]]:
    """Yield invariants that nobody can judge, with the reason, the best reasons first."""
    chain, races = election["chain"], RULES[election["strategy"]].races
    if len({order["leader"] for order in orders or ()}) > 1:
        parts = ("".join(map(_text, leads_by(order, chain))) for order in orders or ())
        yield (
            ["one_leader"],
            f"by {'; by '.join(parts)}: whether only one of them leads is not known",
        )
    if election["denied"]:
        yield ["one_leader"], HIDDEN
    if unseen is not None:
        yield OF_ZNODES, unseen
    counts = counts_of(chain)
    if number := len(counts.of["anybodys"]):
        who = _names(those_of(chain, "anybodys"), number)
        yield OF_STRANGERS, f"{who} {'was' if number == 1 else 'were'} not read yet"
    if number := len(counts.of["strangers"]):
        who, one = _names(those_of(chain, "strangers"), number), number == 1
        are = "is not a process" if one else "are not processes"
        they = "it believes and what wakes it" if one else "they believe and what wakes them"
        yield OF_STRANGERS, f"{who} {are} of this dashboard: nobody observes what {they}"
        if races:
            yield ["watches_parent"], RACERS_UNKNOWN
    if number := len(counts.of["unlisted"]):
        yield ["watches_predecessor", "watches_parent"], _not_listed(chain, number)
    yield from _doubtful_for_departed(election)


def _doubtful_for_departed(election: Election) -> Iterator[tuple[Sequence[str], str]]:
    """Yield what strangers that have no znode make doubtful."""
    strategy, chain = RULES[election["strategy"]], election["chain"]
    lasting = [name for who, name in election["departed"].items() if who not in election["unheard"]]
    if lasting:
        yield BY_BELIEF, _may_lead(lasting)
    has_owner = bool(chain) and is_strangers(chain[0])
    were_strangers = election["estranged"] is not None and not has_owner
    if strategy.races and (election["onlookers"] or were_strangers):
        yield strategy.invariants, RACERS_UNKNOWN


def _text(part: Part) -> str:
    return part if isinstance(part, str) else quoted(cast(Who, part)["who"])


def _not_listed(chain: Sequence[Entry], number: int) -> str:
    """Tell of members of which no server's list shows what they watch."""
    who, counts = _names(those_of(chain, "unlisted"), number), counts_of(chain)
    share_all = not counts.alone or all(
        counts.sessions.get(entry["session"] or "") != 1 for entry in those_of(chain, "unlisted")
    )
    if number > 1 and share_all:
        return f"{who} share a session: no server's list says which of them watches what"
    return f"no new list of a server shows what is watched by {who}"


def _may_lead(names: Sequence[str]) -> str:
    who = listed(names)
    if len(names) == 1:
        return f"{who}'s znode went, and its session may last: nobody observes whether it knows"
    return f"the znodes of {who} went, and their sessions may last: nobody observes who knows"


def _names(entries: Iterable[Entry], number: int) -> str:
    """Name these, of which there are so many."""
    first = sorted(islice(entries, MOST_LISTED), key=place_of)
    return listed([entry.get("name") or entry["label"] for entry in first], number)


# -- the model ------------------------------------------------------------------------------------


class ElectionModel(Model[Election]):
    """The read model of an election, whatever its strategy.

    It has no `invariants`: which ones must hold depends on the strategy, and on whether anybody can
    lead at the path; and one reason may make several of them doubtful. So its own `derive` judges,
    by `violations_of`, `doubts_of` and `SETTLING`.
    """

    beside = tuple(BESIDE)
    reads_beside = BESIDE
    section = "elections"
    thing = "election"
    recipes = STRATEGIES
    families = ("election", "work", "acknowledgement", "version", "connection")
    folds = by_kind(
        on(ListDenied, denied),
        on(MemberMarked, handoffs.with_mark),
        on(AcknowledgementRead, acknowledged),
        on(VersionRead, with_version),
        on(WorkBegun, ledger.begun),
        on(WorkWritten, ledger.written),
        on(WorkRefused, ledger.refused),
        on(WorkDamaged, ledger.damaged),
        on(WorkReset, ledger.reset),
        on(FencingTurned, ledger.with_fencing),
        *(on(kind, handoffs.with_fault) for kind in handoffs.FAULTS),
        on(CandidateResumed, handoffs.with_wake),
        on(CandidateNotified, handoffs.with_notice),
        on(CandidateReported, handoffs.with_report),
    )
    hands_over = "handoffs"
    takes_found = True
    lists: ClassVar = {"": Members(is_followed=False)}
    lines: ClassVar = {
        **LINES,
        **CHAIN,
        "holders": (),
        "racers": (),
        "tally.stood": (),
        "woken.candidates": (),
    }
    story = staticmethod(tell)
    with_removal = staticmethod(handoffs.with_removal)
    new = staticmethod(new_election)

    def has_leader(
        self, election: Election, candidates: Candidates, zookeeper: Zookeeper, at: float
    ) -> bool | None:
        """Tell whether somebody leads at `at`; None where nobody is meant to, or can tell: a lock
        may be free, and an election forgotten.

        While ZooKeeper is out of reach our own candidates are asked: if all are cut off, and nobody
        else stood there, nobody leads.
        """
        if election["shape"] not in LED:
            return None
        own, vacant = own_of(election, candidates), election["vacant"]
        is_alive = any(one["process"] != "exited" for one in own.values())
        seen = self.unseen(election, zookeeper) is None
        if election["leader"] if seen else in_session(believers(own, "leading"), at):
            return True
        if seen:
            was_led = vacant is not None and vacant["from"] is None
            may_tell = is_alive or (was_led and election["shape"] == shapes.ELECTION)
            return False if may_tell else None
        is_strange = any(entry["candidate"] is None for entry in election["chain"])
        may_lead = is_strange or believers(own, "waiting")
        return False if is_alive and not may_lead else None

    def handed_over(self, election: Election) -> Data:
        """Return the last handoff; its count is what every one changes."""
        return {**(election["last_handoff"] or {}), "strategy": election["strategy"]}

    # -- znodes -------------------------------------------------------------------------------

    def is_free(self, election: Election) -> bool:
        return not election["chain"] and not election.get("asked_for", True)

    def left_at(self, election: Election) -> float:
        return (election["vacant"]["at"]["deleted"] or 0.0) if election["vacant"] else 0.0

    def as_found(self, election: Election, members: Sequence[Data], said: str | None) -> Election:
        """Follow the strategy of those who come to a path where nobody was read, if their znodes
        say it: they may be no candidates of ours.
        """
        itself = bool(members) and members[0]["znode"] == PARENT
        if election["itself"] and not itself:
            return {
                **self._again({**election, "chain": []}, said or "predecessor"),
                "itself": False,
            }
        election = {**election, "itself": itself} if itself else election
        read = [member for member in members if not member.get("unread")]
        if not read or not all(entry.get("unread") for entry in election["chain"]):
            return election
        strategy = said or _strategy_of(read) or election["strategy"]
        return election if strategy == election["strategy"] else self._again(election, strategy)

    def _again(self, election: Election, strategy: str) -> Election:
        """Begin again with another strategy; the store, the data and the znodes stay."""
        kept = {key: part for key, part in election.items() if key in KEPT}
        return cast(Election, {**self.new(election["path"], strategy), **kept})

    def with_watches(self, election: Election, event: WatchesListed) -> Election:
        """Take what the servers list as watched, also for the last handoff."""
        election = with_watches(election, event)
        return {**election, "last_handoff": handoffs.watched_since(election)}

    # -- events -------------------------------------------------------------------------------

    def fold(self, state: State, event: Event, at: float) -> Folded:
        """Fold events of elections that are known, of the leader's work, of the znodes beside them,
        of connections. Four writes a second change nothing else; the story tells of a leader
        that asks for the count, and of fencing.
        """
        path, known = event.subject, self.of(state)
        place = ("elections", path)
        if isinstance(event, ElectionFollowed):
            followed = self._followed(state, event)
            return with_part(without(state, "found", path), place, followed), (place,)
        if isinstance(event, ConnectionEvent):
            changed = {
                path: handoffs.with_connection(one, event)
                for path, one in known.items()
                if knows_session(one, event.subject)
            }
            elections = with_section(state, "elections", {**known, **changed})
            return elections, [("elections", path) for path in changed]
        if path not in known or type(event) not in self.folds:
            return state, ()
        is_write = isinstance(event, StoreEvent) and event.number is not None
        is_quiet = is_write or isinstance(event, WorkReset)
        folded = with_part(state, place, self.folded(known[path], event, at))
        return folded, () if is_quiet else (place,)

    def _followed(self, state: State, event: ElectionFollowed) -> Election:
        """Follow an election. One without candidates may be followed again by another strategy. A
        path that was offered because it was found is opened by that, and not called an election.
        """
        path, strategy = event.subject, event.strategy
        known = self.of(state).get(path) or self.new(path, strategy)
        if known["strategy"] != strategy and not known["itself"]:
            known = self._again(known, strategy)
        offered = path in state["found"] or known.get("offered", False)
        named = event.named or known.get("named", False)
        return {**known, "asked_for": True, "offered": offered, "named": named}

    def with_process_event(
        self, election: Election, event: Event, candidate: CandidateState, at: float
    ) -> Election:
        changed = self.folded(election, event, at)
        return ledger.with_process_event(changed, event, candidate, at)

    # -- what follows -------------------------------------------------------------------------

    def derive(
        self, election: Election, candidates: Candidates, zookeeper: Zookeeper, at: float
    ) -> Election:
        """Derive everything that follows from the rest: links, leader, handoff, invariants, story.

        zookeeper: that part of the state document.
        """
        own = own_of(election, candidates)
        election = {**election, "shape": shapes.shape_of(election, own), "holders": []}
        election = linked(election, own, SETTLE + slack(zookeeper["round_trip_ms"]), at)
        if election["shape"] not in LED:
            return _leaderless(election, zookeeper)
        strategy, chain = RULES[election["strategy"]], election["chain"]
        leads = chain[0] if chain and chain[0]["truth"] is not None else None
        election = {
            **election,
            "roles": roles(chain),
            "leader": leads["znode"] if leads else None,
            "epoch": leads["czxid"] if leads else None,
        }
        election = _with_racers(election, own, at) if strategy.races else election
        unseen = self.unseen(election, zookeeper)
        election = handoffs.completed(election, own, seen=unseen is None)
        election = handoffs.counted(election, own) if strategy.wakes_all else election
        violations = violations_of(election, own, at, seen=unseen is None)
        violations = slackened(violations, zookeeper)
        orders = shapes.orders_of(chain)
        doubts = doubts_of(election, orders, unseen=unseen)
        election = {
            **election,
            "violations": violations,
            "orders": orders,
            "doubts": doubts,
            "invariants": holding(strategy.invariants, violations, SETTLING, at, doubts),
        }
        told = tell(election, own, zookeeper)
        return {**election, "story": told.sentence, "reason": told.reason}

    def unseen(self, election: Election, zookeeper: Zookeeper) -> str | None:
        return super().unseen(election, zookeeper) or (HIDDEN if election["denied"] else None)

    @property
    def settling(self) -> dict[str, float]:
        return SETTLING

    def watched(self, election: Election, own: Candidates) -> list[CandidateState]:
        """Return the processes whose session's end changes a verdict: no znode shows that the
        session of one that waits for a race ran out.
        """
        waiting = believers(own, "waiting").values()
        racing = [one for one in waiting if not one["znode"]]
        return [*believers(own, "leading").values(), *racing]

    def news(self, path: str, before: Election, after: Election, found: bool) -> Iterator[Event]:
        """Tell of leadership, or of a shared thing, that has passed to a program that reports
        nothing. Ours acknowledge that they lead, and that is told.
        """
        if after["shape"] not in LED:
            yield from _held(path, before, after, found)
            return
        last = after["last_handoff"]
        if last and after["handoffs"] > before["handoffs"] and last["to"] is None:
            yield LeadershipPassed(
                path,
                from_name=last["from_name"],
                from_znode=last["from_znode"],
                to_name=last["to_name"],
                to_znode=last["to_znode"],
                fault=last["fault"],
                by=last["by"],
                mark=last["mark"],
                found_gone=last["found_gone"],
                heard_ms=last["heard_ms"],
                shape=after["shape"],
            )

    # -- what the servers are asked about -------------------------------------------------------

    def is_listed(self, known: Mapping[str, Election], path: str) -> bool:
        return path in known or split(path)[0] in known

    def chain_of(self, election: Election) -> Sequence[Entry]:
        return election["chain"]

    def sessions(self, election: Election) -> Iterable[str | None]:
        return (*super().sessions(election), *election["departed"])

    def newcomer(self, one: CandidateState) -> CandidateState:
        return {**one, "election": one["path"]}


def _strategy_of(members: Sequence[Data]) -> str | None:
    said = {strategy_said(member["data"]) for member in members}
    return said.pop() if len(said) == 1 else None


def _held(path: str, known: Election, election: Election, found: bool) -> Iterator[Event]:
    """Tell who held it and is gone, and who waited and holds it now. A newcomer is reported as a
    member that was read: since when it holds is not known.
    """
    held, holds = known["holders"], election["holders"]
    if not held and not holds:
        return
    stood = {entry["znode"]: entry["name"] for entry in known["chain"]}
    stands = {entry["znode"]: entry["name"] for entry in election["chain"]}
    went = [stood[znode] for znode in held if znode not in stands]
    came = [stands[znode] for znode in holds if znode in stood and znode not in {*held}]
    if went or (came and known["shape"] == election["shape"]):
        yield HoldersChanged(
            path,
            went=went[:MOST_NAMED],
            came=came[:MOST_NAMED],
            went_of=len(went),
            came_of=len(came),
            holders=len(holds),
            shape=election["shape"],
            found_gone=found,
        )
