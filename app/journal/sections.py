"""The parts of the state document that are about a path: elections, locks, groups.

Each is kept by a room of insight; here stands what the fold of events needs of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.insight import (
    barriers,
    configurations,
    elections,
    groups,
    invariants,
    locks,
    names,
    queues,
    work,
)
from app.insight import bookshelves as shelves
from app.insight.chain import Candidates
from app.insight.groups import checks as group_checks
from app.recipes.kinds import STRATEGIES

Document = dict[str, Any]
Data = Mapping[str, Any]
OfCandidate = Callable[[Document, str, Data, str, Data, float], Document]


@dataclass(frozen=True)
class Section:
    """What becomes of one path's document; every function gives the changed document.

    thing: what there is at a path, in a word. key_of: the key of the document that facts about the
    children of a path belong to, None where they belong to none. members, member, without: the
    children of a path as read, all or one, and one that is gone. made: one that was made, before it
    is read, where that says something. deletion: what was told of a child's end, after `without`.
    candidate: `(document, name, candidate after it, event,
    data, at)`. watches: what the servers list. derive: what follows from all that. due: the next
    moment at which the verdicts can change without any event.
    """

    thing: str
    recipes: Sequence[str]
    new: Callable[[str, str], Document]
    key_of: Callable[[str], str | None]
    members: Callable[[Document, str, Sequence[Data], float], Document]
    member: Callable[[Document, str, Data, float], Document]
    without: Callable[[Document, str, str, float], Document]
    candidate: OfCandidate
    watches: Callable[[Document, Data], Document]
    derive: Callable[[Document, Candidates, Data, float], Document]
    due: Callable[[Document, Candidates, float], float | None]
    made: Callable[[Document, str, str, float], Document] | None = None
    deletion: Callable[[Document, str, Data], Document] | None = None


def _alone(fold: Callable[[Document, str, str, Data, float], Document]) -> OfCandidate:
    """A fold of what befalls a candidate, which need not know how that one stands now."""
    return lambda document, name, candidate, event, data, at: fold(document, name, event, data, at)


def _of_election(
    document: Document, name: str, candidate: Data, event: str, data: Data, at: float
) -> Document:
    changed = elections.with_candidate_event(document, name, event, data, at)
    return work.with_candidate_event(changed, name, candidate, event, at)


def _election_due(document: Document, candidates: Candidates, at: float) -> float | None:
    own = {name: one for name, one in candidates.items() if one["path"] == document["path"]}
    return invariants.next_check(document["violations"], own, at)


SECTIONS: Mapping[str, Section] = {
    "bookshelves": Section(
        thing="bookshelf",
        recipes=(shelves.RECIPE,),
        new=shelves.new,
        key_of=shelves.shelf_of,
        members=shelves.with_members,
        member=shelves.with_member,
        without=shelves.without_member,
        candidate=_alone(shelves.with_candidate_event),
        watches=lambda document, data: document,
        derive=shelves.derive,
        due=shelves.next_check,
    ),
    "configurations": Section(
        thing="configuration",
        recipes=(configurations.RECIPE,),
        new=configurations.new,
        key_of=lambda parent: None,
        members=lambda document, parent, members, at: document,
        member=lambda document, parent, member, at: document,
        without=lambda document, parent, name, at: document,
        candidate=_alone(configurations.with_candidate_event),
        watches=configurations.with_watches,
        derive=configurations.derive,
        due=lambda document, candidates, at: configurations.next_check(document, at),
    ),
    "names": Section(
        thing="name service",
        recipes=names.RECIPES,
        new=names.new,
        key_of=lambda parent: parent,
        members=names.with_members,
        member=names.with_member,
        without=names.without_member,
        candidate=names.with_candidate_event,
        watches=names.with_watches,
        derive=names.derive,
        due=lambda document, candidates, at: names.next_check(document, at),
    ),
    "elections": Section(
        thing="election",
        recipes=STRATEGIES,
        new=elections.new_election,
        key_of=lambda parent: parent,
        members=lambda document, parent, members, at: elections.with_members(document, members, at),
        member=lambda document, parent, member, at: elections.with_member(document, member),
        without=lambda document, parent, name, at: elections.without_member(document, name, at),
        candidate=_of_election,
        watches=elections.with_list,
        derive=elections.derive,
        due=_election_due,
        deletion=elections.with_deletion,
    ),
    "locks": Section(
        thing="lock",
        recipes=("lock",),
        new=locks.new,
        key_of=lambda parent: parent,
        members=lambda document, parent, members, at: locks.with_members(document, members, at),
        member=lambda document, parent, member, at: locks.with_member(document, member),
        without=lambda document, parent, name, at: locks.without_member(document, name, at),
        candidate=_alone(locks.with_candidate_event),
        watches=elections.with_watches,
        derive=locks.derive,
        due=locks.next_check,
    ),
    "barriers": Section(
        thing="barrier",
        recipes=(barriers.RECIPE,),
        new=barriers.new,
        key_of=lambda parent: barriers.barrier_of(parent) or parent,
        members=barriers.with_members,
        member=barriers.with_member,
        without=barriers.without_member,
        candidate=_alone(barriers.with_candidate_event),
        watches=lambda document, data: document,
        derive=barriers.derive,
        due=barriers.next_check,
    ),
    "queues": Section(
        thing="queue",
        recipes=(queues.RECIPE,),
        new=queues.new,
        key_of=lambda parent: queues.queue_of(parent) or parent,
        members=queues.with_members,
        member=queues.with_member,
        without=queues.without_member,
        candidate=_alone(queues.with_candidate_event),
        watches=lambda document, data: document,
        derive=queues.derive,
        due=queues.next_check,
        made=queues.made,
    ),
    "groups": Section(
        thing="group",
        recipes=("membership",),
        new=lambda path, recipe: groups.new_group(path),
        key_of=groups.group_of,
        members=groups.with_members,
        member=groups.with_member,
        without=groups.without_member,
        candidate=_alone(groups.with_candidate_event),
        watches=lambda document, data: document,
        derive=groups.derive,
        due=lambda document, candidates, at: group_checks.next_check(document["violations"], at),
    ),
}

SECTION_OF: Mapping[str, str] = {
    recipe: name for name, section in SECTIONS.items() for recipe in section.recipes
}
"""recipe -> the part of the document that its paths stand in."""


def section_at(state: Mapping[str, Any], parent: str) -> tuple[str, str] | None:
    """(section, key) of the document that facts about the children of `parent` belong to."""
    for name, section in SECTIONS.items():
        key = section.key_of(parent)
        if key is not None and key in state[name]:
            return name, key
    return None
