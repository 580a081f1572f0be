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

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from ...readmodels.document import CandidateState
from ...readmodels.event import Event
from ...readmodels.events import CandidateExited, CandidateReported, CandidateResumed
from .events import (
    FencingTurned,
    StoreEvent,
    WorkBegun,
    WorkDamaged,
    WorkRefused,
    WorkReset,
    WorkWritten,
)
from .state import (
    Election,
    Gap,
    LeaderWrite,
    Stale,
    Verdict,
    WorkState,
    new_stale,
    new_work,
)
from .text import tell_stale

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


def with_fencing(election: Election, event: FencingTurned, at: float) -> Election:
    return {**election, "fencing": event.on}


def reset(election: Election, event: WorkReset, at: float) -> Election:
    """Reset the counts; the numbers themselves go on."""
    kept = ("count", "epoch", "at", "term", "term_epoch")
    known = {key: part for key, part in election["work"].items() if key in kept}
    return {**election, "work": cast(WorkState, {**new_work(), **known})}


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
        woken: Stale = {
            **new_stale(name, candidate["epoch"]),
            "leader": first["candidate"] if first else None,
            "seen": first["czxid"] if first else None,
            "woke": at,
            "believes": True,
        }
        return {**election, "work": _with_last(work, work["stale"], woken)}
    if not any(one["candidate"] == name and _is_open(one) for one in work["stale"]):
        return election
    noticed = at if not leads and isinstance(event, CandidateReported) else None
    ended = at if not leads and isinstance(event, CandidateExited) else None
    believes = candidate.get("process") != "paused" and noticed is None and ended is None
    stale = [
        _told({**one, "believes": believes, "noticed": noticed, "ended": ended})
        if one["candidate"] == name and _is_open(one)
        else one
        for one in work["stale"]
    ]
    return {**election, "work": {**work, "stale": stale}}


def _is_open(stale: Stale) -> bool:
    return stale["woke"] is not None and stale["noticed"] is None and stale["ended"] is None


def _with_stale(
    work: WorkState, verdict: Verdict, event: StoreEvent, at: float, first: str | None = None
) -> WorkState:
    """Return the work with the result of an earlier leader's write, kept with its waking if
    known. first: who had handed out its number.
    """
    before, known = work["stale"], new_stale(event.candidate, event.epoch)
    if before and before[-1]["number"] is None:
        last = before[-1]
        if (last["candidate"], last["epoch"]) == (event.candidate, event.epoch):
            before, known = before[:-1], last
    written: Stale = {
        **known,
        "leader": event.holder,
        "seen": event.seen,
        "number": event.number,
        "at": at,
        "verdict": verdict,
        "first": first,
    }
    return _with_last(work, before, written)


def _with_last(work: WorkState, before: Sequence[Stale], last: Stale) -> WorkState:
    return {**work, "stale": [*before, _told(last)][-STALE_KEPT:]}


def _told(stale: Stale) -> Stale:
    """Return it with what happened, in words."""
    return {**stale, "words": tell_stale(stale)}
