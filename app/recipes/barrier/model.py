"""A double barrier in the state document: what the facts about its znodes and processes make of it.

A barrier at PATH is PATH/processes and PATH/ready; see app.recipes.barrier.znodes.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from ...foreign_json import read_json
from ...participation.naming import in_order
from ...readmodels.chain import by_session
from ...readmodels.document import Candidates, Data
from ...readmodels.lines import placed
from ...readmodels.model import LINES
from ...readmodels.untyped import UntypedModel
from ...readmodels.znode_list import NOT_READ, ZnodeList
from ...readmodels.zookeeper import Zookeeper
from .checks import INVARIANTS
from .state import (
    BarrierState,
    Person,
    Ready,
    Round,
    Standing,
    new_barrier,
    new_person,
    new_round,
)
from .text import tell, with_looks
from .words import TONES, WORDS
from .znodes import PROCESSES, READY, round_of

RECIPE = "barrier"
ROUNDS_KEPT = 8
STANDS_STILL = ("killed", "paused", "exited")


# -- what the mirror reads --------------------------------------------------------------------


def _stands(barrier: BarrierState, member: Data, at: float) -> BarrierState:
    """Add a process, as read. One that waits for round 8 shows that round 7 has begun (see
    `latest_of`): its ready znode may have come and gone unread.
    """
    number = round_of(member["znode"])
    if number is None:
        return barrier
    new: Standing = {
        "round": number,
        "session": member["session"],
        "candidate": None,
        "at": at,
    }
    known = {**barrier["processes"], member["znode"]: new}
    processes = {name: known[name] for name in in_order(known)}
    return {**barrier, "processes": processes, "round": max(barrier["round"], number - 1)}


def _begun(barrier: BarrierState, member: Data, at: float) -> BarrierState:
    """Begin a round: its ready znode names those who are in it. A round may reuse the number of one
    that is over, if somebody has deleted the ready znode that showed it.
    """
    name, number = member["znode"], round_of(member["znode"])
    if number is None:
        return barrier
    ready: Ready = {"round": number, "members": _named(member["data"]), "at": at}
    rounds = [one for one in barrier["rounds"] if one["round"] != number or not _is_over(one)]
    barrier = {**barrier, "ready": {**barrier["ready"], name: ready}, "rounds": rounds}
    barrier = {**barrier, "round": max(barrier["round"], number)}
    return _with_round(barrier, {**_round(barrier, number), "began": at})


def _is_over(one: Round) -> bool:
    """Tell whether its beginning was seen, and all who entered it have left."""
    entered, left = one["in"].keys(), {**one["out"], **one["fell"]}.keys()
    return bool(one["began"] and entered) and entered <= left


def _named(data: str | None) -> list[str]:
    """Return the names in a ready znode; anybody may have written it."""
    try:
        document = read_json(data or "null")
        members = document.get("members") if isinstance(document, dict) else None
    except ValueError:
        return []
    return [str(one) for one in members] if isinstance(members, list) else []


def _shown(barrier: BarrierState, member: Data, at: float) -> BarrierState:
    """Note that a round has begun by its ready znode, which may be gone before it is read."""
    number = round_of(member["znode"])
    if number is None or number <= barrier["round"]:
        return barrier
    return {**barrier, "round": number}


def _round(barrier: BarrierState, number: int) -> Round:
    known = (one for one in barrier["rounds"] if one["round"] == number)
    return next(known, new_round(number))


def _with_round(barrier: BarrierState, changed: Round) -> BarrierState:
    known = {one["round"]: one for one in barrier["rounds"]} | {changed["round"]: changed}
    rounds = [known[number] for number in sorted(known)]
    return {**barrier, "rounds": placed(rounds[-ROUNDS_KEPT:])}


# -- what happens to candidates, and what they say ----------------------------------------------


def _stopped(barrier: BarrierState, candidate: str, data: Data, at: float) -> BarrierState:
    known = barrier["people"].get(candidate)
    if known is None or known["stage"] != "inside" or known["stopped"] is not None:
        return barrier
    return _with(barrier, candidate, {**known, "stopped": at})


def _person(barrier: BarrierState, candidate: str) -> Person:
    return barrier["people"].get(candidate) or new_person()


def _with(barrier: BarrierState, candidate: str, changed: Person) -> BarrierState:
    return {**barrier, "people": {**barrier["people"], candidate: changed}}


def _resumed(barrier: BarrierState, candidate: str, data: Data, at: float) -> BarrierState:
    return _with(barrier, candidate, {**_person(barrier, candidate), "stopped": None})


def _starting(barrier: BarrierState, candidate: str, data: Data, at: float) -> BarrierState:
    return _with(barrier, candidate, _person(barrier, candidate))


def _now(barrier: BarrierState, candidate: str, stage: str, at: float) -> Person:
    return {**_person(barrier, candidate), "stage": stage, "since": at}


def _enters(barrier: BarrierState, candidate: str, data: Data, at: float) -> BarrierState:
    return _with(barrier, candidate, _now(barrier, candidate, "entering", at))


def _entered(barrier: BarrierState, candidate: str, data: Data, at: float) -> BarrierState:
    number, began, ends = data["round"], data["began"], data["ends"]
    person = _now(barrier, candidate, "inside", at)
    task: Person = {**person, "round": number, "began": began, "ends": ends, "stopped": None}
    return _in_round(_with(barrier, candidate, task), number, "in", candidate, at)


def _departs(barrier: BarrierState, candidate: str, data: Data, at: float) -> BarrierState:
    barrier = _with(barrier, candidate, _now(barrier, candidate, "leaving", at))
    return _in_round(barrier, data["round"], "done", candidate, at)


def _left(barrier: BarrierState, candidate: str, data: Data, at: float) -> BarrierState:
    person = _now(barrier, candidate, "outside", at)
    barrier = _with(barrier, candidate, {**person, "rounds": person["rounds"] + 1})
    return _in_round(barrier, data["round"], "out", candidate, at)


def _late(barrier: BarrierState, candidate: str, data: Data, at: float) -> BarrierState:
    person = _now(barrier, candidate, "entering", at)
    barrier = _with(barrier, candidate, {**person, "late": person["late"] + 1})
    return {**barrier, "late": barrier["late"] + 1}


def _fell_out(barrier: BarrierState, candidate: str, data: Data, at: float) -> BarrierState:
    person = _now(barrier, candidate, "entering", at)
    barrier = _with(barrier, candidate, {**person, "fell": person["fell"] + 1})
    number = person["round"]
    return barrier if number is None else _in_round(barrier, number, "fell", candidate, at)


def _in_round(
    barrier: BarrierState,
    number: int,
    what: Literal["in", "done", "out", "fell"],
    candidate: str,
    at: float,
) -> BarrierState:
    changed = _round(barrier, number).copy()
    changed[what] = {**changed[what], candidate: at}
    return _with_round(barrier, changed)


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


class BarrierModel(UntypedModel[BarrierState]):
    """The read model of a double barrier."""

    leaves = r"/processes|/ready(/round-\d+)?"
    section = "barriers"
    thing = "barrier"
    recipes = (RECIPE,)
    families = ("barrier",)
    words = WORDS
    tones = TONES
    invariants = INVARIANTS
    lists: ClassVar = {
        PROCESSES: ZnodeList.by_name("processes", _stands),
        READY: ZnodeList.by_name("ready", _begun, created=_shown),
        "": NOT_READ,
    }
    lines: ClassVar = {**LINES, "ready.*.members": (), "rounds": ("round",)}
    folds: ClassVar = {**_FOLDS, **dict.fromkeys(STANDS_STILL, _stopped)}
    story = staticmethod(tell)
    with_looks = staticmethod(with_looks)

    def new(self, path: str, recipe: str = RECIPE) -> BarrierState:
        return new_barrier(path, recipe)

    def with_event(self, barrier: BarrierState, what: str, data: Data, at: float) -> BarrierState:
        """Fold `barrier.opened` {size, by}."""
        return {**barrier, "size": data["size"]} if what == "opened" else barrier

    def link(
        self, barrier: BarrierState, own: Candidates, zookeeper: Zookeeper, at: float
    ) -> BarrierState:
        """Find out whose znode is whose."""
        owners = by_session(own)
        processes: dict[str, Standing] = {
            name: {**one, "candidate": one["candidate"] or owners.get(one["session"] or "")}
            for name, one in barrier["processes"].items()
        }
        people = {name: one for name, one in barrier["people"].items() if name in own}
        return {**barrier, "processes": processes, "people": people}
