"""The lock in the state document, as a fold: each event about its znodes and clients makes a new
document of the last one. state.py says what the document holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from ...participation.naming import parse_sequence, precedes
from ...readmodels import chain as chains
from ...readmodels import guarded
from ...readmodels.document import Candidates, Entry, split, without_key
from ...readmodels.event import Event, Unsaid
from ...readmodels.events import (
    CandidateExited,
    CandidateExpired,
    CandidateKilled,
    CandidatePaused,
    CandidateReported,
    CandidateResumed,
    CandidateStopping,
)
from ...readmodels.model import CHAIN, LINES, Found, Invariant, by_kind, on
from ...readmodels.violations import SETTLE, in_session, slack
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from .events import LockOpened, LockSwitched
from .state import (
    Ending,
    Fairness,
    Handover,
    LockState,
    PassedOver,
    Span,
    Waits,
    new_ending,
    new_lock,
    new_span,
    new_waits,
)
from .text import tell

FAULTS: Mapping[type[Event], str] = {
    CandidateKilled: "kill",
    CandidatePaused: "pause",
    CandidateStopping: "stop",
    CandidateExpired: "expire",
    CandidateExited: "exit",
}
MOST_UNCLAIMED = 20


# -- the endings of terms, of which nobody has claimed what follows, oldest first --------------


def _endings(lock: LockState) -> list[Ending]:
    return [*lock["unclaimed"], lock["ending"]] if lock["ending"] else []


def _with_endings(lock: LockState, endings: Sequence[Ending]) -> LockState:
    newest = endings[-1] if endings else None
    return {**lock, "ending": newest, "unclaimed": endings[:-1]}


def _ending_of(lock: LockState, candidate: str, term: int | None) -> Ending | None:
    """Return the known ending of this term, None where there is none."""
    known = (one for one in _endings(lock) if one["from"] == candidate and one["term"] == term)
    return next(known, None)


def _with_ending(lock: LockState, one: Ending) -> LockState:
    """Put an ending at its place among those of earlier and of later terms; what was known of the
    same term is replaced. Of those that nobody claims the newest are kept.
    """
    others = [e for e in _endings(lock) if (e["from"], e["term"]) != (one["from"], one["term"])]
    later = [e for e in others if _is_before(one["term"], e["term"])]
    earlier = [e for e in others if e not in later]
    return _with_endings(lock, [*earlier, one, *later][-MOST_UNCLAIMED:])


def _is_before(first: int | None, second: int | None) -> bool:
    """Tell whether it is known that the first term came before the second."""
    return first is not None and second is not None and precedes(first, second)


def _leaves(lock: LockState, gone: Entry, at: float) -> LockState:
    """Fold that a znode goes. With the lowest one the lock is free, or the next one's; nothing is
    handed over by an owner that is none of our clients.
    """
    is_first, lock = gone is lock["chain"][0], guarded.turn_is_freed(lock, gone, at)
    if not is_first:
        return lock
    owner = gone["candidate"]
    if owner is None:
        return _with_endings(lock, [])
    known = _ending_of(lock, owner, gone["sequence"]) or _unheld(lock, owner, gone, at)
    return _with_ending(lock, {**known, "freed": at})


def _unheld(lock: LockState, owner: str, gone: Entry, at: float) -> Ending:
    """Return the end of an owner of the lowest znode that did not report to hold the lock. Dead or
    frozen, it held the others up from when its turn came; without a fault the deletion is the first
    known moment.
    """
    term, last = gone["sequence"], lock["ending"]
    if gone["fault"] is None:
        return new_ending(owner, "deleted", at, term)
    turn = last["freed"] if last else None
    return new_ending(owner, gone["fault"], max(gone["fault_at"] or at, turn or 0.0), term)


# -- what happens to clients, and what they say ------------------------------------------------


def _with_fault(lock: LockState, event: Event, at: float) -> LockState:
    """Add a fault: the task stops, and a holder's term ends, unless its end is known already: a
    frozen holder may be killed too.
    """
    name = event.subject
    term = lock["terms"].get(name)
    if name in lock["holds"] and not _ending_of(lock, name, term):
        lock = _with_ending(lock, new_ending(name, FAULTS[type(event)], at, term))
    if isinstance(event, guarded.STANDS_STILL):
        lock = guarded.stood_still(lock, event, at)
    if isinstance(event, CandidateExited):
        lock = {**lock, "terms": without_key(lock["terms"], name)}
    return lock


def _resumed(lock: LockState, event: CandidateResumed, at: float) -> LockState:
    """Resume: a holder that woke in time holds on, and nothing is handed over."""
    endings = [e for e in _endings(lock) if e["from"] != event.subject or e["freed"] is not None]
    return _with_endings(guarded.went_on(lock, event, at), endings)


def _reported(lock: LockState, event: CandidateReported, at: float) -> LockState:
    holds = event.belief == "holding"
    if holds == (event.subject in lock["holds"]):
        return lock
    return (_with_holder if holds else _without_holder)(lock, event, at)


def _with_holder(lock: LockState, event: CandidateReported, at: float) -> LockState:
    name, term = event.subject, _term(event.znode)
    asked_at = lock["asks"].get(name, {"at": at})["at"]
    known, passed_over = lock["waits"].get(name, new_waits()), _passed_over(lock, name, term)
    waits: Waits = {**known, **_longer(known, at - asked_at)}
    return {
        **guarded.turn_begins(_handed_over(lock, name, term, asked_at, at), name, asked_at, at),
        "holds": {**lock["holds"], name: at},
        "terms": {**lock["terms"], name: term},
        "asks": without_key(lock["asks"], name),
        "waits": {**lock["waits"], name: waits},
        "passed_over": passed_over or lock["passed_over"],
        "overtaken": lock["overtaken"] + (passed_over is not None),
    }


def _term(znode: str | Unsaid | None) -> int | None:
    """Return the number of the znode by which a client holds the lock."""
    own = parse_sequence(split(znode)[1]) if isinstance(znode, str) else None
    return own.number if own else None


def _longer(known: Span, seconds: float) -> Span:
    """Add one more span of so many seconds."""
    ms = round(seconds * 1000, 3)
    return {
        "count": known["count"] + 1,
        "last_ms": ms,
        "total_ms": round(known["total_ms"] + ms, 3),
        "max_ms": max(known["max_ms"], ms),
    }


def _passed_over(lock: LockState, candidate: str, term: int | None) -> PassedOver | None:
    """Return who came before, lives and waits, when `candidate` got the lock by its znode, which
    need not be in the chain yet.
    """
    for entry in lock["chain"]:
        if not _is_before(entry["sequence"], term):
            return None
        if entry["belief"] == "waiting" and entry["process"] == "running":
            return {"candidate": entry["candidate"], "by": candidate}
    return None


def _handed_over(
    lock: LockState, to: str, term: int | None, asked_at: float, at: float
) -> LockState:
    """Fold the hand-over that a claim of the lock completes, if somebody waited when the lock came
    free. The claims are heard from the processes and may come late, when the mirror has seen later
    terms end, and that of the claim itself: their endings wait for the claims that follow them. A
    client that holds again by the znode of its last term hands nothing over.
    """
    endings = _endings(lock)
    own = [one for one in endings if term is not None and one["term"] == term]
    left = [
        one
        for one in endings
        if _is_before(term, one["term"]) or (one in own and one["freed"] is not None)
    ]
    lock = _with_endings(lock, left)
    earlier = [one for one in endings if one not in left and one not in own]
    if not earlier or earlier[-1]["from"] == to:
        return lock
    begun = earlier[-1]
    if asked_at > (begun["at"] if begun["freed"] is None else begun["freed"]):
        return lock
    fault, known = begun["fault"], lock["handovers"]
    span = _longer(known.get(fault, new_span()), at - begun["at"])
    one: Handover = {
        "from": begun["from"],
        "to": to,
        "fault": fault,
        "last_ms": round((at - begun["at"]) * 1000, 3),
        "at": at,
    }
    return {**lock, "handover": one, "handovers": {**known, fault: span}}


def _without_holder(lock: LockState, event: CandidateReported, at: float) -> LockState:
    """Fold that the holder says it holds the lock no longer, which comes before the lock is free; a
    client that was told that it lost the lock asks for it again by itself.
    """
    name, term = event.subject, lock["terms"].get(event.subject)
    holds, terms = without_key(lock["holds"], name), without_key(lock["terms"], name)
    lock = {**lock, "holds": holds, "terms": terms}
    lock = guarded.turn_ends(lock, name, at)
    if any(_is_before(term, other) for other in terms.values()):
        return lock  # another has held it since: this word is late
    is_released = event.belief in ("idle", "gone")
    fault, began = ("release", at) if is_released else _loss(lock["chain"], name, at)
    known = _ending_of(lock, name, term) or new_ending(name, fault, began, term)
    return _with_ending(lock, _told(known, fault, began))


def _loss(chain: Sequence[Entry], candidate: str, at: float) -> tuple[str, float]:
    """Return why a holder lost the lock, and since when: an owner whose session somebody else ends
    may take it back for a moment, and hold again, before the session is over.
    """
    faults = (one for one in chain if one["candidate"] == candidate and one["fault"])
    entry = next(faults, None)
    return (entry["fault"] or "", entry["fault_at"] or at) if entry else ("lost", at)


def _told(known: Ending, fault: str, at: float) -> Ending:
    """Return a known ending of which the holder tells the reason. The dashboard may have seen the
    deletion, or done something to the holder, before it hears that. A fault that came first takes
    precedence; one that came after the holder had let go did not end its term.
    """
    if known["fault"] == "deleted":
        fault = "release" if fault == "release" else "deleted"
    elif at >= known["at"]:
        return known
    return {**known, "fault": fault, "at": min(at, known["at"])}


def _gave_up(lock: LockState, event: guarded.WaitGivenUp, at: float) -> LockState:
    return _counted({**lock, "asks": without_key(lock["asks"], event.subject)}, event, "gave_up")


def _written(lock: LockState, event: guarded.TaskWritten, at: float) -> LockState:
    lock = {**lock, "file": guarded.written(lock["file"], event, at)}
    return _done(lock, event, "finished")


def _abandoned(lock: LockState, event: guarded.TaskAbandoned, at: float) -> LockState:
    return _done(lock, event, "abandoned")


Counted = Literal["finished", "abandoned", "gave_up"]


def _done(lock: LockState, event: Event, what: Counted) -> LockState:
    return _counted({**lock, "tasks": without_key(lock["tasks"], event.subject)}, event, what)


def _counted(lock: LockState, event: Event, what: Counted) -> LockState:
    """Count one more task that was `finished` or `abandoned`, or that its client `gave_up`."""
    waits = lock["waits"].get(event.subject, new_waits()).copy()
    waits[what] += 1
    return {**lock, "waits": {**lock["waits"], event.subject: waits}}


def _with_file(lock: LockState, event: LockOpened | LockSwitched, at: float) -> LockState:
    """Begin a fresh file, and all that is counted of the tasks on it."""
    is_switched = isinstance(event, LockSwitched)
    return {
        **lock,
        "locking": event.on,
        "file": guarded.new_file(event.file),
        "before": guarded.account(lock["file"], lock["locking"]) if is_switched else None,
        "tasks": {},
        "asks": {},
        "passed_over": None,
        "ending": None,
        "unclaimed": [],
    }


# -- the invariants ---------------------------------------------------------------------------


def _two_holders(lock: LockState, own: Candidates, at: float) -> Iterator[Found]:
    names = in_session(guarded.holders(own), at)
    if len(names) > 1:
        detail = f"{' and '.join(names)} believe at the same time that they hold the lock"
        yield " ".join(names), detail


def _out_of_turn(lock: LockState, own: Candidates, at: float) -> Iterator[Found]:
    behind = {entry["znode"] for entry in lock["chain"][1:]}
    for name, one in guarded.holders(own).items():
        if one["process"] == "running" and (one["znode"] or "").rpartition("/")[2] in behind:
            yield name, f"{name} holds the lock, but does not own the lowest znode"


def _overtaken(lock: LockState, own: Candidates, at: float) -> Iterator[Found]:
    passed_over = lock["passed_over"]
    if passed_over:
        who, by = passed_over["candidate"], passed_over["by"]
        yield f"{by} {who}", f"{by} got the lock before {who}, which came first"


def _lost_updates(lock: LockState, own: Candidates, at: float) -> Iterator[Found]:
    file = lock["file"]
    if file["lost"]:
        detail = (
            f"{file['finished']} tasks are finished, and the file says {file['value']}: "
            f"{file['lost']} of their updates are lost"
        )
        yield "file", detail


INVARIANTS = (
    Invariant("one_holder", 0.0, _two_holders),
    Invariant("fifo", 1.0, _out_of_turn, needs_seen=True),
    Invariant("fifo", 1.0, _overtaken),
    Invariant("no_lost_update", 0.0, _lost_updates),
)
"""The invariants, checked on every event.

- one_holder: never two that believe they hold it and whose session lasts by their own clock.
- fifo: nobody holds it by a znode that is behind another one, and nobody who came first was
  passed over. For the time of a notification the dashboard may see a hold before the deletion that
  it rests on: both halves count as broken after a second. If a holder's znode is gone, its report
  is still on its way; should it go on believing, the next holder breaks `one_holder`.
- no_lost_update: the file has grown by as many as tasks were finished.
"""


# -- the model --------------------------------------------------------------------------------


def _fairness(waits: Mapping[str, Waits], overtaken: int) -> Fairness:
    """Return how evenly the lock was given out, and how often somebody was overtaken."""
    counts = [one["count"] for one in waits.values()]
    squares = len(counts) * sum(count * count for count in counts)
    even = round(sum(counts) ** 2 / squares, 3) if squares else None
    return {"served": sum(counts), "overtaken": overtaken, "even": even}


def _is_taken(lowest: Entry, ending: Ending | None) -> bool:
    """Tell whether the owner of the lowest znode has taken the lock: one killed in its task had,
    one killed while it waited never will. Of another program's client only the znode is known.
    """
    is_struck = ending is not None and ending["from"] == lowest["candidate"]
    return lowest["belief"] in ("holding", "unknown") or is_struck


class LockModel(guarded.GuardedModel[LockState]):
    """The read model of a lock."""

    section = "locks"
    thing = "lock"
    recipes = ("lock",)
    families = ("lock",)
    hands_over = "handover"
    invariants = INVARIANTS
    lists: ClassVar = {
        "": ZnodeList.in_order(
            "chain", chains.entry_of, ordered=chains.ordered, leaves=_leaves, counts_unread=True
        )
    }
    lines: ClassVar = {**LINES, **CHAIN, "queue": ()}
    folds: ClassVar = {
        **guarded.GuardedModel.folds,
        **by_kind(
            *(on(kind, _with_fault) for kind in FAULTS),
            on(CandidateResumed, _resumed),
            on(CandidateReported, _reported),
            on(guarded.WaitGivenUp, _gave_up),
            on(guarded.TaskWritten, _written),
            on(guarded.TaskAbandoned, _abandoned),
            on(LockOpened, _with_file),
            on(LockSwitched, _with_file),
        ),
    }
    new = staticmethod(new_lock)
    story = staticmethod(tell)

    def link(self, lock: LockState, own: Candidates, zookeeper: Zookeeper, at: float) -> LockState:
        """Work out who watches whom, the holder, the queue behind it, and the fairness."""
        settle = SETTLE + slack(zookeeper["round_trip_ms"])
        chain = chains.link(lock["chain"], own, lock["listed"], at=at, settle=settle)
        lowest = chain[0] if chain else None
        linked: LockState = {
            **lock,
            "chain": chain,
            "holder": lowest["znode"] if lowest else None,
            "untaken": lowest is not None and not _is_taken(lowest, lock["ending"]),
            "epoch": lowest["czxid"] if lowest else None,
            "queue": [entry["candidate"] for entry in chain[1:] if entry["candidate"]],
            "tasks": guarded.left(lock["tasks"], own, chain),
            "waits": {name: one for name, one in lock["waits"].items() if name in own},
        }
        return {**linked, "fairness": _fairness(linked["waits"], lock["overtaken"])}
