"""Fold all events into the state document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from ..readmodels import crowd, freeze
from ..readmodels import events as e
from ..readmodels.candidates import fold_candidate, newcomer, without_long_ended
from ..readmodels.document import (
    CandidateState,
    Folded,
    HistoryFacts,
    Place,
    State,
    Thread,
    document_at,
    split,
    with_part,
    with_section,
    with_zookeeper,
    without,
    without_key,
)
from ..readmodels.event import CandidateEvent, Event
from ..readmodels.model import Models, Section
from . import server_facts, znode_facts


class JournalFact(NamedTuple):
    """An event, and when it happened: before it is folded."""

    event: Event
    at: float


_OF_A_FREEZE = ("server", "zookeeper", "candidate")
"""The families of events that tell what became of the sessions when a server was frozen."""


def fold(models: Models, state: State, facts: Sequence[JournalFact], now: float) -> State:
    """Return the document after an event, or after several of a kind that came together. Verdicts
    are reached as of `now`. Parts that nothing changes are shared, not copied.
    """
    before, events, (event, at) = state, [fact.event for fact in facts], facts[-1]
    folded = next(FOLDS[one] for one in type(event).__mro__ if one in FOLDS)
    state, touched = folded(models, state, at, *events)
    if state["zookeeper"]["freeze"] is not None and event.family in _OF_A_FREEZE:
        after = freeze.after(state, event, at)
        state = with_zookeeper(state, {**state["zookeeper"], "freeze": after})
    for place in touched:
        state = _derived(models, state, place, now)
    for event in events:
        path = _path_of(state, event)
        for section in models.sections:
            if path in section.claims:
                own = section.follow(section.of(state), path, state, event)
                state = with_section(state, section.name, own)
    for section in models.sections:
        own = section.of(state)
        if own is not section.of(before) or event.group == "servers":
            state = with_section(state, section.name, section.told(own, state["zookeeper"]))
    return {**state, "seq": before["seq"] + len(facts)}


def _path_of(state: State, event: Event) -> str:
    """Return the path that an event is about."""
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
    """Forget that the mirror found these lists: they belong to what somebody has opened."""
    for path in lists:
        state = without(without(state, "found", path), models.of_found.section, path)
    return state


def _candidate(models: Models, state: State, at: float, event: CandidateEvent) -> Folded:
    """Fold an event of a process: first into what is known of the process, then as its recipe's
    model says.
    """
    known = state["candidates"].get(event.subject)
    if known is None and not isinstance(event, e.CandidateStarting):
        return state, ()
    before = known or _newcomer(models, cast(e.CandidateStarting, event), at)
    candidate = fold_candidate(models.candidates, before, event, at)
    candidates = without_long_ended({**state["candidates"], event.subject: candidate})
    counted = crowd.with_candidate_event(state["crowd"], event, known)
    state = {**state, "candidates": candidates, "crowd": counted}
    if isinstance(event, e.CandidateExited):
        state = _without_threads_of(state, event.subject)
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
    counted = crowd.queued(state["crowd"], event, at)
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
    """Fold that these will never be started."""
    known = state["candidates"]
    never = {name: known[name] for name in event.names if name in known}
    left = {name: one for name, one in known.items() if name not in never}
    places = {(models.by_recipe[one["recipe"]].section, one["path"]) for one in never.values()}
    counted = crowd.never_started(state["crowd"], event, at)
    return {**state, "crowd": counted, "candidates": left}, places


def _stopping(models: Models, state: State, at: float, event: e.CandidatesStopping) -> Folded:
    """Fold that many will be stopped."""
    return {**state, "crowd": crowd.stopping(state["crowd"], event, at)}, ()


def _newcomer(
    models: Models, event: e.CandidateStarting | e.CandidatesQueued, at: float
) -> CandidateState:
    recipe = event.recipe or models.of_found.recipes[0]
    return models.by_recipe[recipe].newcomer(newcomer(recipe, event, at))


def _begun(models: Models, state: State, at: float, event: e.HistoryBegun) -> Folded:
    """Fold that a history is kept from now on, or why none is."""
    history: HistoryFacts = {
        "file": event.file,
        "after": event.after,
        "since": at,
        "stopped": None,
        "unkept": event.unkept,
        "replays": None,
    }
    return {**state, "history": history}, ()


def _stopped(
    models: Models, state: State, at: float, event: e.HistoryStopped | e.HistoryResumed
) -> Folded:
    """Fold that nothing is kept, and why, or that what happens is kept again."""
    known, why = state["history"], event.reason if isinstance(event, e.HistoryStopped) else None
    return (state if known is None else {**state, "history": {**known, "stopped": why}}), ()


def _thread_ended(models: Models, state: State, at: float, event: e.ThreadEnded) -> Folded:
    """Fold that a thread has ended unexpectedly."""
    thread: Thread = {
        "does": event.does,
        "reason": event.reason,
        "candidate": event.candidate,
        "since": at,
        "again": at + event.rest,
    }
    threads = without_key(state["threads"], event.subject)
    return {**state, "threads": {**threads, event.subject: thread}}, ()


def _thread_restarted(models: Models, state: State, at: float, event: e.ThreadRestarted) -> Folded:
    """Fold that a thread runs again."""
    return without(state, "threads", event.subject), ()


def _without_threads_of(state: State, candidate: str) -> State:
    """Return the state without the threads of a candidate whose process has ended."""
    threads = state["threads"]
    left = {name: one for name, one in threads.items() if one["candidate"] != candidate}
    return state if len(left) == len(threads) else {**state, "threads": left}


def _checked(models: Models, state: State, at: float, event: e.InvariantsChecked) -> Folded:
    """Judge again what is at a path."""
    return state, models.places_at(state, event.subject)


def _untouched(models: Models, state: State, at: float, event: Event) -> Folded:
    return state, ()


FOLDS: Mapping[type[Event], Callable[..., Folded]] = {
    Event: _of_family,
    e.DashboardStarted: _untouched,
    e.HistoryBegun: _begun,
    e.HistoryStopped: _stopped,
    e.HistoryResumed: _stopped,
    e.ThreadEnded: _thread_ended,
    e.ThreadRestarted: _thread_restarted,
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
"""Class of an event -> the function that folds it, `(models, state, at, event)`; events of a kind
that may come together are folded at once. A class without an entry is folded as its base is; an
event that a recipe has to itself is folded as the `folds` of its model say.
"""
