"""Take who stands in an election, and pass leadership on.

Where all watch the same znode, an election's `tally` counts those that the end of its leader woke.
Strangers without a znode are remembered: those that lost theirs, and racers that never had one. A
session outlasts its znode where somebody deletes that by hand: its client goes on leading until it
looks. Only a server that lists no connection of it shows that it is over, or has to ask again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Literal, cast

from ....participation.forms import is_in_group
from ....participation.naming import LEADER, parse_sequence
from ....readmodels import chain as chains
from ....readmodels import events as e
from ....readmodels.chain import counts_of, place_in
from ....readmodels.chain_counts import ChainCounts, is_anybodys, is_persistent, is_strangers
from ....readmodels.document import Candidates, Data, Entry, Removed, without_key
from ....readmodels.event import UNSAID, Event
from ....readmodels.strategy import Strategy
from ....readmodels.violations import believers, in_session
from ....readmodels.watched import sessions_watching
from ....readmodels.znode_list import ZnodeList
from ..events import CandidateBehind
from ..state import Election, Handoff, Tally, Unheard, Woken
from . import handoff as handoffs
from . import shapes
from .shapes import key_called, key_of
from .strategies import STRATEGIES

Kind = Literal["handoff", "vacant", "last_handoff"]

ON_THE_WAY = ("joining", "suspended")
EARLIER_KEPT = 4
"""Handoffs before the last one."""

FAULTS: Mapping[type[Event], str] = {
    e.CandidateKilled: "kill",
    e.CandidatePaused: "pause",
    e.CandidateStopping: "stop",
    e.CandidateExpired: "expire",
    e.CandidateResigning: "resign",
    e.CandidateExited: "exit",
    CandidateBehind: "behind",
}
"""What ends a leader -> its name."""


def strategy_of(election: Election) -> Strategy:
    """Return what its strategy means for the read models."""
    return STRATEGIES[election["strategy"]]


def with_heir(election: Election, chain: Sequence[Entry]) -> Election:
    """Take a znode added to `chain`: where they race, it is the winner's."""
    handoff = election["handoff"]
    if handoff is None or not strategy_of(election).races or not chain:
        return election
    if handoff["at"]["deleted"] is None or handoffs.is_heir(handoff, chain[0]):
        return election
    return {**election, "handoff": handoffs.won(handoff, chain[0])}


def without_leader(election: Election, gone: Entry, rest: Sequence[Entry], at: float) -> Election:
    """Pass leadership on: the leader's znode, of the entry `gone`, was deleted; `rest` is what is
    left of the chain.

    Where strangers race, nobody knows who waits; a lone leader may be followed by one that comes
    later; and after an outage all have to come again: what ended is kept as `vacant` until somebody
    follows it.
    """
    under_way = election["handoff"]
    if under_way and is_anybodys(gone) and handoffs.is_heir(under_way, gone):
        over = handoffs.with_heir(under_way, gone, [gone])  # The heir goes before it was read.
        election = _completed(election, over)
        under_way = None
    if under_way and under_way["at"]["deleted"] is not None:
        ended = handoffs.heir_gone(under_way, rest)
    else:
        ended = _ended(election, gone, rest, at)
    waits, tally = bool(rest or election["racers"]), election["tally"]
    if under_way is None or tally is None:
        tally = handoffs.new_tally(gone["znode"])
    tally = tally if waits and strategy_of(election).wakes_all else None
    handoff, vacant = (ended, None) if waits else (None, ended)
    return {**election, "handoff": handoff, "vacant": vacant, "removed": None, "tally": tally}


def _ended(election: Election, gone: Entry, rest: Sequence[Entry], at: float) -> Handoff:
    """Return the handoff with the deletion, with who caused it and with what the servers list."""
    under_way, session = election["handoff"], gone["session"]
    cut = election["cut"]
    if under_way is None and cut and cut["znode"] == gone["znode"]:
        under_way = handoffs.begun(gone, rest[0] if rest else None, "cut", cut["at"])
    ended = handoffs.deleted(under_way, gone, rest, at)
    is_seen = ended["at"]["fault"] is not None
    ended["mark"] = None if is_seen else handoffs.mark_of(election, gone, at)
    ended["watched"] = handoffs.watchers(election["listed"], gone, rest)
    removed, lost = election["removed"], election["unheard"].get(session or "")
    ended = handoffs.by_hand(ended, removed) if removed else ended
    return (handoffs.with_lost(ended, session or "", lost) if lost else None) or ended


def with_removal(election: Election, removed: Removed) -> Election:
    """Note that a person has deleted a znode: `removed` is {znode, by, zxid}. Its end is seen
    before that is told, or after. In a race the next one has the same name, so that only the zxid
    says whose it was.
    """
    if strategy_of(election).races and removed["zxid"] is None:
        return election
    chain, place = election["chain"], place_in(election["chain"], removed["znode"])
    if place is not None and not handoffs.is_later(chain[place]["czxid"], removed["zxid"]):
        return {**election, "removed": removed}  # One created later is a namesake.
    keys: tuple[Kind, ...] = ("handoff", "vacant", "last_handoff")
    known = {key: handoff for key in keys if (handoff := election[key])}
    news = {key: handoffs.by_hand(one, removed) for key, one in known.items()}
    return cast(Election, {**election, **news})


def with_connection(election: Election, event: e.ConnectionEvent) -> Election:
    """Note that no server lists a member's connection, or that one does again."""
    session, unheard = event.subject, without_key(election["unheard"], event.subject)
    under_way, last = election["handoff"], election["last_handoff"]
    if isinstance(event, e.ConnectionLost):
        lost = cast(Unheard, event.data)
        is_here = session in counts_of(election["chain"]).sessions
        if is_here or session in election["departed"]:
            unheard[session] = lost
        under_way = handoffs.with_lost(under_way, session, lost)
        last = handoffs.with_lost(last, session, lost)
    else:
        under_way = handoffs.with_found(under_way, session)
        last = handoffs.with_found(last, session)
    return {**election, "unheard": unheard, "handoff": under_way, "last_handoff": last}


def with_deletion(election: Election, znode: str, event: e.ZnodeDeleted) -> Election:
    """Note a detail of the deletion of `znode`, just folded: by which change it was, or that a
    listing found the znode gone: then no list is known to be from before its end.
    """
    key: Kind = "handoff" if election["handoff"] else "vacant"
    handoff, tally, woken, zxid = election[key], election["tally"], election["woken"], event.zxid
    if handoff and handoff["gone"] == znode and handoff["at"]["deleted"] is not None:
        if event.found_gone and znode == handoff["from_znode"]:
            handoff = {**handoff, "found_gone": True, "watched": None}
        elif zxid:
            handoff = handoffs.by_transaction(handoff, zxid)
    if zxid and tally and tally["znode"] == znode:
        tally = {**tally, "zxid": zxid}
    if zxid and woken and woken["znode"] == znode:
        woken = {**woken, "zxid": zxid}
    return cast(Election, {**election, key: handoff, "tally": tally, "woken": woken})


def with_fault(election: Election, event: Event, at: float) -> Election:
    """Begin a handoff with what happened to the leader; one that is under way goes on: a frozen
    leader may be killed too, and the heir.
    """
    leader, heir = [*election["chain"], None, None][:2]
    if leader is None or leader["candidate"] != event.subject or election["handoff"]:
        return election
    begun = handoffs.begun(leader, heir, FAULTS[type(event)], at)
    return {**election, "handoff": begun, "tally": None}


def with_wake(election: Election, event: e.CandidateResumed, at: float) -> Election:
    """Note that a frozen leader woke in time and leads on: there is no handoff."""
    handoff = election["handoff"]
    if handoff and handoff["from"] == event.subject and handoff["at"]["deleted"] is None:
        return {**election, "handoff": None}
    return election


def with_notice(election: Election, event: e.CandidateNotified, at: float) -> Election:
    """Note that one was told that a znode is gone."""
    handoff, told = election["handoff"], event.subject
    if handoff and handoff["gone"] == event.znode:
        handoff = handoffs.notified(handoff, told, event.counters, at, event.zxid)
    election = {**election, "handoff": handoff}
    if strategy_of(election).wakes_all:
        return {**election, "tally": _told(election, event)}
    return {**election, "woken": _woken(election["woken"], event)}


def with_report(election: Election, event: e.CandidateReported, at: float) -> Election:
    """Take what one says of itself: that it is cut off, is done with a notification, or leads."""
    election = _with_cut(election, event, at)
    if event.counters is UNSAID:
        return election
    if (tally := election["tally"]) is not None:
        election = {**election, "tally": handoffs.with_done(tally, event, event.counters)}
    handoff = _claimed(election, event) if event.belief == "leading" else None
    if handoff is None or handoff["to"] != event.subject:
        return election
    if _name_of(event) not in (None, handoff["to_znode"]) and handoff["to_znode"]:
        return election  # The heir lost its place and joined again: it leads by another znode.
    handoff = handoffs.leading(handoff, event.counters, at)
    if event.step == "lead":
        handoff = handoffs.acknowledged(handoff, at)
    return {**election, "handoff": handoff}


def _with_cut(election: Election, event: e.CandidateReported, at: float) -> Election:
    """Note that the leader cannot reach ZooKeeper, or can again before its znode is gone."""
    leader, cut = next(iter(election["chain"]), None), election["cut"]
    if leader is None or leader["candidate"] != event.subject:
        return election
    if event.belief == "leading":
        is_another = cut and _name_of(event) not in (None, cut["znode"])
        return election if is_another else {**election, "cut": None}
    if event.belief != "suspended" or (cut and cut["znode"] == leader["znode"]):
        return election
    return {**election, "cut": {"znode": leader["znode"], "at": at}}


def _name_of(event: e.CandidateReported) -> str | None:
    """Return the name of the znode that it reports."""
    return None if event.znode is UNSAID or not event.znode else event.znode.rpartition("/")[2]


def _woken(woken: Woken | None, event: e.CandidateNotified) -> Woken | None:
    """Note who was woken, by the znode's name, and by the transaction where both tell it: another
    znode may have had the same name.
    """
    told = event.subject
    if woken is None or woken["znode"] != event.znode or told in woken["candidates"]:
        return woken
    if None not in (woken["zxid"], event.zxid) and woken["zxid"] != event.zxid:
        return woken
    return {**woken, "candidates": [*woken["candidates"], told]}


def _told(election: Election, event: e.CandidateNotified) -> Tally | None:
    """Note who was told; some are told before the deletion was seen. A process that went is no
    witness of its own end.
    """
    handoff, tally, gone = election["handoff"], election["tally"], event.znode
    if tally is None and handoff and gone and handoff["gone"] == gone:
        tally = handoffs.new_tally(gone)
    if tally is None or tally["znode"] != gone:
        return tally
    if handoff and handoff["from"] == event.subject:
        return tally
    return handoffs.with_told(tally, event.subject, event.counters, event.zxid)


def _claimed(election: Election, event: e.CandidateReported) -> Handoff | None:
    """Note that the winner of a race says that it leads, perhaps before its znode was seen."""
    handoff, name = election["handoff"], _name_of(event)
    if handoff is None or handoff["to"] or not strategy_of(election).races or not name:
        return handoff
    epoch = None if event.epoch is UNSAID else event.epoch
    if not handoffs.is_won(handoff, epoch):
        return handoff
    return handoffs.won(handoff, {"candidate": event.subject, "znode": name, "czxid": epoch})


def completed(election: Election, own: Candidates, *, seen: bool) -> Election:
    """Complete what is known of the handoff now that the chain is linked. seen: whether that is
    what ZooKeeper says now: while it is read, who is first is not known.
    """
    chain = election["chain"]
    vacant = election["vacant"]
    if vacant and vacant.get("stood") is None:
        vacant = {**vacant, "stood": _standing(vacant, own)}
    is_known = seen and chain and not is_anybodys(chain[0])
    is_open = not is_known or _may_be_ours(chain[0], own)
    handoff = election["handoff"] or (None if is_open else _filled(vacant, chain))
    vacant = vacant if is_open else None
    if handoff is None:
        return {**election, "vacant": vacant}
    is_followed = chain or election["racers"] or handoff["to"] is not None
    if handoff["at"]["deleted"] is not None and not is_followed:
        vacant = {**handoff, "stood": _standing(handoff, own)}
        return {**election, "handoff": None, "vacant": vacant}
    place = place_in(chain, handoff["to_znode"] or "")
    heir = chain[place] if place is not None and handoffs.is_heir(handoff, chain[place]) else None
    if heir and (is_anybodys(heir) or (heir["candidate"] is None and not seen)):
        return {**election, "handoff": handoff, "vacant": vacant}
    if heir:
        handoff = handoffs.with_heir(handoff, heir, chain)
    is_late = handoff["at"]["deleted"] is not None and handoff["at"]["leading"] is None
    if heir and heir["belief"] == "leading" and is_late:
        is_acknowledged = handoffs.is_of_heir(handoff, election["acknowledged"] or {})
        since = own[heir["candidate"] or ""]["since"]
        handoff = handoffs.leads_already(handoff, since, is_acknowledged)
    if not handoffs.is_complete(handoff):
        return {**election, "handoff": handoff, "vacant": vacant}
    return {**_completed(election, handoff), "vacant": vacant}


def _completed(election: Election, handoff: Handoff) -> Election:
    """End the handoff; of those before it the latest come first."""
    last = election["last_handoff"]
    earlier = [*([handoffs.outline(last)] if last else []), *election["earlier_handoffs"]]
    return {
        **election,
        "handoff": None,
        "last_handoff": handoffs.finished(handoff),
        "earlier_handoffs": earlier[:EARLIER_KEPT],
        "handoffs": election["handoffs"] + 1,
    }


def _standing(vacant: Handoff, own: Candidates) -> list[str]:
    """Return those that live. A leader does not follow itself, unless ZooKeeper was away."""
    itself = None if vacant["fault"] == "cut" else vacant["from"]
    alive = (name for name, one in own.items() if one["process"] != "exited")
    return [name for name in alive if name != itself]


def _may_be_ours(entry: Entry, own: Candidates) -> bool:
    """Tell whether the znode looks like a stranger's, and one of ours that is on its way may have
    made it: its new session is reported after what is seen in ZooKeeper.
    """
    on_the_way = (
        one["process"] == "running" and one["belief"] in ON_THE_WAY for one in own.values()
    )
    return is_strangers(entry) and any(on_the_way)


def _filled(vacant: Handoff | None, chain: Sequence[Entry]) -> Handoff | None:
    """Fill the vacancy: a stranger has the leader's znode now, or a candidate of ours that stood
    then, and not one that was started since.
    """
    if vacant is None:
        return None
    stood = chain[0]["candidate"] in (vacant["stood"] or ())
    return handoffs.won(vacant, chain[0]) if stood or is_strangers(chain[0]) else None


def counted(election: Election, own: Candidates) -> Election:
    """Count what the end of a leader cost, where it woke all: in its handoff, also once it is
    over.
    """
    tally = election["tally"]
    is_last = not election["handoff"]
    handoff = election["handoff"] or election["last_handoff"]
    if tally is None or handoff is None:
        return election
    tally = handoffs.with_standing(tally, own, handoff["from"])
    if not tally["stood"] and not tally["told"]:
        return {**election, "tally": None if is_last else tally}
    counts = handoffs.costs(tally, own, races=strategy_of(election).races)
    handoff = {**handoff, **counts, "counted": handoff["counted"] or "ours"}
    if is_last:
        awaited = tally if counts["awaited"] else None
        return {**election, "tally": awaited, "last_handoff": handoff}
    return {**election, "tally": tally, "handoff": handoff}


# -- the members ----------------------------------------------------------------------------------


def is_gone(entry: Entry, member: Data | None) -> bool:
    """Tell whether a znode is gone; one of the same name may have been created again, unseen."""
    if member is None:
        return True
    return not _is_known_only_by_name(member) and entry["czxid"] not in (None, member.get("czxid"))


def _is_known_only_by_name(member: Data) -> bool:
    """Tell whether a list names it, and nothing else is known of it."""
    return bool(member.get("unread")) and member.get("czxid") is None


def with_entries(election: Election, members: Sequence[Data]) -> Election:
    """Return the election with these znodes read: each keeps when it was first seen here, unless it
    is another one under the same name.
    """
    chain, strategy = election["chain"], strategy_of(election)
    if election["itself"]:
        members = [{**member, "label": key_called(election)} for member in members]
    if len(members) == 1:
        chain = _with_entry(chain, members[0], strategy)
    else:
        entries = {entry["znode"]: entry for entry in chain}
        read = [_entry_of(member, entries.get(member["znode"])) for member in members]
        entries |= {entry["znode"]: entry for entry in read}
        chain = chains.Chain.made_of(chain, chains.ordered(entries.values(), strategy))
    return {**with_heir(election, chain), "chain": chain}


def _with_entry(chain: Sequence[Entry], member: Data, strategy: Strategy) -> chains.Chain:
    """Return the chain with one more member, or one read again; most come last."""
    name = member["znode"]
    place = chains.place_in(chain, name)
    if place is not None:
        return chains.with_span(chain, (place, place + 1), [_entry_of(member, chain[place])])
    entry = _entry_of(member, None)
    last = [chain[-1]["znode"], name] if chain else []
    is_alike = chain and chain[-1]["library"] == entry["library"]
    if is_alike and strategy.ordered(last) == last:
        return chains.with_span(chain, (len(chain), len(chain)), [entry])
    return chains.Chain.made_of(chain, chains.ordered([*chain, entry], strategy))


def _entry_of(member: Data, known: Entry | None) -> Entry:
    if known and _is_known_only_by_name(member):
        return known
    came = known["came"] if known and not is_gone(known, member) else None
    return {**chains.entry_of(member), "came": came, "unheard": None}


def without_unread(election: Election, znode: str) -> Election:
    """Drop the handoff: between two leaders that were read, another one came and went unread."""
    if not strategy_of(election).races or znode != key_of(election):
        return election
    election = {**election, "chain": []}
    handoff = election["handoff"]
    is_open = handoff and handoff["at"]["deleted"] is not None and not handoff["to_znode"]
    if is_open:
        election = {**election, "handoff": None, "tally": None}
    return {**election, "vacant": None}


def without_uncounted(election: Election, znodes: Collection[str]) -> Election:
    """Return the election without what never was a member: nothing has ended with it."""
    rest = [entry for entry in election["chain"] if entry["znode"] not in znodes]
    return {**election, "chain": chains.Chain.made_of(election["chain"], rest)}


def without(election: Election, znodes: Sequence[str], at: float) -> Election:
    """Take out members that are there; if the leader's is among them, leadership passes on. A
    persistent `leader` belongs to nobody.
    """
    chain, is_led = election["chain"], shapes.has_leader(election["shape"])
    leader, gone = chain[0], frozenset(znodes)
    if len(gone) > 1:
        rest = chains.Chain.made_of(chain, [one for one in chain if one["znode"] not in gone])
    else:
        place = chains.place_in(chain, znodes[0]) or 0
        rest = chains.with_span(chain, (place, place + 1), [])
    if len(chains.names_of(rest).libraries) < len(chains.names_of(chain).libraries):
        in_order = chains.ordered(rest, strategy_of(election))  # by the library of those left
        rest = chains.Chain.made_of(chain, in_order)
    is_nobodys = leader["znode"] == LEADER and is_persistent(leader)
    if leader["znode"] in gone and is_led and not is_nobodys:
        election = without_leader(election, leader, rest, at)
    woken: Woken = {"znode": znodes[-1], "zxid": None, "candidates": []}
    marks = {znode: mark for znode, mark in election["marks"].items() if znode not in gone}
    departed = departed_after(election, gone) if is_led else election["departed"]
    forgotten = election["departed"].keys() - departed.keys()
    unheard = _of_others(election["unheard"], forgotten, chains.counts_of(chain), departed)
    return {
        **election,
        "marks": marks,
        "departed": departed,
        "unheard": unheard,
        "chain": rest,
        "woken": woken,
    }


def knows_session(election: Election, session: str) -> bool:
    """Tell whether the session is a member's, was that of the last leader, or departed."""
    last, under_way = election["last_handoff"], election["handoff"]
    left = [one["from_session"] for one in (last, under_way) if one]
    if session in left or session in election["departed"]:
        return True
    return session in chains.counts_of(election["chain"]).sessions


def linked(election: Election, own: Candidates, settle: float, at: float) -> Election:
    """Return the election with its chain joined with what else is known of its members. settle: the
    seconds that a client may take to set its watch.
    """
    chain = chains.link(
        election["chain"],
        own,
        election["listed"],
        strategy_of(election),
        at=at,
        settle=settle,
        stands=shapes.stands(election),
        unheard=election["unheard"],
    )
    ours = [one["session"] for one in own.values()]
    estranged = estranged_in(chain, election["estranged"], ours)
    known: Election = {**election, "chain": chain, "estranged": estranged}
    left = still_departed(known, ours)
    gone = known["unheard"].keys() if chain.left is None else chain.left
    gone = {*gone, *(known["departed"].keys() - left.keys())}
    unheard = _of_others(known["unheard"], gone, chain.counts, left)
    return {**known, "departed": left, "unheard": unheard}


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


ROLES = ("leader", "successor", "middle", "tail")


def roles(chain: Sequence[Entry]) -> dict[str, str | None]:
    """Return role -> the znode that holds it now, None where nobody does (the idea is Jepsen's)."""
    last = len(chain) - 1
    places = (0, 1, 1 + (last - 1) // 2, last)
    is_held = (last >= 0, last >= 1, last >= 2, last >= 1)
    return {
        role: chain[place]["znode"] if held else None
        for role, place, held in zip(ROLES, places, is_held, strict=True)
    }


def is_led(election: Election, own: Candidates, at: float, *, seen: bool) -> bool | None:
    """Tell whether somebody leads at `at`; None where nobody can tell, or nobody is there who could
    lead: a lock may be free, and an election forgotten.

    seen: whether the chain is what ZooKeeper says now. Else our own candidates are asked: if all
    are cut off, and nobody else stood there, nobody leads.
    """
    chain, vacant = election["chain"], election["vacant"]
    alive = [one for one in own.values() if one["process"] != "exited"]
    if election["leader"] if seen else in_session(believers(own, "leading"), at):
        return True
    if seen:
        was_led = vacant is not None and vacant["from"] is None
        return False if alive or (was_led and election["shape"] == shapes.ELECTION) else None
    may_lead = any(entry["candidate"] is None for entry in chain) or believers(own, "waiting")
    return False if alive and not may_lead else None


class Members(ZnodeList[Election]):
    """The znodes of those who stand: several may go in one change, and then leadership passes once.
    What opens an election follows it by its strategy.
    """

    def with_created(self, election: Election, member: Data, at: float) -> Election:
        """Add a znode that an event has told of, if it is a member by its name."""
        name, races = member["znode"], strategy_of(election).races
        may_be = parse_sequence(name) is not None or is_in_group(name)
        is_member = name == key_of(election) if races else may_be
        is_known = chains.place_in(election["chain"], name) is not None
        return with_entries(election, [member]) if is_member and not is_known else election

    def with_read(self, election: Election, members: Sequence[Data], at: float) -> Election:
        """Add znodes, read with their owners."""
        return with_entries(election, members)

    def with_all(self, election: Election, members: Sequence[Data], at: float) -> Election:
        """Take the full membership as read: what is missing from it is gone, all at the same
        moment.
        """
        election = {**election, "denied": False} if election["denied"] else election
        never = {member["znode"] for member in members if member.get("uncounted")}
        if never:
            members = [member for member in members if member["znode"] not in never]
            election = without_uncounted(election, never)
        there = {member["znode"]: member for member in members}
        gone = [
            entry["znode"]
            for entry in election["chain"]
            if is_gone(entry, there.get(entry["znode"]))
        ]
        if gone:
            election = without(election, gone, at)
            found_gone = e.ZnodeDeleted(gone[0], zxid=None, found_gone=True)
            election = with_deletion(election, gone[0], found_gone)
        return with_entries(election, members)

    def without(
        self, election: Election, ended: Mapping[str, e.ZnodeDeleted], at: float
    ) -> Election:
        """Remove znodes; if the leader's is among them, leadership passes on."""
        chain, races = election["chain"], strategy_of(election).races
        places = {name: chains.place_in(chain, name) for name in ended}
        gone = [
            name
            for name, place in places.items()
            if place is not None and not (races and is_anybodys(chain[place]))
        ]
        for name in places.keys() - {*gone}:
            election = without_unread(election, name)
        election = without(election, gone, at) if gone else election
        for name, event in ended.items():
            election = with_deletion(election, name, event)
        return election


# -- strangers without a znode --------------------------------------------------------------------


MOST = 16
"""How many are remembered: those that went last."""


def departed_after(election: Election, znodes: Collection[str]) -> dict[str, str]:
    """Return session -> name of the departed, with the strangers that may have led and whose
    `znodes` are gone. A stranger whose connection was gone before its znode has not lost the znode
    by hand.
    """
    gone = _may_have_led(election, znodes)
    strange = (one for one in gone if one["candidate"] is None and one["session"])
    unheard = election["unheard"]
    new = {
        session: one["name"]
        for one in strange
        if (session := one["session"]) and session not in unheard
    }
    known = {who: name for who, name in election["departed"].items() if who not in new} | new
    heard_last = sorted(known, key=lambda who: who not in unheard)
    kept = set(heard_last[-MOST:])
    return {who: name for who, name in known.items() if who in kept}


def _may_have_led(election: Election, gone: Collection[str]) -> Iterator[Entry]:
    """Yield those that were the first of all by some order; of many found gone at once, each was
    first once those before it had gone.
    """
    chain = election["chain"]
    yield from (first := list(takewhile(lambda entry: entry["znode"] in gone, chain)))
    leaders = {order["leader"] for order in election["orders"] or ()}.intersection(gone)
    if leaders:
        yield from (entry for entry in chain[len(first) :] if entry["znode"] in leaders)


def still_departed(election: Election, ours: Sequence[str | None]) -> dict[str, str]:
    """Return the departed without those that are back, and without the sessions that are `ours`."""
    there = counts_of(election["chain"]).sessions
    departed = election["departed"].items()
    return {who: name for who, name in departed if who not in there and who not in ours}


def estranged_in(
    chain: Sequence[Entry], before: str | None, ours: Collection[str | None]
) -> str | None:
    """Return the session of a stranger that was first here, None where no stranger was: a racer for
    a key may race again. before: the previous result; ours: our sessions, which may be read before
    their candidates report them.
    """
    known = None if before in ours else before
    if known is None and chain and is_strangers(chain[0]):
        known = chain[0]["session"] or chain[0]["znode"]
    return known


def onlookers_of(election: Election, key: str, ours: Collection[str | None]) -> int | None:
    """Return how many sessions the servers list that watch the key, and neither own it nor are
    `ours`; None where there is no list. key: its znode.
    """
    listed = election["listed"]
    if listed is None:
        return None
    known = {*ours, *(entry["session"] for entry in election["chain"])}
    return sum(who not in known for who in sessions_watching(listed, key))
