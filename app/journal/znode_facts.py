"""Fold events about znodes; a path's section says where it belongs."""

from __future__ import annotations

from collections.abc import Mapping

from ..participation.forms import is_in_group
from ..participation.naming import LEADER, PARENT, parse_sequence
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
"""Found paths that are shown in full. One where nobody stands makes room for one with members."""


def znode(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold that a znode has come, changed or gone."""
    if what == "deleted":
        return deleted(models, state, {subject: data}, at)
    state = _counted(state, what)
    if what == "changed":
        return state, ()
    touched: list[Place] = []
    for parent, name in ((subject, PARENT), split(subject)):
        if parent in state["found"] and _may_contend(name):
            state = _with_found(models, state, parent, name, 1)
        place = _place_of(models, state, parent, name)
        if place is None:
            continue
        document = document_at(state, place)
        member = {"znode": name, "czxid": data.get("zxid"), "unread": True}
        changed = models.of(place).list_at(document, parent).with_created(document, member, at)
        if changed is not document:
            state = with_part(state, place, changed)
            touched.append(place)
    return state, touched


def deleted(models: Models, state: State, gone: Mapping[str, Data], at: float) -> Folded:
    """Fold that znodes have gone in one change: path -> what is told of its end."""
    lists: dict[str, dict[str, Data]] = {}
    for path, data in gone.items():
        state = _ended(_counted(state, "deleted"), path)
        for parent, name in ((path, PARENT), split(path)):
            lists.setdefault(parent, {})[name] = data
            if parent in state["found"] and _may_contend(name):
                state = _with_found(models, state, parent, name, -1)
    touched: list[Place] = []
    for parent, told in lists.items():
        ended = {name: one for name, one in told.items() if _place_of(models, state, parent, name)}
        place = models.place_of(state, parent)
        if place is None or not ended:
            continue
        document = document_at(state, place)
        changed = models.of(place).list_at(document, parent).without(document, ended, at)
        if changed is not document:
            state = with_part(state, place, changed)
            touched.append(place)
    return state, touched


def _place_of(models: Models, state: State, parent: str, name: str) -> Place | None:
    """Return the place to which the znode belongs under this name. A path has itself as a member,
    PARENT, only where programs race for it.
    """
    place = models.place_of(state, parent)
    is_key = place is not None and document_at(state, place).get("itself")
    return None if name == PARENT and not is_key else place


def _may_contend(name: str) -> bool:
    return name in (LEADER, PARENT) or parse_sequence(name) is not None or is_in_group(name)


def _with_found(models: Models, state: State, path: str, name: str, more: int) -> State:
    """Count one more, or one less, at a path that is not shown in full. The first one to come there
    has it shown, if there is room.
    """
    members = max(0, state["found"][path]["members"] + more)
    if members == 1 and more > 0:
        state = _with_room(models, state)
        if _has_room(models, state):
            return _shown(models, state, path, "single" if name in (LEADER, PARENT) else None)
    return {**state, "found": {**state["found"], path: {"members": members}}}


def _has_room(models: Models, state: State) -> bool:
    return len(models.of_found.of(state)) < FOLLOWED_UNASKED


def _with_room(models: Models, state: State) -> State:
    """Make room for a found path, if there is none: one that nobody has asked for, and where nobody
    stands, is counted from now on; of several the one that was left first.
    """
    if _has_room(models, state):
        return state
    model = models.of_found
    free = [path for path, one in model.of(state).items() if model.is_free(one)]
    if not free:
        return state
    path = min(free, key=lambda path: model.left_at(model.of(state)[path]))
    found: Mapping[str, FoundPath] = {**state["found"], path: {"members": 0}}
    return {**without(state, model.section, path), "found": found}


def _shown(models: Models, state: State, path: str, said: str | None) -> State:
    """Show a found path in full."""
    model = models.of_found
    new = {**model.new(path, said or model.recipes[0]), "asked_for": False}
    return with_part(without(state, "found", path), (model.section, path), new)


def _ended(state: State, path: str) -> State:
    """End a dead candidate's session with its znode. Of one that was killed, the exit may be known
    later.
    """
    over: Candidates = {
        name: {**one, "znode": None, "session_ends": None}
        for name, one in state["candidates"].items()
        if one["znode"] == path and one["lifecycle"] in ("ending", "exited")
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
    return members(models, state, {subject: data}, at)


def members(models: Models, state: State, read: Mapping[str, Data], at: float) -> Folded:
    """Fold children of followed paths, as read."""
    lists: dict[str, list[Data]] = {}
    for data in read.values():
        lists.setdefault(data[models.found_family], []).append(data)
    touched: list[Place] = []
    for parent, there in lists.items():
        place = models.place_of(state, parent)
        if place is None:
            continue
        model = models.of(place)
        document = model.as_found(document_at(state, place), there, None)
        read = model.list_at(document, parent).with_read(document, there, at)
        state = with_part(state, place, read)
        touched.append(place)
    return state, touched


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
    place, said, count = models.place_of(state, subject), data.get("strategy"), len(data["members"])
    if place is None:
        state = _with_room(models, state) if count else state
        if not _has_room(models, state):
            one: FoundPath = {"members": count}
            return {**state, "found": {**state["found"], subject: one}}, ()
        state, place = _shown(models, state, subject, said), (models.of_found.section, subject)
    model = models.of(place)
    document = model.as_found(document_at(state, place), data["members"], said)
    never = ({"znode": name, "uncounted": True} for name in data.get("uncounted", ()))
    members = [*data["members"], *never]
    changed = model.list_at(document, subject).with_all(document, members, at)
    return with_part(state, place, changed), (place,)


def gone(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold that a path is gone. What a person opened stays in view, empty: its candidates create it
    again.
    """
    state, place = without(state, "found", subject), models.place_of(state, subject)
    if place is None:
        return state, ()
    if document_at(state, place).get("asked_for", True):
        document = document_at(state, place)
        changed = models.of(place).list_at(document, subject).with_all(document, [], at)
        return with_part(state, place, changed), (place,)
    return without(state, *place), ()


def forgotten(
    models: Models, state: State, what: str, subject: str, data: Data, at: float
) -> Folded:
    """Fold that a found path where nobody stands is no longer followed: many others are."""
    state, model = without(state, "found", subject), models.of_found
    known = model.of(state).get(subject)
    if known is None or not model.is_free(known):
        return state, ()
    return without(state, model.section, subject), ()


def removal(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold that somebody has deleted a znode through the workbench, or in a console."""
    touched: list[Place] = []
    for parent, name in ((subject, PARENT), split(subject)):
        place = _place_of(models, state, parent, name)
        if place is None:
            continue
        removed: Removed = {"znode": name, "by": data["by"], "zxid": data.get("zxid")}
        changed = models.of(place).with_removal(document_at(state, place), removed)
        state = with_part(state, place, changed)
        touched.append(place)
    return state, touched


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
