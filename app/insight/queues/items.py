"""The items of a queue: put, claimed, given out again, done.

An item is {number, text, by, at, state, claim, times, ended_at, ended_by}. state: waiting, claimed,
done (it went with its claim), gone (it went, and nobody is known to have held it). claim: {session,
candidate, czxid, at}. times: how often it was given out. Items that ended are kept for a while.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.recipes.naming import parse_sequence, precedes

Queue = dict[str, Any]
Item = dict[str, Any]
Data = Mapping[str, Any]

ENDED_KEPT = {"done": 24, "gone": 500}
"""Of those that are gone somebody may say yet that it has done them: its words may come late."""

ENDED = ("done", "gone")


def standing(queue: Data) -> dict[str, Item]:
    """The items that are in the queue."""
    return {name: one for name, one in queue["items"].items() if one["state"] not in ENDED}


def with_item(queue: Queue, name: str, at: float, **news: Any) -> Queue:
    """An item that was read, or told of; the first time counts."""
    known = queue["items"].get(name)
    number = _number(name)
    if known is None and _is_past(queue, number):
        return queue
    if known is not None:
        return _changed(queue, name, **_said(known, news))
    item = {"number": number, "text": None, "by": None, "at": at, "state": "waiting"}
    item |= {"claim": None, "times": 0, "ended_at": None, "ended_by": None}
    item |= _said(item, news)
    return {**queue, "items": {**queue["items"], name: item}, "put": queue["put"] + 1}


def _said(known: Data, news: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in news.items() if value is not None or key not in known}


def _number(name: str) -> int:
    found = parse_sequence(name)
    return found.number if found else 0


def _is_past(queue: Data, number: int) -> bool:
    """Told late of an item that ended long ago."""
    return queue["past"] is not None and not precedes(queue["past"], number)


def _changed(queue: Queue, name: str, **news: Any) -> Queue:
    return {**queue, "items": {**queue["items"], name: {**queue["items"][name], **news}}}


def claimed(queue: Queue, name: str, session: str | None, czxid: int | None, at: float) -> Queue:
    """A claim was read: the item is in somebody's hands."""
    item = queue["items"].get(name)
    if item is None or (item["claim"] and item["claim"]["czxid"] == czxid):
        return queue
    claim = {"session": session, "candidate": None, "czxid": czxid, "at": at}
    if item["state"] == "gone":
        return _done(queue, name, claim, None)
    if item["state"] == "done":
        return queue
    queue = _given(queue, name, item["times"] + 1)
    return _changed(queue, name, claim=claim, state="claimed")


def given(queue: Queue, name: str, candidate: str, times: int, at: float) -> Queue:
    """A consumer says that it has taken the item, for the `times`th time that it was given out."""
    queue = with_item(queue, name, at)
    item = queue["items"].get(name)
    if item is None:
        return queue
    queue = _given(queue, name, max(times, item["times"]))
    claim = {"session": None, "candidate": candidate, "czxid": None, "at": at}
    return _done(queue, name, claim, candidate) if item["state"] == "gone" else queue


def _given(queue: Queue, name: str, times: int) -> Queue:
    more = max(0, times - 1) - max(0, queue["items"][name]["times"] - 1)
    return _changed({**queue, "again": queue["again"] + more}, name, times=times)


def released(queue: Queue, name: str, at: float) -> Queue:
    """A claim is gone, and its item is there: it is back in the queue."""
    item = queue["items"].get(name)
    if item is None or item["state"] != "claimed":
        return queue
    return _changed(queue, name, claim=None, state="waiting", back=at)


def removed(queue: Queue, name: str, at: float) -> Queue:
    """An item has gone: done, if somebody held it."""
    item = queue["items"].get(name)
    if item is None or item["state"] in ENDED:
        return queue
    ended = _changed(queue, name, state="gone", ended_at=at)
    if item["claim"]:
        return _done(ended, name, item["claim"], item["claim"]["candidate"])
    return {**_pruned(ended), "gone": queue["gone"] + 1}


def _done(queue: Queue, name: str, claim: Item, candidate: str | None) -> Queue:
    was_counted = queue["items"][name]["state"] == "gone" and queue["items"][name]["claim"] is None
    gone = queue["gone"] - (was_counted and queue["gone"] > 0)
    changed = _changed(queue, name, state="done", claim=claim, ended_by=candidate)
    return _pruned({**changed, "done": queue["done"] + 1, "gone": gone})


def finished(queue: Queue, name: str, candidate: str, at: float) -> Queue:
    """A consumer says that it is done, and out of the queue."""
    queue = with_item(queue, name, at)
    item = queue["items"].get(name)
    if item is None:
        return queue
    if item["ended_by"] not in (None, candidate):
        return {**queue, "twice": queue["twice"] + 1}
    if item["state"] == "done":
        return _changed(queue, name, ended_by=candidate)
    claim = item["claim"] or {"session": None, "candidate": candidate, "czxid": None, "at": at}
    queue = _changed(queue, name, ended_at=item["ended_at"] or at)
    return _done(queue, name, claim, candidate)


def _pruned(queue: Queue) -> Queue:
    """All but the latest of those that ended."""
    left = {name for state, kept in ENDED_KEPT.items() for name in _ended(queue, state)[:-kept]}
    if not left:
        return queue
    numbers = [queue["items"][name]["number"] for name in left]
    past = queue["past"]
    for number in numbers:
        past = number if past is None or precedes(past, number) else past
    items = {name: one for name, one in queue["items"].items() if name not in left}
    return {**queue, "items": items, "past": past}


def _ended(queue: Queue, state: str) -> list[str]:
    """The names of those that ended so, oldest first."""
    known = queue["items"]
    names = [name for name, one in known.items() if one["state"] == state]
    return sorted(names, key=lambda name: known[name]["ended_at"] or 0.0)
