"""Fold all events into the state document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ..readmodels import crowd
from ..readmodels.candidates import fold_candidate, newcomer, without_long_ended
from ..readmodels.document import (
    CandidateState,
    Data,
    Folded,
    Place,
    State,
    document_at,
    with_part,
    with_section,
    without,
)
from ..readmodels.models import Models, Section
from . import history_facts, server_facts, thread_facts, znode_facts


class JournalFact(NamedTuple):
    """What has happened: an event before it is folded."""

    kind: str
    subject: str
    data: Data
    at: float


def fold(models: Models, state: State, facts: Sequence[JournalFact], now: float) -> State:
    """Return the document after an event, or after several of a kind in `_TOGETHER`, as known
    `now`: it is then that verdicts are reached. Parts that are left alone are shared, not copied.
    """
    before, (kind, _, _, at) = state, facts[-1]
    if len(facts) == 1:
        state, touched = _taken(models, state, *facts[0])
    else:
        told = {fact.subject: fact.data for fact in facts}
        state, touched = _TOGETHER[kind](models, state, told, at)
    for place in touched:
        state = _derived(models, state, place, now)
    for kind, subject, data, _ in facts:
        owner = models.by_family.get(kind.partition(".")[0])
        for section in models.sections:
            if section is not owner:
                known = section.of(state)
                own = section.follow(known, before, state, kind, subject, data)
                state = state if own is known else with_section(state, section.name, own)
    return {**state, "seq": before["seq"] + len(facts)}


def _taken(models: Models, state: State, kind: str, subject: str, data: Data, at: float) -> Folded:
    """Return the document with what an event says, before anything is derived from it, and the
    places of which something has to be.
    """
    room, _, what = kind.partition(".")
    folded, owner = _fold_of(models, kind, room, what), models.by_family.get(room)
    touched: Iterable[Place] = ()
    if folded:
        state, touched = folded(models, state, what, subject, data, at)
    elif isinstance(owner, Section):
        state, touched = owner.fold(models, state, kind, subject, data, at)
    elif owner:
        state = _without_found(models, state, owner.lists_of(subject))
        state, touched = owner.fold(state, kind, subject, data, at)
    return server_facts.followed(state, room, what, subject, at), touched


def _fold_of(models: Models, kind: str, family: str, what: str) -> Fold | None:
    of_found = _OF_FOUND.get(what) if family == models.found_family else None
    return of_found or _FOLDS.get(kind) or _FAMILIES.get(family)


def _without_found(models: Models, state: State, lists: Iterable[str]) -> State:
    """Forget that these lists were found: they belong to what somebody has opened."""
    for path in lists:
        state = without(without(state, "found", path), models.of_found.section, path)
    return state


def _derived(models: Models, state: State, place: Place, at: float) -> State:
    document = document_at(state, place)
    if document is None:
        return state
    derived = models.of(place).derive(document, state["candidates"], state["zookeeper"], at)
    return with_part(state, place, derived)


def _candidate(
    models: Models, state: State, what: str, subject: str, data: Data, at: float
) -> Folded:
    known = state["candidates"].get(subject)
    if known is None and what != "starting":
        return state, ()
    candidate = fold_candidate(
        models.candidates, known or _newcomer(models, data, at), what, data, at
    )
    candidates = without_long_ended({**state["candidates"], subject: candidate})
    counted = crowd.with_candidate_event(state["crowd"], subject, known, what)
    state = {**state, "candidates": candidates, "crowd": counted}
    if what == "exited":
        state = thread_facts.without_threads_of(state, subject)
    model = models.by_recipe[candidate["recipe"]]
    place = (model.section, candidate["path"])
    document = document_at(state, place)
    if document is None:
        return state, ()
    changed = model.with_candidate_event(document, subject, candidate, what, data, at)
    return with_part(state, place, changed), (place,)


def _candidates(
    models: Models, state: State, what: str, subject: str, data: Data, at: float
) -> Folded:
    """Fold that many will be started, or never will be; or will be stopped."""
    state = {**state, "crowd": crowd.with_event(state["crowd"], what, data, at)}
    if what == "queued":
        return _queued(models, state, data, at)
    known = state["candidates"]
    never = {name: known[name] for name in data["names"] if name in known}
    if what == "stopping" or not never:
        return state, ()
    left = {name: one for name, one in known.items() if name not in never}
    places = {(models.by_recipe[one["recipe"]].section, one["path"]) for one in never.values()}
    return {**state, "candidates": left}, places


def _queued(models: Models, state: State, data: Data, at: float) -> Folded:
    one = fold_candidate(models.candidates, _newcomer(models, data, at), "queued", data, at)
    queued = dict.fromkeys(data["names"], one)
    state = {**state, "candidates": {**state["candidates"], **queued}}
    model = models.by_recipe[data["recipe"]]
    place = (model.section, data["path"])
    document = document_at(state, place)
    if document is None:
        return state, ()
    for name, one in queued.items():
        document = model.with_candidate_event(document, name, one, "queued", data, at)
    return with_part(state, place, document), (place,)


def _newcomer(models: Models, data: Data, at: float) -> CandidateState:
    recipe = data.get("recipe") or models.of_found.recipes[0]
    more = models.by_recipe[recipe].newcomer(data.get("path", ""))
    return {**newcomer(recipe, data, at), **more}


def _checked(
    models: Models, state: State, what: str, subject: str, data: Data, at: float
) -> Folded:
    return state, models.places_at(state, subject)


Fold = Callable[[Models, State, str, str, Data, float], Folded]

_FOLDS: Mapping[str, Fold] = {
    "zookeeper.configured": server_facts.configured,
    "zookeeper.servers": server_facts.servers,
    "znodes.summary": znode_facts.summary,
    "watches.listed": znode_facts.watches,
    "invariants.checked": _checked,
    "member.read": znode_facts.member,
    "value.read": znode_facts.value,
}
_TOGETHER: Mapping[str, Callable[[Models, State, Mapping[str, Data], float], Folded]] = {
    "znode.deleted": znode_facts.deleted,
    "member.read": znode_facts.members,
}
"""The folds of what may come together: subject -> data."""
_OF_FOUND: Mapping[str, Fold] = {
    "found": znode_facts.found,
    "gone": znode_facts.gone,
    "forgotten": znode_facts.forgotten,
}
"""The folds of `FAMILY.found` and so on, see `Models.found_family`."""
_FAMILIES: Mapping[str, Fold] = {
    "zookeeper": server_facts.connection,
    "server": server_facts.server,
    "mirror": server_facts.mirror,
    "znode": znode_facts.znode,
    "candidate": _candidate,
    "candidates": _candidates,
    "thread": thread_facts.thread,
    "history": history_facts.history,
}
