"""A queue in the state document: what the facts about its znodes and processes make of it.

A queue at PATH is PATH/items, PATH/claims, PATH/line and PATH/producers; see app.recipes.goods.
However many items wait, an event costs the same: see `window`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.insight.chain import Candidates, by_session
from app.insight.queues import beyond, checks, window
from app.insight.queues import items as goods
from app.insight.queues.story import tell
from app.insight.violations import is_seen, slackened
from app.recipes.goods import CLAIMS, ITEMS, LINE, PARENTS
from app.recipes.naming import in_order, precedes

Queue = dict[str, Any]
Data = Mapping[str, Any]

RECIPE = "queue"
WATCHED_PARENTS = (ITEMS, CLAIMS, LINE)
STANDS_STILL = ("killed", "paused", "exited")


def new(path: str, recipe: str = RECIPE) -> Queue:
    """A queue in which nothing is."""
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
        "again": 0,
        "twice": 0,
        "waiting": 0,
        "in_hand": 0,
        "line": [],
        "producers": {},
        "consumers": {},
        "violations": [],
        "invariants": checks.verdicts([], 0.0),
        "story": [],
    }


def parents_of(path: str) -> tuple[str, ...]:
    """The lists below a queue that are read."""
    return tuple(f"{path.rstrip('/')}/{name}" for name in WATCHED_PARENTS)


def queue_of(parent: str) -> str | None:
    """The path of the queue that a znode is a parent of, None where its name is not one's."""
    above, _, name = parent.rpartition("/")
    return (above or "/") if name in PARENTS else None


# -- what the mirror reads --------------------------------------------------------------------


def with_members(queue: Queue, parent: str, members: Sequence[Data], at: float) -> Queue:
    """One list as read, whole: what is missing from it is gone."""
    there = {member["znode"] for member in members}
    for name in _standing(queue, _kind(parent)):
        if name not in there:
            queue = without_member(queue, parent, name, at)
    for member in members:
        queue = with_member(queue, parent, member, at)
    return queue


def _standing(queue: Queue, kind: str) -> list[str]:
    if kind == LINE:
        return [entry["znode"] for entry in queue["line"]]
    if kind == ITEMS:
        return list(goods.standing(queue))
    claimed = (name for name, one in queue["items"].items() if one["claim"])
    return [*claimed, *queue["early"]] if kind == CLAIMS else []


def with_member(queue: Queue, parent: str, member: Data, at: float) -> Queue:
    """One znode of one list, read with its owner."""
    kind, name = _kind(parent), member["znode"]
    if kind == ITEMS:
        queue = _anew(queue, name, member["czxid"], at)
        text = member["data"]
        return goods.with_item(queue, name, at, text=text, czxid=member["czxid"])
    if kind == CLAIMS:
        return goods.claimed(queue, name, member["session"], member["czxid"], at)
    if kind == LINE:
        entry = {"znode": name, "session": member["session"], "candidate": None}
        return {**queue, "line": _ordered([*_others(queue["line"], name), entry])}
    return queue


def _anew(queue: Queue, name: str, czxid: int | None, at: float) -> Queue:
    """The list was deleted and made again: its numbers begin anew. So it is where an item is newer
    than another one, and has not the higher number.
    """
    number, newest = window.number_of(name), queue["newest"]
    if number is None or czxid is None or (newest and czxid <= newest["czxid"]):
        return queue
    is_anew = newest and not precedes(newest["number"], number)
    queue = {**queue, "newest": {"number": number, "czxid": czxid}}
    return goods.forgotten({**queue, "past": None}, name, at) if is_anew else queue


def made(queue: Queue, parent: str, name: str, at: float) -> Queue:
    """A znode of one list was made, and may be gone before it is read: a claim says what it is."""
    return goods.claimed(queue, name, None, None, at) if _kind(parent) == CLAIMS else queue


def without_member(queue: Queue, parent: str, name: str, at: float) -> Queue:
    """One znode of one list is gone."""
    kind = _kind(parent)
    if kind == ITEMS:
        return goods.removed(queue, name, at)
    if kind == CLAIMS:
        return goods.released(queue, name, at)
    if kind == LINE:
        return {**queue, "line": _others(queue["line"], name)}
    return queue


def _kind(parent: str) -> str:
    return parent.rpartition("/")[2]


def _others(line: Sequence[Data], name: str) -> list[Any]:
    return [entry for entry in line if entry["znode"] != name]


def _ordered(line: Sequence[Data]) -> list[Any]:
    by_name = {entry["znode"]: entry for entry in line}
    return [by_name[name] for name in in_order(by_name)]


# -- what happens to candidates, and what they say ----------------------------------------------


def with_candidate_event(queue: Queue, candidate: str, kind: str, data: Data, at: float) -> Queue:
    """What happened to one of its processes, or what that one says."""
    if kind in STANDS_STILL:
        return _stopped(queue, candidate, at)
    fold = _FOLDS.get(kind)
    return fold(queue, candidate, data, at) if fold else queue


def _stopped(queue: Queue, candidate: str, at: float) -> Queue:
    """Its task stands still."""
    known = queue["consumers"].get(candidate)
    if known is None or known["item"] is None or known["stopped"] is not None:
        return queue
    return _with(queue, "consumers", candidate, stopped=at)


def _with(queue: Queue, role: str, candidate: str, **news: Any) -> Queue:
    known = queue[role].get(candidate) or _NEW[role]
    return {**queue, role: {**queue[role], candidate: {**known, **news}}}


def _starting(queue: Queue, candidate: str, data: Data, at: float) -> Queue:
    role = f"{(data.get('settings') or {}).get('role', 'consumer')}s"
    return _with(queue, role, candidate)


def _resumed(queue: Queue, candidate: str, data: Data, at: float) -> Queue:
    known = queue["consumers"].get(candidate)
    return _with(queue, "consumers", candidate, stopped=None) if known else queue


def _put(queue: Queue, candidate: str, data: Data, at: float) -> Queue:
    for name in data["items"]:
        queue = goods.with_item(queue, name, at, by=candidate)
    return _with(queue, "producers", candidate, put=data["total"], at=at)


def _took(queue: Queue, candidate: str, data: Data, at: float) -> Queue:
    queue = goods.given(queue, data["item"], candidate, data["times"], at)
    task = {key: data[key] for key in ("item", "times", "began", "ends")}
    return _with(queue, "consumers", candidate, **task, stopped=None)


def _finished(queue: Queue, candidate: str, data: Data, at: float) -> Queue:
    queue = goods.finished(queue, data["item"], candidate, at)
    done = queue["consumers"].get(candidate, _NEW["consumers"])["done"] + 1
    return _with(queue, "consumers", candidate, item=None, done=done, at=at)


def _dropped(queue: Queue, candidate: str, data: Data, at: float) -> Queue:
    known = queue["consumers"].get(candidate, _NEW["consumers"])
    last = {"item": known["item"], "reason": data["reason"], "at": at}
    return _with(queue, "consumers", candidate, item=None, dropped=known["dropped"] + 1, last=last)


_NEW: dict[str, dict[str, Any]] = {
    "producers": {"put": 0, "at": None},
    "consumers": {
        "item": None,
        "times": 0,
        "began": None,
        "ends": None,
        "stopped": None,
        "done": 0,
        "dropped": 0,
        "last": None,
        "at": None,
    },
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


def derive(queue: Queue, candidates: Candidates, zookeeper: Data, at: float) -> Queue:
    """Everything that follows from the rest: who holds what, counts, invariants, story.

    zookeeper: that part of the state document.
    """
    own = {name: one for name, one in candidates.items() if one["path"] == queue["path"]}
    owners = by_session(own)
    queue = window.filled(queue)
    items = {name: _linked(one, owners) for name, one in queue["items"].items()}
    states = [one["state"] for one in items.values()]
    linked = {
        **queue,
        "items": items,
        "waiting": states.count("waiting") + beyond.count(queue["beyond"]),
        "in_hand": states.count("claimed"),
        "line": [_of_session(entry, owners) for entry in queue["line"]],
        "producers": _known(queue["producers"], own),
        "consumers": _known(queue["consumers"], own),
    }
    seen = is_seen(zookeeper)
    violations = slackened(checks.check(linked, own, at, seen=seen), zookeeper)
    verdicts = checks.verdicts(violations, at)
    judged = {**linked, "violations": violations, "invariants": verdicts}
    return {**judged, "story": tell(judged, own, zookeeper)}


def _linked(item: Data, owners: Mapping[str, str]) -> Any:
    claim = item["claim"]
    if not claim or claim["candidate"] is not None or claim["session"] not in owners:
        return item
    claim = _of_session(claim, owners)
    ended_by = item["ended_by"] or (claim["candidate"] if item["state"] == "done" else None)
    return {**item, "claim": claim, "ended_by": ended_by}


def _of_session(one: Data, owners: Mapping[str, str]) -> Any:
    found = owners.get(one["session"])
    return one if found is None or one["candidate"] == found else {**one, "candidate": found}


def _known(those: Mapping[str, Any], own: Candidates) -> dict[str, Any]:
    return {name: one for name, one in those.items() if name in own}


def next_check(queue: Queue, candidates: Candidates, at: float) -> float | None:
    """When the verdicts can change without any event, None if never."""
    return checks.next_check(queue["violations"], at)
