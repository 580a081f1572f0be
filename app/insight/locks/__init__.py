"""A lock in the state document: what the facts about its znodes and clients make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.insight import chain as chains
from app.insight import member_names
from app.insight.chain import Candidates
from app.insight.elections import with_watches
from app.insight.locks import file as files
from app.insight.locks import invariants, times
from app.insight.locks.story import tell
from app.insight.violations import SETTLE, is_seen, slack, slackened
from app.recipes.naming import parse_sequence, precedes

__all__ = ["with_watches"]

Lock = dict[str, Any]
Data = Mapping[str, Any]

FAULTS = {
    "killed": "kill",
    "paused": "pause",
    "stopping": "stop",
    "expired": "expire",
    "exited": "exit",
}
WANTED = frozenset({"joining", "waiting"})


def new(path: str, recipe: str = "lock") -> Lock:
    """A lock that nobody wants yet."""
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
        "invariants": invariants.verdicts([], 0.0),
        "story": [],
    }


# -- znodes -----------------------------------------------------------------------------------


def with_members(lock: Lock, members: Sequence[Data], at: float) -> Lock:
    """The full list of its children as read: what is missing from it is gone."""
    names = {member["znode"] for member in members}
    for entry in lock["chain"]:
        if entry["znode"] not in names:
            lock = without_member(lock, entry["znode"], at)
    for member in members:
        lock = with_member(lock, member)
    return lock


def with_member(lock: Lock, member: Data) -> Lock:
    """One znode more, read with its owner."""
    entry = chains.entry_of(member)
    rest = [one for one in lock["chain"] if one["znode"] != entry["znode"]]
    return {**lock, "chain": chains.ordered([*rest, entry])}


def without_member(lock: Lock, znode: str, at: float) -> Lock:
    """A znode is gone; if it was the lowest, the lock is free, or the next one's."""
    gone = next((entry for entry in lock["chain"] if entry["znode"] == znode), None)
    if gone is None:
        return lock
    rest = [entry for entry in lock["chain"] if entry["znode"] != znode]
    was_lowest = lock["chain"][0] is gone
    ending = _freed(lock["ending"], gone, at) if was_lowest else lock["ending"]
    return {**lock, "chain": rest, "ending": ending}


def _freed(ending: times.Ending | None, gone: Data, at: float) -> times.Ending | None:
    if gone["candidate"] is None:
        return None
    if ending is None or ending["from"] != gone["candidate"]:
        ending = _unheld(ending, gone, at)
    return {**ending, "freed": at}


def _unheld(before: times.Ending | None, gone: Data, at: float) -> times.Ending:
    """Of one that owned the lowest znode and was not heard to hold. Dead or frozen it held the
    others up, from when its turn came; without a fault the deletion is the first that is known.
    """
    if gone["fault"] is None:
        return times.ending(gone["candidate"], "deleted", at)
    turn = before["freed"] if before else None
    return times.ending(gone["candidate"], gone["fault"], max(gone["fault_at"], turn or 0.0))


# -- clients ----------------------------------------------------------------------------------


def with_candidate_event(lock: Lock, candidate: str, kind: str, data: Data, at: float) -> Lock:
    """What happened to one of its clients, or what that one says."""
    if kind in FAULTS:
        return _with_fault(lock, candidate, kind, at)
    fold = _FOLDS.get(kind)
    return fold(lock, candidate, data, at) if fold else lock


def _with_fault(lock: Lock, candidate: str, kind: str, at: float) -> Lock:
    """Its task stands still; a hand-over under way goes on: a frozen holder may be killed too."""
    begins = candidate in lock["holds"] and lock["ending"] is None
    ending = times.ending(candidate, FAULTS[kind], at) if begins else lock["ending"]
    stands_still = kind in ("killed", "paused", "exited")
    tasks = files.stopped(lock["tasks"], candidate, at) if stands_still else lock["tasks"]
    asks = _without(lock["asks"], candidate) if kind == "exited" else lock["asks"]
    holds = _without(lock["holds"], candidate) if kind == "exited" else lock["holds"]
    return {**lock, "ending": ending, "tasks": tasks, "asks": asks, "holds": holds}


def _resumed(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    """A holder that woke in time holds on: nothing is handed over."""
    ending = lock["ending"]
    woke = ending is not None and ending["from"] == candidate and ending["freed"] is None
    tasks = files.going_on(lock["tasks"], candidate, at)
    return {**lock, "tasks": tasks, "ending": None if woke else ending}


def _asking(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    asked = {"at": at, "until": data.get("until")}
    return {**lock, "asks": {**lock["asks"], candidate: asked}}


def _gave_up(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    waits = times.counted(lock["waits"], candidate, "gave_up")
    return {**lock, "asks": _without(lock["asks"], candidate), "waits": waits}


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
        "asks": _without(lock["asks"], candidate),
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


def _passed_over(chain: Sequence[Data], candidate: str, znode: str | None) -> Lock | None:
    """Who came before and lives and waits, when `candidate` got the lock by `znode`, which need
    not be in the chain yet.
    """
    own = parse_sequence((znode or "").rpartition("/")[2])
    for entry in chain:
        if own is None or not precedes(entry["sequence"], own.number):
            return None
        if entry["belief"] == "waiting" and entry["process"] == "running":
            return {"candidate": entry["candidate"], "by": candidate}
    return None


def _without_holder(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    """By its own word, which comes before the lock is free; who was told that it lost the lock
    asks for it again by itself.
    """
    released = data.get("belief") in ("idle", "gone")
    ending = times.told(lock["ending"], candidate, "release" if released else "lost", at)
    return {**lock, "ending": ending, "holds": _without(lock["holds"], candidate)}


def _working(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    return {**lock, "tasks": files.with_task(lock["tasks"], candidate, data)}


def _written(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    waits = times.counted(lock["waits"], candidate, "finished")
    tasks = _without(lock["tasks"], candidate)
    return {**lock, "tasks": tasks, "waits": waits, "file": files.written(lock["file"], data, at)}


def _abandoned(lock: Lock, candidate: str, data: Data, at: float) -> Lock:
    waits = times.counted(lock["waits"], candidate, "abandoned")
    return {**lock, "tasks": _without(lock["tasks"], candidate), "waits": waits}


def _without(known: Mapping[str, Any], candidate: str) -> dict[str, Any]:
    return {name: one for name, one in known.items() if name != candidate}


_FOLDS = {
    "resumed": _resumed,
    "asking": _asking,
    "gave_up": _gave_up,
    "reported": _reported,
    "working": _working,
    "written": _written,
    "abandoned": _abandoned,
}


# -- the switch -------------------------------------------------------------------------------


def with_event(lock: Lock, what: str, data: Data, at: float) -> Lock:
    """`lock.opened` or `lock.switched`: a file of its own begins, and what is counted by it.

    data: {on, file}.
    """
    if what not in ("opened", "switched"):
        return lock
    before = files.account(lock["file"], lock["locking"]) if what == "switched" else None
    fresh = {"file": files.new(data["file"]), "tasks": {}, "before": before, "passed_over": None}
    return {**lock, **fresh, "asks": {}, "ending": None, "locking": data["on"]}


# -- what follows -----------------------------------------------------------------------------


def derive(lock: Lock, candidates: Candidates, zookeeper: Data, at: float) -> Lock:
    """Everything that follows from the rest: links, holder, queue, fairness, invariants, story.

    zookeeper: that part of the state document.
    """
    own = {name: one for name, one in candidates.items() if one["path"] == lock["path"]}
    settle = SETTLE + slack(zookeeper)
    chain = member_names.named(
        chains.link(lock["chain"], own, lock["listed"], at=at, settle=settle)
    )
    lowest = chain[0] if chain else None
    linked = {
        **lock,
        "chain": chain,
        "holder": lowest["znode"] if lowest else None,
        "epoch": lowest["czxid"] if lowest else None,
        "queue": [entry["candidate"] for entry in chain[1:] if entry["candidate"]],
        "tasks": _tasks_left(lock["tasks"], own, chain),
        "waits": {name: one for name, one in lock["waits"].items() if name in own},
    }
    linked["fairness"] = times.fairness(linked["waits"], lock["overtaken"])
    seen = is_seen(zookeeper)
    violations = slackened(invariants.check(linked, own, at, seen=seen), zookeeper)
    verdicts = invariants.verdicts(violations, at)
    judged = {**linked, "violations": violations, "invariants": verdicts}
    return {**judged, "story": tell(judged, own, zookeeper)}


def _tasks_left(tasks: Mapping[str, Any], own: Candidates, chain: Sequence[Data]) -> dict[str, Any]:
    """A dead one's task is shown as long as its znode stands."""
    standing = {entry["candidate"] for entry in chain}
    return {
        name: task
        for name, task in tasks.items()
        if name in own and (own[name]["process"] != "exited" or name in standing)
    }


def next_check(lock: Lock, candidates: Candidates, at: float) -> float | None:
    """When the verdicts can change without any event, None if never."""
    own = {name: one for name, one in candidates.items() if one["path"] == lock["path"]}
    return invariants.next_check(lock["violations"], own, at)
