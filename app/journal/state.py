"""Fold all events into the state document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from ..readmodels import crowd
from ..readmodels import events as e
from ..readmodels.candidates import fold_candidate, newcomer, without_long_ended
from ..readmodels.document import (
    CandidateState,
    Folded,
    Place,
    State,
    document_at,
    split,
    with_part,
    with_section,
    without,
)
from ..readmodels.event import CandidateEvent, Event
from ..readmodels.models import Models, Section
from . import history_facts, server_facts, thread_facts, znode_facts


class JournalFact(NamedTuple):
    """An event, and when it happened: before it is folded."""

    event: Event
    at: float


def fold(models: Models, state: State, facts: Sequence[JournalFact], now: float) -> State:
    """Return the document after an event, or after several of a kind that came together, as known
    `now`: it is then that verdicts are reached. Parts that are left alone are shared, not copied.
    """
    before, events, (event, at) = state, [fact.event for fact in facts], facts[-1]
    folded = next(FOLDS[one] for one in type(event).__mro__ if one in FOLDS)
    state, touched = folded(models, state, at, *events)
    state = server_facts.followed(state, event, at)
    for place in touched:
        state = _derived(models, state, place, now)
    for event in events:
        path = _path_of(state, event)
        for section in models.sections:
            if path in section.claims:
                own = section.follow(section.of(state), path, state, event)
                state = with_section(state, section.name, own)
    return {**state, "seq": before["seq"] + len(facts)}


def _path_of(state: State, event: Event) -> str:
    """Return the path at which something has happened."""
    if isinstance(event, CandidateEvent):
        candidate = state["candidates"].get(event.subject)
        return candidate["path"] if candidate else ""
    return split(event.subject)[0] if isinstance(event, e.ZnodeEvent) else event.subject


def _derived(models: Models, state: State, place: Place, at: float) -> State:
    document = document_at(state, place)
    if document is None:
        return state
    derived = models.of(place).derive(document, state["candidates"], state["zookeeper"], at)
    return with_part(state, place, derived)


def _of_family(models: Models, state: State, at: float, event: Event) -> Folded:
    """Fold an event of a recipe, or of a section: its model says how."""
    owner = models.by_family.get(event.family)
    if owner is None:
        return state, ()
    if isinstance(owner, Section):
        return owner.fold(models, state, event, at)
    return owner.fold(_without_found(models, state, owner.lists_of(event.subject)), event, at)


def _without_found(models: Models, state: State, lists: Iterable[str]) -> State:
    """Forget that these lists were found: they belong to what somebody has opened."""
    for path in lists:
        state = without(without(state, "found", path), models.of_found.section, path)
    return state


def _candidate(models: Models, state: State, at: float, event: CandidateEvent) -> Folded:
    """Fold an event of a process: into what is known of it, then as its recipe's model says."""
    known = state["candidates"].get(event.subject)
    if known is None and not isinstance(event, e.CandidateStarting):
        return state, ()
    before = known or _newcomer(models, cast(e.CandidateStarting, event), at)
    candidate = fold_candidate(models.candidates, before, event, at)
    candidates = without_long_ended({**state["candidates"], event.subject: candidate})
    counted = crowd.with_candidate_event(state["crowd"], event, known)
    state = {**state, "candidates": candidates, "crowd": counted}
    if isinstance(event, e.CandidateExited):
        state = thread_facts.without_threads_of(state, event.subject)
    model = models.by_recipe[candidate["recipe"]]
    place = (model.section, candidate["path"])
    document = document_at(state, place)
    if document is None:
        return state, ()
    changed = model.with_process_event(document, event, candidate, at)
    return with_part(state, place, changed), (place,)


def _queued(models: Models, state: State, at: float, event: e.CandidatesQueued) -> Folded:
    """Fold that many will be started."""
    one = fold_candidate(models.candidates, _newcomer(models, event, at), event, at)
    queued = dict.fromkeys(event.names, one)
    counted = crowd.with_event(state["crowd"], event, at)
    state = {**state, "crowd": counted, "candidates": {**state["candidates"], **queued}}
    model = models.by_recipe[event.recipe]
    place = (model.section, event.path)
    document = document_at(state, place)
    if document is None:
        return state, ()
    for name in queued:
        document = model.with_queued(document, name, event, one, at)
    return with_part(state, place, document), (place,)


def _never_started(
    models: Models, state: State, at: float, event: e.CandidatesWithdrawn | e.CandidatesRefused
) -> Folded:
    """Fold that these never will be started."""
    known = state["candidates"]
    never = {name: known[name] for name in event.names if name in known}
    left = {name: one for name, one in known.items() if name not in never}
    places = {(models.by_recipe[one["recipe"]].section, one["path"]) for one in never.values()}
    counted = crowd.with_event(state["crowd"], event, at)
    return {**state, "crowd": counted, "candidates": left}, places


def _stopping(models: Models, state: State, at: float, event: e.CandidatesStopping) -> Folded:
    """Fold that many will be stopped."""
    return {**state, "crowd": crowd.with_event(state["crowd"], event, at)}, ()


def _newcomer(
    models: Models, event: e.CandidateStarting | e.CandidatesQueued, at: float
) -> CandidateState:
    recipe = event.recipe or models.of_found.recipes[0]
    more = models.by_recipe[recipe].newcomer(event.path or "")
    return {**newcomer(recipe, event, at), **more}


def _checked(models: Models, state: State, at: float, event: e.InvariantsChecked) -> Folded:
    """Judge again what is at a path."""
    return state, models.places_at(state, event.subject)


def _untouched(models: Models, state: State, at: float, event: Event) -> Folded:
    return state, ()


FOLDS: Mapping[type[Event], Callable[..., Folded]] = {
    Event: _of_family,
    e.DashboardStarted: _untouched,
    e.HistoryBegun: history_facts.begun,
    e.HistoryStopped: history_facts.stopped,
    e.HistoryResumed: history_facts.resumed,
    e.ThreadEnded: thread_facts.ended,
    e.ThreadRestarted: thread_facts.restarted,
    e.InvariantsChecked: _checked,
    e.ZookeeperConfigured: server_facts.configured,
    e.ZookeeperConnected: server_facts.connected,
    e.ZookeeperSuspended: server_facts.suspended,
    e.ZookeeperLost: server_facts.lost,
    e.ServersTold: server_facts.servers,
    e.ServerEvent: server_facts.server,
    e.MirrorLoading: server_facts.loading,
    e.MirrorLoaded: server_facts.loaded,
    e.MirrorBehind: server_facts.behind,
    e.MirrorCaughtUp: server_facts.caught_up,
    e.MirrorBounded: server_facts.bounded,
    e.MirrorRootless: server_facts.rootless,
    e.MirrorRooted: server_facts.rooted,
    e.MirrorSilent: server_facts.silent,
    e.MirrorHeard: server_facts.silent,
    e.ZnodeCreated: znode_facts.created,
    e.ZnodeDeleted: znode_facts.deleted,
    e.ZnodeChanged: _untouched,
    e.ZnodesSummary: znode_facts.summary,
    e.ListFound: znode_facts.found,
    e.ListGone: znode_facts.gone,
    e.ListForgotten: znode_facts.forgotten,
    e.MemberRead: znode_facts.members,
    e.ValueRead: znode_facts.value,
    e.WatchesListed: znode_facts.watches,
    e.CandidatesQueued: _queued,
    e.CandidatesWithdrawn: _never_started,
    e.CandidatesRefused: _never_started,
    e.CandidatesStopping: _stopping,
    CandidateEvent: _candidate,
}
"""Who folds which events: `(models, state, at, event)`; of a kind that may come together all at
once. A class without an entry is folded as its base is; what a recipe has to itself, as the `folds`
of its model say.
"""
