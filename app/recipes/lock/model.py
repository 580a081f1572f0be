"""The lock in the state document, as a fold: each event about its znodes and clients makes a new
document of the last one. state.py says what the document holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from ...participation.naming import parse_sequence
from ...readmodels import chain as chains
from ...readmodels import guarded as files
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
from ...readmodels.guarded import GuardedModel, TaskAbandoned, TaskWritten, WaitGivenUp
from ...readmodels.model import CHAIN, LINES, by_kind, on
from ...readmodels.violations import SETTLE, slack
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from . import times
from .checks import INVARIANTS
from .events import LockOpened, LockSwitched
from .state import Ending, LockState, PassedOver, new_lock
from .text import tell

FAULTS: Mapping[type[Event], str] = {
    CandidateKilled: "kill",
    CandidatePaused: "pause",
    CandidateStopping: "stop",
    CandidateExpired: "expire",
    CandidateExited: "exit",
}
RECIPE = "lock"


# -- znodes -----------------------------------------------------------------------------------


def _leaves(lock: LockState, gone: Entry, at: float) -> LockState:
    """Fold that a znode goes. With the lowest one the lock is free, or the next one's; nothing is
    handed over by an owner that is none of our clients.
    """
    if gone is not lock["chain"][0]:
        return lock
    owner, term = gone["candidate"], gone["sequence"]
    if owner is None:
        return _with_endings(lock, [])
    endings = _endings(lock)
    known = times.ending_of(endings, owner, term) or _unheld(endings, owner, gone, at)
    return _with_endings(lock, times.with_ending(endings, {**known, "freed": at}))


def _unheld(endings: times.Endings, owner: str, gone: Entry, at: float) -> Ending:
    """Fold the end of an owner of the lowest znode that did not report to hold the lock. Dead or
    frozen, it held the others up from when its turn came; without a fault the deletion is the first
    known moment.
    """
    term = gone["sequence"]
    if gone["fault"] is None:
        return times.ending(owner, "deleted", at, term)
    turn = endings[-1]["freed"] if endings else None
    return times.ending(owner, gone["fault"], max(gone["fault_at"] or at, turn or 0.0), term)


def _endings(lock: LockState) -> times.Endings:
    """Return the endings of which nobody has claimed what follows, oldest first."""
    return [*lock["unclaimed"], lock["ending"]] if lock["ending"] else []


def _with_endings(lock: LockState, endings: times.Endings) -> LockState:
    newest = endings[-1] if endings else None
    return {**lock, "ending": newest, "unclaimed": endings[:-1]}


# -- clients ----------------------------------------------------------------------------------


def _with_fault(lock: LockState, event: Event, at: float) -> LockState:
    """Add a fault: the task stops, and the hand-over by a holder begins, unless it is under way: a
    frozen holder may be killed too.
    """
    name, endings = event.subject, _endings(lock)
    term = lock["terms"].get(name)
    if name in lock["holds"] and not times.ending_of(endings, name, term):
        begun = times.ending(name, FAULTS[type(event)], at, term)
        lock = _with_endings(lock, times.with_ending(endings, begun))
    if isinstance(event, files.STANDS_STILL):
        lock = files.stood_still(lock, event, at)
    if isinstance(event, CandidateExited):
        lock = {**lock, "terms": without_key(lock["terms"], name)}
    return lock


def _resumed(lock: LockState, event: CandidateResumed, at: float) -> LockState:
    """Resume: a holder that woke in time holds on, and nothing is handed over."""
    endings = [e for e in _endings(lock) if e["from"] != event.subject or e["freed"] is not None]
    return _with_endings(files.went_on(lock, event, at), endings)


def _gave_up(lock: LockState, event: WaitGivenUp, at: float) -> LockState:
    waits = times.counted(lock["waits"], event.subject, "gave_up")
    return {**lock, "asks": without_key(lock["asks"], event.subject), "waits": waits}


def _reported(lock: LockState, event: CandidateReported, at: float) -> LockState:
    holds = event.belief == "holding"
    if holds == (event.subject in lock["holds"]):
        return lock
    return (_with_holder if holds else _without_holder)(lock, event, at)


def _with_holder(lock: LockState, event: CandidateReported, at: float) -> LockState:
    name, term = event.subject, _term(event.znode)
    asked_at = lock["asks"].get(name, {"at": at})["at"]
    lock = _with_handover(lock, name, term, asked_at, at)
    passed_over = _passed_over(lock["chain"], name, term)
    return {
        **lock,
        "holds": {**lock["holds"], name: at},
        "terms": {**lock["terms"], name: term},
        "asks": without_key(lock["asks"], name),
        "waits": times.waited(lock["waits"], name, at - asked_at),
        "passed_over": passed_over or lock["passed_over"],
        "overtaken": lock["overtaken"] + (passed_over is not None),
    }


def _term(znode: str | Unsaid | None) -> int | None:
    """Return the number of the znode by which a client holds the lock."""
    own = parse_sequence(split(znode)[1]) if isinstance(znode, str) else None
    return own.number if own else None


def _with_handover(
    lock: LockState, candidate: str, term: int | None, asked_at: float, at: float
) -> LockState:
    begun, left = times.claimed(_endings(lock), term)
    lock = _with_endings(lock, left)
    one = times.handed_over(begun, candidate, asked_at, at) if begun else None
    if one is None:
        return lock
    return {**lock, "handover": one, "handovers": times.with_handover(lock["handovers"], one)}


def _passed_over(chain: Sequence[Entry], candidate: str, term: int | None) -> PassedOver | None:
    """Return who came before, lives and waits, when `candidate` got the lock by its znode, which
    need not be in the chain yet.
    """
    for entry in chain:
        number = entry["sequence"]
        if not times.is_before(number, term):
            return None
        if entry["belief"] == "waiting" and entry["process"] == "running":
            return {"candidate": entry["candidate"], "by": candidate}
    return None


def _without_holder(lock: LockState, event: CandidateReported, at: float) -> LockState:
    """Fold that the holder says it holds the lock no longer, which comes before the lock is free; a
    client that was told that it lost the lock asks for it again by itself.
    """
    name, term = event.subject, lock["terms"].get(event.subject)
    is_released = event.belief in ("idle", "gone")
    fault, began = ("release", at) if is_released else _loss(lock["chain"], name, at)
    holds, terms = without_key(lock["holds"], name), without_key(lock["terms"], name)
    lock = {**lock, "holds": holds, "terms": terms}
    if any(times.is_before(term, other) for other in terms.values()):
        return lock  # another has held it since: this word is late
    known = times.ending_of(_endings(lock), name, term)
    ending = times.told(known, name, fault, began, term)
    return _with_endings(lock, times.with_ending(_endings(lock), ending))


def _loss(chain: Sequence[Entry], candidate: str, at: float) -> tuple[str, float]:
    """Return why a holder lost the lock, and since when: an owner whose session somebody else ends
    may take it back for a moment, and hold again, before the session is over.
    """
    faults = (one for one in chain if one["candidate"] == candidate and one["fault"])
    entry = next(faults, None)
    return (entry["fault"] or "", entry["fault_at"] or at) if entry else ("lost", at)


def _written(lock: LockState, event: TaskWritten, at: float) -> LockState:
    return {**_done(lock, event, "finished"), "file": files.written(lock["file"], event, at)}


def _abandoned(lock: LockState, event: TaskAbandoned, at: float) -> LockState:
    return _done(lock, event, "abandoned")


def _done(lock: LockState, event: Event, what: Literal["finished", "abandoned"]) -> LockState:
    waits = times.counted(lock["waits"], event.subject, what)
    return {**lock, "tasks": without_key(lock["tasks"], event.subject), "waits": waits}


# -- the lock ---------------------------------------------------------------------------------


def _with_file(lock: LockState, event: LockOpened | LockSwitched, at: float) -> LockState:
    """Begin a fresh file, and all that is counted of the tasks on it."""
    is_switched = isinstance(event, LockSwitched)
    return {
        **lock,
        "locking": event.on,
        "file": files.new_file(event.file),
        "before": files.account(lock["file"], lock["locking"]) if is_switched else None,
        "tasks": {},
        "asks": {},
        "passed_over": None,
        "ending": None,
        "unclaimed": [],
    }


# -- what follows -----------------------------------------------------------------------------


class LockModel(GuardedModel[LockState]):
    """The read model of a lock."""

    section = "locks"
    thing = "lock"
    recipes = (RECIPE,)
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
        **GuardedModel.folds,
        **by_kind(
            *(on(kind, _with_fault) for kind in FAULTS),
            on(CandidateResumed, _resumed),
            on(CandidateReported, _reported),
            on(WaitGivenUp, _gave_up),
            on(TaskWritten, _written),
            on(TaskAbandoned, _abandoned),
            on(LockOpened, _with_file),
            on(LockSwitched, _with_file),
        ),
    }
    new = staticmethod(new_lock)
    story = staticmethod(tell)

    def link(self, lock: LockState, own: Candidates, zookeeper: Zookeeper, at: float) -> LockState:
        """Work out who watches whom, the holder, the queue behind it, and the fairness."""
        settle = SETTLE + slack(zookeeper)
        chain = chains.link(lock["chain"], own, lock["listed"], at=at, settle=settle)
        lowest = chain[0] if chain else None
        linked: LockState = {
            **lock,
            "chain": chain,
            "holder": lowest["znode"] if lowest else None,
            "epoch": lowest["czxid"] if lowest else None,
            "queue": [entry["candidate"] for entry in chain[1:] if entry["candidate"]],
            "tasks": files.left(lock["tasks"], own, chain),
            "waits": {name: one for name, one in lock["waits"].items() if name in own},
        }
        return {**linked, "fairness": times.fairness(linked["waits"], lock["overtaken"])}
