"""Every sentence about a queue; the first scene of STORY that applies is told, then of WORK."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...participation.naming import parse_sequence
from ...participation.step import Step
from ...readmodels.document import Candidates, CandidateState
from ...readmodels.endings import ending_of, told_after
from ...readmodels.ensemble_story import cut_off, not_noticed, out_of_reach
from ...readmodels.looks import Looks, looking
from ...readmodels.scenes import (
    DEED,
    MOST_NAMED,
    People,
    Places,
    Scenes,
    count,
    in_words,
    several,
    tone_of,
)
from ...readmodels.wording import nth
from ...readmodels.zookeeper import Telling, Zookeeper
from .state import ItemState, ProducerState, QueueState

CUT_OFF, STORY, GONE, FATE, WORK, ITEMS, LINE = (Scenes() for _ in range(7))
STRUCK = ("kill", "pause", "expire")


class QueueSeen(NamedTuple):
    """What a scene looks at. alive: its processes that have not ended."""

    queue: QueueState
    candidates: Candidates
    alive: Sequence[str]

    def runs(self, name: str) -> bool:
        """Tell whether a process has not ended, and is not frozen."""
        return name in self.alive and self.candidates[name]["process"] == "running"


def tell(queue: QueueState, candidates: Candidates, zookeeper: Zookeeper) -> Telling:
    """Tell the queue's story. zookeeper: that part of the state document."""
    alive = [name for name, one in candidates.items() if one["process"] != "exited"]
    at_work = [
        name
        for name in alive
        if (one := queue["consumers"].get(name))
        and one["item"]
        and candidates[name]["belief"] != "suspended"
    ]
    seen = QueueSeen(queue, candidates, alive)
    return (
        out_of_reach(
            zookeeper,
            "no item goes in or out",
            CUT_OFF.tell(seen),
            unaware=not_noticed(at_work, "its work"),
            anybody=bool(alive),
        )
        or STORY.told(seen)
        or told_after(GONE.told(seen), WORK.told(seen) or ITEMS.told(seen))
    )


# -- while ZooKeeper is out of reach ----------------------------------------------------------


@CUT_OFF("Nobody works on it.")
def nobody(seen: QueueSeen) -> bool:
    return not seen.alive


@CUT_OFF(
    "{cut_off} When ZooKeeper was last heard, {waiting} waited, and {held} {number:was|were} in "
    "{number:a consumer's hands|consumers' hands}."
)
def some_waited(seen: QueueSeen) -> Places:
    waiting, held = seen.queue["waiting"], seen.queue["in_hand"]
    return {
        "cut_off": cut_off(len(seen.alive)),
        "waiting": several(waiting, "item"),
        "held": in_words(held) if held else "none",
        "number": held,
    }


# -- what befalls it --------------------------------------------------------------------------


def _holder_of(item: ItemState) -> str | None:
    return item["claim"]["candidate"] if item["claim"] else None


def _number(item: str) -> str:
    found = parse_sequence(item)
    return str(found.number) if found else item


@STORY("Nothing is in this queue.", "Start two producers and three consumers.")
def nothing_was_put_in(seen: QueueSeen) -> bool:
    return not seen.alive and not seen.queue["put"]


@STORY(
    "{who} {deed} {ago} with item {item} in its hands.",
    "ZooKeeper gives the item back to the queue when it ends the session[, in about {left}].",
    "{work}",
)
def one_holds_an_item_and_does_nothing(seen: QueueSeen) -> Places | None:
    for name, item in seen.queue["items"].items():
        holder = _holder_of(item) or ""
        one = seen.candidates.get(holder)
        fault = one["fault"] if one else None
        if item["state"] != "claimed" or one is None or fault is None:
            continue
        if fault["kind"] in STRUCK and one["process"] != "running":
            ends = one["session_ends"]
            return {
                "who": People([holder], tone_of(fault["kind"])),
                "deed": DEED[fault["kind"]],
                "ago": {"ago": fault["at"]},
                "item": _number(name),
                "left": None if ends is None else {"left": ends},
                "work": WORK.tell(seen) or ITEMS.tell(seen),
            }
    return None


@STORY(
    "{who} is frozen and still believes that it has item {item}.",
    "When it wakes, it can change nothing: that version of the item is gone.",
    "{work}",
)
def one_believes_that_it_has_an_item(seen: QueueSeen) -> Places | None:
    """Tell of a frozen consumer that believes it has an item which another was given."""
    for name, one in seen.candidates.items():
        said = seen.queue["consumers"].get(name)
        if said is None or said["item"] is None or one["process"] != "paused":
            continue
        item = seen.queue["items"].get(said["item"])
        if item is None or _holder_of(item) != name:
            return {
                "who": People([name], "frozen"),
                "item": _number(said["item"]),
                "work": WORK.tell(seen) or ITEMS.tell(seen),
            }
    return None


# -- who has ended ----------------------------------------------------------------------------


@GONE("{who} {deed} {ago}: what it has put in stays[, and {nobody} puts anything in now].")
def a_producer_has_ended(seen: QueueSeen) -> Places | None:
    producers, ending = seen.queue["producers"], ending_of(seen.queue, seen.candidates)
    if ending is None or ending.name not in producers:
        return None
    others = any(name in seen.alive for name in producers)
    return {**ending.places, "nobody": None if others else "nobody"}


@GONE("{who} {deed} {ago} with item {item} in its hands: {fate}.")
def it_had_an_item(seen: QueueSeen) -> Places | None:
    """Tell what became of the item of one that ended, for as long as that is known."""
    ending = ending_of(seen.queue, seen.candidates)
    said = seen.queue["consumers"].get(ending.name) if ending else None
    if ending is None or said is None or said["item"] is None:
        return None
    item = seen.queue["items"].get(said["item"])
    fate = FATE.tell(ending.name, item) if item else None
    return {**ending.places, "item": _number(said["item"]), "fate": fate} if fate else None


@GONE("{who} {deed} {ago} with nothing in its hands: no item is lost.")
def it_had_nothing(seen: QueueSeen) -> Places | None:
    ending = ending_of(seen.queue, seen.candidates)
    said = seen.queue["consumers"].get(ending.name) if ending else None
    return ending.places if ending and said and said["item"] is None else None


@FATE("it is back in the queue")
def it_waits_again(name: str, item: ItemState) -> bool:
    return item["state"] == "waiting"


@FATE("it had done it, and could not say so any more")
def it_was_done(name: str, item: ItemState) -> bool:
    return item["state"] == "done" and item["ended_by"] == name


@FATE("it went back into the queue, and {other} has done it")
def another_has_done_it(name: str, item: ItemState) -> Places | None:
    return {"other": _other(item["ended_by"])} if item["state"] == "done" else None


@FATE("it went back into the queue, and {other} has it now")
def another_has_it(name: str, item: ItemState) -> Places | None:
    holder = _holder_of(item)
    return None if item["state"] != "claimed" or holder == name else {"other": _other(holder)}


@FATE("its claim still stands")
def its_claim_stands(name: str, item: ItemState) -> bool:
    return item["state"] == "claimed"


def _other(name: str | None) -> People:
    return People([name or "somebody"], "lead")


# -- who works --------------------------------------------------------------------------------


def _at_work(seen: QueueSeen) -> list[str]:
    """Return who works on an item: a frozen or dead consumer holds one and does nothing."""
    held = [item for item in seen.queue["items"].values() if item["state"] == "claimed"]
    holders = [_holder_of(item) for item in held]
    busy = [
        name for name, said in seen.queue["consumers"].items() if said["item"] and name in holders
    ]
    return sorted(filter(seen.runs, busy), key=lambda name: (len(name), name))


@WORK("{number} work, each on an item of its own.", "{items}")
def many_work(seen: QueueSeen) -> Places | None:
    names = _at_work(seen)
    if len(names) <= MOST_NAMED:
        return None
    return {"number": People([str(len(names))], "lead"), "items": ITEMS.tell(seen)}


@WORK("{names} {names:works|each work} on an item.", "{items}")
def some_work(seen: QueueSeen) -> Places | None:
    names = _at_work(seen)
    return {"names": People(names, "lead"), "items": ITEMS.tell(seen)} if names else None


# -- what waits -------------------------------------------------------------------------------


def _is_attended(seen: QueueSeen) -> bool:
    return any(name in seen.alive for name in seen.queue["consumers"])


def _waiting(seen: QueueSeen) -> Places | None:
    waiting = seen.queue["waiting"]
    return {"items": count(waiting, "item"), "number": waiting} if waiting else None


@ITEMS("{items} {number:waits|wait}, and nobody takes any: start a consumer.")
def nobody_takes_any(seen: QueueSeen) -> Places | None:
    return None if _is_attended(seen) else _waiting(seen)


@ITEMS("No item waits, and no consumer is there to take one.")
def the_last_is_in_somebodys_hands(seen: QueueSeen) -> bool:
    return not _is_attended(seen) and bool(seen.queue["in_hand"])


@ITEMS("The queue is empty, and no consumer is there to take one.")
def nobody_is_here(seen: QueueSeen) -> bool:
    return not _is_attended(seen)


@ITEMS("{items} {number:waits|wait}.")
def some_wait(seen: QueueSeen) -> Places | None:
    return _waiting(seen)


@ITEMS("No item waits.")
def none_waits(seen: QueueSeen) -> bool:
    return not seen.queue["line"]


@ITEMS("No item waits.", "{line}")
def all_are_in_hands(seen: QueueSeen) -> Places | None:
    return {"line": LINE.tell(seen)} if seen.queue["in_hand"] else None


@ITEMS("The queue is empty.", "{line}")
def it_is_empty(seen: QueueSeen) -> Places:
    return {"line": LINE.tell(seen)}


def _first(seen: QueueSeen) -> Places:
    """Return who is first in the line, and who behind it is dead or frozen, and watches nobody."""
    name, *others = (one["candidate"] for one in seen.queue["line"])
    idle = [one for one in others if one and not seen.runs(one)]
    return {
        "first": People([name or "Somebody"], "wait"),
        "idle": People(idle, "dead") if idle else None,
    }


def _watching(seen: QueueSeen) -> int:
    """Return how many behind the first one in the line watch the one before."""
    others = (one["candidate"] for one in seen.queue["line"][1:])
    return sum(one is None or seen.runs(one) for one in others)


@LINE("{first} is first in the line, but {how}: a new item wakes nobody else until its session "
      "ends.")  # fmt: skip
def the_first_does_nothing(seen: QueueSeen) -> Places | None:
    name = seen.queue["line"][0]["candidate"]
    if not name or seen.runs(name):
        return None
    return {**_first(seen), "how": "is frozen" if name in seen.alive else "has ended"}


_IDLE = "[{idle} {idle:stands|stand} behind it, and {idle:does|do} nothing any more.]"


@LINE("{first} waits, and watches the items.", _IDLE)
def one_is_in_the_line(seen: QueueSeen) -> Places | None:
    return None if _watching(seen) else _first(seen)


@LINE("{first} is first in the line and watches the items; the next one watches it.", _IDLE)
def two_are_in_the_line(seen: QueueSeen) -> Places | None:
    return _first(seen) if _watching(seen) == 1 else None


@LINE("{first} is first in the line and watches the items; the {rest:words} behind it each watch "
      "the one before.", _IDLE)  # fmt: skip
def several_are_in_the_line(seen: QueueSeen) -> Places:
    return {**_first(seen), "rest": _watching(seen)}


# -- how its processes look ------------------------------------------------------------------


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


# -- its pseudo-code --------------------------------------------------------------------------

QUEUE_IDEA = "A claim is ephemeral: a consumer that dies gives its item back."
"""Its key idea."""

QUEUE_SOURCE = (
    "Apache ZooKeeper, Recipes and Solutions: Queues; Programmer's Guide: multi. "
    "Claims, versions and the line are Handoff's own"
)

QUEUE = (
    Step(
        "put item",
        "Producer: create items/item-, SEQUENCE, and count it in my ledger: both or neither",
        "Clients put something into the queue by calling create() with a pathname ending in "
        '"queue-", with the sequence flag',
    ),
    Step(
        "open ledger",
        "Answer lost? My ledger's version says whether the item is in the queue",
        "A transaction is carried out as a whole or not at all: the ledger counts what was put",
    ),
    Step(
        "look",
        "Consumer: list items and claims. The lowest item without a claim",
        "A client that wants to remove from the queue calls getChildren() and begins processing "
        "nodes with the lowest number",
    ),
    Step(
        "claim",
        "Write the item (version + 1), create claims/ITEM, EPHEMERAL: both or neither",
        "An ephemeral znode exists as long as the session that created it is active: with the "
        "consumer goes the claim, and the item is free again",
    ),
    Step(
        "work",
        "It is mine: do its work",
        "The item stays in the queue until its work is done",
    ),
    Step(
        "finish",
        "Delete the item, at my version, and my claim: both or neither",
        "delete() with a version succeeds only if the znode's version matches: of two clients "
        "that believe that they hold an item, only one can finish it",
    ),
    Step(
        "lost",
        "Refused? It is no longer mine: nothing has changed",
        "If one of the operations fails, none of them takes effect",
    ),
    Step(
        "line up",
        "Nothing free: create line/n_, SEQUENCE|EPHEMERAL. First in the line? Watch the items. "
        "Otherwise watch the one before me",
        "The client does not issue another getChildren() until it exhausts the list; with no "
        "children left it sets a watch, and here one client alone does: no herd",
    ),
    Step(
        "notified",
        "Notified? Look again",
        "A watch is a one-time trigger: to be notified again, set another one",
    ),
)
