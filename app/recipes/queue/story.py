"""Tell what is happening at a queue, in a sentence or two."""

from __future__ import annotations

from collections.abc import Sequence

from ...participation.naming import parse_sequence
from ...readmodels.document import Candidates, CandidateState, Fault
from ...readmodels.ensemble_story import cut_off, not_noticed, out_of_reach
from ...readmodels.looks import Looks, looking
from ...readmodels.story_parts import MOST_NAMED, count, in_words, named, several
from ...readmodels.wording import nth
from ...readmodels.zookeeper import Story, Who, Zookeeper
from .document import ItemState, ProducerState, QueueState, Waiting

_DEED = {"kill": "was killed", "pause": "was frozen", "expire": "had its session ended by hand"}


def tell(queue: QueueState, candidates: Candidates, zookeeper: Zookeeper) -> Story:
    """Tell the queue's story. zookeeper: that part of the state document."""
    alive = [name for name, one in candidates.items() if one["process"] != "exited"]
    at_work = [
        name
        for name in alive
        if queue["consumers"].get(name, {}).get("item")
        and candidates[name]["belief"] != "suspended"
    ]
    gone = out_of_reach(
        zookeeper,
        "no item goes in or out",
        not_noticed(at_work, "its work"),
        _cut_off(queue, alive),
        anybody=bool(alive),
    )
    if gone:
        return gone
    if not alive and not queue["put"]:
        return ["Nothing is in this queue. Start two producers and three consumers."]
    befallen = _struck(queue, candidates) or _deluded(queue, candidates)
    running = frozenset(name for name in alive if candidates[name]["process"] == "running")
    return [*befallen, *_who(queue, alive, running)]


def _cut_off(queue: QueueState, alive: list[str]) -> Story:
    if not alive:
        return ["Nobody works on it."]
    held = several(queue["in_hand"], "item") if queue["in_hand"] else "none"
    waited = several(queue["waiting"], "item")
    return [f"{cut_off(len(alive))}{waited} waited, and {held} had been taken. "]


def _struck(queue: QueueState, candidates: Candidates) -> Story:
    """Tell of a consumer that died or is frozen while it holds an item."""
    for name, item in queue["items"].items():
        holder = _holder_of(item) or ""
        one = candidates.get(holder)
        if item["state"] != "claimed" or one is None or not one["fault"]:
            continue
        if one["fault"]["kind"] in _DEED and one["process"] != "running":
            return _with_item(holder, name, one, one["fault"])
    return []


def _holder_of(item: ItemState) -> str | None:
    return item["claim"]["candidate"] if item["claim"] else None


def _with_item(holder: str, item: str, one: CandidateState, fault: Fault) -> Story:
    kind, ends = fault["kind"], one["session_ends"]
    story: Story = [
        {"who": holder, "tone": "frozen" if kind == "pause" else "dead"},
        f" {_DEED[kind]} ",
        {"ago": fault["at"]},
        f" with item {_number(item)} in its hands. ZooKeeper gives the item back to the queue when "
        "it ends the session",
    ]
    until: Story = [", in about ", {"left": ends}, ". "] if ends is not None else [". "]
    return [*story, *until]


def _number(item: str) -> str:
    found = parse_sequence(item)
    return str(found.number) if found else item


def _deluded(queue: QueueState, candidates: Candidates) -> Story:
    """Tell of a frozen consumer that believes it has an item which another was given."""
    for name, one in candidates.items():
        said = queue["consumers"].get(name)
        if said is None or said["item"] is None or one["process"] != "paused":
            continue
        item = queue["items"].get(said["item"])
        if item is None or _holder_of(item) != name:
            return [
                {"who": name, "tone": "frozen"},
                f" is frozen and still believes that it has item {_number(said['item'])}. When it "
                "wakes, it can change nothing: that version of the item is gone. ",
            ]
    return []


def _who(queue: QueueState, alive: list[str], running: frozenset[str]) -> Story:
    waiting, line = queue["waiting"], queue["line"]
    if not any(name in alive for name in queue["consumers"]):
        return _unattended(queue)
    told = _at_work(queue, running)
    if waiting or not line:
        return [*told, f"{_items(waiting, 'waits', 'wait')}."]
    return [
        *told,
        "No item waits. " if queue["in_hand"] else "The queue is empty. ",
        *_line(line, alive, running),
    ]


def _unattended(queue: QueueState) -> Story:
    waiting = queue["waiting"]
    if waiting:
        return [f"{_items(waiting, 'waits', 'wait')}, and nobody takes any: start a consumer."]
    what = "No item waits" if queue["in_hand"] else "The queue is empty"
    return [f"{what}, and no consumer is there to take one."]


def _items(number: int, one: str, more: str) -> str:
    return f"{count(number, 'item') if number else 'No item'} {one if number < 2 else more}"


def _at_work(queue: QueueState, running: frozenset[str]) -> Story:
    """Tell who works on an item: a frozen or dead consumer holds one and does nothing."""
    held = [item for item in queue["items"].values() if item["state"] == "claimed"]
    holders = [_holder_of(item) for item in held]
    busy = [name for name, said in queue["consumers"].items() if said["item"] and name in holders]
    names = sorted(running.intersection(busy), key=lambda name: (len(name), name))
    if not names:
        return []
    if len(names) > MOST_NAMED:
        return [{"who": str(len(names)), "tone": "lead"}, " work, each on an item of its own. "]
    work = " works on an item. " if len(names) == 1 else " each work on an item. "
    return [*named(names, "lead"), work]


def _line(line: Sequence[Waiting], alive: Sequence[str], running: frozenset[str]) -> Story:
    name = line[0]["candidate"]
    first: Who = {"who": name or "Somebody", "tone": "wait"}
    if name and name not in running:
        how = "is frozen" if name in alive else "has ended"
        wakes = ": a new item wakes nobody else until its session ends."
        return [first, f" is first in the line, but {how}{wakes}"]
    if len(line) == 1:
        return [first, " waits, and watches the items."]
    more = (
        "the next one watches it"
        if len(line) == 2
        else f"the {in_words(len(line) - 1)} behind it each watch the one before"
    )
    return [first, f" is first in the line and watches the items; {more}."]


def with_looks(queue: QueueState, own: Candidates) -> QueueState:
    """Return the queue with how each process looks."""
    held = {
        one["claim"]["candidate"]: name
        for name, one in queue["items"].items()
        if one["claim"] and one["state"] == "claimed"
    }
    places = {one["candidate"]: place for place, one in reversed([*enumerate(queue["line"])])}
    consumers = {
        name: looking(
            one, _of_consumer(queue, one["item"], own[name], held.get(name), places.get(name))
        )
        for name, one in queue["consumers"].items()
    }
    producers = {
        name: looking(one, _of_producer(one, own[name])) for name, one in queue["producers"].items()
    }
    return {**queue, "consumers": consumers, "producers": producers}


def _of_producer(one: ProducerState, candidate: CandidateState) -> Looks:
    return _halted(candidate) or Looks(
        "wait", f"has put {one['put']} in" if one["put"] else "begins"
    )


def _halted(candidate: CandidateState) -> Looks | None:
    """Return the looks of a process that does nothing, with nothing in its hands."""
    if candidate["process"] == "exited":
        return Looks("dead", "dead")
    if candidate["process"] == "paused":
        return Looks("frozen", "frozen")
    return Looks("lost", "no connection") if candidate["belief"] == "suspended" else None


def _of_consumer(
    queue: QueueState,
    said: str | None,
    candidate: CandidateState,
    held: str | None,
    place: int | None,
) -> Looks:
    """Return the looks of a consumer. said: the item that it has begun; held: the one in its hands;
    place: its place in the line.
    """
    believed = said if candidate["belief"] == "working" else None
    if candidate["process"] == "paused" and believed and believed != held:
        return Looks("false", f"frozen: believes that it has {_number(believed)}")
    halted = _halted(candidate)
    if halted and held and halted.tone != "lost":
        number = _number(held)
        hands = f", with {number} in its hands" if halted.tone == "dead" else f" with {number}"
        return Looks(halted.tone, f"{halted.words}{hands}")
    if halted:
        return halted
    if held:
        times = queue["items"][held]["times"]
        attempt = f", {nth(times)} attempt" if times > 1 else ""
        return Looks("lead", f"works on {_number(held)}{attempt}")
    if place == 0:
        return Looks("wait", "first in line: watches the items")
    if place:
        before = queue["line"][place - 1]["candidate"] or "the one before"
        return Looks("wait", f"{nth(place + 1)} in line: watches {before}")
    return Looks("wait", "joins" if candidate["belief"] == "joining" else "looks for an item")
