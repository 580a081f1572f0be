"""A queue in the state document: what the facts about its znodes and processes make of it.

A queue at PATH is PATH/items, PATH/claims, PATH/line and PATH/producers; see
app.recipes.queue.znodes. However many items wait, an event costs the same: the first `SHOWN` of
those never given out are shown one by one, and of the others only their numbers are known, so that
each still counts exactly once. An item that was given out before stays in view: how often that was
is known nowhere else. Items that ended are kept for a while.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import ClassVar, TypeVar

from ...participation.naming import in_order, parse_sequence, precedes
from ...readmodels.chain import by_session
from ...readmodels.document import Candidates, Data, split, without_key
from ...readmodels.endings import with_ending, without_ending
from ...readmodels.event import UNSAID, Event
from ...readmodels.events import (
    CandidateExited,
    CandidateKilled,
    CandidateNotified,
    CandidatePaused,
    CandidateReported,
    CandidateResumed,
    CandidateStarting,
    MemberRead,
    ZnodeDeleted,
    ZnodeEvent,
)
from ...readmodels.model import LINES, Found, Invariant, Model, by_kind, on
from ...readmodels.violations import believers, in_session
from ...readmodels.znode_list import NOT_READ, ZnodeList
from ...readmodels.zookeeper import Zookeeper
from .events import ItemDropped, ItemFinished, ItemsPassed, ItemsPut, ItemTaken, QueueCleared
from .state import (
    RECIPE,
    Beyond,
    ClaimState,
    ConsumerState,
    ItemState,
    ProducerState,
    QueueState,
    Run,
    Waiting,
    new_consumer,
    new_item,
    new_producer,
    new_queue,
)
from .text import tell, with_looks
from .znodes import CLAIMS, ITEMS, LINE, PRODUCERS

Owned = TypeVar("Owned", ClaimState, Waiting)
One = TypeVar("One")

SHOWN = 200
"""The number of items shown; the widest screen draws about a hundred and fifty."""

ENDED_KEPT = {"done": 24, "gone": 500}
"""How many ended items are kept: the report that a gone one was done may come late."""

ROUTINE = (CandidateNotified, MemberRead, ItemsPut, ItemFinished)
AT_WORK = ("working", "waiting", "joining", "producing")


# -- the numbers of those that are not shown ----------------------------------------------------


def beyond_count(beyond: Beyond) -> int:
    """Return how many there are."""
    return sum(last - first + 1 for runs in beyond.values() for first, last in runs)


def _beyond_names(beyond: Beyond) -> Iterator[str]:
    for prefix, runs in beyond.items():
        for first, last in runs:
            yield from (f"{prefix}{number:010d}" for number in range(first, last + 1))


def beyond_first(beyond: Beyond) -> str | None:
    """Return the name that is taken first, None where there is none."""
    found: tuple[str, int] | None = None
    for prefix, runs in beyond.items():
        if found is None or precedes(runs[0][0], found[1]):
            found = prefix, runs[0][0]
    return f"{found[0]}{found[1]:010d}" if found else None


def _is_beyond(beyond: Beyond, name: str) -> bool:
    parsed = parse_sequence(name)
    runs = beyond.get(parsed.prefix, ()) if parsed else ()
    return any(first <= parsed.number <= last for first, last in runs) if parsed else False


def beyond_with(beyond: Beyond, name: str) -> Beyond:
    """Add a sequential name that is not one of them."""
    parsed = parse_sequence(name)
    assert parsed is not None
    number, runs = parsed.number, beyond.get(parsed.prefix, ())
    at = len(runs)
    while at and precedes(number, runs[at - 1][0]):
        at -= 1
    joined = [number, number]
    before, after = list(runs[:at]), list(runs[at:])
    if before and before[-1][1] + 1 == number:
        joined[0] = before.pop()[0]
    if after and after[0][0] - 1 == number:
        joined[1] = after.pop(0)[1]
    return {**beyond, parsed.prefix: [*before, joined, *after]}


def beyond_without(beyond: Beyond, name: str) -> Beyond:
    """Remove a name."""
    parsed = parse_sequence(name)
    assert parsed is not None
    number, left = parsed.number, list[Run]()
    for first, last in beyond[parsed.prefix]:
        parts = [(first, last)]
        if first <= number <= last:
            parts = [(first, number - 1), (number + 1, last)]
        left += [[start, end] for start, end in parts if start <= end]
    others = without_key(beyond, parsed.prefix)
    return {**others, parsed.prefix: left} if left else others


# -- which of those that wait are shown ---------------------------------------------------------


def _number_of(name: str) -> int | None:
    """Return an item's number; None for anything else: consumers take only what has a number."""
    found = parse_sequence(name)
    return found.number if found else None


def _fresh(items: Mapping[str, ItemState]) -> list[str]:
    return [name for name, one in items.items() if one["state"] == "waiting" and not one["times"]]


def _came(queue: QueueState, name: str, item: ItemState) -> QueueState:
    """Add one waiting item."""
    first = beyond_first(queue["beyond"])
    lowest = _number_of(first) if first else None
    if lowest is not None and not precedes(item["number"], lowest):
        return {**queue, "beyond": beyond_with(queue["beyond"], name)}
    items = {**queue["items"], name: item}
    fresh = _fresh(items)
    if len(fresh) <= SHOWN:
        return {**queue, "items": items}
    last = in_order(fresh)[-1]
    del items[last]
    return {**queue, "items": items, "beyond": beyond_with(queue["beyond"], last)}


def _in_view(queue: QueueState, name: str) -> QueueState:
    """Show this item, for something happens to it."""
    if name in queue["items"] or not _is_beyond(queue["beyond"], name):
        return queue
    shown = _with(queue, name, new_item(_number_of(name) or 0, None))
    return {**shown, "beyond": beyond_without(queue["beyond"], name)}


def _filled(queue: QueueState) -> QueueState:
    """Fill the places of those that were taken with those that come next."""
    if not queue["beyond"]:
        return queue
    for _ in range(SHOWN - len(_fresh(queue["items"]))):
        first = beyond_first(queue["beyond"])
        if first is None:
            break
        queue = _in_view(queue, first)
    return queue


# -- what happens to an item: it is put, claimed, given out again, done -------------------------


def _with(queue: QueueState, name: str, item: ItemState) -> QueueState:
    return {**queue, "items": {**queue["items"], name: item}}


def _with_item(
    queue: QueueState, name: str, at: float, *, by: str | None = None, read: Data | None = None
) -> QueueState:
    """Add an item that was read or reported; the first time counts. The claim that came before it
    is now its own.
    """
    number, known = _number_of(name), queue["items"].get(name)
    item = known
    if item is None:
        past = queue["past"]
        if number is None or _is_beyond(queue["beyond"], name):
            return queue
        if past is not None and not precedes(past, number):
            return queue
        item = new_item(number, at)
    if by is not None:
        item = {**item, "by": by}
    if read is not None:
        text, czxid = read["data"], read["czxid"]
        item = {
            **item,
            "text": item["text"] if text is None else text,
            "czxid": item.get("czxid") if czxid is None else czxid,
        }
    if known is not None:
        return _with(queue, name, item)
    queue = _came({**queue, "cleared": False, "put": queue["put"] + 1}, name, item)
    claim = queue["early"].get(name)
    if claim is None:
        return queue
    queue = {**queue, "early": without_key(queue["early"], name)}
    return _claimed(queue, name, claim["session"], claim["czxid"], claim["at"])


def _claimed(
    queue: QueueState, name: str, session: str | None, czxid: int | None, at: float
) -> QueueState:
    """Fold a claim that was read, or, without session and czxid, is known to have been made: the
    item is in a consumer's hands. A claim that comes before its item is known waits for it.
    """
    queue = _in_view(queue, name)
    item = queue["items"].get(name)
    claim: ClaimState = {"session": session, "candidate": None, "czxid": czxid, "at": at}
    if item is None:
        return {**queue, "early": {**queue["early"], name: claim}}
    known = item["claim"]
    if item["state"] == "claimed" and known and known["czxid"] is None:
        claim = {**claim, "candidate": known["candidate"]}
        return _with(queue, name, {**item, "claim": claim})
    if item["state"] == "done" or (known and known["czxid"] == czxid):
        return queue
    if item["state"] == "gone":
        return _done(queue, name, item, claim, None)
    times = item["times"] + (not item.get("told"))
    held: ItemState = {**item, "times": times, "claim": claim, "state": "claimed", "told": None}
    return _with(_given(queue, item, times), name, held)


def _given(queue: QueueState, item: ItemState, times: int) -> QueueState:
    """Count how often the item was given out again; `times`: given out, with the first time."""
    return {**queue, "again": queue["again"] + max(0, times - 1) - max(0, item["times"] - 1)}


def _released(queue: QueueState, name: str, at: float) -> QueueState:
    """Fold that a claim is gone, and its item is there: it is back in the queue."""
    if name in queue["early"]:
        return {**queue, "early": without_key(queue["early"], name)}
    item = queue["items"].get(name)
    if item is None or item["state"] != "claimed":
        return queue
    return _with(queue, name, {**item, "claim": None, "state": "waiting", "back": at})


def _removed(queue: QueueState, name: str, at: float) -> QueueState:
    """Fold that an item has gone: done, if somebody held it; as if nobody had put it in, if the
    queue is being cleared.
    """
    queue = _in_view(queue, name)
    item = queue["items"].get(name)
    if item is None or item["state"] in ENDED_KEPT:
        return queue
    if queue["cleared"] and not item["claim"]:
        return {**queue, "items": without_key(queue["items"], name), "put": queue["put"] - 1}
    ended: ItemState = {**item, "state": "gone", "ended_at": at}
    if item["claim"]:
        return _done(queue, name, ended, item["claim"], item["claim"]["candidate"])
    return _pruned({**_with(queue, name, ended), "gone": queue["gone"] + 1}, "gone")


def _done(
    queue: QueueState, name: str, item: ItemState, claim: ClaimState, candidate: str | None
) -> QueueState:
    """Fold that an item is done; it may have counted as gone until now."""
    was_counted = item["state"] == "gone" and item["claim"] is None
    ended: ItemState = {**item, "state": "done", "claim": claim, "ended_by": candidate}
    queue = {
        **_with(queue, name, ended),
        "done": queue["done"] + 1,
        "gone": queue["gone"] - (was_counted and queue["gone"] > 0),
        "unseen": queue["unseen"] - (was_counted and item.get("unseen", False)),
    }
    return _pruned(queue, "done")


def _pruned(queue: QueueState, state: str) -> QueueState:
    """Keep only the latest of those that ended so."""
    known = queue["items"]
    names = [name for name, one in known.items() if one["state"] == state]
    if len(names) <= ENDED_KEPT[state]:
        return queue
    names.sort(key=lambda name: known[name]["ended_at"] or 0.0)
    left = set(names[: -ENDED_KEPT[state]])
    past = queue["past"]
    for number in (known[name]["number"] for name in left):
        past = number if past is None or precedes(past, number) else past
    return {**queue, "items": {k: v for k, v in known.items() if k not in left}, "past": past}


# -- what the mirror reads --------------------------------------------------------------------


def _read_item(queue: QueueState, member: Data, at: float) -> QueueState:
    """Take an item as read. Where it is newer than another one, and its number is not higher, the
    list was deleted and created again.
    """
    name, czxid = member["znode"], member["czxid"]
    number, newest = _number_of(name), queue["newest"]
    if number is not None and czxid is not None and (not newest or czxid > newest["czxid"]):
        if newest and not precedes(newest["number"], number):
            queue = _begun_again(queue, czxid)
        queue = {**queue, "newest": {"number": number, "czxid": czxid}}
    return _with_item(queue, name, at, read=member)


def _begun_again(queue: QueueState, czxid: int | None = None) -> QueueState:
    """Forget a list that was deleted: its numbers restart. What stood in it has gone, and nobody
    saw how. czxid: of an item of the new list; what was put in without having been read is new too.
    """
    standing = {k: v for k, v in queue["items"].items() if v["state"] not in ENDED_KEPT}
    kept = {
        name: one for name, one in standing.items() if czxid and one.get("czxid") in (None, czxid)
    }
    unheld = [one for name, one in standing.items() if name not in kept and not one["claim"]]
    lost = len(standing) - len(kept) + beyond_count(queue["beyond"])
    undone = len(unheld) + beyond_count(queue["beyond"]) if queue["cleared"] else 0
    return {
        **queue,
        "items": kept,
        "beyond": {},
        "past": None,
        "newest": None,
        "put": queue["put"] - undone,
        "gone": queue["gone"] + lost - undone,
        "unseen": queue["unseen"] + lost - undone,
    }


def _standing(queue: QueueState) -> list[str]:
    """Return the names of the items that are in the queue."""
    shown = (name for name, one in queue["items"].items() if one["state"] not in ENDED_KEPT)
    return [*shown, *_beyond_names(queue["beyond"])]


def _all_read(before: QueueState, queue: QueueState) -> QueueState:
    """Note that nobody saw how the items went that are missing from a list."""
    for name in _standing(before):
        queue = _unseen(queue, name)
    return queue


def _ended(queue: QueueState, name: str, event: ZnodeDeleted) -> QueueState:
    """Note that a list has found an item gone."""
    return _unseen(queue, name) if event.found_gone else queue


def _unseen(queue: QueueState, name: str) -> QueueState:
    """Note that nobody saw how an item went, if it has: its claim may have come and gone unread."""
    item = queue["items"].get(name)
    if item is None or item["state"] != "gone" or item.get("unseen"):
        return queue
    return {**_with(queue, name, {**item, "unseen": True}), "unseen": queue["unseen"] + 1}


def _read_claim(queue: QueueState, member: Data, at: float) -> QueueState:
    return _claimed(queue, member["znode"], member["session"], member["czxid"], at)


def _created_claim(queue: QueueState, member: Data, at: float) -> QueueState:
    """Note a claim by its creation, even if it is gone before it is read."""
    return _claimed(queue, member["znode"], None, None, at)


def _claims(queue: QueueState) -> list[str]:
    claimed = (name for name, one in queue["items"].items() if one["claim"])
    return [*claimed, *queue["early"]]


def _waiting(member: Data) -> Waiting:
    return {"znode": member["znode"], "session": member["session"], "candidate": None}


# -- what happens to its processes, and what they say -------------------------------------------


def _consumer(queue: QueueState, event: Event) -> ConsumerState:
    return queue["consumers"].get(event.subject) or new_consumer()


def _with_consumer(queue: QueueState, event: Event, changed: ConsumerState) -> QueueState:
    return {**queue, "consumers": {**queue["consumers"], event.subject: changed}}


def _producer(queue: QueueState, event: Event) -> ProducerState:
    return queue["producers"].get(event.subject) or new_producer()


def _with_producer(queue: QueueState, event: Event, changed: ProducerState) -> QueueState:
    return {**queue, "producers": {**queue["producers"], event.subject: changed}}


def _starting(queue: QueueState, event: CandidateStarting, at: float) -> QueueState:
    queue = without_ending(queue)
    if (event.settings or {}).get("role") == "producer":
        return _with_producer(queue, event, _producer(queue, event))
    return _with_consumer(queue, event, _consumer(queue, event))


def _stopped(
    queue: QueueState, event: CandidateKilled | CandidatePaused | CandidateExited, at: float
) -> QueueState:
    """Stop its task."""
    known = _consumer(queue, event)
    if known["item"] is None or known["stopped"] is not None:
        return queue
    return _with_consumer(queue, event, {**known, "stopped": at})


def _exited(queue: QueueState, event: CandidateExited, at: float) -> QueueState:
    return with_ending(_stopped(queue, event, at), event)


def _resumed(queue: QueueState, event: CandidateResumed, at: float) -> QueueState:
    known = queue["consumers"].get(event.subject)
    return _with_consumer(queue, event, {**known, "stopped": None}) if known else queue


def _cleared(queue: QueueState, event: QueueCleared, at: float) -> QueueState:
    return {**queue, "cleared": True}


def _put(queue: QueueState, event: ItemsPut, at: float) -> QueueState:
    known = (queue["items"].get(name) for name in event.items)
    if any(one["by"] is not None for one in known if one):  # A list gives each number once.
        queue = _begun_again(queue)
    for name in event.items:
        queue = _with_item(queue, name, at, by=event.subject)
    return _with_producer(queue, event, {**_producer(queue, event), "put": event.total, "at": at})


def _took(queue: QueueState, event: ItemTaken, at: float) -> QueueState:
    """Fold that a consumer says it has taken an item."""
    name, candidate, times = event.item, event.subject, event.times
    task: ConsumerState = {
        **_consumer(queue, event),
        "item": name,
        "times": times,
        "began": event.began,
        "ends": event.ends,
        "stopped": None,
    }
    queue = _in_view(_with_item(queue, name, at), name)
    queue = _with_consumer(queue, event, task)
    item = queue["items"].get(name)
    if item is None:
        return queue
    queue = _given(queue, item, max(times, item["times"]))
    taken: ItemState = {**item, "times": max(times, item["times"])}
    if item["state"] == "waiting" and times > item["times"]:
        taken = {**taken, "told": True}
    claim: ClaimState = {"session": None, "candidate": candidate, "czxid": None, "at": at}
    if item["state"] == "gone":
        return _done(queue, name, taken, claim, candidate)
    known = item["claim"]
    is_unread = item["state"] == "claimed" and known is not None and known["czxid"] is None
    if is_unread and times >= item["times"]:
        taken = {**taken, "claim": claim}
    return _with(queue, name, taken)


def _finished(queue: QueueState, event: ItemFinished, at: float) -> QueueState:
    """Fold that a consumer says its item is done, and out of the queue."""
    name, candidate, known = event.item, event.subject, _consumer(queue, event)
    queue = _in_view(_with_item(queue, name, at), name)
    idle: ConsumerState = {**known, "item": None, "done": known["done"] + 1, "at": at}
    queue = _with_consumer(queue, event, idle)
    item = queue["items"].get(name)
    if item is None:
        return queue
    if item["ended_by"] not in (None, candidate):
        return {**queue, "twice": queue["twice"] + 1}
    if item["state"] == "done":
        return _with(queue, name, {**item, "ended_by": candidate})
    new: ClaimState = {"session": None, "candidate": candidate, "czxid": None, "at": at}
    ended: ItemState = {**item, "ended_at": item["ended_at"] or at}
    return _done(queue, name, ended, item["claim"] or new, candidate)


def _dropped(queue: QueueState, event: ItemDropped, at: float) -> QueueState:
    known = _consumer(queue, event)
    idle: ConsumerState = {
        **known,
        "item": None,
        "dropped": known["dropped"] + 1,
        "last": {"item": known["item"], "reason": event.reason, "at": at},
    }
    return _with_consumer(queue, event, idle)


# -- its invariants, checked on every event -----------------------------------------------------


def _lost(queue: QueueState, own: Candidates, at: float) -> Iterator[Found]:
    """Yield what was put in and is neither done nor there. Between an item's end and its report the
    dashboard may know that it is gone and not by whom: that counts after a second. Of one that a
    list has found gone nobody knows whether it had a holder.
    """
    if lost := queue["gone"] - queue["unseen"]:
        yield "items", f"{_items(lost)} gone without a holder"


def _gone_unseen(queue: QueueState) -> Iterator[str]:
    if queue["unseen"]:
        yield f"{_items(queue['unseen'])} gone, and the dashboard did not see how"


def _items(count: int) -> str:
    return "1 item is" if count == 1 else f"{count} items are"


def _done_twice(queue: QueueState, own: Candidates, at: float) -> Iterator[Found]:
    """Yield what somebody has taken out of the queue that somebody else had taken out."""
    if queue["twice"]:
        yield "items", f"{queue['twice']} more items were taken out than there were"


def _in_two_hands(queue: QueueState, own: Candidates, at: float) -> Iterator[Found]:
    """Yield the items on which two work whose session lasts by their own clock."""
    hands: dict[str, list[str]] = defaultdict(list)
    for name in in_session(believers(own, "working"), at):
        item = (queue["consumers"].get(name) or new_consumer())["item"]
        if item and own[name]["process"] == "running":
            hands[item].append(name)
    for item, names in hands.items():
        if len(names) > 1:
            yield item, f"{' and '.join(names)} work on {item} at the same time"


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


class QueueModel(Model[QueueState]):
    """The read model of a queue."""

    leaves = r"/items(/item-\d{10})?|/claims|/line|/producers(/[^/]+)?"
    counters: ClassVar[Mapping[str, str]] = {f"/{ITEMS}": "numbers the items, and goes on"}
    section = "queues"
    thing = "queue"
    recipes = (RECIPE,)
    families = ("queue",)
    cleared = QueueCleared
    watched_lists = (ITEMS, CLAIMS)
    lists: ClassVar = {
        ITEMS: ZnodeList(_read_item, _removed, _standing, whole=_all_read, ended=_ended),
        CLAIMS: ZnodeList(_read_claim, _released, _claims, _created_claim),
        LINE: ZnodeList.in_order("line", _waiting),
        PRODUCERS: NOT_READ,
        "": NOT_READ,
    }
    invariants = (
        Invariant("none_lost", 1.0, _lost, True, _gone_unseen),
        Invariant("done_once", 0.0, _done_twice),
        Invariant("one_hand", 1.0, _in_two_hands),
    )
    lines: ClassVar = {**LINES, "line": ("znode",)}
    folds = by_kind(
        on(CandidateStarting, _starting),
        on(CandidateKilled, _stopped),
        on(CandidatePaused, _stopped),
        on(CandidateExited, _exited),
        on(CandidateResumed, _resumed),
        on(QueueCleared, _cleared),
        on(ItemsPut, _put),
        on(ItemTaken, _took),
        on(ItemFinished, _finished),
        on(ItemDropped, _dropped),
    )
    new = staticmethod(new_queue)
    story = staticmethod(tell)
    with_looks = staticmethod(with_looks)

    def link(
        self, queue: QueueState, own: Candidates, zookeeper: Zookeeper, at: float
    ) -> QueueState:
        """Work out who holds what, and the counts."""
        owners = by_session(own)
        queue = _filled(queue)
        items = {name: _linked(one, owners) for name, one in queue["items"].items()}
        states = [one["state"] for one in items.values()]
        return {
            **queue,
            "items": items,
            "waiting": states.count("waiting") + beyond_count(queue["beyond"]),
            "in_hand": states.count("claimed"),
            "line": [_of_session(entry, owners) for entry in queue["line"]],
            "producers": _known(queue["producers"], own),
            "consumers": _known(queue["consumers"], own),
        }

    def is_routine(self, event: Event) -> bool:
        """Tell whether an event is routine: the steps of an item are, until it is given out
        again.
        """
        if isinstance(event, ItemTaken):
            return event.times <= 1
        if isinstance(event, CandidateReported):
            return event.error in (None, "", UNSAID) and event.belief in AT_WORK
        if isinstance(event, ZnodeEvent):
            parent = split(event.subject)[0]
            return self.key_of(parent) != parent
        return isinstance(event, ROUTINE)

    def passed(self, path: str, counts: Mapping[str, int], seconds: float) -> Event:
        put, taken, done = counts["put"], counts["taken"], counts["done"]
        return ItemsPassed(path, put=put, taken=taken, done=done, seconds=seconds)
