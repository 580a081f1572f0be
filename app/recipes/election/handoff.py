"""A handoff as it goes, and how leadership passes: fault, deleted, notified, leading, acknowledged.

The moments come from three witnesses on one machine: the dashboard for the fault, ZooKeeper's own
notifications for the deletion, the candidate for what it was told and did. What nobody witnessed is
None: a client that is not ours reports nothing, and nobody saw what happened to it.

Where each watches the one before it, `notifications`, `reads` and `writes` count the heir alone
(with any others that were told); where all are woken, they are summed over all candidates, and
the `tally` counts them. `zxids` are those of the deletion and of the heir's notification, `earlier`
those of deletions that an earlier heir, gone since, was told of; `proven` is how many notifications
these very transactions have fired. ZooKeeper reports them since 3.9.

What follows it: the marks that people set, what the servers' lists tell of who watched and when
the leader was last heard, and the tally of those that its end woke, where all watch the same. The
tally may go on after the handoff: the last one woken is done later than the first has led.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar, cast

from ...participation.session_clock import TOUCH
from ...readmodels import events as e
from ...readmodels.chain import counts_of, is_anybodys, is_strangers, of_small_sessions, place_in
from ...readmodels.document import (
    Candidates,
    CandidateState,
    Data,
    Entry,
    Listed,
    Removed,
    without_key,
)
from ...readmodels.event import UNSAID, Event
from ...readmodels.watched import sessions_watching
from .events import CandidateBehind, MemberMarked
from .state import (
    RULES,
    Acknowledged,
    Counts,
    Election,
    Handoff,
    Heard,
    Heir,
    LastHandoff,
    Mark,
    Moments,
    Outline,
    Point,
    Tally,
    Unheard,
    WatchingState,
    Woken,
    new_tally,
)

Passing = TypeVar("Passing", Handoff, LastHandoff)
Counters = Mapping[str, int]

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
LEAVES_BY_ITSELF = ("stop", "resign", "behind")
"""Faults after which a leader deletes its own znode."""

POINTS: tuple[Point, ...] = ("fault", "deleted", "notified", "leading", "acknowledged")
PHASES = ("deleted", "next", "notified", "leading", "acknowledged")
NOTHING = cast(Counts, dict.fromkeys(Counts.__annotations__, 0))
UNTOLD = cast(Counts, dict.fromkeys(Counts.__annotations__))
"""The result where nobody who was told reports it."""

EARLIER_KEPT = 4
"""Handoffs before the last one."""


# -- it begins --------------------------------------------------------------------------------


def new_handoff(leader: Entry, heir: Entry | None, fault: str | None, at: float | None) -> Handoff:
    """Return a handoff that begins: `fault` struck the leader, None where nobody saw the cause;
    `heir` is next as things are.

    `gone` is the znode whose deletion the heir is told of: the leader's, or that of an earlier heir
    which went too. Epochs tell two leaders' znodes of one name apart.
    """
    reports, follows = leader["candidate"] is not None, heir_of(heir)
    none = cast(int, 0 if reports else None)
    return {
        "from": leader["candidate"],
        "from_name": leader["name"],
        "from_znode": leader["znode"],
        "from_epoch": leader["czxid"],
        "from_session": leader["session"],
        "to": follows["to"],
        "to_name": follows["to_name"],
        "to_znode": follows["to_znode"],
        "to_epoch": follows["to_epoch"],
        "gone": leader["znode"],
        "fault": fault,
        "by": None,
        "mark": None,
        "removal": None,
        "ended": None,
        "at": {**dict.fromkeys(POINTS), "fault": at},
        "found_gone": False,
        "zxids": {"deleted": None, "notified": None},
        "earlier": [],
        "counted": "all" if reports else None,
        "notifications": none,
        "proven": none,
        "again": none,
        "reads": none,
        "writes": none,
        "creates": none,
        "failed": none,
        "others": none,
        "awaited": none,
        "watched": None,
        "watched_after": None,
        "heard": None,
        "heard_ms": None,
        "before": None,
        "stood": None,
        "next": None,
    }


def heir_of(entry: Data | None) -> Heir:
    """Return what a handoff says of the one that follows, None where nobody is known."""
    return {
        "to": entry.get("candidate") if entry else None,
        "to_name": entry.get("name") or entry.get("candidate") if entry else None,
        "to_znode": entry["znode"] if entry else None,
        "to_epoch": entry["czxid"] if entry else None,
    }


# -- the leader's end ---------------------------------------------------------------------------


def with_fault(election: Election, event: Event, at: float) -> Election:
    """Begin a handoff with what happened to the leader; one that is under way goes on: a frozen
    leader may be killed too, and the heir.
    """
    leader, heir = [*election["chain"], None, None][:2]
    if leader is None or leader["candidate"] != event.subject or election["handoff"]:
        return election
    handoff = new_handoff(leader, heir, FAULTS[type(event)], at)
    return {**election, "handoff": handoff, "tally": None}


def with_wake(election: Election, event: e.CandidateResumed, at: float) -> Election:
    """Note that a frozen leader woke in time and leads on: there is no handoff."""
    handoff = election["handoff"]
    if handoff and handoff["from"] == event.subject and handoff["at"]["deleted"] is None:
        return {**election, "handoff": None}
    return election


def without_leader(election: Election, gone: Entry, rest: Sequence[Entry], at: float) -> Election:
    """Pass leadership on: the leader's znode, of the entry `gone`, was deleted; `rest` is what is
    left of the chain.

    Where strangers race, nobody knows who waits; a lone leader may be followed by one that comes
    later; and after an outage all have to come again: what ended is kept as `vacant` until somebody
    follows it.
    """
    under_way = election["handoff"]
    if under_way and is_anybodys(gone) and is_heir(under_way, gone):
        over = with_heir(under_way, gone, [gone])  # The heir goes before it was read.
        election = _ended(election, over)
        under_way = None
    if under_way and under_way["at"]["deleted"] is not None:
        ended = _heir_gone(under_way, rest)
    else:
        ended = _deleted(election, gone, rest, at)
    waits, tally = bool(rest or election["racers"]), None
    if waits and RULES[election["strategy"]].wakes_all:
        tally = election["tally"] if under_way else None
        tally = tally or new_tally(gone["znode"])
    handoff, vacant = (ended, None) if waits else (None, ended)
    return {**election, "handoff": handoff, "vacant": vacant, "removed": None, "tally": tally}


def _heir_gone(handoff: Handoff, rest: Sequence[Entry]) -> Handoff:
    """Note that the successor went before it led: the next one is the heir, and has yet to be told.
    The notifications of the deletion before stay counted.
    """
    deletion = handoff["zxids"]["deleted"]
    return {
        **handoff,
        **heir_of(rest[0] if rest else None),
        "gone": handoff["to_znode"],
        "at": {**handoff["at"], "notified": None},
        "zxids": {"deleted": None, "notified": None},
        "earlier": [*handoff["earlier"], *([deletion] if deletion else [])],
    }


def _deleted(election: Election, gone: Entry, rest: Sequence[Entry], at: float) -> Handoff:
    """Note the deletion, with what caused it and what the servers list. Without a known fault it is
    the first known moment. A racer that has won by now stays the heir.
    """
    heir, cut, handoff = (rest[0] if rest else None), election["cut"], election["handoff"]
    if handoff is None:
        is_cut = cut is not None and cut["znode"] == gone["znode"]
        since = cut["at"] if cut and is_cut else None
        handoff = new_handoff(gone, heir, "cut" if is_cut else None, since)
    if heir or not handoff["to_epoch"]:
        handoff = {**handoff, **heir_of(heir)}
    is_seen = handoff["at"]["fault"] is not None
    ended: Handoff = {
        **handoff,
        "ended": _end(gone, handoff["fault"], at),
        "at": {**handoff["at"], "deleted": at},
        "mark": None if is_seen else _mark_of(election, gone, at),
        "watched": _watchers(election["listed"], gone, rest),
    }
    if "since" in gone:
        ended["led_ms"] = (at - gone["since"]) * 1000
    session, removed = gone["session"] or "", election["removed"]
    ended = _by_hand(ended, removed) if removed else ended
    lost = election["unheard"].get(session)
    return _with_lost(ended, session, lost) if lost else ended


def _end(leader: Entry, fault: str | None, at: float) -> Literal["deleted", "expire"] | None:
    """Return what ended the leader's znode while its session had not run out: the server ended that
    for us, or else somebody deleted the znode. None where it may have run out: what a server heard
    just before it died did not reach ZooKeeper's leader, which then ends the session sooner. One
    that was to leave, and was killed or frozen too, has deleted it by itself.
    """
    if leader["fault"] == "expire":
        return "expire"
    ends, timeout = leader["session_ends"], leader["timeout_ms"]
    if ends is None or timeout is None or fault in LEAVES_BY_ITSELF:
        return None
    return "deleted" if at < ends - TOUCH * timeout / 1000 else None


def with_deletion(election: Election, znode: str, event: e.ZnodeDeleted) -> Election:
    """Note a detail of the deletion of `znode`, just folded: by which change it was, or that a
    listing found the znode gone: then no list is known to be from before its end.
    """
    key: Literal["handoff", "vacant"] = "handoff" if election["handoff"] else "vacant"
    handoff, tally, woken, zxid = election[key], election["tally"], election["woken"], event.zxid
    if handoff and handoff["gone"] == znode and handoff["at"]["deleted"] is not None:
        if event.found_gone and znode == handoff["from_znode"]:
            handoff = {**handoff, "found_gone": True, "watched": None}
        elif zxid:
            if handoff["removal"] not in (None, zxid):  # It was a namesake's.
                fault = None if handoff["fault"] == "deleted" else handoff["fault"]
                handoff = {**handoff, "fault": fault, "by": None, "removal": None, "ended": None}
            handoff = {**handoff, "zxids": {**handoff["zxids"], "deleted": zxid}}
    if zxid and tally and tally["znode"] == znode:
        tally = {**tally, "zxid": zxid}
    if zxid and woken and woken["znode"] == znode:
        woken = {**woken, "zxid": zxid}
    return cast(Election, {**election, key: handoff, "tally": tally, "woken": woken})


def with_removal(election: Election, removed: Removed) -> Election:
    """Note that a person has deleted a znode: `removed` is {znode, by, zxid}. Its end is seen
    before that is told, or after. In a race the next one has the same name, so that only the zxid
    says whose it was.
    """
    if RULES[election["strategy"]].races and removed["zxid"] is None:
        return election
    chain, place = election["chain"], place_in(election["chain"], removed["znode"])
    if place is not None and not _is_later(chain[place]["czxid"], removed["zxid"]):
        return {**election, "removed": removed}  # One created later is a namesake.
    under_way, vacant, last = election["handoff"], election["vacant"], election["last_handoff"]
    return {
        **election,
        "handoff": under_way and _by_hand(under_way, removed),
        "vacant": vacant and _by_hand(vacant, removed),
        "last_handoff": last and _by_hand(last, removed),
    }


def _by_hand(handoff: Passing, removed: Removed) -> Passing:
    """Note that a person deleted a znode, {znode, by, zxid}: that is its leader's fault, unless
    another one came first.
    """
    if not _is_its_end(handoff, removed):
        return handoff
    handoff = {**handoff, "ended": "deleted", "removal": removed["zxid"]}
    return handoff if handoff["fault"] else {**handoff, "fault": "deleted", "by": removed["by"]}


def _is_its_end(handoff: Handoff | LastHandoff, removed: Removed) -> bool:
    """Tell whether the deletion is this znode's, and not an earlier or later namesake's."""
    zxid, deleted = removed["zxid"], handoff["zxids"]["deleted"]
    if handoff["from_znode"] != removed["znode"] or _is_later(handoff["from_epoch"], zxid):
        return False
    came = _is_later(zxid, handoff["to_epoch"]) and handoff["to_znode"] == removed["znode"]
    return not came and (None in (deleted, zxid) or deleted == zxid)


def _is_later(zxid: int | None, than: int | None) -> bool:
    """Tell whether both are known, and one change came after the other."""
    return zxid is not None and than is not None and zxid > than


# -- who follows ----------------------------------------------------------------------------------


def with_winner(election: Election, chain: Sequence[Entry]) -> Election:
    """Take a znode added to `chain`: where they race, it is the winner's."""
    handoff = election["handoff"]
    if handoff is None or not RULES[election["strategy"]].races or not chain:
        return election
    if handoff["at"]["deleted"] is None or is_heir(handoff, chain[0]):
        return election
    return {**election, "handoff": {**handoff, **heir_of(chain[0])}}


def with_notice(election: Election, event: e.CandidateNotified, at: float) -> Election:
    """Note that one was told that a znode is gone."""
    handoff = election["handoff"]
    if handoff and handoff["gone"] == event.znode:
        election = {**election, "handoff": _notified(handoff, event, at)}
    if RULES[election["strategy"]].wakes_all:
        return {**election, "tally": _told(election, event)}
    return {**election, "woken": _woken(election["woken"], event)}


def _notified(handoff: Handoff, event: e.CandidateNotified, at: float) -> Handoff:
    """Note that one was told that the old leader's znode is gone. If it was by the deletion's own
    change, this transaction and no other has fired the notification.
    """
    name, zxid = event.subject, event.zxid
    if name == handoff["from"] or handoff["counted"] is None:
        return handoff
    proven = handoff["proven"] + int(zxid is not None and zxid == handoff["zxids"]["deleted"])
    handoff = {**handoff, "notifications": handoff["notifications"] + 1, "proven": proven}
    if handoff["to"] not in (None, name) or handoff["at"]["notified"] is not None:
        return handoff
    return {
        **handoff,
        "before": dict(event.counters),
        "at": {**handoff["at"], "notified": at},
        "zxids": {**handoff["zxids"], "notified": zxid},
    }


def _woken(woken: Woken | None, event: e.CandidateNotified) -> Woken | None:
    """Note who was woken, by the znode's name, and by the transaction where both tell it: another
    znode may have had the same name.
    """
    name = event.subject
    if woken is None or woken["znode"] != event.znode or name in woken["candidates"]:
        return woken
    if None not in (woken["zxid"], event.zxid) and woken["zxid"] != event.zxid:
        return woken
    return {**woken, "candidates": [*woken["candidates"], name]}


def with_report(election: Election, event: e.CandidateReported, at: float) -> Election:
    """Take what one says of itself: that it is cut off, is done with a notification, or leads."""
    election = _with_cut(election, event, at)
    if event.counters is UNSAID:
        return election
    if (tally := election["tally"]) is not None:
        election = {**election, "tally": _with_done(tally, event, event.counters)}
    handoff = _claimed(election, event) if event.belief == "leading" else None
    if handoff is None or handoff["to"] != event.subject:
        return election
    if _name_of(event) not in (None, handoff["to_znode"]) and handoff["to_znode"]:
        return election  # The heir lost its place and joined again: it leads by another znode.
    if handoff["at"]["leading"] is None:
        before, after = handoff["before"] or event.counters, event.counters
        reads, writes = (after[kind] - before[kind] for kind in ("reads", "writes"))
        moments: Moments = {**handoff["at"], "leading": at}
        handoff = {**handoff, "reads": reads, "writes": writes, "at": moments}
    if event.step == "lead":
        handoff = {**handoff, "at": {**handoff["at"], "acknowledged": at}}
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


def _claimed(election: Election, event: e.CandidateReported) -> Handoff | None:
    """Note that the winner of a race says that it leads, perhaps before its znode was seen."""
    handoff, name = election["handoff"], _name_of(event)
    races = RULES[election["strategy"]].races
    if handoff is None or handoff["to"] or not races or not name:
        return handoff
    epoch = None if event.epoch is UNSAID else event.epoch
    if not epoch or epoch == handoff["from_epoch"]:
        return handoff
    return {**handoff, **heir_of({"candidate": event.subject, "znode": name, "czxid": epoch})}


def is_heir(handoff: Handoff, entry: Entry) -> bool:
    """Tell whether this is the znode that the handoff leads to."""
    same = handoff["to_znode"] == entry["znode"]
    return same and handoff["to_epoch"] in (None, entry["czxid"])


def is_acknowledged(handoff: Handoff, written: Acknowledged | None) -> bool:
    """Tell whether an acknowledgement, as read, is the heir's."""
    if written is None or handoff["to_znode"] != written["znode"]:
        return False
    epoch = written["epoch"]
    return None in (epoch, handoff["to_epoch"]) or epoch == handoff["to_epoch"]


def with_heir(handoff: Handoff, heir: Entry, chain: Sequence[Entry]) -> Handoff:
    """Return the handoff with what is known of the heir now, and with whose reports its counts are:
    `all`, `ours` if there are others too, None where the heir reports nothing.
    """
    deleted, came = handoff["at"]["deleted"] or 0.0, heir.get("came") or 0.0
    handoff = {
        **handoff,
        "next": came if came > deleted else None,
        "to": handoff["to"] or heir["candidate"],
        "to_name": heir["name"],
        "to_epoch": handoff["to_epoch"] or heir["czxid"],
    }
    if handoff["to"] is None:
        nothing: Moments = {"notified": None, "leading": None, "acknowledged": None}
        return {**handoff, **UNTOLD, "counted": None, "at": {**handoff["at"], **nothing}}
    strange = handoff["from"] is None or any(map(is_strangers, chain))
    ours = strange or handoff["counted"] != "all"
    handoff = {**handoff, **NOTHING} if handoff["counted"] is None else handoff
    return {**handoff, "counted": "ours" if ours else "all"}


# -- it ends ---------------------------------------------------------------------------------


def completed(election: Election, own: Candidates, *, seen: bool) -> Election:
    """Complete what is known of the handoff now that the chain is linked. seen: whether that is
    what ZooKeeper says now: while it is read, who is first is not known.
    """
    chain, vacant, handoff = election["chain"], election["vacant"], election["handoff"]
    if vacant and vacant["stood"] is None:
        vacant = {**vacant, "stood": _standing(vacant, own)}
    first = _first_known(chain, own) if seen else None
    if first and vacant and handoff is None:
        handoff = _filled(vacant, first)
    vacant = None if first else vacant
    if handoff is None:
        return {**election, "vacant": vacant}
    is_followed = chain or election["racers"] or handoff["to"] is not None
    if handoff["at"]["deleted"] is not None and not is_followed:
        vacant = {**handoff, "stood": _standing(handoff, own)}
        return {**election, "handoff": None, "vacant": vacant}
    handoff = _with_first(handoff, first)
    place = place_in(chain, handoff["to_znode"] or "")
    heir = chain[place] if place is not None and is_heir(handoff, chain[place]) else None
    if heir and (is_anybodys(heir) or (heir["candidate"] is None and not seen)):
        return {**election, "handoff": handoff, "vacant": vacant}
    if heir:
        handoff = _leads_already(with_heir(handoff, heir, chain), heir, election, own)
    if not _is_complete(handoff):
        return {**election, "handoff": handoff, "vacant": vacant}
    return {**_ended(election, handoff), "vacant": vacant}


def _with_first(handoff: Handoff, first: Entry | None) -> Handoff:
    """Note that who is first follows, where what had gone was found later: it may have come while
    that was still being read.
    """
    if first is None or not handoff["found_gone"] or is_heir(handoff, first):
        return handoff
    return {**handoff, **heir_of(first)}


def _first_known(chain: Sequence[Entry], own: Candidates) -> Entry | None:
    """Return the first one, None while it is not known whose it is: one of ours may have made what
    looks like a stranger's, whose session is reported after what is seen in ZooKeeper.
    """
    first = chain[0] if chain else None
    if first is None or is_anybodys(first):
        return None
    running = (one for one in own.values() if one["process"] == "running")
    on_the_way = is_strangers(first) and any(
        one["belief"] in ("joining", "suspended") for one in running
    )
    return None if on_the_way else first


def _filled(vacant: Handoff, first: Entry) -> Handoff | None:
    """Fill the vacancy: a stranger has the leader's znode now, or a candidate of ours that stood
    then, and not one that was started since.
    """
    stood = first["candidate"] in (vacant["stood"] or ())
    return {**vacant, **heir_of(first)} if stood or is_strangers(first) else None


def _standing(vacant: Handoff, own: Candidates) -> list[str]:
    """Return those that live. A leader does not follow itself, unless ZooKeeper was away."""
    itself = None if vacant["fault"] == "cut" else vacant["from"]
    alive = (name for name, one in own.items() if one["process"] != "exited")
    return [name for name in alive if name != itself]


def _leads_already(handoff: Handoff, heir: Entry, election: Election, own: Candidates) -> Handoff:
    """Note where the heir said it leads before the deletion was seen: the dashboard had no
    connection to ZooKeeper then, and the heir found out by itself, when it listed again.
    """
    at, deleted = handoff["at"], handoff["at"]["deleted"]
    if heir["belief"] != "leading" or deleted is None or at["leading"] is not None:
        return handoff
    since = own[heir["candidate"] or ""]["since"]
    at = {**at, "leading": since}
    if is_acknowledged(handoff, election["acknowledged"]):
        at = {**at, "acknowledged": max(since, deleted)}
    return {**handoff, "at": at}


def _is_complete(handoff: Handoff) -> bool:
    """Tell whether every moment is known, or, for a client that is not ours, all it can be."""
    at = handoff["at"]
    if handoff["to_znode"] and handoff["to"] is None:
        return at["deleted"] is not None
    return None not in (at["deleted"], at["leading"], at["acknowledged"])


def _ended(election: Election, handoff: Handoff) -> Election:
    """End the handoff; of those before it the latest come first."""
    last, earlier = election["last_handoff"], election["earlier_handoffs"]
    if last:
        outline = {key: last.get(key) for key in Outline.__annotations__}
        earlier = [cast(Outline, outline), *earlier]
    return {
        **election,
        "handoff": None,
        "last_handoff": _with_phases(handoff),
        "earlier_handoffs": earlier[:EARLIER_KEPT],
        "handoffs": election["handoffs"] + 1,
    }


def _with_phases(handoff: Handoff) -> LastHandoff:
    """Return the handoff with `phases_ms`: milliseconds to each moment from the fault; where nobody
    saw one, from the mark that somebody set; without it from when no server listed the leader's
    connection any longer, which was lost `within_ms` before that; else from the deletion. None if
    unknown. A znode that a listing found gone went earlier. `next`: a stranger came, after the
    znode had gone.
    """
    moments = _in_order(handoff["at"])
    reached: dict[str, float | None] = dict(moments.items())
    if handoff["to"] is None and handoff["to_znode"]:
        reached["next"] = handoff["next"]
    start, begin, within = _start(handoff, moments)
    vague = {"deleted"} if handoff["found_gone"] else set()
    begin = None if start in vague else begin
    phases: dict[str, float | None] = dict.fromkeys(PHASES) | {
        point: round((moment - begin) * 1000, 3)
        for point, moment in reached.items()
        if begin is not None and moment is not None and point not in {"fault", start, *vague}
    }
    mark = handoff["mark"] if start == "mark" else None
    own = {"at": moments, "phases_ms": phases, "phases_from": start, "within_ms": within}
    public = {key: value for key, value in handoff.items() if key not in _PRIVATE}
    return cast(LastHandoff, {**public, **own, "mark": mark})


_PRIVATE = frozenset({"before", "gone", "next", "stood"})


def _start(handoff: Handoff, at: Moments) -> tuple[str, float | None, int | None]:
    """Return what the phases are counted from, when that was, and `within_ms` if it is `lost`."""
    mark, heard, deleted = handoff["mark"], handoff["heard"], at["deleted"] or 0.0
    if at["fault"] is not None:
        return "fault", at["fault"], None
    if mark and mark["at"] <= deleted:
        return "mark", mark["at"], None
    if heard and heard["missing"] < deleted:
        return "lost", heard["missing"], round((heard["missing"] - heard["listed"]) * 1000)
    return "deleted", at["deleted"], None


def _in_order(at: Moments) -> Moments:
    """Return the moments in order: the dashboard may see a deletion after its consequence."""
    latest = float("inf")
    moments: dict[Point, float | None] = {}
    for point in reversed(POINTS):
        moment = at[point]
        latest = latest if moment is None else min(latest, moment)
        moments[point] = None if moment is None else latest
    return {point: moments[point] for point in POINTS}


def began_at(handoff: Handoff | LastHandoff) -> float:
    """Return when the first known thing happened."""
    fault, deleted = handoff["at"]["fault"], handoff["at"]["deleted"]
    return (deleted or 0.0) if fault is None else fault


# -- what people say that they do -----------------------------------------------------------------


LONGEST_S = 120.0
"""A mark that is older than this when the znode goes is of something else: a server grants sessions
of forty seconds at most, unless it is told otherwise.
"""
SLACK_S = 10.0
"""What may lie between a mark and the deed, and between a session's end and its znode's."""


def with_mark(election: Election, event: MemberMarked, at: float) -> Election:
    """Mark a member that stands; a later mark of the same one replaces an earlier one."""
    mark: Mark = {"what": event.what, "by": event.by, "session": event.session, "at": at}
    return {**election, "marks": {**election["marks"], event.znode: mark}}


def _mark_of(election: Election, gone: Entry, at: float) -> Mark | None:
    """Return the mark with which the end of `gone` began, whose znode went at `at`. None where it
    has no mark, or one that is too old, or one after which a server heard the member. Nobody tells
    the timeout of a stranger's session.
    """
    mark = election["marks"].get(gone["znode"])
    if mark is None or mark["session"] != gone["session"]:
        return None
    timeout, unheard = gone["timeout_ms"], election["unheard"].get(gone["session"] or "")
    longest = LONGEST_S if timeout is None else min(LONGEST_S, timeout / 1000 + SLACK_S)
    heard = unheard["heard"] if unheard else None
    lived_on = heard is not None and heard > mark["at"] + SLACK_S
    return None if at - mark["at"] > longest or lived_on else mark


# -- what the servers list ------------------------------------------------------------------------


def _watchers(listed: Listed | None, entry: Entry, chain: Sequence[Entry]) -> WatchingState | None:
    """Return `{"by": [znode], "names", "others", "as_of", "complete"}`: whose owners watch the
    znode of `entry`, and how many sessions more do. None without a list from after that znode was
    first seen. Of several members of one session only the next one is named.
    """
    if listed is None or listed["asked_at"] <= (entry["came"] or 0.0):
        return None
    watching = sessions_watching(listed, entry["znode"])
    small = of_small_sessions(chain, watching)
    rest = [one for one in small if one["znode"] != entry["znode"]]
    numbers = Counter([entry["session"], *(one["session"] for one in rest)])
    after = next((one for one in chain[:2] if one["znode"] != entry["znode"]), None)
    by = [one for one in rest if one is not after and numbers[one["session"]] == 1]
    by = [after, *by] if after is not None and after["session"] in watching else by
    owners = {entry["session"], *(one["session"] for one in by)}
    return {
        "by": [one["znode"] for one in by],
        "names": [one["name"] for one in by],
        "others": len({*watching} - owners),
        "as_of": listed["asked_at"],
        "complete": listed["complete"],
    }


def watched_since(election: Election) -> LastHandoff | None:
    """Return the last handoff with who watches the new leader, by the first later list that names
    somebody: a watch may be set after the first list.
    """
    last, listed, chain = election["last_handoff"], election["listed"], election["chain"]
    if not last or not listed or not chain:
        return last
    if last["watched_after"] and last["watched_after"]["by"]:
        return last
    leader = chain[0]
    is_same = (leader["znode"], leader["czxid"]) == (last["to_znode"], last["to_epoch"])
    if not is_same or listed["asked_at"] <= (last["at"]["deleted"] or 0.0):
        return last
    after = _watchers(listed, leader, chain)
    return last if after is None else {**last, "watched_after": after}


def with_connection(election: Election, event: e.ConnectionEvent) -> Election:
    """Note that no server lists a member's connection, or that one does again: then the session of
    a leader that went had not ended.
    """
    session, unheard = event.subject, without_key(election["unheard"], event.subject)
    under_way, last = election["handoff"], election["last_handoff"]
    if isinstance(event, e.ConnectionLost):
        lost = cast(Unheard, event.data)
        is_here = session in counts_of(election["chain"]).sessions
        if is_here or session in election["departed"]:
            unheard[session] = lost
        under_way = under_way and _with_lost(under_way, session, lost)
        last = last and _with_lost(last, session, lost)
    else:
        if under_way and under_way["from_session"] == session:
            under_way = {**under_way, "heard": None, "heard_ms": None}
        if last and last["from_session"] == session:
            last = {**last, "heard": None, "heard_ms": None}
    return {**election, "unheard": unheard, "handoff": under_way, "last_handoff": last}


def _with_lost(handoff: Passing, session: str, lost: Unheard) -> Passing:
    """Return the handoff, where `session` was its leader's, with when a server had last heard from
    it. A later sign of life says that the session outlived its znode.
    """
    if handoff["from_session"] != session:
        return handoff
    heard, deleted = lost["heard"], handoff["at"]["deleted"]
    silence = None
    if heard is not None and deleted is not None:
        if heard > deleted:
            return handoff
        silence = round((deleted - heard) * 1000, 3)
    known: Heard = {
        "at": heard,
        "listed": lost["listed"],
        "missing": lost["missing"],
        "server": lost["server"],
        "client": lost["client"],
    }
    return {**handoff, "heard": known, "heard_ms": silence}


# -- whom the end of a leader woke ----------------------------------------------------------------


DONE = "remember leader"


def _told(election: Election, event: e.CandidateNotified) -> Tally | None:
    """Note who was told, with its counters before its reaction; some are told before the deletion
    was seen. A process that went is no witness of its own end.
    """
    handoff, tally, gone, name = election["handoff"], election["tally"], event.znode, event.subject
    if tally is None and handoff and gone and handoff["gone"] == gone:
        tally = new_tally(gone)
    if tally is None or tally["znode"] != gone or name in tally["told"]:
        return tally
    if handoff and handoff["from"] == name:
        return tally
    by = tally["by"] if event.zxid is None else {**tally["by"], name: event.zxid}
    return {**tally, "told": {**tally["told"], name: dict(event.counters)}, "by": by}


def _with_done(tally: Tally, event: e.CandidateReported, counters: Counters) -> Tally:
    """Take a report of a candidate that was told: is it done? A leader is done as soon as it
    leads.
    """
    candidate, leads = event.subject, event.belief == "leading"
    if candidate not in tally["told"] or candidate in tally["spent"]:
        return tally
    if not leads and (event.step != DONE or event.watches in (None, UNSAID)):
        return tally
    spent = {**tally["spent"], candidate: dict(counters)}
    return {**tally, "spent": spent, "winner": candidate if leads else tally["winner"]}


def counted(election: Election, own: Candidates) -> Election:
    """Count what the end of a leader cost, where it woke all: in its handoff, also once it is
    over. All in the election had to be told, but for the leader.
    """
    tally, under_way, last = election["tally"], election["handoff"], election["last_handoff"]
    handoff = under_way or last
    if tally is None or handoff is None:
        return election
    if tally["stood"] is None:
        standing = [name for name, one in own.items() if _stands(one) and name != handoff["from"]]
        tally = {**tally, "stood": standing}
    if not tally["stood"] and not tally["told"]:
        return {**election, "tally": tally if under_way else None}
    counts = _costs(tally, own, races=RULES[election["strategy"]].races)
    whose = handoff["counted"] or "ours"
    if under_way:
        return {**election, "tally": tally, "handoff": {**under_way, **counts, "counted": whose}}
    last = last and {**last, **counts, "counted": whose}
    return {**election, "tally": tally if counts["awaited"] else None, "last_handoff": last}


_KINDS = ("notifications", "reads", "writes", "failed")


def _costs(tally: Tally, candidates: Candidates, *, races: bool) -> Counts:
    """Return the sums over all candidates: `notifications` by the end, `proven` those of them that
    the very transaction of the end has fired, `again` those that came after it (where they race, by
    the new leader's creation), `reads`, `writes`, of these the `creates` where they race, and the
    `failed` ones; how many of the `others` are `awaited`, to be told or to be done.
    """
    summed: Counter[str] = Counter()
    for name, before in tally["told"].items():
        after = tally["spent"].get(name)
        if after is None:  # Its last counts, unless they were before: nobody has heard of more.
            known = candidates[name]["counters"] if name in candidates else before
            after = known if known["notifications"] >= before["notifications"] else before
        summed.update({kind: after.get(kind, 0) - before.get(kind, 0) for kind in _KINDS})
    awaited = (name for name in tally["stood"] or () if name not in tally["spent"])
    created = int(tally["winner"] is not None)
    return {
        "notifications": len(tally["told"]),
        "proven": sum(zxid == tally["zxid"] for zxid in tally["by"].values()),
        "again": summed["notifications"],
        "reads": summed["reads"],
        "writes": summed["writes"],
        "creates": summed["failed"] + created if races else 0,
        "failed": summed["failed"],
        "others": max(len(tally["stood"] or ()), len(tally["told"])),
        "awaited": sum(name in candidates and _stands(candidates[name]) for name in awaited),
    }


def _stands(one: CandidateState) -> bool:
    return one["process"] == "running" and one["belief"] in ("waiting", "leading")
