"""Fold the items of a queue: put, claimed, given out again, done.

Items that ended are kept for a while; of those that wait, the first (see `window`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack, cast

from ...participation.naming import precedes
from ...readmodels.document import without_key
from . import beyond, window
from .document import ClaimState, ItemState, QueueState

ENDED_KEPT = {"done": 24, "gone": 500}
"""How many ended items are kept: the report that a gone one was done may come late."""

ENDED = ("done", "gone")


def standing(queue: QueueState) -> Iterable[str]:
    """Yield the names of the items that are in the queue."""
    yield from (name for name, one in queue["items"].items() if one["state"] not in ENDED)
    yield from beyond.names(queue["beyond"])


def with_item(queue: QueueState, name: str, at: float, news: ItemState | None = None) -> QueueState:
    """Add an item that was read or reported; the first time counts."""
    number = window.number_of(name)
    if name in queue["items"]:
        return _changed(queue, name, **_said(queue["items"][name], news or {}))
    if number is None or _is_past(queue, number) or window.holds(queue, name):
        return queue
    new = window.new_item(number, at)
    item: ItemState = {**new, **_said(new, news or {})}
    return _with_early(window.entered({**queue, "put": queue["put"] + 1}, name, item), name)


def _said(known: ItemState, news: ItemState) -> ItemState:
    kept = {key: value for key, value in news.items() if value is not None or key not in known}
    return cast(ItemState, kept)


def _is_past(queue: QueueState, number: int) -> bool:
    """Tell whether a report on an item that ended long ago came late."""
    return queue["past"] is not None and not precedes(queue["past"], number)


def _changed(queue: QueueState, name: str, **news: Unpack[ItemState]) -> QueueState:
    return {**queue, "items": {**queue["items"], name: {**queue["items"][name], **news}}}


def forgotten(queue: QueueState, name: str, at: float) -> QueueState:
    """Forget the known item: another znode has its name, so it has gone."""
    queue = removed(queue, name, at)
    return {**queue, "items": without_key(queue["items"], name)}


def claimed(
    queue: QueueState, name: str, session: str | None, czxid: int | None, at: float
) -> QueueState:
    """Fold a claim that was read, or, without session and czxid, is known to have been made: the
    item is in a consumer's hands. A claim that comes before its item is known waits for it.
    """
    queue = window.in_view(queue, name)
    item = queue["items"].get(name)
    claim: ClaimState = {"session": session, "candidate": None, "czxid": czxid, "at": at}
    if item is None:
        return {**queue, "early": {**queue["early"], name: claim}}
    known = item["claim"]
    if item["state"] == "claimed" and known and known["czxid"] is None:
        return _changed(queue, name, claim={**claim, "candidate": known["candidate"]})
    if item["state"] == "done" or (known and known["czxid"] == czxid):
        return queue
    if item["state"] == "gone":
        return _done(queue, name, claim, None)
    queue = _given(queue, name, item["times"] + (not item.get("told")))
    return _changed(queue, name, claim=claim, state="claimed", told=None)


def _with_early(queue: QueueState, name: str) -> QueueState:
    """Add the claim that came before the item."""
    claim = queue["early"].get(name)
    if claim is None:
        return queue
    queue = {**queue, "early": without_key(queue["early"], name)}
    return claimed(queue, name, claim["session"], claim["czxid"], claim["at"])


def given(queue: QueueState, name: str, candidate: str, times: int, at: float) -> QueueState:
    """Fold that a consumer says it has taken the item, for the `times`th time that it was given
    out.
    """
    queue = window.in_view(with_item(queue, name, at), name)
    item = queue["items"].get(name)
    if item is None:
        return queue
    queue = _given(queue, name, max(times, item["times"]))
    if item["state"] == "waiting" and times > item["times"]:
        queue = _changed(queue, name, told=True)
    claim: ClaimState = {"session": None, "candidate": candidate, "czxid": None, "at": at}
    if item["state"] == "gone":
        return _done(queue, name, claim, candidate)
    held = item["claim"] if item["state"] == "claimed" else None
    is_unread = held is not None and held["czxid"] is None
    return _changed(queue, name, claim=claim) if is_unread and times >= item["times"] else queue


def _given(queue: QueueState, name: str, times: int) -> QueueState:
    more = max(0, times - 1) - max(0, queue["items"][name]["times"] - 1)
    return _changed({**queue, "again": queue["again"] + more}, name, times=times)


def released(queue: QueueState, name: str, at: float) -> QueueState:
    """Fold that a claim is gone, and its item is there: it is back in the queue."""
    if name in queue["early"]:
        return {**queue, "early": without_key(queue["early"], name)}
    item = queue["items"].get(name)
    if item is None or item["state"] != "claimed":
        return queue
    return _changed(queue, name, claim=None, state="waiting", back=at)


def removed(queue: QueueState, name: str, at: float) -> QueueState:
    """Fold that an item has gone: done, if somebody held it."""
    queue = window.in_view(queue, name)
    item = queue["items"].get(name)
    if item is None or item["state"] in ENDED:
        return queue
    ended = _changed(queue, name, state="gone", ended_at=at)
    if item["claim"]:
        return _done(ended, name, item["claim"], item["claim"]["candidate"])
    return _pruned({**ended, "gone": queue["gone"] + 1}, "gone")


def unseen(queue: QueueState, name: str) -> QueueState:
    """Note that nobody saw how an item went, if it has: its claim may have come and gone unread."""
    item = queue["items"].get(name)
    if item is None or item["state"] != "gone" or item.get("unseen"):
        return queue
    return _changed({**queue, "unseen": queue["unseen"] + 1}, name, unseen=True)


def _done(queue: QueueState, name: str, claim: ClaimState, candidate: str | None) -> QueueState:
    was_counted = queue["items"][name]["state"] == "gone" and queue["items"][name]["claim"] is None
    gone = queue["gone"] - (was_counted and queue["gone"] > 0)
    unseen = queue["unseen"] - bool(was_counted and queue["items"][name].get("unseen"))
    changed = _changed(queue, name, state="done", claim=claim, ended_by=candidate)
    counts = {"done": queue["done"] + 1, "gone": gone, "unseen": unseen}
    return _pruned(cast(QueueState, {**changed, **counts}), "done")


def finished(queue: QueueState, name: str, candidate: str, at: float) -> QueueState:
    """Fold that a consumer says the item is done, and out of the queue."""
    queue = window.in_view(with_item(queue, name, at), name)
    item = queue["items"].get(name)
    if item is None:
        return queue
    if item["ended_by"] not in (None, candidate):
        return {**queue, "twice": queue["twice"] + 1}
    if item["state"] == "done":
        return _changed(queue, name, ended_by=candidate)
    new: ClaimState = {"session": None, "candidate": candidate, "czxid": None, "at": at}
    claim = item["claim"] or new
    queue = _changed(queue, name, ended_at=item["ended_at"] or at)
    return _done(queue, name, claim, candidate)


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
