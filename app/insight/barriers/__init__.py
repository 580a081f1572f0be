"""A double barrier in the state document: what the facts about its znodes and processes make of it.

A barrier at PATH is PATH/processes and PATH/ready; see app.recipes.gate.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.insight.barriers import checks
from app.insight.barriers.story import tell
from app.insight.chain import Candidates, by_session
from app.insight.violations import is_seen, slackened
from app.recipes.gate import PARENTS, PROCESSES, READY, round_of
from app.recipes.naming import in_order

Barrier = dict[str, Any]
Data = Mapping[str, Any]

RECIPE = "barrier"
ROUNDS_KEPT = 8
STANDS_STILL = ("killed", "paused", "exited")


def new(path: str, recipe: str = RECIPE) -> Barrier:
    """A barrier at which nobody is."""
    return {
        "path": path,
        "recipe": recipe,
        "size": None,
        "round": 0,
        "processes": {},
        "ready": {},
        "people": {},
        "rounds": [],
        "late": 0,
        "violations": [],
        "invariants": checks.verdicts([], 0.0),
        "story": [],
    }


def parents_of(path: str) -> tuple[str, ...]:
    """The lists below a barrier."""
    return tuple(f"{path.rstrip('/')}/{name}" for name in PARENTS)


def barrier_of(parent: str) -> str | None:
    """The path of the barrier that a znode is a list of, None where its name is not one's."""
    above, _, name = parent.rpartition("/")
    return (above or "/") if name in PARENTS else None


def with_event(barrier: Barrier, what: str, data: Data, at: float) -> Barrier:
    """`barrier.opened` {size, by}."""
    return {**barrier, "size": data["size"]} if what == "opened" else barrier


# -- what the mirror reads --------------------------------------------------------------------


def with_members(barrier: Barrier, parent: str, members: Sequence[Data], at: float) -> Barrier:
    """One list as read, whole: what is missing from it is gone."""
    there = {member["znode"] for member in members}
    for name in list(barrier.get(_kind(parent), {})):
        if name not in there:
            barrier = without_member(barrier, parent, name, at)
    for member in members:
        barrier = with_member(barrier, parent, member, at)
    return barrier


def with_member(barrier: Barrier, parent: str, member: Data, at: float) -> Barrier:
    """One znode of one list, read."""
    kind, name = _kind(parent), member["znode"]
    number = round_of(name)
    if number is None or name in barrier.get(kind, {}):
        return barrier
    if kind == READY:
        return _begun(barrier, name, number, member, at)
    if kind == PROCESSES:
        entry = {"round": number, "session": member["session"], "candidate": None, "at": at}
        return _ordered({**barrier, "processes": {**barrier["processes"], name: entry}})
    return barrier


def _ordered(barrier: Barrier) -> Barrier:
    known = barrier["processes"]
    return {**barrier, "processes": {name: known[name] for name in in_order(known)}}


def _begun(barrier: Barrier, name: str, number: int, member: Data, at: float) -> Barrier:
    """A round has begun: its ready znode names those who are in it. A round may take the number of
    one that is over, where somebody has taken away the ready znode by which that one was known.
    """
    ready = {"round": number, "members": _named(member["data"]), "at": at}
    rounds = [one for one in barrier["rounds"] if one["round"] != number or not _is_over(one)]
    barrier = {**barrier, "ready": {**barrier["ready"], name: ready}, "rounds": rounds}
    return _with_round({**barrier, "round": max(barrier["round"], number)}, number, began=at)


def _is_over(one: Data) -> bool:
    """Its beginning was seen, and all who entered it have left."""
    entered, left = one["in"].keys(), {**one["out"], **one["fell"]}.keys()
    return bool(one["began"] and entered) and entered <= left


def _named(data: str | None) -> list[str]:
    """Anybody may have written it."""
    try:
        document = json.loads(data or "null")
        members = document.get("members") if isinstance(document, dict) else None
    except (ValueError, RecursionError):
        return []
    return [str(one) for one in members] if isinstance(members, list) else []


def without_member(barrier: Barrier, parent: str, name: str, at: float) -> Barrier:
    """One znode of one list is gone."""
    kind = _kind(parent)
    if name not in barrier.get(kind, {}):
        return barrier
    return {**barrier, kind: {other: one for other, one in barrier[kind].items() if other != name}}


def _kind(parent: str) -> str:
    kind = parent.rpartition("/")[2]
    return kind if kind in PARENTS else ""


def _with_round(barrier: Barrier, number: int, **news: Any) -> Barrier:
    known = {one["round"]: one for one in barrier["rounds"]}
    fresh: Barrier = {"round": number, "began": None, "in": {}, "done": {}, "out": {}, "fell": {}}
    known[number] = {**fresh, **known.get(number, {}), **news}
    rounds = [known[each] for each in sorted(known)]
    return {**barrier, "rounds": rounds[-ROUNDS_KEPT:]}


# -- what happens to candidates, and what they say ----------------------------------------------


def with_candidate_event(
    barrier: Barrier, candidate: str, kind: str, data: Data, at: float
) -> Barrier:
    """What happened to one of its processes, or what that one says."""
    if kind in STANDS_STILL:
        return _stopped(barrier, candidate, at)
    fold = _FOLDS.get(kind)
    return fold(barrier, candidate, data, at) if fold else barrier


def _stopped(barrier: Barrier, candidate: str, at: float) -> Barrier:
    known = barrier["people"].get(candidate)
    if known is None or known["stage"] != "inside" or known["stopped"] is not None:
        return barrier
    return _with(barrier, candidate, stopped=at)


def _resumed(barrier: Barrier, candidate: str, data: Data, at: float) -> Barrier:
    return _with(barrier, candidate, stopped=None)


def _with(barrier: Barrier, candidate: str, **news: Any) -> Barrier:
    known = barrier["people"].get(candidate, _NEW)
    return {**barrier, "people": {**barrier["people"], candidate: {**known, **news}}}


def _starting(barrier: Barrier, candidate: str, data: Data, at: float) -> Barrier:
    return _with(barrier, candidate)


def _enters(barrier: Barrier, candidate: str, data: Data, at: float) -> Barrier:
    return _with(barrier, candidate, stage="entering", since=at)


def _entered(barrier: Barrier, candidate: str, data: Data, at: float) -> Barrier:
    task = {"round": data["round"], "began": data["began"], "ends": data["ends"], "stopped": None}
    barrier = _with(barrier, candidate, stage="inside", since=at, **task)
    return _in_round(barrier, data["round"], "in", candidate, at)


def _departs(barrier: Barrier, candidate: str, data: Data, at: float) -> Barrier:
    barrier = _with(barrier, candidate, stage="leaving", since=at)
    return _in_round(barrier, data["round"], "done", candidate, at)


def _left(barrier: Barrier, candidate: str, data: Data, at: float) -> Barrier:
    rounds = barrier["people"].get(candidate, _NEW)["rounds"] + 1
    barrier = _with(barrier, candidate, stage="outside", since=at, rounds=rounds)
    return _in_round(barrier, data["round"], "out", candidate, at)


def _late(barrier: Barrier, candidate: str, data: Data, at: float) -> Barrier:
    late = barrier["people"].get(candidate, _NEW)["late"] + 1
    barrier = _with(barrier, candidate, stage="entering", since=at, late=late)
    return {**barrier, "late": barrier["late"] + 1}


def _fell_out(barrier: Barrier, candidate: str, data: Data, at: float) -> Barrier:
    number = barrier["people"].get(candidate, _NEW)["round"]
    fell = barrier["people"].get(candidate, _NEW)["fell"] + 1
    barrier = _with(barrier, candidate, stage="entering", since=at, fell=fell)
    return barrier if number is None else _in_round(barrier, number, "fell", candidate, at)


def _in_round(barrier: Barrier, number: int, what: str, candidate: str, at: float) -> Barrier:
    known: Data = next((one for one in barrier["rounds"] if one["round"] == number), {})
    return _with_round(barrier, number, **{what: {**known.get(what, {}), candidate: at}})


_NEW: dict[str, Any] = {
    "stage": "outside",
    "since": None,
    "round": None,
    "began": None,
    "ends": None,
    "stopped": None,
    "rounds": 0,
    "late": 0,
    "fell": 0,
}
_FOLDS = {
    "starting": _starting,
    "resumed": _resumed,
    "enters": _enters,
    "entered": _entered,
    "departs": _departs,
    "left": _left,
    "late": _late,
    "fell_out": _fell_out,
}


# -- what follows -----------------------------------------------------------------------------


def derive(barrier: Barrier, candidates: Candidates, zookeeper: Data, at: float) -> Barrier:
    """Everything that follows from the rest: whose znode is whose, invariants, story.

    zookeeper: that part of the state document.
    """
    own = {name: one for name, one in candidates.items() if one["path"] == barrier["path"]}
    owners = by_session(own)
    processes = {
        name: {**one, "candidate": one["candidate"] or owners.get(one["session"])}
        for name, one in barrier["processes"].items()
    }
    people = {name: one for name, one in barrier["people"].items() if name in own}
    linked = {**barrier, "processes": processes, "people": people}
    seen = is_seen(zookeeper)
    violations = slackened(checks.check(linked, own, at, seen=seen), zookeeper)
    verdicts = checks.verdicts(violations, at)
    judged = {**linked, "violations": violations, "invariants": verdicts}
    return {**judged, "story": tell(judged, own, zookeeper)}


def next_check(barrier: Barrier, candidates: Candidates, at: float) -> float | None:
    """When the verdicts can change without any event, None if never."""
    return checks.next_check(barrier["violations"], at)
