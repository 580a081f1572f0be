"""Fold events about znodes; a path's section says where it belongs."""

from __future__ import annotations

from ..readmodels.document import (
    Candidates,
    Data,
    Folded,
    FoundPath,
    Place,
    Removed,
    State,
    document_at,
    split,
    with_part,
    with_zookeeper,
    without,
)
from ..readmodels.models import Models

FOLLOWED_UNASKED = 64


def znode(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold that a znode has come, changed or gone."""
    state = _ended(_counted(state, what), what, subject)
    parent, name = split(subject)
    place = models.place_of(state, parent) if what in ("created", "deleted") else None
    if place is None:
        return state, ()
    model, document = models.of(place), document_at(state, place)
    if what == "created":
        member = {"znode": name, "czxid": data.get("zxid"), "unread": True}
        changed = model.with_created(document, parent, member, at)
    else:
        changed = model.with_deletion(model.without_member(document, parent, name, at), name, data)
    return (state, ()) if changed is document else (with_part(state, place, changed), (place,))


def _ended(state: State, what: str, path: str) -> State:
    """End a dead candidate's session with its znode. Of one that was killed, the exit may be known
    later.
    """
    over: Candidates = {
        name: {**one, "znode": None, "session_ends": None}
        for name, one in state["candidates"].items()
        if what == "deleted" and one["znode"] == path and one["lifecycle"] in ("ending", "exited")
    }
    return {**state, "candidates": {**state["candidates"], **over}} if over else state


def _counted(state: State, what: str) -> State:
    change = {"created": 1, "deleted": -1}.get(what, 0)
    if not change:
        return state
    return with_zookeeper(state, znodes=state["zookeeper"]["znodes"] + change)


def summary(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold that many znodes of a busy tree have come, changed or gone."""
    change = data["created"] - data["deleted"]
    return with_zookeeper(state, znodes=state["zookeeper"]["znodes"] + change), ()


def member(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold one child of a followed path, as read."""
    parent = data[models.found_family]
    place = models.place_of(state, parent)
    if place is None:
        return state, ()
    model = models.of(place)
    document = model.as_found(document_at(state, place), [data], None)
    changed = model.with_member(document, parent, data, at)
    return with_part(state, place, changed), (place,)


def value(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold what a followed znode says, for each place that is about it."""
    touched: list[Place] = []
    for place in models.places_at(state, subject):
        known = document_at(state, place)
        changed = models.of(place).with_value(known, data, at)
        if changed is not known:
            state = with_part(state, place, changed)
            touched.append(place)
    return state, touched


def found(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold all children of a path, as read."""
    place, said = models.place_of(state, subject), data.get("strategy")
    model = models.of(place) if place else models.of_found
    if place is None and len(model.of(state)) >= FOLLOWED_UNASKED:
        one: FoundPath = {"members": len(data["members"])}
        return {**state, "found": {**state["found"], subject: one}}, ()
    if place is None:
        place = (model.section, subject)
        new = {**model.new(subject, said or model.recipes[0]), "asked_for": False}
        state = with_part(state, place, new)
    document = model.as_found(document_at(state, place), data["members"], said)
    changed = model.with_members(document, subject, data["members"], at)
    return with_part(state, place, changed), (place,)


def gone(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold that a path is gone. What a person opened stays in view, empty: its candidates create it
    again.
    """
    state, place = without(state, "found", subject), models.place_of(state, subject)
    if place is None:
        return state, ()
    if document_at(state, place).get("asked_for", True):
        changed = models.of(place).with_members(document_at(state, place), subject, [], at)
        return with_part(state, place, changed), (place,)
    return without(state, *place), ()


def removal(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold that somebody has deleted a znode through the workbench, or in a console."""
    parent, name = split(subject)
    place = models.place_of(state, parent)
    if place is None:
        return state, ()
    removed: Removed = {"znode": name, "by": data["by"], "zxid": data.get("zxid")}
    changed = models.of(place).with_removal(document_at(state, place), removed)
    return with_part(state, place, changed), (place,)


def watches(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold what the servers list as watched; that the dashboard itself watches is no news."""
    own = state["zookeeper"]["session"]
    sessions = {who: paths for who, paths in data["sessions"].items() if who != own}
    data = {**data, "sessions": sessions}
    places = models.everywhere(state)
    for place in places:
        changed = models.of(place).with_watches(document_at(state, place), data)
        state = with_part(state, place, changed)
    return state, places
