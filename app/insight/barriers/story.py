"""The barrier's sentence: what is happening now, in the form of app.insight.story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.insight.chain import Candidates
from app.insight.ensemble_story import cut_off, not_noticed, out_of_reach
from app.insight.story_parts import Story, in_words, named

Barrier = Mapping[str, Any]

_DEED = {"kill": "was killed", "pause": "was frozen", "expire": "had its session ended by hand"}


def tell(barrier: Barrier, candidates: Candidates, zookeeper: Mapping[str, Any]) -> Story:
    """The barrier's story as it stands. zookeeper: that part of the state document."""
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


def _cut_off(barrier: Barrier, alive: Sequence[str]) -> Story:
    if not alive:
        return ["Nobody is at this barrier."]
    stood = len(barrier["processes"])
    verb = "had its znode" if stood == 1 else "had their znodes"
    return [f"{cut_off(len(alive))}{in_words(stood) if stood else 'none'} of them {verb} there. "]


def _struck(barrier: Barrier, candidates: Candidates) -> Story:
    """One whose znode the others wait for, although it will never come."""
    for entry in barrier["processes"].values():
        one = candidates.get(entry["candidate"] or "")
        if one is None or not one["fault"] or one["process"] == "running":
            continue
        kind, ends = one["fault"]["kind"], one["session_ends"]
        if kind in _DEED:
            until: Story = [", in about ", {"left": ends}, ". "] if ends is not None else [". "]
            return [
                {"who": entry["candidate"], "tone": "frozen" if kind == "pause" else "dead"},
                f" {_DEED[kind]} ",
                {"ago": one["fault"]["at"]},
                f" in round {entry['round']}. Its znode stands, and the others count on it until "
                "ZooKeeper ends its session",
                *until,
            ]
    return []


def _stage(barrier: Barrier, candidates: Candidates) -> Story:
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
    if leaving:
        return [*named(leaving, "wait"), " leave together: the first of them goes last."]
    return _gathering(barrier, stages["entering"])


def _earliest(
    barrier: Barrier, inside: Sequence[str], leaving: Sequence[str]
) -> tuple[int, list[str], list[str]]:
    """Where two rounds overlap, nobody waits for those of the other: the earlier one is told."""
    rounds = {name: barrier["people"][name]["round"] or 0 for name in (*inside, *leaving)}
    number = min(rounds.values(), default=0)
    return (
        number,
        [name for name in inside if rounds[name] == number],
        [name for name in leaving if rounds[name] == number],
    )


def _gathering(barrier: Barrier, entering: Sequence[str]) -> Story:
    size, there = barrier["size"] or 0, len(entering)
    if not there:
        verb = "is" if size == 1 else "are"
        return [f"All are outside. The next round begins when {in_words(size)} {verb} there."]
    missing = size - there
    if missing <= 0:
        return [*named(entering, "wait"), " are all there: the barrier opens."]
    verb = "waits" if there == 1 else "wait"
    lack = "one more is" if missing == 1 else f"{in_words(missing)} more are"
    return [*named(entering, "wait"), f" {verb} at the barrier; {lack} missing."]


def _by_stage(barrier: Barrier, candidates: Candidates) -> dict[str, list[str]]:
    """Of those that live."""
    stages: dict[str, list[str]] = {"entering": [], "inside": [], "leaving": [], "outside": []}
    for name, one in barrier["people"].items():
        if candidates[name]["process"] == "running":
            stages[one["stage"]].append(name)
    return stages
