"""A handoff as it goes: fault, deleted, notified, leading, acknowledged.

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
from typing import Literal, cast

from ....participation.session_clock import TOUCH
from ....readmodels.chain import of_small_sessions
from ....readmodels.chain_counts import is_strangers
from ....readmodels.document import Candidates, CandidateState, Data, Entry, Listed, Removed
from ....readmodels.event import UNSAID
from ....readmodels.events import CandidateReported
from ....readmodels.watched import sessions_watching
from ..events import MemberMarked
from ..state import (
    Acknowledged,
    Counts,
    Election,
    Handoff,
    Heard,
    Mark,
    Moments,
    Outline,
    Point,
    Tally,
    Unheard,
    WatchingState,
    Zxids,
)

UNLISTED: Handoff = {"watched": None, "watched_after": None, "heard": None, "heard_ms": None}


Counters = Mapping[str, int]

DONE = "remember leader"
NOTHING: Counts = {
    "notifications": 0,
    "proven": 0,
    "again": 0,
    "reads": 0,
    "writes": 0,
    "creates": 0,
    "failed": 0,
    "others": 0,
    "awaited": 0,
}
UNTOLD = cast(Counts, dict.fromkeys(NOTHING))
"""The result where nobody who was told reports it."""

_KINDS = ("notifications", "reads", "writes", "failed")


POINTS: tuple[Point, ...] = ("fault", "deleted", "notified", "leading", "acknowledged")
PHASES = ("deleted", "next", "notified", "leading", "acknowledged")
LEAVES_BY_ITSELF = ("stop", "resign", "behind")
"""Faults after which a leader deletes its own znode."""


def begun(leader: Entry, heir: Entry | None, fault: str | None, at: float | None) -> Handoff:
    """Begin a handoff after `fault` struck the leader, None where nobody saw the cause; `heir` is
    next as things are.

    `gone` is the znode whose deletion the heir is told of: the leader's, or that of an earlier heir
    which went too. Epochs tell two leaders' znodes of one name apart.
    """
    reports = leader["candidate"] is not None
    return {
        "from": leader["candidate"],
        "from_name": leader["name"],
        "from_znode": leader["znode"],
        "from_epoch": leader["czxid"],
        "from_session": leader["session"],
        **_to(heir),
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
        **(NOTHING if reports else UNTOLD),
        **UNLISTED,
        "before": None,
        "stood": None,
        "next": None,
    }


def deleted(handoff: Handoff | None, leader: Entry, chain: Sequence[Entry], at: float) -> Handoff:
    """Note that the leader's znode is gone; `chain` is what is left. Without a known fault the
    deletion is the first known moment. A racer that has won by now stays the heir.
    """
    heir = chain[0] if chain else None
    known = handoff or begun(leader, heir, None, None)
    to: Handoff = {} if known["to_epoch"] and not heir else _to(heir)
    to["ended"] = _end(leader, known["fault"], at)
    led: Handoff = {"led_ms": (at - leader["since"]) * 1000} if "since" in leader else {}
    return {**known, **to, **led, "at": {**known["at"], "deleted": at}}


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


def heir_gone(handoff: Handoff, chain: Sequence[Entry]) -> Handoff:
    """Note that the successor went before it led: the next one is the heir, and has yet to be told.
    The notifications of the deletion before stay counted.
    """
    deletion = handoff["zxids"]["deleted"]
    return {
        **handoff,
        **_to(chain[0] if chain else None),
        "gone": handoff["to_znode"],
        "at": {**handoff["at"], "notified": None},
        "zxids": {"deleted": None, "notified": None},
        "earlier": [*handoff["earlier"], *([deletion] if deletion else [])],
    }


def by_transaction(handoff: Handoff, zxid: int) -> Handoff:
    """Note that the change `zxid` deleted the znode that is `gone`."""
    if handoff["removal"] not in (None, zxid):
        fault = None if handoff["fault"] == "deleted" else handoff["fault"]
        handoff = {**handoff, "fault": fault, "by": None, "removal": None, "ended": None}
    return {**handoff, "zxids": {**handoff["zxids"], "deleted": zxid}}


def by_hand(handoff: Handoff, removed: Removed) -> Handoff:
    """Note that a person deleted a znode, {znode, by, zxid}: that is its leader's fault, unless
    another one came first.
    """
    if not _is_its_end(handoff, removed):
        return handoff
    ended: Handoff = {**handoff, "ended": "deleted", "removal": removed["zxid"]}
    return ended if handoff["fault"] else {**ended, "fault": "deleted", "by": removed["by"]}


def _is_its_end(handoff: Handoff, removed: Removed) -> bool:
    """Tell whether the deletion is this znode's, and not an earlier or later namesake's."""
    zxid, told = removed["zxid"], handoff["zxids"]["deleted"]
    if handoff["from_znode"] != removed["znode"] or is_later(handoff["from_epoch"], zxid):
        return False
    came = is_later(zxid, handoff["to_epoch"]) and handoff["to_znode"] == removed["znode"]
    return not came and (None in (told, zxid) or told == zxid)


def is_later(zxid: int | None, than: int | None) -> bool:
    """Tell whether both are known, and one change came after the other."""
    return zxid is not None and than is not None and zxid > than


def _to(heir: Entry | None) -> Handoff:
    return {
        "to": heir.get("candidate") if heir else None,
        "to_name": heir.get("name", heir.get("candidate")) if heir else None,
        "to_znode": heir["znode"] if heir else None,
        "to_epoch": heir["czxid"] if heir else None,
    }


def won(handoff: Handoff, heir: Entry) -> Handoff:
    """Note the winner of a race: nobody knows the heir until its znode is there."""
    return {**handoff, **_to(heir)}


def with_heir(handoff: Handoff, heir: Entry, chain: Sequence[Entry]) -> Handoff:
    """Return the handoff with what is known of the heir now, and with whose reports its counts are:
    `all`, `ours` if there are others too, None where the heir reports nothing.
    """
    deleted, came = handoff["at"]["deleted"] or 0.0, heir.get("came") or 0.0
    known: Handoff = {
        "next": came if came > deleted else None,
        "to": handoff["to"] or heir["candidate"],
        "to_name": heir["name"],
        "to_epoch": handoff["to_epoch"] or heir["czxid"],
    }
    if known["to"] is None:
        nothing: Moments = {"notified": None, "leading": None, "acknowledged": None}
        at: Moments = {**handoff["at"], **nothing}
        return {**handoff, **known, **UNTOLD, "counted": None, "at": at}
    strange = handoff["from"] is None or any(map(is_strangers, chain))
    ours = strange or handoff["counted"] != "all"
    counts: Counts = NOTHING if handoff["counted"] is None else {}
    return {**handoff, **known, **counts, "counted": "ours" if ours else "all"}


def is_won(handoff: Handoff, epoch: int | None) -> bool:
    """Tell whether `epoch` is that of a leader after the one that went."""
    return bool(epoch) and epoch != handoff["from_epoch"]


def is_heir(handoff: Handoff, entry: Entry) -> bool:
    """Tell whether this is the znode that the handoff leads to."""
    same = handoff["to_znode"] == entry["znode"]
    return same and handoff["to_epoch"] in (None, entry["czxid"])


def is_of_heir(handoff: Handoff, acknowledgement: Data | Acknowledged) -> bool:
    """Tell whether an acknowledgement, as read, is the heir's."""
    epoch = acknowledgement.get("epoch")
    same = handoff["to_znode"] == acknowledgement.get("znode")
    return same and (None in (epoch, handoff["to_epoch"]) or epoch == handoff["to_epoch"])


def notified(
    handoff: Handoff,
    candidate: str,
    counters: Mapping[str, int],
    at: float,
    zxid: int | None = None,
) -> Handoff:
    """Note that `candidate` was told that the old leader's znode is gone, by the change `zxid`
    where that is known. If it is the deletion's own, this transaction and no other has fired the
    notification.
    """
    if candidate == handoff["from"] or handoff["counted"] is None:
        return handoff
    proven = handoff["proven"] + int(zxid is not None and zxid == handoff["zxids"]["deleted"])
    told: Handoff = {**handoff, "notifications": handoff["notifications"] + 1, "proven": proven}
    if handoff["to"] not in (None, candidate) or handoff["at"]["notified"] is not None:
        return told
    zxids: Zxids = {**handoff["zxids"], "notified": zxid}
    moments: Moments = {**handoff["at"], "notified": at}
    return {**told, "before": dict(counters), "at": moments, "zxids": zxids}


def leading(handoff: Handoff, counters: Mapping[str, int], at: float) -> Handoff:
    """Note that the heir leads; `counters` say what that took since it was told."""
    if handoff["at"]["leading"] is not None:
        return handoff
    before = handoff["before"] or counters
    reads, writes = (counters[kind] - before[kind] for kind in ("reads", "writes"))
    at_each: Moments = {**handoff["at"], "leading": at}
    return {**handoff, "reads": reads, "writes": writes, "at": at_each}


def leads_already(handoff: Handoff, since: float, is_acknowledged: bool) -> Handoff:
    """Note that the heir said it leads before the deletion was seen: the dashboard had no
    connection to ZooKeeper then, and the heir found out by itself, when it listed again.
    """
    known: Moments = {**handoff["at"], "leading": since}
    if is_acknowledged:
        known = {**known, "acknowledged": max(since, handoff["at"]["deleted"] or since)}
    return {**handoff, "at": known}


def acknowledged(handoff: Handoff, at: float) -> Handoff:
    """Note that the heir's acknowledgement is written."""
    return {**handoff, "at": {**handoff["at"], "acknowledged": at}}


_NEEDED: tuple[Point, ...] = ("deleted", "leading", "acknowledged")


def is_complete(handoff: Handoff) -> bool:
    """Tell whether every moment is known, or, for a client that is not ours, all it can be."""
    if handoff["to_znode"] and handoff["to"] is None:
        return handoff["at"]["deleted"] is not None
    return all(handoff["at"][point] is not None for point in _NEEDED)


def finished(handoff: Handoff) -> Handoff:
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
    return cast(Handoff, {**public, **own, "mark": mark})


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


def outline(handoff: Handoff) -> Outline:
    """Return what is kept of a complete handoff once another one has followed it."""
    return cast(Outline, {key: handoff.get(key) for key in Outline.__annotations__})


def began(handoff: Handoff) -> float:
    """Return when the first known thing happened."""
    fault, deleted = handoff["at"]["fault"], handoff["at"]["deleted"]
    return (deleted or 0.0) if fault is None else fault


_PRIVATE = frozenset({"before", "gone", "next", "stood"})


def _in_order(at: Moments) -> Moments:
    """Return the moments in order: the dashboard may see a deletion after its consequence."""
    latest = float("inf")
    moments: dict[Point, float | None] = {}
    for point in reversed(POINTS):
        moment = at[point]
        latest = latest if moment is None else min(latest, moment)
        moments[point] = None if moment is None else latest
    return {point: moments[point] for point in POINTS}


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


def mark_of(election: Election, gone: Entry, at: float) -> Mark | None:
    """Return the mark with which the end of `gone` began, whose znode went at `at`. None where it
    has no mark, or one that is too old, or one after which a server heard the member.
    """
    mark = election["marks"].get(gone["znode"])
    if mark is None or mark["session"] != gone["session"]:
        return None
    unheard = election["unheard"].get(gone["session"] or "")
    is_old = at - mark["at"] > _longest(gone)
    return None if is_old or _lived_on(mark, unheard) else mark


def _longest(gone: Entry) -> float:
    """Return how long its end may take: of a stranger's session nobody tells the timeout."""
    timeout = gone["timeout_ms"]
    return LONGEST_S if timeout is None else min(LONGEST_S, timeout / 1000 + SLACK_S)


def _lived_on(mark: Mark, unheard: Unheard | None) -> bool:
    heard = unheard["heard"] if unheard else None
    return heard is not None and heard > mark["at"] + SLACK_S


# -- what the servers list ------------------------------------------------------------------------


def watchers(listed: Listed | None, entry: Entry, chain: Sequence[Entry]) -> WatchingState | None:
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


def watched_since(
    last: Handoff | None, listed: Listed | None | None, chain: Sequence[Entry]
) -> Handoff | None:
    """Return the last handoff with who watches the new leader, by the first later list that names
    somebody: a watch may be set after the first list.
    """
    if (
        not last
        or not listed
        or not chain
        or (last["watched_after"] and last["watched_after"]["by"])
    ):
        return last
    leader = chain[0]
    is_same = (leader["znode"], leader["czxid"]) == (last["to_znode"], last["to_epoch"])
    if not is_same or listed["asked_at"] <= (last["at"]["deleted"] or 0.0):
        return last
    after = watchers(listed, leader, chain)
    return last if after is None else {**last, "watched_after": after}


def with_lost(handoff: Handoff | None, session: str, lost: Unheard) -> Handoff | None:
    """Return the handoff, where `session` was its leader's, with when a server had last heard from
    it. A later sign of life says that the session outlived its znode.
    """
    if handoff is None or handoff["from_session"] != session:
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


def with_found(handoff: Handoff | None, session: str) -> Handoff | None:
    """Return the handoff, where `session` was its leader's and is back: it had not ended."""
    if handoff is None or handoff["from_session"] != session or handoff["heard"] is None:
        return handoff
    return {**handoff, "heard": None, "heard_ms": None}


# -- whom the end of a leader woke ----------------------------------------------------------------


def new_tally(znode: str) -> Tally:
    """Begin a tally: nobody has been told yet that `znode` is gone."""
    return {
        "znode": znode,
        "zxid": None,
        "stood": None,
        "told": {},
        "by": {},
        "spent": {},
        "winner": None,
    }


def with_standing(tally: Tally, candidates: Candidates, gone: str | None) -> Tally:
    """Note who had to be told: all in the election, `gone` itself left out."""
    if tally["stood"] is not None:
        return tally
    stood = [name for name, one in candidates.items() if name != gone and _stands(one)]
    return {**tally, "stood": stood}


def with_told(tally: Tally, candidate: str, counters: Counters, zxid: int | None) -> Tally:
    """Note that `candidate` was told, by the change `zxid` if known; `counters` are those before
    its reaction.
    """
    if candidate in tally["told"]:
        return tally
    by = tally["by"] if zxid is None else {**tally["by"], candidate: zxid}
    return {**tally, "told": {**tally["told"], candidate: dict(counters)}, "by": by}


def with_done(tally: Tally, event: CandidateReported, counters: Counters) -> Tally:
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


def costs(tally: Tally, candidates: Candidates, *, races: bool) -> Counts:
    """Return the sums over all candidates: `notifications` by the end, `proven` those of them that
    the very transaction of the end has fired, `again` those that came after it (where they race, by
    the new leader's creation), `reads`, `writes`, of these the `creates` where they race, and the
    `failed` ones; how many of the `others` are `awaited`, to be told or to be done.
    """
    spent = [
        _since(before, tally["spent"].get(name) or _known(candidates, name, before))
        for name, before in tally["told"].items()
    ]
    summed = {kind: sum(one[kind] for one in spent) for kind in _KINDS}
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
        "awaited": _awaited(tally, candidates),
    }


def _since(before: Counters, after: Counters) -> dict[str, int]:
    return {kind: after.get(kind, 0) - before.get(kind, 0) for kind in _KINDS}


def _known(candidates: Candidates, name: str, told: Counters) -> Counters:
    """Return the last counts, unless they were before (then nobody has heard of more)."""
    known = candidates[name]["counters"] if name in candidates else told
    return known if known["notifications"] >= told["notifications"] else told


def _awaited(tally: Tally, candidates: Candidates) -> int:
    open_ones = (name for name in tally["stood"] or () if name not in tally["spent"])
    return sum(_stands(candidates[name]) for name in open_ones if name in candidates)


def _stands(one: CandidateState) -> bool:
    return one["process"] == "running" and one["belief"] in ("waiting", "leading")
