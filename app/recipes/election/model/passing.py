"""Pass leadership on: what facts about znodes and candidates do to an election's handoff.

Where all watch the same znode, an election's `tally` counts those that the end of its leader woke.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeGuard, cast

from ....readmodels import events as e
from ....readmodels.chain import counts_of, place_in
from ....readmodels.chain_counts import is_anybodys, is_strangers
from ....readmodels.document import Candidates, Entry, Removed, without_key
from ....readmodels.event import UNSAID, Event
from ....readmodels.strategy import Strategy
from ..document import Election, Handoff, Outline, Parts, Tally, Unheard, Woken
from ..events import CandidateBehind
from . import handoff as handoffs
from . import wakeups, witnesses
from .marks import mark_of
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
    election = _passed_unread(election, gone)
    waits = bool(rest or election["racers"])
    ended = _after_deletion(election, gone, rest, at)
    tally = election["tally"]
    if election["handoff"] is None or tally is None:
        tally = wakeups.begun(gone["znode"])
    tally = tally if waits and strategy_of(election).wakes_all else None
    handoff, vacant = (ended, None) if waits else (None, ended)
    return {**election, "handoff": handoff, "vacant": vacant, "removed": None, "tally": tally}


def _passed_unread(election: Election, gone: Entry) -> Election:
    """Complete the handoff to a leader that goes before it was read."""
    handoff = election["handoff"]
    if handoff is None or not is_anybodys(gone) or not handoffs.is_heir(handoff, gone):
        return election
    return {**election, **_completed(election, handoffs.with_heir(handoff, gone, [gone]))}


def _after_deletion(election: Election, gone: Entry, rest: Sequence[Entry], at: float) -> Handoff:
    handoff = election["handoff"]
    if handoff and handoff["at"]["deleted"] is not None:
        return handoffs.heir_gone(handoff, rest)
    return _ended(election, gone, rest, at)


def _ended(election: Election, gone: Entry, rest: Sequence[Entry], at: float) -> Handoff:
    """Return the handoff with the deletion, with who caused it and with what the servers list."""
    under_way, session = election["handoff"], gone["session"]
    cut = election["cut"]
    if under_way is None and cut and cut["znode"] == gone["znode"]:
        under_way = handoffs.begun(gone, rest[0] if rest else None, "cut", cut["at"])
    ended = handoffs.deleted(under_way, gone, rest, at)
    ended["mark"] = None if ended["at"]["fault"] is not None else mark_of(election, gone, at)
    ended["watched"] = witnesses.watchers(election["listed"], gone, rest)
    removed, lost = election["removed"], election["unheard"].get(session or "")
    ended = handoffs.by_hand(ended, removed) if removed else ended
    return (witnesses.with_lost(ended, session or "", lost) if lost else None) or ended


def with_removal(election: Election, removed: Removed) -> Election:
    """Note that a person has deleted a znode: `removed` is {znode, by, zxid}. Its end is seen
    before that is told, or after. In a race the next one has the same name, so that only the zxid
    says whose it was.
    """
    if strategy_of(election).races and removed["zxid"] is None:
        return election
    place = place_in(election["chain"], removed["znode"])
    if place is not None and _may_be(election["chain"][place], removed):
        return {**election, "removed": removed}
    keys: tuple[Kind, ...] = ("handoff", "vacant", "last_handoff")
    known = {key: handoff for key in keys if (handoff := election[key])}
    news = {key: handoffs.by_hand(one, removed) for key, one in known.items()}
    return cast(Election, {**election, **news})


def _may_be(entry: Entry, removed: Removed) -> bool:
    """Tell whether they may be one znode: one created later is another one of the same name."""
    return not handoffs.is_later(entry["czxid"], removed["zxid"])


def with_connection(election: Election, event: e.ConnectionEvent) -> Election:
    """Note that no server lists a member's connection, or that one does again."""
    session, unheard = event.subject, without_key(election["unheard"], event.subject)
    under_way, last = election["handoff"], election["last_handoff"]
    if isinstance(event, e.ConnectionLost):
        lost = cast(Unheard, event.data)
        is_here = session in counts_of(election["chain"]).sessions
        if is_here or session in election["departed"]:
            unheard[session] = lost
        under_way = witnesses.with_lost(under_way, session, lost)
        last = witnesses.with_lost(last, session, lost)
    else:
        under_way = witnesses.with_found(under_way, session)
        last = witnesses.with_found(last, session)
    return {**election, "unheard": unheard, "handoff": under_way, "last_handoff": last}


def with_deletion(election: Election, znode: str, event: e.ZnodeDeleted) -> Election:
    """Note a detail of the deletion of `znode`, just folded: by which change it was, or that a
    listing found the znode gone: then no list is known to be from before its end.
    """
    key: Kind = "handoff" if election["handoff"] else "vacant"
    handoff = election[key]
    if event.found_gone and _has_ended(handoff, znode) and znode == handoff["from_znode"]:
        return _with(election, key, {**handoff, "found_gone": True, "watched": None})
    return _with_transaction(election, znode, key, event.zxid) if event.zxid else election


def _with(election: Election, key: Kind, handoff: Handoff | None) -> Election:
    return cast(Election, {**election, key: handoff})


def _has_ended(handoff: Handoff | None, znode: str) -> TypeGuard[Handoff]:
    return bool(handoff and handoff["gone"] == znode and handoff["at"]["deleted"] is not None)


def _with_transaction(election: Election, znode: str, key: Kind, zxid: int) -> Election:
    handoff, tally, woken = election[key], election["tally"], election["woken"]
    if _has_ended(handoff, znode):
        handoff = handoffs.by_transaction(handoff, zxid)
    if tally and tally["znode"] == znode:
        tally = {**tally, "zxid": zxid}
    if woken and woken["znode"] == znode:
        woken = {**woken, "zxid": zxid}
    return _with({**election, "tally": tally, "woken": woken}, key, handoff)


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
        election = {**election, "tally": wakeups.reported(tally, event, event.counters)}
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
        tally = wakeups.begun(gone)
    if tally is None or tally["znode"] != gone:
        return tally
    if handoff and handoff["from"] == event.subject:
        return tally
    return wakeups.told(tally, event.subject, event.counters, event.zxid)


def _claimed(election: Election, event: e.CandidateReported) -> Handoff | None:
    """Note that the winner of a race says that it leads, perhaps before its znode was seen."""
    handoff, name = election["handoff"], _name_of(event)
    if handoff is None or handoff["to"] or not strategy_of(election).races or not name:
        return handoff
    epoch = None if event.epoch is UNSAID else event.epoch
    if not handoffs.is_won(handoff, epoch):
        return handoff
    return handoffs.won(handoff, {"candidate": event.subject, "znode": name, "czxid": epoch})


def completed(election: Election, chain: Sequence[Entry], own: Candidates, *, seen: bool) -> Parts:
    """Return what is known of the handoff now that the chain is linked: the keys that change. seen:
    whether the chain is what ZooKeeper says now: while it is read, who is first is not known.
    """
    vacant = _vacancy(election, own)
    is_known = seen and chain and not is_anybodys(chain[0])
    is_open = not is_known or _may_be_ours(chain[0], own)
    handoff = election["handoff"] or (None if is_open else _filled(vacant, chain))
    vacant = vacant if is_open else None
    if handoff is None:
        return {"handoff": None, "vacant": vacant}
    if _is_over(handoff, election, chain):
        return {"handoff": None, "vacant": {**handoff, "stood": _standing(handoff, own)}}
    place = place_in(chain, handoff["to_znode"] or "")
    heir = chain[place] if place is not None and handoffs.is_heir(handoff, chain[place]) else None
    if heir and (is_anybodys(heir) or (heir["candidate"] is None and not seen)):
        return {"handoff": handoff, "vacant": vacant}
    if heir:
        handoff = handoffs.with_heir(handoff, heir, chain)
    if heir and heir["belief"] == "leading" and _is_seen_late(handoff):
        is_acknowledged = handoffs.is_of_heir(handoff, election["acknowledged"] or {})
        since = own[heir["candidate"] or ""]["since"]
        handoff = handoffs.leads_already(handoff, since, is_acknowledged)
    if not handoffs.is_complete(handoff):
        return {"handoff": handoff, "vacant": vacant}
    return {**_completed(election, handoff), "vacant": vacant}


def _completed(election: Election, handoff: Handoff) -> Parts:
    return {
        "handoff": None,
        "last_handoff": handoffs.finished(handoff),
        "earlier_handoffs": _earlier(election),
        "handoffs": election["handoffs"] + 1,
    }


def _earlier(election: Election) -> list[Outline]:
    """Return the handoffs before the one that ends now, the latest first."""
    last = election["last_handoff"]
    earlier = [*([handoffs.outline(last)] if last else []), *election["earlier_handoffs"]]
    return earlier[:EARLIER_KEPT]


def _vacancy(election: Election, own: Candidates) -> Handoff | None:
    """Return the vacancy with who of ours may follow: those that live when it begins."""
    vacant = election["vacant"]
    if vacant is None or vacant.get("stood") is not None:
        return vacant
    return {**vacant, "stood": _standing(vacant, own)}


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


def _is_over(handoff: Handoff, election: Election, chain: Sequence[Entry]) -> bool:
    """Tell whether nobody is left who could follow."""
    deleted = handoff["at"]["deleted"] is not None
    return deleted and not chain and not election["racers"] and handoff["to"] is None


def counted(election: Election, own: Candidates) -> Parts:
    """Return what the end of a leader cost, where it woke all: of the handoff, or of the one
    before; the keys that change.
    """
    tally = election["tally"]
    is_last = not election["handoff"]
    handoff = election["handoff"] or election["last_handoff"]
    if tally is None or handoff is None:
        return {}
    tally = wakeups.with_standing(tally, own, handoff["from"])
    if not tally["stood"] and not tally["told"]:
        return {"tally": None if is_last else tally}
    counts = wakeups.counts(tally, own, races=strategy_of(election).races)
    handoff = {**handoff, **counts, "counted": handoff["counted"] or "ours"}
    if is_last:
        return {"tally": tally if counts["awaited"] else None, "last_handoff": handoff}
    return {"tally": tally, "handoff": handoff}


def _is_seen_late(handoff: Handoff) -> bool:
    return handoff["at"]["deleted"] is not None and handoff["at"]["leading"] is None
