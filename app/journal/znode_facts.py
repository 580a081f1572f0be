"""Fold events about znodes; a path's section says where it belongs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

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
from ..readmodels.events import (
    ListForgotten,
    ListFound,
    ListGone,
    MemberRead,
    ValueRead,
    WatchesListed,
    ZnodeCreated,
    ZnodeDeleted,
    ZnodesSummary,
)
from ..readmodels.model import Models

FOLLOWED_UNASKED = 64
"""The number of found paths that are shown in full. A path where nobody stands makes room for one
with members.
"""


def created(models: Models, state: State, at: float, event: ZnodeCreated) -> Folded:
    """Fold that a znode has come."""
    state = _counted(state, 1)
    touched: list[Place] = []
    for parent, name in ((event.subject, PARENT), split(event.subject)):
        if parent in state["found"] and _may_contend(name):
            state = _with_found(models, state, parent, name, 1)
        place = _place_of(models, state, parent, name)
        if place is None:
            continue
        document = document_at(state, place)
        member = {"znode": name, "czxid": event.zxid, "unread": True}
        changed = models.of(place).list_at(document, parent).with_created(document, member, at)
        if changed is not document:
            state = with_part(state, place, changed)
            touched.append(place)
    return state, touched


def deleted(models: Models, state: State, at: float, *events: ZnodeDeleted) -> Folded:
    """Fold that znodes have gone in one change."""
    lists: dict[str, dict[str, ZnodeDeleted]] = {}
    for path, event in {one.subject: one for one in events}.items():
        state = _ended(_counted(state, -1), path)
        for parent, name in ((path, PARENT), split(path)):
            lists.setdefault(parent, {})[name] = event
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
    """Count one member more, or one less, at a path that is not shown in full. The first member
    that comes there has the path shown, if there is room.
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
    """Make room for a found path, if there is none. A path that nobody has asked for, and where
    nobody stands, is only counted from now on; among several, that is the one that was left first.
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
    """End a dead candidate's session with its znode. The exit of a killed candidate may become
    known later.
    """
    over: Candidates = {
        name: {**one, "znode": None, "session_ends": None}
        for name, one in state["candidates"].items()
        if one["znode"] == path and one["lifecycle"] in ("ending", "exited")
    }
    return {**state, "candidates": {**state["candidates"], **over}} if over else state


def _counted(state: State, more: int) -> State:
    zookeeper = state["zookeeper"]
    return with_zookeeper(state, {**zookeeper, "znodes": zookeeper["znodes"] + more})


def summary(models: Models, state: State, at: float, event: ZnodesSummary) -> Folded:
    """Fold that many znodes of a busy tree have come, changed or gone."""
    return _counted(state, event.created - event.deleted), ()


def members(models: Models, state: State, at: float, *events: MemberRead) -> Folded:
    """Fold children of followed paths, as read."""
    lists: dict[str, list[Data]] = {}
    for event in {one.subject: one for one in events}.values():
        lists.setdefault(event.path, []).append(event.member)
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


def value(models: Models, state: State, at: float, event: ValueRead) -> Folded:
    """Fold the value of a followed znode, for each place that is about it."""
    touched: list[Place] = []
    for place in models.places_at(state, event.subject):
        known = document_at(state, place)
        changed = models.of(place).with_value(known, event.znode, at)
        if changed is not known:
            state = with_part(state, place, changed)
            touched.append(place)
    return state, touched


def found(models: Models, state: State, at: float, event: ListFound) -> Folded:
    """Fold all children of a path, as read."""
    path, said, count = event.subject, event.strategy, len(event.members)
    place = models.place_of(state, path)
    if place is None:
        state = _with_room(models, state) if count else state
        if not _has_room(models, state):
            one: FoundPath = {"members": count}
            return {**state, "found": {**state["found"], path: one}}, ()
        state, place = _shown(models, state, path, said), (models.of_found.section, path)
    model = models.of(place)
    document = model.as_found(document_at(state, place), event.members, said)
    never = ({"znode": name, "uncounted": True} for name in event.uncounted or ())
    changed = model.list_at(document, path).with_all(document, [*event.members, *never], at)
    return with_part(state, place, changed), (place,)


def gone(models: Models, state: State, at: float, event: ListGone) -> Folded:
    """Fold that a path is gone. What a person opened stays in view, empty: its candidates create it
    again.
    """
    path = event.subject
    state, place = without(state, "found", path), models.place_of(state, path)
    if place is None:
        return state, ()
    if document_at(state, place).get("asked_for", True):
        document = document_at(state, place)
        changed = models.of(place).list_at(document, path).with_all(document, [], at)
        return with_part(state, place, changed), (place,)
    return without(state, *place), ()


def forgotten(models: Models, state: State, at: float, event: ListForgotten) -> Folded:
    """Fold that the mirror no longer follows a found path where nobody stands: it follows many
    others.
    """
    state, model = without(state, "found", event.subject), models.of_found
    known = model.of(state).get(event.subject)
    if known is None or not model.is_free(known):
        return state, ()
    return without(state, model.section, event.subject), ()


def removal(models: Models, state: State, path: str, by: str, zxid: int | None) -> Folded:
    """Fold that somebody has deleted a znode through the workbench, or in a console."""
    touched: list[Place] = []
    for parent, name in ((path, PARENT), split(path)):
        place = _place_of(models, state, parent, name)
        if place is None:
            continue
        removed: Removed = {"znode": name, "by": by, "zxid": zxid}
        changed = models.of(place).with_removal(document_at(state, place), removed)
        state = with_part(state, place, changed)
        touched.append(place)
    return state, touched


def watches(models: Models, state: State, at: float, event: WatchesListed) -> Folded:
    """Fold what the servers list as watched; the dashboard's own watches are no news."""
    own = state["zookeeper"]["session"]
    sessions = {who: paths for who, paths in (event.sessions or {}).items() if who != own}
    listed = replace(event, sessions=sessions)
    places = models.everywhere(state)
    for place in places:
        changed = models.of(place).with_watches(document_at(state, place), listed)
        state = with_part(state, place, changed)
    return state, places
