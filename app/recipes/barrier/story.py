"""Tell what is happening at a barrier, in the form of `app.readmodels.story_parts`."""

from __future__ import annotations

from collections.abc import Sequence

from ...readmodels.document import Candidates, CandidateState
from ...readmodels.ensemble_story import cut_off, not_noticed, out_of_reach
from ...readmodels.looks import Looks, looking
from ...readmodels.story_parts import in_words, named
from ...readmodels.zookeeper import Story, Zookeeper
from .state import BarrierState, Person

_DEED = {"kill": "was killed", "pause": "was frozen", "expire": "had its session ended by hand"}


def tell(barrier: BarrierState, candidates: Candidates, zookeeper: Zookeeper) -> Story:
    """Tell the barrier's story. zookeeper: that part of the state document."""
    alive = [name for name, one in candidates.items() if one["process"] != "exited"]
    people = barrier["people"]
    inside = [name for name in alive if name in people and people[name]["stage"] == "inside"]
    gone = out_of_reach(
        zookeeper,
        "nobody passes the barrier",
        not_noticed(inside, "its work"),
        _cut_off(barrier, alive),
        anybody=bool(alive),
    )
    if gone:
        return gone
    if not alive:
        return ["Nobody is at this barrier. Start four processes: they pass it together."]
    return [*_struck(barrier, candidates), *_stage(barrier, candidates)]


def _cut_off(barrier: BarrierState, alive: Sequence[str]) -> Story:
    if not alive:
        return ["Nobody is at this barrier."]
    stood = len(barrier["processes"])
    had = {0: "none of them had a znode", 1: "one of them had its znode"}
    told = had.get(stood, f"{in_words(stood)} of them had their znodes")
    return [f"{cut_off(len(alive))}{told} there. "]


def _struck(barrier: BarrierState, candidates: Candidates) -> Story:
    """Tell of a process whose znode the others count on, although it will never come."""
    for entry in barrier["processes"].values():
        one = candidates.get(entry["candidate"] or "")
        if one is None or not one["fault"] or one["process"] == "running":
            continue
        kind, ends = one["fault"]["kind"], one["session_ends"]
        if kind in _DEED:
            until: Story = [", in about ", {"left": ends}, ". "] if ends is not None else [". "]
            return [
                {"who": entry["candidate"] or "", "tone": "frozen" if kind == "pause" else "dead"},
                f" {_DEED[kind]} ",
                {"ago": one["fault"]["at"]},
                f" in round {entry['round']}. Its znode is still there, and the others count "
                "on it until ZooKeeper ends its session",
                *until,
            ]
    return []


def _stage(barrier: BarrierState, candidates: Candidates) -> Story:
    stages = _by_stage(barrier, candidates)
    number, inside, leaving = _earliest(barrier, stages["inside"], stages["leaving"])
    if inside and leaving:
        verb = "is" if len(leaving) == 1 else "are"
        return [
            *named(leaving, "wait"),
            f" {verb} done, and {'waits' if len(leaving) == 1 else 'wait'} for ",
            *named(inside, "lead"),
            ": nobody leaves before all are done.",
        ]
    if inside:
        many = "is" if len(inside) == 1 else "are"
        return [*named(inside, "lead"), f" {many} inside, in round {number}."]
    counted_on = _counted_on(barrier, candidates, number) if leaving else []
    if counted_on:
        verb = "is done, and waits for" if len(leaving) == 1 else "are done, and wait for"
        held: Story = [f" {verb} the znode of "]
        return [*named(leaving, "wait"), *held, *named(counted_on, "dead"), " to go."]
    if leaving:
        leave = " leaves." if len(leaving) == 1 else " leave together: the lowest znode goes last."
        return [*named(leaving, "wait"), leave]
    return _gathering(barrier, stages["entering"])


def _counted_on(barrier: BarrierState, candidates: Candidates, number: int) -> list[str]:
    """Return whose znodes of this round stand, although their processes will not leave."""
    rest = (entry for entry in barrier["processes"].values() if entry["round"] == number)
    names = (entry["candidate"] or "" for entry in rest)
    return [
        name for name in names if name in candidates and candidates[name]["process"] != "running"
    ]


def _earliest(
    barrier: BarrierState, inside: Sequence[str], leaving: Sequence[str]
) -> tuple[int, list[str], list[str]]:
    """Return the earlier round where two overlap: nobody waits for the processes of the other."""
    rounds = {name: barrier["people"][name]["round"] or 0 for name in (*inside, *leaving)}
    number = min(rounds.values(), default=0)
    return (
        number,
        [name for name in inside if rounds[name] == number],
        [name for name in leaving if rounds[name] == number],
    )


def _gathering(barrier: BarrierState, entering: Sequence[str]) -> Story:
    size, there = barrier["size"] or 0, len(entering)
    if not there:
        verb = "is" if size == 1 else "are"
        return [f"All are outside. The next round begins when {in_words(size)} {verb} there."]
    missing = size - there
    if missing <= 0:
        are = "is" if there == 1 else "are all"
        return [*named(entering, "wait"), f" {are} there: the barrier opens."]
    verb = "waits" if there == 1 else "wait"
    lack = "one more is" if missing == 1 else f"{in_words(missing)} more are"
    return [*named(entering, "wait"), f" {verb} at the barrier; {lack} missing."]


def _by_stage(barrier: BarrierState, candidates: Candidates) -> dict[str, list[str]]:
    """Sort the running processes by stage."""
    stages: dict[str, list[str]] = {"entering": [], "inside": [], "leaving": [], "outside": []}
    for name, one in barrier["people"].items():
        if candidates[name]["process"] == "running":
            stages[one["stage"]].append(name)
    return stages


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
    return f"waits: {there} of {size} there" if there < size else "waits: all have come"
