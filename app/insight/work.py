"""The leader's work: numbers handed out, each once; who may, what was refused, what was damaged.

A leader hands out numbers, 1, 2, 3 …, and writes each to a store together with its epoch. The
store takes a write or refuses it by `judge`, on the write's arrival. A leader that was frozen past
its session wakes in the middle of an item and writes it: with fencing its epoch gives it away,
without, a number is handed out a second time (docs/correctness.md, 13; Kleppmann's fencing tokens).

An epoch counts as seen as soon as a leader has *asked* for the count with it. If only writes
counted, a stale write could slip in between the new leader's reading of the count and its first
write, and both would have handed out the same number.

How this maps to writes to ZooKeeper itself: put `check(own znode)` and the write into one
transaction (`multi`), as the acknowledgement does. The leader's znode, whose czxid is the epoch, is
gone before a later leader can be the lowest, so the check fails for whoever has lost its place, and
the server that orders all writes takes the part of this store. The znode's name must be the
leader's own, as sequential ones are: `single` has one name for all, which another one's znode bears
as soon as it leads; there, check the version of a znode in which each new leader has written its
epoch first. The epoch on every write is for stores that know nothing of ZooKeeper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

Election = dict[str, Any]
Work = dict[str, Any]
Data = Mapping[str, Any]
Verdict = Literal["accepted", "refused", "damage"]

RING = 80
GAPS_KEPT = 6
STALE_KEPT = 4


# -- the rule ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ledger:
    """What the store knows of one election.

    epoch: the latest one seen, brought by the candidate `holder`; count: the highest number that
    was handed out.
    """

    epoch: int = 0
    holder: str | None = None
    count: int = 0


def is_stale(ledger: Ledger, epoch: int) -> bool:
    """Whether a later epoch than this one has been seen."""
    return epoch < ledger.epoch


def opened(ledger: Ledger, epoch: int, candidate: str) -> Ledger:
    """The ledger after `candidate` has asked for the count with this epoch."""
    return ledger if is_stale(ledger, epoch) else Ledger(epoch, candidate, ledger.count)


def judge(ledger: Ledger, epoch: int, number: int, *, fencing: bool) -> Verdict:
    """What becomes of a write. `damage` is one that is taken although its number was handed out
    before.
    """
    if fencing and is_stale(ledger, epoch):
        return "refused"
    return "accepted" if number > ledger.count else "damage"


def entered(ledger: Ledger, epoch: int, number: int, candidate: str, verdict: Verdict) -> Ledger:
    """The ledger after a write that was judged."""
    if verdict == "refused":
        return ledger
    return replace(opened(ledger, epoch, candidate), count=max(number, ledger.count))


# -- the fold ---------------------------------------------------------------------------------


def new() -> dict[str, Any]:
    """The part of a new election."""
    return {"fencing": True, "work": {**_NOTHING, "gaps": [], "stale": [], "writes": {}}}


_NOTHING = {
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
}


def with_event(election: Election, what: str, data: Data, at: float) -> Election:
    """The election after the event `work.<what>`."""
    fold = _FOLDS.get(what)
    return election if fold is None else {**election, **fold(election, data, at)}


def _fencing(election: Election, data: Data, at: float) -> dict[str, Any]:
    return {"fencing": data["on"]}


def _reset(election: Election, data: Data, at: float) -> dict[str, Any]:
    """What is counted begins anew; the numbers themselves go on."""
    kept = ("count", "epoch", "at", "term", "term_epoch")
    return {"work": {**new()["work"], **{key: election["work"][key] for key in kept}}}


def _begun(election: Election, data: Data, at: float) -> dict[str, Any]:
    known = {"epoch": data["epoch"], "count": data["count"], "barred": None}
    return {"work": {**election["work"], **known}}


def _written(election: Election, data: Data, at: float) -> dict[str, Any]:
    work = _with_entry(election["work"], "accepted", data, at)
    if data["epoch"] < data["seen"]:
        return {"work": _with_stale(work, "accepted", data, at)}
    if work["term_epoch"] != data["epoch"] and work["at"] is not None:
        work = _with_gap(work, data, _fault_before(election, data["candidate"]), at)
    term = {"term": data["candidate"], "term_epoch": data["epoch"], "epoch": data["epoch"]}
    return {"work": {**work, **term, "at": at}}


def _refused(election: Election, data: Data, at: float) -> dict[str, Any]:
    work = _with_entry(election["work"], "refused", data, at)
    if data["number"] is None:
        work["barred"] = {key: data[key] for key in ("candidate", "epoch", "seen", "holder")}
    return {"work": _with_stale(work, "refused", data, at)}


def _damaged(election: Election, data: Data, at: float) -> dict[str, Any]:
    first = _first_of(election["work"], data["number"])
    work = _with_entry(election["work"], "damage", data, at)
    return {"work": _with_stale(work, "damage", {**data, "first": first}, at)}


def _with_entry(work: Work, verdict: Verdict, data: Data, at: float) -> Work:
    """One write more in the ring: its place is the number of writes before it, modulo `RING`."""
    written = work["accepted"] + work["refused"] + work["damage"]
    entry = {
        "at": at,
        "candidate": data["candidate"],
        "epoch": data["epoch"],
        "number": data["number"],
        "verdict": verdict,
    }
    writes = {**work["writes"], str(written % RING): entry}
    return {**work, "count": data["count"], verdict: work[verdict] + 1, "writes": writes}


def _first_of(work: Work, number: int) -> str | None:
    """Who handed this number out before, as far as the ring reaches."""
    taken = [one for one in work["writes"].values() if one["verdict"] == "accepted"]
    return next((one["candidate"] for one in taken if one["number"] == number), None)


def _with_gap(work: Work, data: Data, fault: str | None, at: float) -> Work:
    """From the last accepted write of the old term to the first of the new one."""
    took = round((at - work["at"]) * 1000, 1)
    gap = {
        "from": work["term"],
        "to": data["candidate"],
        "began": work["at"],
        "ended": at,
        "ms": took,
        "fault": fault,
    }
    return {**work, "gap_ms": took, "gaps": [*work["gaps"], gap][-GAPS_KEPT:]}


def _fault_before(election: Election, candidate: str) -> str | None:
    """What made this candidate the leader; None where nobody handed over to it."""
    handoff = election["handoff"] or election["last_handoff"]
    return handoff["fault"] if handoff and handoff["to"] == candidate else None


def barred(election: Data) -> Data | None:
    """The leader, where the store refuses it: the later epoch that the store has seen is none of
    this ensemble's, in which nobody can have led later than who leads now.
    """
    asked: Data | None = election["work"]["barred"]
    return asked if asked and asked["epoch"] == election["epoch"] else None


# -- leaders of an earlier term ---------------------------------------------------------------


def with_candidate_event(
    election: Election, name: str, candidate: Data, kind: str, at: float
) -> Election:
    """What its own events make of a leader that is none any more.

    candidate: as it is after the event. A frozen leader that is woken after another one has taken
    its place believes, until it notices: that is kept, with both moments.
    """
    work = election["work"]
    if kind == "resumed" and _is_deposed(election, candidate):
        return {**election, "work": _with_woken(election, name, candidate["epoch"], at)}
    if kind in ("reported", "exited") and _believed(work, name) and _has_noticed(candidate):
        moment = "ended" if kind == "exited" else "noticed"
        return {**election, "work": _with_moment(work, name, moment, at)}
    return election


def _is_deposed(election: Election, candidate: Data) -> bool:
    if candidate["belief"] != "leading" or candidate["epoch"] is None:
        return False
    chain = election["chain"]
    return not chain or chain[0]["czxid"] != candidate["epoch"]


def _has_noticed(candidate: Data) -> bool:
    return bool(candidate["belief"] != "leading")


def _believed(work: Work, name: str) -> bool:
    """Whether this one was woken and has not noticed yet."""
    return any(one["candidate"] == name and _is_open(one) for one in work["stale"])


def _is_open(stale: Data) -> bool:
    return stale["woke"] is not None and stale["noticed"] is None and stale["ended"] is None


def _with_woken(election: Election, name: str, epoch: int, at: float) -> Work:
    chain = election["chain"]
    known = {
        "leader": chain[0]["candidate"] if chain else None,
        "seen": chain[0]["czxid"] if chain else None,
        "woke": at,
    }
    return _with_one_more(election["work"], {"candidate": name, "epoch": epoch, **known})


_STALE: Mapping[str, Any] = {
    "candidate": None,
    "epoch": None,
    "leader": None,
    "seen": None,
    "woke": None,
    "noticed": None,
    "ended": None,
    "number": None,
    "at": None,
    "verdict": None,
    "first": None,
}


def _with_moment(work: Work, name: str, moment: str, at: float) -> Work:
    stale = [
        {**one, moment: at} if one["candidate"] == name and _is_open(one) else one
        for one in work["stale"]
    ]
    return {**work, "stale": stale}


def _with_stale(work: Work, verdict: Verdict, data: Data, at: float) -> Work:
    """What an earlier leader's write came to, kept with its waking where that is known."""
    told = {
        "leader": data["holder"],
        "seen": data["seen"],
        "number": data["number"],
        "at": at,
        "verdict": verdict,
        "first": data.get("first"),
    }
    *before, last = work["stale"] or [{**_STALE}]
    same = (last["candidate"], last["epoch"]) == (data["candidate"], data["epoch"])
    if same and last["number"] is None:
        return {**work, "stale": [*before, {**last, **told}]}
    who = {"candidate": data["candidate"], "epoch": data["epoch"]}
    return _with_one_more(work, {**who, **told})


def _with_one_more(work: Work, stale: Data) -> Work:
    return {**work, "stale": [*work["stale"], {**_STALE, **stale}][-STALE_KEPT:]}


_FOLDS: Mapping[str, Callable[[Election, Data, float], dict[str, Any]]] = {
    "begun": _begun,
    "written": _written,
    "refused": _refused,
    "damaged": _damaged,
    "fencing": _fencing,
    "reset": _reset,
}
