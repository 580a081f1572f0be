"""The lock in the state document, as a fold: each event about its znodes and clients makes a new
document of the last one. document.py says what the document holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from ...participation.naming import parse_sequence, precedes
from ...readmodels import chain as chains
from ...readmodels import guarded as files
from ...readmodels import member_names
from ...readmodels.document import Candidates, Data, Entry, without_key
from ...readmodels.guarded import Asked, GuardedModel
from ...readmodels.model import CHAIN, LINES
from ...readmodels.violations import SETTLE, slack
from ...readmodels.zookeeper import Zookeeper
from . import times
from .checks import INVARIANTS
from .document import Ending, Lock, PassedOver
from .story import tell
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


def _freed(ending: Ending | None, gone: Entry, at: float) -> Ending | None:
    """Fold that the lowest znode is gone; None where its owner is none of our clients."""
    owner = gone["candidate"]
    if owner is None:
        return None
    if ending is None or ending["from"] != owner:
        ending = _unheld(ending, owner, gone, at)
    return {**ending, "freed": at}


def _unheld(before: Ending | None, owner: str, gone: Entry, at: float) -> Ending:
    """Fold the end of an owner of the lowest znode that did not report to hold the lock. Dead or
    frozen, it held the others up from when its turn came; without a fault the deletion is the first
    known moment.
    """
    if gone["fault"] is None:
        return times.ending(owner, "deleted", at)
    turn = before["freed"] if before else None
    return times.ending(owner, gone["fault"], max(gone["fault_at"] or at, turn or 0.0))


# -- clients ----------------------------------------------------------------------------------


def _with_fault(kind: str, lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    """Add a fault: the task stops; a hand-over under way goes on: a frozen holder may be killed
    too.
    """
    begins = candidate in lock["holds"] and lock["ending"] is None
    ending = times.ending(candidate, FAULTS[kind], at) if begins else lock["ending"]
    stands_still = kind in ("killed", "paused", "exited")
    tasks = files.stopped(lock["tasks"], candidate, at) if stands_still else lock["tasks"]
    asks = without_key(lock["asks"], candidate) if kind == "exited" else lock["asks"]
    holds = without_key(lock["holds"], candidate) if kind == "exited" else lock["holds"]
    return {**lock, "ending": ending, "tasks": tasks, "asks": asks, "holds": holds}


def _resumed(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    """Resume: a holder that woke in time holds on, and nothing is handed over."""
    ending = lock["ending"]
    woke = ending is not None and ending["from"] == candidate and ending["freed"] is None
    tasks = files.going_on(lock["tasks"], candidate, at)
    return {**lock, "tasks": tasks, "ending": None if woke else ending}


def _asking(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    asked: Asked = {"at": at, "until": data.get("until")}
    return {**lock, "asks": {**lock["asks"], candidate: asked}}


def _gave_up(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    waits = times.counted(lock["waits"], candidate, "gave_up")
    return {**lock, "asks": without_key(lock["asks"], candidate), "waits": waits}


def _reported(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    holds = data.get("belief") == "holding"
    if holds and candidate not in lock["holds"]:
        return _with_holder(lock, candidate, data, at)
    if not holds and candidate in lock["holds"]:
        return _without_holder(lock, candidate, data, at)
    return lock


def _with_holder(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    asked_at = lock["asks"].get(candidate, {"at": at})["at"]
    lock = _with_handover(lock, candidate, asked_at, at)
    passed_over = _passed_over(lock["chain"], candidate, data.get("znode"))
    return {
        **lock,
        "holds": {**lock["holds"], candidate: at},
        "asks": without_key(lock["asks"], candidate),
        "waits": times.waited(lock["waits"], candidate, at - asked_at),
        "passed_over": passed_over or lock["passed_over"],
        "overtaken": lock["overtaken"] + (passed_over is not None),
    }


def _with_handover(lock: Lock, candidate: str, asked_at: float, at: float) -> Lock:
    ending = lock["ending"]
    one = times.handed_over(ending, candidate, asked_at, at) if ending else None
    if one is None:
        return {**lock, "ending": None}
    handovers = times.with_handover(lock["handovers"], one)
    return {**lock, "ending": None, "handover": one, "handovers": handovers}


def _passed_over(chain: Sequence[Entry], candidate: str, znode: str | None) -> PassedOver | None:
    """Return who came before, lives and waits, when `candidate` got the lock by `znode`, which need
    not be in the chain yet.
    """
    own = parse_sequence((znode or "").rpartition("/")[2])
    for entry in chain:
        number = entry["sequence"]
        if own is None or number is None or not precedes(number, own.number):
            return None
        if entry["belief"] == "waiting" and entry["process"] == "running":
            return {"candidate": entry["candidate"], "by": candidate}
    return None


def _without_holder(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    """Fold that the holder says it holds the lock no longer, which comes before the lock is free; a
    client that was told that it lost the lock asks for it again by itself.
    """
    fault, began = ("release", at) if _is_released(data) else _loss(lock["chain"], candidate, at)
    ending = times.told(lock["ending"], candidate, fault, began)
    return {**lock, "ending": ending, "holds": without_key(lock["holds"], candidate)}


def _is_released(data: Data) -> bool:
    return data.get("belief") in ("idle", "gone")


def _loss(chain: Sequence[Entry], candidate: str, at: float) -> tuple[str, float]:
    """Return why a holder lost the lock, and since when: an owner whose session somebody else ends
    may take it back for a moment, and hold again, before the session is over.
    """
    faults = (one for one in chain if one["candidate"] == candidate and one["fault"])
    entry = next(faults, None)
    return (entry["fault"] or "", entry["fault_at"] or at) if entry else ("lost", at)


def _working(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    return {**lock, "tasks": files.with_task(lock["tasks"], candidate, data)}


def _written(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    waits = times.counted(lock["waits"], candidate, "finished")
    tasks = without_key(lock["tasks"], candidate)
    return {**lock, "tasks": tasks, "waits": waits, "file": files.written(lock["file"], data, at)}


def _abandoned(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
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


class LockModel(GuardedModel[Lock]):
    """The read model of a lock."""

    section = "locks"
    thing = "lock"
    recipes = (RECIPE,)
    families = ("lock",)
    hands_over = "handover"
    words = WORDS
    tones = TONES
    invariants = INVARIANTS
    lines: ClassVar = {**LINES, **CHAIN, "queue": ()}
    folds: ClassVar = {**_FOLDS, **{kind: partial(_with_fault, kind) for kind in FAULTS}}
    story = staticmethod(tell)

    def new(self, path: str, recipe: str = RECIPE) -> Lock:
        """Return a lock that nobody wants yet."""
        return {
            "path": path,
            "recipe": recipe,
            "locking": True,
            "chain": [],
            "listed": None,
            "holder": None,
            "epoch": None,
            "queue": [],
            "asks": {},
            "holds": {},
            "tasks": {},
            "file": files.new(None),
            "before": None,
            "waits": {},
            "ending": None,
            "handover": None,
            "handovers": {},
            "overtaken": 0,
            "passed_over": None,
            "fairness": times.fairness({}, 0),
            "violations": [],
            "invariants": self.verdicts([], 0.0),
            "story": [],
        }

    def with_member(self, lock: Lock, parent: str, member: Data, at: float) -> Lock:
        """Add one znode, read with its owner."""
        entry = chains.entry_of(member)
        rest = [one for one in lock["chain"] if one["znode"] != entry["znode"]]
        return {**lock, "chain": chains.ordered([*rest, entry])}

    def without_member(self, lock: Lock, parent: str, znode: str, at: float) -> Lock:
        """Remove a znode; if it was the lowest, the lock is free, or the next one's."""
        gone = next((entry for entry in lock["chain"] if entry["znode"] == znode), None)
        if gone is None:
            return lock
        rest = [entry for entry in lock["chain"] if entry["znode"] != znode]
        was_lowest = lock["chain"][0] is gone
        ending = _freed(lock["ending"], gone, at) if was_lowest else lock["ending"]
        return {**lock, "chain": rest, "ending": ending}

    def with_event(self, lock: Lock, what: str, data: Data, at: float) -> Lock:
        """Fold `lock.opened` or `lock.switched`, data {on, file}: a fresh file begins, and all that
        is counted of the tasks on it.
        """
        if what not in ("opened", "switched"):
            return lock
        return {
            **lock,
            "locking": data["on"],
            "file": files.new(data["file"]),
            "before": files.account(lock["file"], lock["locking"]) if what == "switched" else None,
            "tasks": {},
            "asks": {},
            "passed_over": None,
            "ending": None,
        }

    def link(self, lock: Lock, own: Candidates, zookeeper: Zookeeper, at: float) -> Lock:
        """Work out who watches whom, the holder, the queue behind it, and the fairness."""
        settle = SETTLE + slack(zookeeper)
        chain = member_names.named(
            chains.link(lock["chain"], own, lock["listed"], at=at, settle=settle)
        )
        lowest = chain[0] if chain else None
        linked: Lock = {
            **lock,
            "chain": chain,
            "holder": lowest["znode"] if lowest else None,
            "epoch": lowest["czxid"] if lowest else None,
            "queue": [entry["candidate"] for entry in chain[1:] if entry["candidate"]],
            "tasks": files.left(lock["tasks"], own, chain),
            "waits": {name: one for name, one in lock["waits"].items() if name in own},
        }
        return {**linked, "fairness": times.fairness(linked["waits"], lock["overtaken"])}
