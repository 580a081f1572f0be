"""A double barrier in the state document: what the facts about its znodes and processes make of it.

A barrier at PATH is PATH/processes and PATH/ready; see app.recipes.barrier.znodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from ...participation.naming import in_order
from ...participation.said import said_in
from ...readmodels.chain import by_session
from ...readmodels.document import Candidates, CandidateState, Data
from ...readmodels.endings import with_ending, without_ending
from ...readmodels.event import Event
from ...readmodels.events import (
    CandidateExited,
    CandidateKilled,
    CandidatePaused,
    CandidateResumed,
    CandidateStarting,
)
from ...readmodels.lines import placed
from ...readmodels.model import LINES, Found, Invariant, Model, by_kind, on
from ...readmodels.znode_list import NOT_READ, ZnodeList
from ...readmodels.zookeeper import Zookeeper
from .events import (
    BarrierApproached,
    BarrierOpened,
    RoundBrokenOff,
    RoundEntered,
    RoundLeft,
    RoundMissed,
    RoundWorked,
)
from .state import (
    IN_A_ROUND,
    RECIPE,
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
from .znodes import PROCESSES, READY, round_of

ROUNDS_KEPT = 8


# -- what the mirror reads --------------------------------------------------------------------


def _stands(barrier: BarrierState, member: Data, at: float) -> BarrierState:
    """Add a process, as read. One that waits for round 8 shows that round 7 has begun (see
    `latest_of`): its ready znode may have come and gone unread.
    """
    number = round_of(member["znode"])
    if number is None:
        return barrier
    session = member["session"]
    new: Standing = {"round": number, "session": session, "candidate": None, "at": at}
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
    members = [str(one) for one in said_in(member["data"], "members", list) or ()]
    ready: Ready = {"round": number, "members": members, "at": at}
    rounds = [one for one in barrier["rounds"] if one["round"] != number or not _is_over(one)]
    barrier = {**barrier, "ready": {**barrier["ready"], name: ready}, "rounds": rounds}
    barrier = {**barrier, "round": max(barrier["round"], number)}
    stood = (one["at"] for one in barrier["processes"].values() if one["round"] == number)
    first = min(stood, default=None)
    return _with_round(barrier, {**_round(barrier, number), "first": first, "began": at})


def _is_over(one: Round) -> bool:
    """Tell whether its beginning was seen, and all who entered it have left."""
    entered, left = one["in"].keys(), {**one["out"], **one["fell"]}.keys()
    return bool(one["began"] and entered) and entered <= left


def _shown(barrier: BarrierState, member: Data, at: float) -> BarrierState:
    """Note that a round has begun by its ready znode, which may be gone before it is read."""
    return {**barrier, "round": max(barrier["round"], round_of(member["znode"]) or 0)}


def _round(barrier: BarrierState, number: int) -> Round:
    known = (one for one in barrier["rounds"] if one["round"] == number)
    return next(known, new_round(number))


def _with_round(barrier: BarrierState, changed: Round) -> BarrierState:
    known = {one["round"]: one for one in barrier["rounds"]} | {changed["round"]: changed}
    rounds = [known[number] for number in sorted(known)]
    return {**barrier, "rounds": placed(rounds[-ROUNDS_KEPT:])}


# -- what happens to its processes, and what they say -------------------------------------------


def _opened(barrier: BarrierState, event: BarrierOpened, at: float) -> BarrierState:
    return {**barrier, "size": event.size}


def _person(barrier: BarrierState, event: Event) -> Person:
    return barrier["people"].get(event.subject) or new_person()


def _with(barrier: BarrierState, event: Event, changed: Person) -> BarrierState:
    return {**barrier, "people": {**barrier["people"], event.subject: changed}}


def _starting(barrier: BarrierState, event: CandidateStarting, at: float) -> BarrierState:
    return _with(without_ending(barrier), event, _person(barrier, event))


def _stopped(
    barrier: BarrierState, event: CandidateKilled | CandidatePaused | CandidateExited, at: float
) -> BarrierState:
    """Stop its work."""
    known = _person(barrier, event)
    if known["stage"] != "inside" or known["stopped"] is not None:
        return barrier
    return _with(barrier, event, {**known, "stopped": at})


def _exited(barrier: BarrierState, event: CandidateExited, at: float) -> BarrierState:
    """Fold that a process has ended: a round that it had entered goes on without it."""
    barrier = with_ending(_stopped(barrier, event, at), event)
    person = _person(barrier, event)
    if person["round"] is None or person["stage"] not in IN_A_ROUND:
        return barrier
    return _in_round(barrier, person["round"], "fell", event, at)


def _resumed(barrier: BarrierState, event: CandidateResumed, at: float) -> BarrierState:
    return _with(barrier, event, {**_person(barrier, event), "stopped": None})


def _now(barrier: BarrierState, event: Event, stage: str, at: float) -> Person:
    return {**_person(barrier, event), "stage": stage, "since": at}


def _approached(barrier: BarrierState, event: BarrierApproached, at: float) -> BarrierState:
    return _with(barrier, event, _now(barrier, event, "entering", at))


def _entered(barrier: BarrierState, event: RoundEntered, at: float) -> BarrierState:
    task: Person = {
        **_now(barrier, event, "inside", at),
        "round": event.round,
        "began": event.began,
        "ends": event.ends,
        "stopped": None,
    }
    return _in_round(_with(barrier, event, task), event.round, "in", event, at)


def _worked(barrier: BarrierState, event: RoundWorked, at: float) -> BarrierState:
    barrier = _with(barrier, event, _now(barrier, event, "leaving", at))
    return _in_round(barrier, event.round, "done", event, at)


def _left(barrier: BarrierState, event: RoundLeft, at: float) -> BarrierState:
    person = _now(barrier, event, "outside", at)
    barrier = _with(barrier, event, {**person, "rounds": person["rounds"] + 1})
    return _in_round(barrier, event.round, "out", event, at)


def _missed(barrier: BarrierState, event: RoundMissed, at: float) -> BarrierState:
    person = _now(barrier, event, "entering", at)
    barrier = _with(barrier, event, {**person, "late": person["late"] + 1})
    return {**barrier, "late": barrier["late"] + 1}


def _broken_off(barrier: BarrierState, event: RoundBrokenOff, at: float) -> BarrierState:
    person = _now(barrier, event, "entering", at)
    barrier = _with(barrier, event, {**person, "fell": person["fell"] + 1})
    number = person["round"]
    return barrier if number is None else _in_round(barrier, number, "fell", event, at)


def _in_round(
    barrier: BarrierState,
    number: int,
    what: Literal["in", "done", "out", "fell"],
    event: Event,
    at: float,
) -> BarrierState:
    changed = _round(barrier, number).copy()
    changed[what] = {**changed[what], event.subject: at}
    return _with_round(barrier, changed)


# -- its invariants, checked on every event -----------------------------------------------------


def _begun_with_all(barrier: BarrierState, own: Candidates, at: float) -> Iterator[Found]:
    """Yield who is inside a round that has not begun with all of its processes there. The process
    may say so before the dashboard has read the ready znode: that counts after a second. A process
    killed or frozen inside stays there, while the others end the round and its ready znode goes,
    perhaps before it was read: only of one at work inside that znode must be there.
    """
    begun = {one["round"]: one for one in barrier["ready"].values()}
    for name, one in barrier["people"].items():
        number = one["round"]
        if one["stage"] != "inside" or number is None:
            continue
        ready = begun.get(number)
        if number > barrier["round"]:
            if _is_at_work(own.get(name), at):
                yield name, f"{name} is inside round {number}, which has not begun"
        elif ready and barrier["size"] and 0 < len(ready["members"]) < barrier["size"]:
            yield (
                f"round {number}",
                f"round {number} has begun with {len(ready['members'])} of {barrier['size']}",
            )


def _left_behind(barrier: BarrierState, own: Candidates, at: float) -> Iterator[Found]:
    """Yield who is still at work in a round, with a living session, that another has left: it said
    that it is inside, and neither that it is done nor that it fell out.
    """
    for one in barrier["rounds"]:
        inside = one["in"].keys() - one["done"].keys() - one["fell"].keys()
        for name in sorted(inside):
            if one["out"] and _is_there(own.get(name), at):
                others = ", ".join(sorted(one["out"]))
                detail = f"{others} left round {one['round']} while {name} was at work in it"
                yield name, detail


def _is_there(candidate: CandidateState | None, at: float) -> bool:
    return bool(candidate and candidate["belief"] == "inside") and _is_at_work(candidate, at)


def _is_at_work(candidate: CandidateState | None, at: float) -> bool:
    """Tell whether it acts, and has a session as far as it knows."""
    if candidate is None or candidate["process"] != "running" or candidate["fault"]:
        return False
    ends = candidate["session_ends"]
    return candidate["belief"] != "suspended" and (ends is None or at < ends)


def _unread(barrier: BarrierState) -> Iterator[str]:
    for one in barrier["ready"].values():
        if not one["members"]:
            yield f"the dashboard cannot read who is in round {one['round']}"


# -- what follows -----------------------------------------------------------------------------


class BarrierModel(Model[BarrierState]):
    """The read model of a double barrier."""

    leaves = r"/processes|/ready(/round-\d+)?"
    section = "barriers"
    thing = "barrier"
    recipes = (RECIPE,)
    families = ("barrier",)
    invariants = (
        Invariant("in_together", 1.0, _begun_with_all, True, _unread),
        Invariant("out_together", 1.0, _left_behind),
    )
    lists: ClassVar = {
        PROCESSES: ZnodeList.by_name("processes", _stands),
        READY: ZnodeList.by_name("ready", _begun, created=_shown),
        "": NOT_READ,
    }
    lines: ClassVar = {**LINES, "ready.*.members": (), "rounds": ("round",)}
    folds = by_kind(
        on(BarrierOpened, _opened),
        on(CandidateStarting, _starting),
        on(CandidateKilled, _stopped),
        on(CandidatePaused, _stopped),
        on(CandidateExited, _exited),
        on(CandidateResumed, _resumed),
        on(BarrierApproached, _approached),
        on(RoundEntered, _entered),
        on(RoundWorked, _worked),
        on(RoundLeft, _left),
        on(RoundMissed, _missed),
        on(RoundBrokenOff, _broken_off),
    )
    new = staticmethod(new_barrier)
    story = staticmethod(tell)
    with_looks = staticmethod(with_looks)

    def link(
        self, barrier: BarrierState, own: Candidates, zookeeper: Zookeeper, at: float
    ) -> BarrierState:
        """Find out whose znode is whose, and which round is under way."""
        owners = by_session(own)
        processes: dict[str, Standing] = {
            name: {**one, "candidate": one["candidate"] or owners.get(one["session"] or "")}
            for name, one in barrier["processes"].items()
        }
        people = {name: one for name, one in barrier["people"].items() if name in own}
        rounds = (
            one["round"]
            for name, one in people.items()
            if one["stage"] in IN_A_ROUND and own[name]["process"] == "running"
        )
        under_way = min((number for number in rounds if number is not None), default=None)
        return {**barrier, "processes": processes, "people": people, "under_way": under_way}
