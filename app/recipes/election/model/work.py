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

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from ....readmodels.document import CandidateState, Data
from ..document import Barred, Election, Gap, LeaderWrite, Parts, Stale, Verdict, WorkState
from .stale_story import told

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


def new() -> Parts:
    """Return the part of a new election."""
    return {"fencing": True, "work": _NOTHING}


_NOTHING: WorkState = {
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


def with_event(election: Election, what: str, data: Data, at: float) -> Election:
    """Fold the event `work.<what>`."""
    fold = _FOLDS.get(what)
    return election if fold is None else {**election, **fold(election, data, at)}


def _fencing(election: Election, data: Data, at: float) -> Parts:
    return {"fencing": data["on"]}


def _reset(election: Election, data: Data, at: float) -> Parts:
    """Reset the counts; the numbers themselves go on."""
    kept = ("count", "epoch", "at", "term", "term_epoch")
    known = {key: part for key, part in election["work"].items() if key in kept}
    return {"work": cast(WorkState, {**_NOTHING, **known})}


def _begun(election: Election, data: Data, at: float) -> Parts:
    epoch, count = data["epoch"], data["count"]
    return {"work": {**election["work"], "epoch": epoch, "count": count, "barred": None}}


def _written(election: Election, data: Data, at: float) -> Parts:
    work = _with_entry(election["work"], "accepted", data, at)
    if data["epoch"] < data["seen"]:
        return {"work": _with_stale(work, "accepted", data, at)}
    if work["term_epoch"] != data["epoch"] and work["at"] is not None:
        work = _with_gap(work, data, _fault_before(election, data), at)
    term, epoch = data["candidate"], data["epoch"]
    return {"work": {**work, "term": term, "term_epoch": epoch, "epoch": epoch, "at": at}}


def _refused(election: Election, data: Data, at: float) -> Parts:
    work = _with_entry(election["work"], "refused", data, at)
    if data["number"] is None:
        told = ("candidate", "epoch", "seen", "holder")
        work["barred"] = cast(Barred, {key: data[key] for key in told})
    return {"work": _with_stale(work, "refused", data, at)}


def _damaged(election: Election, data: Data, at: float) -> Parts:
    first = _first_of(election["work"], data["number"])
    work = _with_entry(election["work"], "damage", data, at)
    return {"work": _with_stale(work, "damage", {**data, "first": first}, at)}


def _with_entry(work: WorkState, verdict: Verdict, data: Data, at: float) -> WorkState:
    """Add one write to the ring: its place is the number of writes before it, modulo `RING`."""
    written = work["accepted"] + work["refused"] + work["damage"]
    entry: LeaderWrite = {
        "at": at,
        "candidate": data["candidate"],
        "epoch": data["epoch"],
        "number": data["number"],
        "verdict": verdict,
    }
    writes = {**work["writes"], str(written % RING): entry}
    changed: WorkState = {**work, "count": data["count"], "writes": writes}
    changed[verdict] += 1
    return changed


def _first_of(work: WorkState, number: int) -> str | None:
    """Return who handed this number out before, as far as the ring reaches."""
    taken = [one for one in work["writes"].values() if one["verdict"] == "accepted"]
    return next((one["candidate"] for one in taken if one["number"] == number), None)


def _with_gap(work: WorkState, data: Data, fault: str | None, at: float) -> WorkState:
    """Measure the gap from the last accepted write of the old term to the first of the new one."""
    began = at if work["at"] is None else work["at"]
    took = round((at - began) * 1000, 1)
    gap: Gap = {
        "from": work["term"],
        "to": data["candidate"],
        "began": began,
        "ended": at,
        "ms": took,
        "fault": fault,
    }
    return {**work, "gap_ms": took, "gaps": [*work["gaps"], gap][-GAPS_KEPT:]}


def _fault_before(election: Election, data: Data) -> str | None:
    """Return the fault that began the term of a write; None where nobody handed over to it."""
    handoff = election["handoff"] or election["last_handoff"]
    if handoff is None or handoff["to"] != data["candidate"]:
        return None
    return handoff["fault"] if handoff["to_epoch"] in (None, data["epoch"]) else None


def barred(election: Election) -> Barred | None:
    """Return the leader that the store refuses: the later epoch that the store has seen is not this
    ensemble's, where nobody can have led later than the current leader.
    """
    asked = election["work"]["barred"]
    return asked if asked and asked["epoch"] == election["epoch"] else None


# -- leaders of an earlier term ---------------------------------------------------------------


def with_candidate_event(
    election: Election, name: str, candidate: CandidateState, kind: str, at: float
) -> Election:
    """Fold what its own events say of a former leader.

    candidate: as it is after the event. A frozen leader that is woken after another one has taken
    its place believes that it leads until it notices: that is kept, with both moments.
    """
    work = election["work"]
    if kind == "resumed" and _is_deposed(election, candidate):
        return {**election, "work": _with_woken(election, name, candidate["epoch"] or 0, at)}
    if not _believed(work, name):
        return election
    news: Stale = {"believes": candidate.get("process") != "paused"}
    if kind in ("reported", "exited") and _has_noticed(candidate):
        news = {"believes": False, "ended" if kind == "exited" else "noticed": at}  # type: ignore[misc]
    return {**election, "work": _with_news(work, name, news)}


def _is_deposed(election: Election, candidate: CandidateState) -> bool:
    if candidate["belief"] != "leading" or candidate["epoch"] is None:
        return False
    chain = election["chain"]
    return not chain or chain[0]["czxid"] != candidate["epoch"]


def _has_noticed(candidate: CandidateState) -> bool:
    return candidate["belief"] != "leading"


def _believed(work: WorkState, name: str) -> bool:
    """Tell whether this one was woken and has not noticed yet."""
    return any(one["candidate"] == name and _is_open(one) for one in work["stale"])


def _is_open(stale: Stale) -> bool:
    return stale["woke"] is not None and stale["noticed"] is None and stale["ended"] is None


def _with_woken(election: Election, name: str, epoch: int, at: float) -> WorkState:
    chain = election["chain"]
    known: Stale = {
        "leader": chain[0]["candidate"] if chain else None,
        "seen": chain[0]["czxid"] if chain else None,
        "woke": at,
        "believes": True,
    }
    return _with_one_more(election["work"], {"candidate": name, "epoch": epoch, **known})


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


def _with_news(work: WorkState, name: str, news: Stale) -> WorkState:
    stale: list[Stale] = [
        told({**one, **news}) if one["candidate"] == name and _is_open(one) else one
        for one in work["stale"]
    ]
    return {**work, "stale": stale}


def _with_stale(work: WorkState, verdict: Verdict, data: Data, at: float) -> WorkState:
    """Return the election with the result of an earlier leader's write, kept with its waking if
    known.
    """
    news: Stale = {
        "leader": data["holder"],
        "seen": data["seen"],
        "number": data["number"],
        "at": at,
        "verdict": verdict,
        "first": data.get("first"),
    }
    who: Stale = {"candidate": data["candidate"], "epoch": data["epoch"]}
    last = next(reversed(work["stale"]), None)
    if last == {**(last or _STALE), **who, "number": None}:
        return {**work, "stale": [*work["stale"][:-1], told({**last, **news})]}
    return _with_one_more(work, {**who, **news})


def _with_one_more(work: WorkState, stale: Stale) -> WorkState:
    one = told({**_STALE, **stale})
    return {**work, "stale": [*work["stale"], one][-STALE_KEPT:]}


_FOLDS: Mapping[str, Callable[[Election, Data, float], Parts]] = {
    "begun": _begun,
    "written": _written,
    "refused": _refused,
    "damaged": _damaged,
    "fencing": _fencing,
    "reset": _reset,
}
