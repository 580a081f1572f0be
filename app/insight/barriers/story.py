"""The barrier's sentence: what is happening now, in the form of app.insight.story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.insight.chain import Candidates
from app.insight.ensemble_story import moving, without_quorum, without_server
from app.insight.servers import away
from app.insight.story_parts import Story, in_words

Barrier = Mapping[str, Any]

MOST_NAMED = 4
_DEED = {"kill": "was killed", "pause": "was frozen", "expire": "had its session ended by hand"}


def tell(barrier: Barrier, candidates: Candidates, zookeeper: Mapping[str, Any]) -> Story:
    """The barrier's story as it stands. zookeeper: that part of the state document."""
    only, quorum = away(zookeeper["servers"]), zookeeper["quorum"]
    if only:
        return without_server(only, zookeeper["keeps"], ())
    if zookeeper["state"] != "connected" and quorum:
        return without_quorum(quorum, ()) if quorum["lost"] else moving()
    if zookeeper["state"] != "connected":
        return ["ZooKeeper does not answer. Whoever was inside has stopped its work."]
    alive = [name for name, one in candidates.items() if one["process"] != "exited"]
    if not alive:
        return ["Nobody is at this barrier. Start four processes: they pass it together."]
    return [*_struck(barrier, candidates), *_stage(barrier, candidates)]


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
            *_names(leaving, "wait"),
            f" {verb} done, and {'waits' if len(leaving) == 1 else 'wait'} for ",
            *_names(inside, "lead"),
            ": nobody leaves before all are done.",
        ]
    if inside:
        many = "is" if len(inside) == 1 else "are"
        return [*_names(inside, "lead"), f" {many} inside, in round {number}."]
    if leaving:
        return [*_names(leaving, "wait"), " leave together: the first of them goes last."]
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
        return [*_names(entering, "wait"), " are all there: the barrier opens."]
    verb = "waits" if there == 1 else "wait"
    lack = "one more is" if missing == 1 else f"{in_words(missing)} more are"
    return [*_names(entering, "wait"), f" {verb} at the barrier; {lack} missing."]


def _by_stage(barrier: Barrier, candidates: Candidates) -> dict[str, list[str]]:
    """Of those that live."""
    stages: dict[str, list[str]] = {"entering": [], "inside": [], "leaving": [], "outside": []}
    for name, one in barrier["people"].items():
        if candidates[name]["process"] == "running":
            stages[one["stage"]].append(name)
    return stages


def _names(names: Sequence[str], tone: str) -> Story:
    """ "c1, c2 and c3", or how many they are."""
    if len(names) > MOST_NAMED:
        return [{"who": str(len(names)), "tone": tone}, " processes"]
    story: Story = []
    for place, name in enumerate(names):
        if place:
            story.append(" and " if place == len(names) - 1 else ", ")
        story.append({"who": name, "tone": tone})
    return story
