"""A queue in the state document: what the facts about its znodes and processes make of it.

A queue at PATH is PATH/items, PATH/claims, PATH/line and PATH/producers; see
app.recipes.queue.znodes. However many items wait, an event costs the same: see `window`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar, Unpack, cast

from ...participation.naming import precedes
from ...readmodels.chain import by_session
from ...readmodels.document import Candidates, Data, split
from ...readmodels.event import Event
from ...readmodels.events import ZnodeDeleted
from ...readmodels.model import LINES
from ...readmodels.untyped import UntypedModel
from ...readmodels.znode_list import NOT_READ, ZnodeList
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
from .text import tell, with_looks
from .words import TONES, WORDS
from .znodes import CLAIMS, ITEMS, LINE, PRODUCERS

Owned = TypeVar("Owned", ClaimState, Waiting)
One = TypeVar("One")

RECIPE = "queue"
STANDS_STILL = ("killed", "paused", "exited")
STEPS = {"candidate.put": "put", "candidate.took": "taken", "candidate.finished": "done"}
ROUTINE = ("candidate.notified", "candidate.reported", "member.read")
AT_WORK = ("working", "waiting", "joining", "producing")


# -- what the mirror reads --------------------------------------------------------------------


def _read_item(queue: QueueState, member: Data, at: float) -> QueueState:
    name, czxid = member["znode"], member["czxid"]
    queue = _made_again(queue, name, czxid, at)
    return it.with_item(queue, name, at, {"text": member["data"], "czxid": czxid})


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


def _unseen(before: QueueState, queue: QueueState) -> QueueState:
    """Note that nobody saw how the items went that are missing from a list."""
    for name in [*it.standing(before)]:
        queue = it.unseen(queue, name)
    return queue


def _ended(queue: QueueState, name: str, event: ZnodeDeleted) -> QueueState:
    """Note that a list has found an item gone."""
    return it.unseen(queue, name) if event.found_gone else queue


def _read_claim(queue: QueueState, member: Data, at: float) -> QueueState:
    return it.claimed(queue, member["znode"], member["session"], member["czxid"], at)


def _created_claim(queue: QueueState, member: Data, at: float) -> QueueState:
    """Note a claim by its creation, even if it is gone before it is read."""
    return it.claimed(queue, member["znode"], None, None, at)


def _claims(queue: QueueState) -> list[str]:
    claimed = (name for name, one in queue["items"].items() if one["claim"])
    return [*claimed, *queue["early"]]


def _waiting(member: Data) -> Waiting:
    return {"znode": member["znode"], "session": member["session"], "candidate": None}


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


class QueueModel(UntypedModel[QueueState]):
    """The read model of a queue."""

    leaves = r"/items(/item-\d{10})?|/claims|/line|/producers(/[^/]+)?"
    counters: ClassVar[Mapping[str, str]] = {f"/{ITEMS}": "numbers the items, and goes on"}
    section = "queues"
    thing = "queue"
    recipes = (RECIPE,)
    families = ("queue",)
    words = WORDS
    tones = TONES
    watched_lists = (ITEMS, CLAIMS)
    lists: ClassVar = {
        ITEMS: ZnodeList(_read_item, it.removed, it.standing, whole=_unseen, ended=_ended),
        CLAIMS: ZnodeList(_read_claim, it.released, _claims, _created_claim),
        LINE: ZnodeList.in_order("line", _waiting),
        PRODUCERS: NOT_READ,
        "": NOT_READ,
    }
    invariants = INVARIANTS
    lines: ClassVar = {**LINES, "line": ("znode",)}
    folds: ClassVar = {**_FOLDS, **dict.fromkeys(STANDS_STILL, _stopped)}
    story = staticmethod(tell)
    with_looks = staticmethod(with_looks)
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
            "reason": [],
        }

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

    def is_routine(self, event: Event) -> bool:
        """Tell whether an event is routine: the steps of an item are, until it is given out
        again.
        """
        kind, subject, data = event.kind, event.subject, event.data
        if kind == "candidate.took":
            return bool(data["times"] <= 1)
        if kind == "candidate.reported":
            return not data.get("error") and data.get("belief") in AT_WORK
        parent = split(subject)[0]
        is_in_a_list = kind.startswith("znode.") and self.key_of(parent) != parent
        return kind in STEPS or kind in ROUTINE or is_in_a_list
