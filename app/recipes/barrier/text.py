"""Every sentence about a barrier: of STORY the first scene that applies is told, then of STAGES."""

from __future__ import annotations

from collections.abc import Sequence

from ...participation.step import Step
from ...readmodels.document import Candidates, CandidateState
from ...readmodels.endings import ending_of, told_after
from ...readmodels.ensemble_story import cut_off, not_noticed, out_of_reach
from ...readmodels.looks import Looks, looking
from ...readmodels.scenes import DEED, People, Places, Scenes, in_words, tone_of
from ...readmodels.zookeeper import Telling, Zookeeper
from .state import IN_A_ROUND, BarrierState, Person

CUT_OFF, STORY, GONE, STAGES = (Scenes() for _ in range(4))
STRUCK = ("kill", "pause", "expire")


def tell(barrier: BarrierState, candidates: Candidates, zookeeper: Zookeeper) -> Telling:
    """Tell the barrier's story. zookeeper: that part of the state document."""
    alive = [name for name, one in candidates.items() if one["process"] != "exited"]
    people = barrier["people"]
    inside = [name for name in alive if name in people and people[name]["stage"] == "inside"]
    return (
        out_of_reach(
            zookeeper,
            "nobody passes the barrier",
            CUT_OFF.tell(barrier, alive),
            unaware=not_noticed(inside, "its work"),
            anybody=bool(alive),
        )
        or STORY.told(barrier, candidates, alive)
        or told_after(GONE.told(barrier, candidates, alive), STAGES.told(barrier, candidates))
    )


# -- while ZooKeeper is out of reach ----------------------------------------------------------


@CUT_OFF("Nobody is at this barrier.")
def nobody(barrier: BarrierState, alive: Sequence[str]) -> bool:
    return not alive


@CUT_OFF("{cut_off} When ZooKeeper was last heard, none of them had a znode there.")
def none_stood(barrier: BarrierState, alive: Sequence[str]) -> Places | None:
    return None if barrier["processes"] else {"cut_off": cut_off(len(alive))}


@CUT_OFF("{cut_off} When ZooKeeper was last heard, {stood:words} of them had {stood:its|their} "
         "{stood:znode|znodes} there.")  # fmt: skip
def some_stood(barrier: BarrierState, alive: Sequence[str]) -> Places:
    return {"cut_off": cut_off(len(alive)), "stood": len(barrier["processes"])}


# -- what befalls it --------------------------------------------------------------------------


@STORY("Nobody is at this barrier.", "Start four processes: they pass it together.")
def nobody_is_here(barrier: BarrierState, candidates: Candidates, alive: Sequence[str]) -> bool:
    return not alive


@STORY(
    "{who} {deed} {ago} {when} round {round}.",
    "Its znode is still there, and the others count on it until ZooKeeper ends its session[, in "
    "about {left}].",
    "{stage}",
)
def one_will_never_come(
    barrier: BarrierState, candidates: Candidates, alive: Sequence[str]
) -> Places | None:
    for entry in barrier["processes"].values():
        name = entry["candidate"] or ""
        one = candidates.get(name)
        if one is None or not one["fault"] or one["process"] == "running":
            continue
        kind, ends = one["fault"]["kind"], one["session_ends"]
        if kind in STRUCK:
            return {
                "who": People([name], tone_of(kind)),
                "deed": DEED[kind],
                "ago": {"ago": one["fault"]["at"]},
                "when": "in" if entry["round"] <= barrier["round"] else "while it waited for",
                "round": entry["round"],
                "left": None if ends is None else {"left": ends},
                "stage": STAGES.tell(barrier, candidates),
            }
    return None


# -- who has ended ----------------------------------------------------------------------------


@GONE("{who} {deed} {ago}[ in round {round}]: {left:words} {left:is|are} left, {enough}.")
def one_has_ended(
    barrier: BarrierState, candidates: Candidates, alive: Sequence[str]
) -> Places | None:
    """Tell who ended last, and whether those who are left make a round."""
    ending, size = ending_of(barrier, candidates), barrier["size"]
    if ending is None or not size:
        return None
    person = barrier["people"].get(ending.name)
    was_in = person is not None and person["stage"] in IN_A_ROUND
    makes, needs = f"and {in_words(size)} make a round", f"but a round needs {in_words(size)}"
    return {
        **ending.places,
        "round": person["round"] if person and was_in else None,
        "left": len(alive),
        "enough": makes if len(alive) >= size else needs,
    }


# -- where its round is -----------------------------------------------------------------------


def _round(barrier: BarrierState, candidates: Candidates) -> tuple[int, list[str], list[str]]:
    """Return the round that is under way, who is inside, and who leaves: nobody waits for the
    processes of a later one.
    """
    number, people = barrier["under_way"] or 0, barrier["people"]
    inside, leaving = (
        [name for name in _in_stage(barrier, candidates, one) if people[name]["round"] == number]
        for one in IN_A_ROUND
    )
    return number, inside, leaving


def _in_stage(barrier: BarrierState, candidates: Candidates, stage: str) -> list[str]:
    """Return the running processes of this stage."""
    people = barrier["people"].items()
    running = (name for name, _ in people if candidates[name]["process"] == "running")
    return [name for name in running if barrier["people"][name]["stage"] == stage]


@STAGES(
    "{leaving} {leaving:is|are} done, and {leaving:waits|wait} for {inside}: nobody leaves before "
    "all are done."
)
def some_are_done(barrier: BarrierState, candidates: Candidates) -> Places | None:
    _, inside, leaving = _round(barrier, candidates)
    if not inside or not leaving:
        return None
    return {"leaving": People(leaving, "wait"), "inside": People(inside, "lead")}


@STAGES("{inside} {inside:is|are} inside, in round {round}.")
def all_are_inside(barrier: BarrierState, candidates: Candidates) -> Places | None:
    number, inside, _ = _round(barrier, candidates)
    return {"inside": People(inside, "lead"), "round": number} if inside else None


@STAGES("{leaving} {leaving:is|are} done, and {leaving:waits|wait} for the znode of {dead} to go.")
def a_dead_one_is_counted_on(barrier: BarrierState, candidates: Candidates) -> Places | None:
    number, _, leaving = _round(barrier, candidates)
    rest = (entry for entry in barrier["processes"].values() if entry["round"] == number)
    names = (entry["candidate"] or "" for entry in rest)
    dead = [
        name for name in names if name in candidates and candidates[name]["process"] != "running"
    ]
    if not leaving or not dead:
        return None
    return {"leaving": People(leaving, "wait"), "dead": People(dead, "dead")}


@STAGES("{leaving} leaves.")
def one_leaves(barrier: BarrierState, candidates: Candidates) -> Places | None:
    leaving = _round(barrier, candidates)[2]
    return {"leaving": People(leaving, "wait")} if len(leaving) == 1 else None


@STAGES("{leaving} leave together: the lowest znode goes last.")
def they_leave(barrier: BarrierState, candidates: Candidates) -> Places | None:
    leaving = _round(barrier, candidates)[2]
    return {"leaving": People(leaving, "wait")} if leaving else None


@STAGES("All are outside. The next round begins when {size:words} {size:is|are} there.")
def all_are_outside(barrier: BarrierState, candidates: Candidates) -> Places | None:
    entering = _in_stage(barrier, candidates, "entering")
    return None if entering else {"size": barrier["size"] or 0}


@STAGES("{entering} {entering:is|are all} there: the barrier opens.")
def it_opens(barrier: BarrierState, candidates: Candidates) -> Places | None:
    entering = _in_stage(barrier, candidates, "entering")
    opens = len(entering) >= (barrier["size"] or 0)
    return {"entering": People(entering, "wait")} if opens else None


@STAGES(
    "{entering} {entering:waits|wait} at the barrier; {missing:words} more {missing:is|are} "
    "missing."
)
def some_are_missing(barrier: BarrierState, candidates: Candidates) -> Places:
    entering = _in_stage(barrier, candidates, "entering")
    return {
        "entering": People(entering, "wait"),
        "missing": (barrier["size"] or 0) - len(entering),
    }


# -- how its processes look ------------------------------------------------------------------


def with_looks(barrier: BarrierState, own: Candidates) -> BarrierState:
    """Return the barrier with how each process looks."""
    znodes: dict[str | None, str] = {}
    for znode, standing in barrier["processes"].items():
        znodes.setdefault(standing["candidate"], znode)
    people = {
        name: looking(one, _looks(barrier, one, own[name], znodes.get(name)))
        for name, one in barrier["people"].items()
    }
    return {**barrier, "people": people}


def _looks(
    barrier: BarrierState, one: Person, candidate: CandidateState, znode: str | None
) -> Looks:
    stage = one["stage"]
    there = ": its znode still exists" if znode else ""
    if candidate["process"] == "exited":
        return Looks("dead", f"dead{there}")
    if candidate["process"] == "paused":
        return Looks("frozen", f"frozen{there}")
    if candidate["belief"] == "suspended":
        return Looks("lost", "no connection")
    if stage == "inside":
        return Looks("lead", f"works in round {one['round']}")
    if stage == "leaving":
        return Looks("new", "done, waits for the others")
    if stage == "entering" and znode:
        return Looks("wait", _at_the_gate(barrier, znode))
    return Looks("wait", "joins" if candidate["belief"] == "joining" else "outside")


def _at_the_gate(barrier: BarrierState, znode: str) -> str:
    number, size = barrier["processes"][znode]["round"], barrier["size"] or 0
    if any(one["round"] == number and znode in one["members"] for one in barrier["ready"].values()):
        return "named by ready: enters"
    if number <= barrier["round"]:
        return "too late for this round"
    there = sum(one["round"] == number for one in barrier["processes"].values())
    waits = f"waits for round {number}"
    return f"{waits}: {there} of {size} there" if there < size else f"{waits}: all have come"


# -- its pseudo-code --------------------------------------------------------------------------

BARRIER_IDEA = "Nobody enters before all are there, and nobody leaves before all are done."
"""Its key idea."""

BARRIER_SOURCE = (
    "Apache ZooKeeper, Recipes and Solutions: Double Barriers. Rounds, and that ready names those "
    "who are in, are Handoff's own"
)

BARRIER = (
    Step(
        "create znode",
        "Enter: create my znode, EPHEMERAL, with the round in its name",
        "Create child: create(n, EPHEMERAL)",
    ),
    Step(
        "wait for ready",
        "Watch ready (exists), and list the processes. Fewer than x? Wait",
        'Set watch: exists(b + "/ready", true). L = getChildren(b, false); if fewer children in L '
        "than x, wait for watch event",
    ),
    Step(
        "open",
        "Are x there? Create ready, if all znodes still exist: all or nothing",
        'else create(b + "/ready", REGULAR)',
    ),
    Step(
        "notified",
        "Notified? Look again",
        "When the barrier node comes, the process proceeds: all are woken at once",
    ),
    Step(
        "inside",
        "Ready names me: I am inside. Work",
        "Double barriers enable clients to synchronize the beginning and the end of a computation. "
        "When enough processes have joined the barrier, processes start their computation",
    ),
    Step(
        "too late",
        "Ready does not name me: I am too late, and wait for the next round",
        "A process that created its znode after the first x does not start with them",
    ),
    Step(
        "leave",
        "Done: list the processes of this round. Nobody there? I am out",
        "L = getChildren(b, false). If no children, exit",
    ),
    Step(
        "delete znode",
        "Am I not the lowest, or alone? Delete my znode",
        "If p is only process node in L, delete(n) and exit; else delete(n) if still exists",
    ),
    Step(
        "wait for the others",
        "The lowest waits for the highest, all others wait for the lowest",
        "If p is the lowest process node in L, wait on highest process node in L; else wait on "
        "lowest process node in L; goto 1",
    ),
    Step(
        "out",
        "All are out, together",
        "and leave the barrier once they have finished",
    ),
)
