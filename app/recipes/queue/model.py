"""A queue in the state document: what the facts about its znodes and processes make of it.

A queue at PATH is PATH/items, PATH/claims, PATH/line and PATH/producers; see
app.recipes.queue.znodes. However many items wait, an event costs the same: see `window`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeVar, Unpack, cast

from ...participation.naming import in_order, precedes
from ...readmodels.chain import by_session
from ...readmodels.document import Candidates, Data, split
from ...readmodels.lines import placed
from ...readmodels.model import LINES, Model
from ...readmodels.zookeeper import Zookeeper
from . import beyond, window
from . import items as it
from .checks import INVARIANTS
from .document import (
    ClaimState,
    ConsumerState,
    Dropped,
    ItemState,
    ProducerState,
    QueueState,
    Waiting,
)
from .story import tell
from .words import TONES, WORDS
from .znodes import CLAIMS, ITEMS, LINE, PARENTS

Owned = TypeVar("Owned", ClaimState, Waiting)
One = TypeVar("One")

RECIPE = "queue"
WATCHED_PARENTS = (ITEMS, CLAIMS, LINE)
STANDS_STILL = ("killed", "paused", "exited")
STEPS = {"candidate.put": "put", "candidate.took": "taken", "candidate.finished": "done"}
ROUTINE = ("candidate.notified", "candidate.reported", "member.read")
AT_WORK = ("working", "waiting", "joining", "producing")


def parents_of(path: str) -> tuple[str, ...]:
    """Return the lists below a queue that are read."""
    return tuple(f"{path.rstrip('/')}/{name}" for name in WATCHED_PARENTS)


def queue_of(parent: str) -> str | None:
    """Return the path of the queue that a znode is a parent of, None if it is not named so."""
    above, _, name = parent.rpartition("/")
    return (above or "/") if name in PARENTS else None


# -- what the mirror reads --------------------------------------------------------------------


def _made_again(queue: QueueState, name: str, czxid: int | None, at: float) -> QueueState:
    """Begin again: the list was deleted and created again, and its numbers restart. This is so
    where an item is newer than another one, and its number is not higher.
    """
    number, newest = window.number_of(name), queue["newest"]
    if number is None or czxid is None or (newest and czxid <= newest["czxid"]):
        return queue
    is_made_again = newest and not precedes(newest["number"], number)
    queue = {**queue, "newest": {"number": number, "czxid": czxid}}
    return it.forgotten({**queue, "past": None}, name, at) if is_made_again else queue


def _kind(parent: str) -> str:
    return parent.rpartition("/")[2]


def _others(line: Sequence[Waiting], name: str) -> list[Waiting]:
    return [entry for entry in line if entry["znode"] != name]


def _ordered(line: Sequence[Waiting]) -> list[Waiting]:
    by_name = {entry["znode"]: entry for entry in line}
    return placed([by_name[name] for name in in_order(by_name)])


# -- what happens to candidates, and what they say ----------------------------------------------


def _stopped(queue: QueueState, candidate: str, data: Data, at: float) -> QueueState:
    """Stop its task."""
    known = queue["consumers"].get(candidate)
    if known is None or known["item"] is None or known["stopped"] is not None:
        return queue
    return _with_consumer(queue, candidate, stopped=at)


def _with_consumer(queue: QueueState, candidate: str, **news: Unpack[ConsumerState]) -> QueueState:
    known: ConsumerState = {**queue["consumers"].get(candidate, _NEW_CONSUMER), **news}
    return {**queue, "consumers": {**queue["consumers"], candidate: known}}


def _with_producer(queue: QueueState, candidate: str, **news: Unpack[ProducerState]) -> QueueState:
    known: ProducerState = {**queue["producers"].get(candidate, _NEW_PRODUCER), **news}
    return {**queue, "producers": {**queue["producers"], candidate: known}}


def _starting(queue: QueueState, candidate: str, data: Data, at: float) -> QueueState:
    role = (data.get("settings") or {}).get("role", "consumer")
    begin = _with_producer if role == "producer" else _with_consumer
    return begin(queue, candidate)


def _resumed(queue: QueueState, candidate: str, data: Data, at: float) -> QueueState:
    known = queue["consumers"].get(candidate)
    return _with_consumer(queue, candidate, stopped=None) if known else queue


def _put(queue: QueueState, candidate: str, data: Data, at: float) -> QueueState:
    for name in data["items"]:
        queue = it.with_item(queue, name, at, {"by": candidate})
    return _with_producer(queue, candidate, put=data["total"], at=at)


def _took(queue: QueueState, candidate: str, data: Data, at: float) -> QueueState:
    queue = it.given(queue, data["item"], candidate, data["times"], at)
    told = ("item", "times", "began", "ends")
    task = cast(ConsumerState, {**{key: data[key] for key in told}, "stopped": None})
    return _with_consumer(queue, candidate, **task)


def _finished(queue: QueueState, candidate: str, data: Data, at: float) -> QueueState:
    queue = it.finished(queue, data["item"], candidate, at)
    done = queue["consumers"].get(candidate, _NEW_CONSUMER)["done"] + 1
    return _with_consumer(queue, candidate, item=None, done=done, at=at)


def _dropped(queue: QueueState, candidate: str, data: Data, at: float) -> QueueState:
    known = queue["consumers"].get(candidate, _NEW_CONSUMER)
    last: Dropped = {"item": known["item"], "reason": data["reason"], "at": at}
    return _with_consumer(queue, candidate, item=None, dropped=known["dropped"] + 1, last=last)


_NEW_PRODUCER: ProducerState = {"put": 0, "at": None}
_NEW_CONSUMER: ConsumerState = {
    "item": None,
    "times": 0,
    "began": None,
    "ends": None,
    "stopped": None,
    "done": 0,
    "dropped": 0,
    "last": None,
    "at": None,
}
_FOLDS = {
    "starting": _starting,
    "resumed": _resumed,
    "put": _put,
    "took": _took,
    "finished": _finished,
    "dropped": _dropped,
}


# -- what follows -----------------------------------------------------------------------------


def _linked(item: ItemState, owners: Mapping[str, str]) -> ItemState:
    claim = item["claim"]
    if not claim or claim["candidate"] is not None or claim["session"] not in owners:
        return item
    claim = _of_session(claim, owners)
    ended_by = item["ended_by"] or (claim["candidate"] if item["state"] == "done" else None)
    return {**item, "claim": claim, "ended_by": ended_by}


def _of_session(one: Owned, owners: Mapping[str, str]) -> Owned:
    found = owners.get(one["session"] or "")
    return one if found is None or one["candidate"] == found else {**one, "candidate": found}


def _known(those: Mapping[str, One], own: Candidates) -> Mapping[str, One]:
    return {name: one for name, one in those.items() if name in own}


def _is_in_a_list(kind: str, path: str) -> bool:
    return kind.startswith("znode.") and queue_of(split(path)[0]) is not None


class QueueModel(Model[QueueState]):
    """The read model of a queue."""

    leaves = r"/items(/item-\d{10})?|/claims|/line|/producers(/[^/]+)?"
    counters: ClassVar[Mapping[str, str]] = {f"/{ITEMS}": "numbers the items, and goes on"}
    section = "queues"
    thing = "queue"
    recipes = (RECIPE,)
    families = ("queue",)
    words = WORDS
    tones = TONES
    lists = (ITEMS, CLAIMS)
    invariants = INVARIANTS
    lines: ClassVar = {**LINES, "line": ("znode",)}
    folds: ClassVar = {**_FOLDS, **dict.fromkeys(STANDS_STILL, _stopped)}
    story = staticmethod(tell)
    counted = STEPS

    def new(self, path: str, recipe: str = RECIPE) -> QueueState:
        """Return an empty queue."""
        return {
            "path": path,
            "recipe": recipe,
            "items": {},
            "beyond": {},
            "early": {},
            "past": None,
            "newest": None,
            "put": 0,
            "done": 0,
            "gone": 0,
            "unseen": 0,
            "again": 0,
            "twice": 0,
            "waiting": 0,
            "in_hand": 0,
            "line": [],
            "producers": {},
            "consumers": {},
            "violations": [],
            "doubts": [],
            "invariants": self.verdicts([], 0.0),
            "story": [],
        }

    def key_of(self, parent: str) -> str:
        return queue_of(parent) or parent

    @classmethod
    def lists_of(cls, path: str) -> tuple[str, ...]:
        return parents_of(path)

    def names_at(self, queue: QueueState, parent: str) -> list[str]:
        kind = _kind(parent)
        if kind == LINE:
            return [entry["znode"] for entry in queue["line"]]
        if kind == ITEMS:
            return list(it.standing(queue))
        claimed = (name for name, one in queue["items"].items() if one["claim"])
        return [*claimed, *queue["early"]] if kind == CLAIMS else []

    def with_members(
        self, queue: QueueState, parent: str, members: Sequence[Data], at: float
    ) -> QueueState:
        """Take one list as read, whole: nobody saw how the items went that are missing from it."""
        before = [*it.standing(queue)] if _kind(parent) == ITEMS else []
        queue = super().with_members(queue, parent, members, at)
        for name in before:
            queue = it.unseen(queue, name)
        return queue

    def with_deletion(self, queue: QueueState, name: str, data: Data) -> QueueState:
        """Note that a list has found an item gone."""
        return it.unseen(queue, name) if data.get("found_gone") else queue

    def with_member(self, queue: QueueState, parent: str, member: Data, at: float) -> QueueState:
        """Add one znode of one list, read with its owner."""
        kind, name = _kind(parent), member["znode"]
        if kind == ITEMS:
            queue = _made_again(queue, name, member["czxid"], at)
            text = member["data"]
            return it.with_item(queue, name, at, {"text": text, "czxid": member["czxid"]})
        if kind == CLAIMS:
            return it.claimed(queue, name, member["session"], member["czxid"], at)
        if kind == LINE:
            entry: Waiting = {"znode": name, "session": member["session"], "candidate": None}
            return {**queue, "line": _ordered([*_others(queue["line"], name), entry])}
        return queue

    def with_created(self, queue: QueueState, parent: str, member: Data, at: float) -> QueueState:
        """Note a claim by its creation, even if it is gone before it is read."""
        is_claim = _kind(parent) == CLAIMS
        return it.claimed(queue, member["znode"], None, None, at) if is_claim else queue

    def without_member(self, queue: QueueState, parent: str, name: str, at: float) -> QueueState:
        """Remove one znode of one list."""
        kind = _kind(parent)
        if kind == ITEMS:
            return it.removed(queue, name, at)
        if kind == CLAIMS:
            return it.released(queue, name, at)
        if kind == LINE:
            return {**queue, "line": _others(queue["line"], name)}
        return queue

    def link(
        self, queue: QueueState, own: Candidates, zookeeper: Zookeeper, at: float
    ) -> QueueState:
        """Work out who holds what, and the counts."""
        owners = by_session(own)
        queue = window.filled(queue)
        items = {name: _linked(one, owners) for name, one in queue["items"].items()}
        states = [one["state"] for one in items.values()]
        return {
            **queue,
            "items": items,
            "waiting": states.count("waiting") + beyond.count(queue["beyond"]),
            "in_hand": states.count("claimed"),
            "line": [_of_session(entry, owners) for entry in queue["line"]],
            "producers": _known(queue["producers"], own),
            "consumers": _known(queue["consumers"], own),
        }

    def is_routine(self, kind: str, subject: str, data: Data) -> bool:
        """Tell whether an event is routine: the steps of an item are, until it is given out
        again.
        """
        if kind == "candidate.took":
            return bool(data["times"] <= 1)
        if kind == "candidate.reported":
            return not data.get("error") and data.get("belief") in AT_WORK
        return kind in STEPS or kind in ROUTINE or _is_in_a_list(kind, subject)
