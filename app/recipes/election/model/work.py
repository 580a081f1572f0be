"""The leader's work: numbers handed out, each once; who may, what was refused, what was damaged.

A leader hands out numbers, 1, 2, 3 …, and writes each to a store together with its epoch. The
store takes a write or refuses it by `judge`, on the write's arrival. A leader that was frozen past
its session wakes in the middle of an item and writes it: with fencing its epoch gives it away,
without, a number is handed out a second time (docs/correctness.md, 13; Kleppmann's fencing tokens).

An epoch counts as seen as soon as a leader has *asked* for the count with it. If only writes
counted, a stale write could slip in between the new leader's reading of the count and its first
write, and both would have handed out the same number.

How this maps to writes to ZooKeeper itself: put `check(own znode)` and the write into one
transaction (`multi`), as the acknowledgement does. The leader's znode, whose czxid is the epoch,
is gone before a later leader can be the lowest, so the check fails for a leader that has lost its
place, and the server that orders all writes takes the part of this store. The znode's name must be
the leader's own, as sequential ones are: `single` has one name for all, which another one's znode
bears as soon as it leads; there, check the version of a znode in which each new leader has written
its epoch first. The epoch on every write is for stores that know nothing of ZooKeeper.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from ....readmodels.document import CandidateState
from ....readmodels.event import Event
from ....readmodels.events import CandidateExited, CandidateReported, CandidateResumed
from ....readmodels.wording import Line, duration, hexed, who
from ..events import (
    FencingTurned,
    StoreEvent,
    WorkBegun,
    WorkDamaged,
    WorkRefused,
    WorkReset,
    WorkWritten,
)
from ..state import Barred, Election, Gap, LeaderWrite, Stale, Verdict, WorkState

RING = 80
GAPS_KEPT = 6
STALE_KEPT = 4


# -- the rule ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class ElectionLedger:
    """The store's knowledge of one election.

    epoch: the latest one seen, brought by the candidate `holder`; count: the highest number handed
    out.
    """

    epoch: int = 0
    holder: str | None = None
    count: int = 0


def is_stale(ledger: ElectionLedger, epoch: int) -> bool:
    """Tell whether a later epoch than this one has been seen."""
    return epoch < ledger.epoch


def opened(ledger: ElectionLedger, epoch: int, candidate: str) -> ElectionLedger:
    """Return the ledger after `candidate` has asked for the count with this epoch."""
    return ledger if is_stale(ledger, epoch) else ElectionLedger(epoch, candidate, ledger.count)


def judge(ledger: ElectionLedger, epoch: int, number: int, *, fencing: bool) -> Verdict:
    """Judge a write. `damage` is a write that is taken although its number was handed out
    before.
    """
    if fencing and is_stale(ledger, epoch):
        return "refused"
    return "accepted" if number > ledger.count else "damage"


def entered(
    ledger: ElectionLedger, epoch: int, number: int, candidate: str, verdict: Verdict
) -> ElectionLedger:
    """Return the ledger after a write that was judged."""
    if verdict == "refused":
        return ledger
    return replace(opened(ledger, epoch, candidate), count=max(number, ledger.count))


# -- the fold ---------------------------------------------------------------------------------


NO_WORK: WorkState = {
    "count": 0,
    "epoch": None,
    "accepted": 0,
    "refused": 0,
    "damage": 0,
    "at": None,
    "term": None,
    "term_epoch": None,
    "gap_ms": None,
    "barred": None,
    "gaps": [],
    "stale": [],
    "writes": {},
}


def with_fencing(election: Election, event: FencingTurned, at: float) -> Election:
    return {**election, "fencing": event.on}


def reset(election: Election, event: WorkReset, at: float) -> Election:
    """Reset the counts; the numbers themselves go on."""
    kept = ("count", "epoch", "at", "term", "term_epoch")
    known = {key: part for key, part in election["work"].items() if key in kept}
    return {**election, "work": cast(WorkState, {**NO_WORK, **known})}


def begun(election: Election, event: WorkBegun, at: float) -> Election:
    """Note that a leader has asked for the count."""
    known: WorkState = {**election["work"], "epoch": event.epoch, "count": event.count}
    return {**election, "work": {**known, "barred": None}}


def written(election: Election, event: WorkWritten, at: float) -> Election:
    """Take a write that was accepted: the first of a term ends the gap before it."""
    work = _with_entry(election["work"], "accepted", event, at)
    if event.epoch < event.seen:
        return {**election, "work": _with_stale(work, "accepted", event, at)}
    if work["term_epoch"] != event.epoch and work["at"] is not None:
        work = _with_gap(work, event, _fault_before(election, event), at)
    term: WorkState = {**work, "term": event.candidate, "term_epoch": event.epoch}
    return {**election, "work": {**term, "epoch": event.epoch, "at": at}}


def refused(election: Election, event: WorkRefused, at: float) -> Election:
    """Take a write, or a question for the count, that was refused."""
    work = _with_entry(election["work"], "refused", event, at)
    if event.number is None:
        work["barred"] = {
            "candidate": event.candidate,
            "epoch": event.epoch,
            "seen": event.seen,
            "holder": cast(str, event.holder),
        }
    return {**election, "work": _with_stale(work, "refused", event, at)}


def damaged(election: Election, event: WorkDamaged, at: float) -> Election:
    """Take a write of a number that was handed out before; by whom is known as far as the ring
    reaches.
    """
    taken = [one for one in election["work"]["writes"].values() if one["verdict"] == "accepted"]
    first = next((one["candidate"] for one in taken if one["number"] == event.number), None)
    work = _with_entry(election["work"], "damage", event, at)
    return {**election, "work": _with_stale(work, "damage", event, at, first)}


def _with_entry(work: WorkState, verdict: Verdict, event: StoreEvent, at: float) -> WorkState:
    """Add one write to the ring: its place is the number of writes before it, modulo `RING`."""
    written = work["accepted"] + work["refused"] + work["damage"]
    entry: LeaderWrite = {
        "at": at,
        "candidate": event.candidate,
        "epoch": event.epoch,
        "number": event.number,
        "verdict": verdict,
    }
    writes = {**work["writes"], str(written % RING): entry}
    changed: WorkState = {**work, "count": event.count, "writes": writes}
    changed[verdict] += 1
    return changed


def _with_gap(work: WorkState, event: WorkWritten, fault: str | None, at: float) -> WorkState:
    """Measure the gap from the last accepted write of the old term to the first of the new one."""
    began = at if work["at"] is None else work["at"]
    took = round((at - began) * 1000, 1)
    gap: Gap = {
        "from": work["term"],
        "to": event.candidate,
        "began": began,
        "ended": at,
        "ms": took,
        "fault": fault,
    }
    return {**work, "gap_ms": took, "gaps": [*work["gaps"], gap][-GAPS_KEPT:]}


def _fault_before(election: Election, event: WorkWritten) -> str | None:
    """Return the fault that began the term of a write; None where nobody handed over to it."""
    handoff = election["handoff"] or election["last_handoff"]
    if handoff is None or handoff["to"] != event.candidate:
        return None
    return handoff["fault"] if handoff["to_epoch"] in (None, event.epoch) else None


def barred(election: Election) -> Barred | None:
    """Return the leader that the store refuses: the later epoch that the store has seen is not this
    ensemble's, where nobody can have led later than the current leader.
    """
    asked = election["work"]["barred"]
    return asked if asked and asked["epoch"] == election["epoch"] else None


# -- leaders of an earlier term ---------------------------------------------------------------


def with_process_event(
    election: Election, event: Event, candidate: CandidateState, at: float
) -> Election:
    """Fold what its own events say of a former leader.

    candidate: as it is after the event. A frozen leader that is woken after another one has taken
    its place believes that it leads until it notices: that is kept, with both moments.
    """
    name, leads, work = event.subject, candidate["belief"] == "leading", election["work"]
    first = next(iter(election["chain"]), None)
    is_deposed = leads and (first is None or first["czxid"] != candidate["epoch"])
    if isinstance(event, CandidateResumed) and is_deposed and candidate["epoch"] is not None:
        known: Stale = {
            "leader": first["candidate"] if first else None,
            "seen": first["czxid"] if first else None,
            "woke": at,
            "believes": True,
        }
        woken: Stale = {"candidate": name, "epoch": candidate["epoch"] or 0, **known}
        return {**election, "work": _with_one_more(work, woken)}
    if not any(one["candidate"] == name and _is_open(one) for one in work["stale"]):
        return election
    news: Stale = {"believes": candidate.get("process") != "paused"}
    if not leads and isinstance(event, CandidateExited):
        news = {"believes": False, "ended": at}
    elif not leads and isinstance(event, CandidateReported):
        news = {"believes": False, "noticed": at}
    stale: list[Stale] = [
        told({**one, **news}) if one["candidate"] == name and _is_open(one) else one
        for one in work["stale"]
    ]
    return {**election, "work": {**work, "stale": stale}}


def _is_open(stale: Stale) -> bool:
    return stale["woke"] is not None and stale["noticed"] is None and stale["ended"] is None


_STALE: Stale = {
    "leader": None,
    "seen": None,
    "woke": None,
    "noticed": None,
    "ended": None,
    "number": None,
    "at": None,
    "verdict": None,
    "first": None,
    "believes": False,
}


def _with_stale(
    work: WorkState, verdict: Verdict, event: StoreEvent, at: float, first: str | None = None
) -> WorkState:
    """Return the work with the result of an earlier leader's write, kept with its waking if
    known. first: who had handed out its number.
    """
    news: Stale = {
        "leader": event.holder,
        "seen": event.seen,
        "number": event.number,
        "at": at,
        "verdict": verdict,
        "first": first,
    }
    who: Stale = {"candidate": event.candidate, "epoch": event.epoch}
    last = next(reversed(work["stale"]), None)
    if last == {**(last or _STALE), **who, "number": None}:
        return {**work, "stale": [*work["stale"][:-1], told({**last, **news})]}
    return _with_one_more(work, {**who, **news})


def _with_one_more(work: WorkState, stale: Stale) -> WorkState:
    one = told({**_STALE, **stale})
    return {**work, "stale": [*work["stale"], one][-STALE_KEPT:]}


# -- what it did, in words ------------------------------------------------------------------------


_NOBODY = "somebody"


def told(stale: Stale) -> Stale:
    """Return it with what happened, in words."""
    return {**stale, "words": tell(stale)}


def tell(stale: Stale) -> Line:
    """Say what it did and, while it believes, who is right; afterwards, for how long it did."""
    deed = _deed(stale)
    return [*_both(stale), *deed] if stale["believes"] else [*deed, *_belief(stale)]


def _both(stale: Stale) -> Line:
    candidate, leader = who(stale["candidate"]), stale["leader"]
    if leader is None:
        return [candidate, " believes that it leads, but nobody does. "]
    right = f"{hexed(stale['seen'])} is later than {hexed(stale['epoch'])}. "
    both: Line = [candidate, " and ", who(leader), " both believe that they lead. "]
    return [*both, who(leader), f" is right: its epoch {right}"]


def _deed(stale: Stale) -> Line:
    candidate, verdict, number = who(stale["candidate"], _NOBODY), stale["verdict"], stale["number"]
    if not verdict:
        return [] if stale["believes"] else [candidate, " woke, and wrote nothing"]
    did = "asked for the count" if number is None else f"wrote number {number}"
    woke = "" if stale["woke"] is None else " woke and"
    start: Line = [candidate, f"{woke} {did} with epoch {hexed(stale['epoch'])}"]
    return start + {"refused": _was_refused, "damage": _did_damage}.get(verdict, _was_taken)(stale)


def _of_leader(stale: Stale) -> Line:
    return [" of ", who(stale["leader"])] if stale["leader"] else []


def _was_refused(stale: Stale) -> Line:
    seen = f"; the store had seen epoch {hexed(stale['seen'])}"
    return [seen, *_of_leader(stale), ": ", {"strong": "refused"}, ". "]


def _did_damage(stale: Stale) -> Line:
    first = stale["first"]
    before: Line = [who(first), " had handed it out before. "]
    before = before if first else ["it was handed out before. "]
    seen = stale["seen"]
    if seen is None or stale["epoch"] >= seen:
        return [": ", *before]
    return [". Without fencing it was ", {"strong": "taken"}, ": ", *before]


def _was_taken(stale: Stale) -> Line:
    seen = f", after epoch {hexed(stale['seen'])}"
    without = ". Without fencing it was "
    return [seen, *_of_leader(stale), " was seen", without, {"strong": "taken"}, ". "]


def _belief(stale: Stale) -> Line:
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
        right = [who(stale["leader"]), " was right."]
    believed = f"{end}For {duration(noticed - woke)} after waking "
    return [believed, who(stale["candidate"]), " believed that it led; ", *right]
