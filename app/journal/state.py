"""The state document: the pure fold of all events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from app.insight import comparison, crowd
from app.insight.candidates import fold_candidate, without_long_ended
from app.journal import part_facts, server_facts, thread_facts, znode_facts
from app.journal.document import Data, Folded, Place, State, everywhere, with_part
from app.journal.document import initial_state as initial_state
from app.journal.sections import SECTION_OF, SECTIONS


def fold(state: State, seq: int, kind: str, subject: str, data: Data, at: float) -> State:
    """The document after one event. Parts that the event leaves alone are shared, not copied."""
    before = state
    room, _, what = kind.partition(".")
    folded = _FOLDS.get(kind) or _FAMILIES.get(room)
    touched: Iterable[Place] = ()
    if folded:
        state, touched = folded(state, what, subject, data, at)
    state = server_facts.followed(state, room, what, subject, at)
    for place in touched:
        state = _derived(state, place, at)
    if room != "comparison":
        compared = comparison.follow(state["comparison"], before, state, kind, subject, data)
        state = state if compared is state["comparison"] else {**state, "comparison": compared}
    return {**state, "seq": seq}


def _derived(state: State, place: Place, at: float) -> State:
    name, key = place
    document = state[name].get(key)
    if document is None:
        return state
    derived = SECTIONS[name].derive(document, state["candidates"], state["zookeeper"], at)
    return with_part(state, place, derived)


def _candidate(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    known = state["candidates"].get(subject)
    if known is None and what != "starting":
        return state, ()
    candidate = fold_candidate(known, what, data, at)
    candidates = without_long_ended({**state["candidates"], subject: candidate})
    counted = crowd.with_candidate_event(state["crowd"], subject, known, what)
    state = {**state, "candidates": candidates, "crowd": counted}
    if what == "exited":
        state = thread_facts.without_threads_of(state, subject)
    place = (SECTION_OF[candidate["recipe"]], candidate["path"])
    document = state[place[0]].get(place[1])
    if document is None:
        return state, ()
    fold_it = SECTIONS[place[0]].candidate
    return with_part(state, place, fold_it(document, subject, candidate, what, data, at)), (place,)


def _candidates(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Many are to be started, or never will be; or are to be stopped."""
    state = {**state, "crowd": crowd.with_event(state["crowd"], what, data, at)}
    if what == "queued":
        return _queued(state, data, at)
    known = state["candidates"]
    never = {name: known[name] for name in data["names"] if name in known}
    if what == "stopping" or not never:
        return state, ()
    left = {name: one for name, one in known.items() if name not in never}
    places = {(SECTION_OF[one["recipe"]], one["path"]) for one in never.values()}
    return {**state, "candidates": left}, places


def _queued(state: State, data: Data, at: float) -> Folded:
    queued = {name: fold_candidate(None, "queued", data, at) for name in data["names"]}
    state = {**state, "candidates": {**state["candidates"], **queued}}
    place = (SECTION_OF[data["recipe"]], data["path"])
    document, fold_it = state[place[0]].get(place[1]), SECTIONS[place[0]].candidate
    if document is None:
        return state, ()
    for name, one in queued.items():
        document = fold_it(document, name, one, "queued", data, at)
    return with_part(state, place, document), (place,)


def _checked(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    return state, [(name, key) for name, key in everywhere(state) if key == subject]


_FOLDS: Mapping[str, Callable[[State, str, str, Data, float], Folded]] = {
    "zookeeper.configured": server_facts.configured,
    "zookeeper.servers": server_facts.servers,
    "znodes.summary": znode_facts.summary,
    "acknowledgement.read": znode_facts.acknowledgement,
    "watches.listed": znode_facts.watches,
    "invariants.checked": _checked,
    "member.read": znode_facts.member,
    "election.followed": znode_facts.followed,
    "election.found": znode_facts.found,
    "election.gone": znode_facts.gone,
    "version.read": znode_facts.version,
    "workbench.deleted": znode_facts.removal,
}
_FAMILIES: Mapping[str, Callable[[State, str, str, Data, float], Folded]] = {
    "zookeeper": server_facts.connection,
    "server": server_facts.server,
    "mirror": server_facts.mirror,
    "znode": znode_facts.znode,
    "connection": znode_facts.connection,
    "candidate": _candidate,
    "candidates": _candidates,
    "work": part_facts.work,
    "lock": part_facts.lock,
    "group": part_facts.group,
    "barrier": part_facts.barrier,
    "queue": part_facts.queue,
    "book": part_facts.book,
    "configuration": part_facts.configuration,
    "value": part_facts.value,
    "name": part_facts.name,
    "comparison": part_facts.comparison,
    "console": part_facts.console,
    "workbench": part_facts.workbench,
    "job": part_facts.job,
    "thread": thread_facts.thread,
}
