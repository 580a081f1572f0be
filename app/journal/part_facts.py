"""What the events of the parts beside elections make of the state."""

from __future__ import annotations

from app.insight import barriers, configurations, consoles, locks, names, queues
from app.insight import bookshelves as shelves
from app.insight import comparison as comparisons
from app.insight import work as works
from app.insight import workbench as workbenches
from app.journal.document import Data, Folded, Place, State, with_part
from app.journal.sections import SECTIONS
from app.journal.znode_facts import not_found, removal, with_election


def work(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Of writes there are four a second for each election, and nothing else follows from them; of
    a leader that asks for the count, and of fencing, the story tells.
    """
    folded = with_election(state, subject, lambda one: works.with_event(one, what, data, at))
    is_asked = what == "begun" or (what == "refused" and data.get("number") is None)
    return folded if is_asked or what == "fencing" else (folded[0], ())


def lock(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """A lock was opened, or its switch turned."""
    place = ("locks", subject)
    lock = state["locks"].get(subject) or locks.new(subject, "lock")
    state = _without_election(not_found(state, subject), subject)
    return with_part(state, place, locks.with_event(lock, what, data, at)), (place,)


def _without_election(state: State, path: str) -> State:
    """A lock's queue, before it is known for one, is found as an election."""
    left = {other: one for other, one in state["elections"].items() if other != path}
    return {**state, "elections": left}


def group(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """A group is followed."""
    place = ("groups", subject)
    group = state["groups"].get(subject) or SECTIONS["groups"].new(subject, "membership")
    return with_part(state, place, group), (place,)


def queue(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """A queue was opened; its line and its items are no elections."""
    place = ("queues", subject)
    for path in queues.parents_of(subject) if what == "opened" else ():
        state = _without_election(not_found(state, path), path)
    return with_part(state, place, state["queues"].get(subject) or queues.new(subject)), (place,)


def barrier(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """A barrier was opened; its processes stand in no election."""
    place = ("barriers", subject)
    for path in barriers.parents_of(subject) if what == "opened" else ():
        state = _without_election(not_found(state, path), path)
    known = state["barriers"].get(subject) or barriers.new(subject)
    return with_part(state, place, barriers.with_event(known, what, data, at)), (place,)


def book(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """A bookshelf is opened, or one of its nodes says something. Its own lists are no elections."""
    place = ("bookshelves", subject)
    if what == "opened":
        for path in shelves.parents_of(subject):
            state = _without_election(not_found(state, path), path)
    shelf = state["bookshelves"].get(subject) or shelves.new(subject)
    return with_part(state, place, shelves.with_event(shelf, what, data, at)), (place,)


def configuration(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """A configuration was opened, or something is published in it."""
    known = state["configurations"].get(subject) or configurations.new(subject)
    place = ("configurations", subject)
    return with_part(state, place, configurations.with_event(known, what, data, at)), (place,)


def value(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """A znode whose data is followed was read."""
    known = state["configurations"].get(subject)
    if known is None:
        return state, ()
    place = ("configurations", subject)
    return with_part(state, place, configurations.with_value(known, data, at)), (place,)


def name(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """A name service is shown, or a provider of it is told to move."""
    place = ("names", subject)
    service = state["names"].get(subject) or names.new(subject)
    state = _without_election(not_found(state, subject), subject)
    return with_part(state, place, service), (place,)


def comparison(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """What the comparison itself does."""
    return {**state, "comparison": comparisons.fold(state["comparison"], what, data, at)}, ()


def workbench(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """The workbench's session, or what was done by it."""
    return {**state, "workbench": workbenches.with_event(state["workbench"], what, data, at)}, ()


def job(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """What takes the workbench longer."""
    changed = workbenches.with_job(state["workbench"], subject, what, data, at)
    return {**state, "workbench": changed}, ()


def console(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """A console was opened or closed, or something was said in it, which may delete znodes."""
    state = {**state, "consoles": consoles.fold(state["consoles"], subject, what, data, at)}
    touched: list[Place] = []
    for one in data.get("deleted", ()) if what == "said" else ():
        told = {**one, "by": f"console {subject}"}
        state, places = removal(state, what, one["path"], told, at)
        touched += places
    return state, touched
