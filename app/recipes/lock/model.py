"""The lock in the state document, as a fold: each event about its znodes and clients makes a new
document of the last one. state.py says what the document holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from ...participation.naming import parse_sequence
from ...readmodels import chain as chains
from ...readmodels import guarded as files
from ...readmodels.document import Candidates, Data, Entry, without_key
from ...readmodels.guarded import Asked, GuardedModel
from ...readmodels.model import CHAIN, LINES
from ...readmodels.violations import SETTLE, slack
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from . import times
from .checks import INVARIANTS
from .state import Ending, LockState, PassedOver, new_lock
from .text import tell
from .words import TONES, WORDS

FAULTS = {
    "killed": "kill",
    "paused": "pause",
    "stopping": "stop",
    "expired": "expire",
    "exited": "exit",
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


def _with_fault(kind: str, lock: LockState, candidate: str, data: Data, at: float) -> LockState:
    """Add a fault: the task stops; a hand-over under way goes on: a frozen holder may be killed
    too.
    """
    stands_still = kind in ("killed", "paused", "exited")
    tasks = files.stopped(lock["tasks"], candidate, at) if stands_still else lock["tasks"]
    lock = {**_ended_by(FAULTS[kind], lock, candidate, at), "tasks": tasks}
    if kind != "exited":
        return lock
    return {**_without_hold(lock, candidate), "asks": without_key(lock["asks"], candidate)}


def _ended_by(fault: str, lock: LockState, candidate: str, at: float) -> LockState:
    """Begin the hand-over by a holder that something happens to, unless it has begun."""
    if candidate not in lock["holds"]:
        return lock
    term, endings = lock["terms"].get(candidate), _endings(lock)
    if times.ending_of(endings, candidate, term):
        return lock
    begun = times.ending(candidate, fault, at, term)
    return _with_endings(lock, times.with_ending(endings, begun))


def _without_hold(lock: LockState, candidate: str) -> LockState:
    holds, terms = without_key(lock["holds"], candidate), without_key(lock["terms"], candidate)
    return {**lock, "holds": holds, "terms": terms}


def _resumed(lock: LockState, candidate: str, data: Data, at: float) -> LockState:
    """Resume: a holder that woke in time holds on, and nothing is handed over."""
    endings = [e for e in _endings(lock) if e["from"] != candidate or e["freed"] is not None]
    tasks = files.going_on(lock["tasks"], candidate, at)
    return {**_with_endings(lock, endings), "tasks": tasks}


def _asking(lock: LockState, candidate: str, data: Data, at: float) -> LockState:
    asked: Asked = {"at": at, "until": data.get("until")}
    return {**lock, "asks": {**lock["asks"], candidate: asked}}


def _gave_up(lock: LockState, candidate: str, data: Data, at: float) -> LockState:
    waits = times.counted(lock["waits"], candidate, "gave_up")
    return {**lock, "asks": without_key(lock["asks"], candidate), "waits": waits}


def _reported(lock: LockState, candidate: str, data: Data, at: float) -> LockState:
    holds = data.get("belief") == "holding"
    if holds and candidate not in lock["holds"]:
        return _with_holder(lock, candidate, data, at)
    if not holds and candidate in lock["holds"]:
        return _without_holder(lock, candidate, data, at)
    return lock


def _with_holder(lock: LockState, candidate: str, data: Data, at: float) -> LockState:
    asked_at = lock["asks"].get(candidate, {"at": at})["at"]
    term = _term(data.get("znode"))
    lock = _with_handover(lock, candidate, term, asked_at, at)
    passed_over = _passed_over(lock["chain"], candidate, term)
    return {
        **lock,
        "holds": {**lock["holds"], candidate: at},
        "terms": {**lock["terms"], candidate: term},
        "asks": without_key(lock["asks"], candidate),
        "waits": times.waited(lock["waits"], candidate, at - asked_at),
        "passed_over": passed_over or lock["passed_over"],
        "overtaken": lock["overtaken"] + (passed_over is not None),
    }


def _term(znode: str | None) -> int | None:
    """Return the number of the znode by which a client holds the lock."""
    own = parse_sequence((znode or "").rpartition("/")[2])
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


def _without_holder(lock: LockState, candidate: str, data: Data, at: float) -> LockState:
    """Fold that the holder says it holds the lock no longer, which comes before the lock is free; a
    client that was told that it lost the lock asks for it again by itself.
    """
    fault, began = ("release", at) if _is_released(data) else _loss(lock["chain"], candidate, at)
    term, lock = lock["terms"].get(candidate), _without_hold(lock, candidate)
    if any(times.is_before(term, other) for other in lock["terms"].values()):
        return lock  # another has held it since: this word is late
    known = times.ending_of(_endings(lock), candidate, term)
    ending = times.told(known, candidate, fault, began, term)
    return _with_endings(lock, times.with_ending(_endings(lock), ending))


def _is_released(data: Data) -> bool:
    return data.get("belief") in ("idle", "gone")


def _loss(chain: Sequence[Entry], candidate: str, at: float) -> tuple[str, float]:
    """Return why a holder lost the lock, and since when: an owner whose session somebody else ends
    may take it back for a moment, and hold again, before the session is over.
    """
    faults = (one for one in chain if one["candidate"] == candidate and one["fault"])
    entry = next(faults, None)
    return (entry["fault"] or "", entry["fault_at"] or at) if entry else ("lost", at)


def _working(lock: LockState, candidate: str, data: Data, at: float) -> LockState:
    return {**lock, "tasks": files.with_task(lock["tasks"], candidate, data)}


def _written(lock: LockState, candidate: str, data: Data, at: float) -> LockState:
    waits = times.counted(lock["waits"], candidate, "finished")
    tasks = without_key(lock["tasks"], candidate)
    return {**lock, "tasks": tasks, "waits": waits, "file": files.written(lock["file"], data, at)}


def _abandoned(lock: LockState, candidate: str, data: Data, at: float) -> LockState:
    waits = times.counted(lock["waits"], candidate, "abandoned")
    return {**lock, "tasks": without_key(lock["tasks"], candidate), "waits": waits}


_FOLDS = {
    "resumed": _resumed,
    "asking": _asking,
    "gave_up": _gave_up,
    "reported": _reported,
    "working": _working,
    "written": _written,
    "abandoned": _abandoned,
}


# -- what follows -----------------------------------------------------------------------------


class LockModel(GuardedModel[LockState]):
    """The read model of a lock."""

    section = "locks"
    thing = "lock"
    recipes = (RECIPE,)
    families = ("lock",)
    hands_over = "handover"
    words = WORDS
    tones = TONES
    invariants = INVARIANTS
    lists: ClassVar = {
        "": ZnodeList.in_order(
            "chain", chains.entry_of, ordered=chains.ordered, leaves=_leaves, counts_unread=True
        )
    }
    lines: ClassVar = {**LINES, **CHAIN, "queue": ()}
    folds: ClassVar = {**_FOLDS, **{kind: partial(_with_fault, kind) for kind in FAULTS}}
    story = staticmethod(tell)

    def new(self, path: str, recipe: str = RECIPE) -> LockState:
        return new_lock(path, recipe)

    def with_event(self, lock: LockState, what: str, data: Data, at: float) -> LockState:
        """Fold `lock.opened` or `lock.switched`, data {on, file}: a fresh file begins, and all that
        is counted of the tasks on it.
        """
        if what not in ("opened", "switched"):
            return lock
        return {
            **lock,
            "locking": data["on"],
            "file": files.new_file(data["file"]),
            "before": files.account(lock["file"], lock["locking"]) if what == "switched" else None,
            "tasks": {},
            "asks": {},
            "passed_over": None,
            "ending": None,
            "unclaimed": [],
        }

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
