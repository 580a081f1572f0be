"""Declare a recipe's read model, which folds facts into the recipe's part of the state document.

The state document has one section a recipe, and in it one document a path. A model says how each
fact changes a document; every method returns the changed one, and shares what it leaves alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar, cast

from .candidates import life_cycle
from .document import (
    Candidates,
    CandidateState,
    Data,
    Described,
    Document,
    DoubtState,
    Entry,
    Folded,
    Place,
    Removed,
    State,
    Violation,
    section,
    split,
    with_part,
    with_section,
)
from .event import Event
from .events import CandidatesQueued, WatchesListed
from .lifecycle import Transition
from .lines import Lines, Named
from .violations import FoundViolation, holding, next_moment, slackened, standing, unseen
from .znode_list import NOT_READ, ZnodeList
from .zookeeper import Telling, Zookeeper

Found: TypeAlias = tuple[str, str]
"""The subject of a violation, and what is wrong, in words."""

Find: TypeAlias = Callable[[Any, Candidates, float], Iterable[Found]]
"""`(document, own candidates, at)` -> its violations at `at`."""

Doubt: TypeAlias = Callable[[Any], Iterable[str]]
"""`(document)` -> the parts of it that were not read, in words: nobody can judge without them."""


class Invariant(NamedTuple):
    """A rule that must hold of a document.

    settling: the seconds after which a violation that goes on counts as broken; 0: at once.
    needs_seen: whether anybody can judge it only while the lists are what ZooKeeper says now.
    doubt: why nobody can judge it even then.
    """

    name: str
    settling: float
    find: Find
    needs_seen: bool = False
    doubt: Doubt | None = None


LINES: Named = {"violations": ("invariant", "subject", "detail")}
"""The lists of every document that grow with people."""

CHAIN: Named = {"chain": ("znode",), "listed.watches.*": ()}
"""Name the lists of a document with a chain."""

Kept = TypeVar("Kept", bound=Document)
"""The document of a path of one recipe."""

Part = TypeVar("Part")
Kind = TypeVar("Kind", bound=Event)
Fold: TypeAlias = Callable[[Any, Any, float], Any]


def on(kind: type[Kind], fold: Callable[[Part, Kind, float], Part]) -> tuple[type[Event], Fold]:
    """Return an entry of a model's `folds`: this function, `(document, event, at)`, folds events of
    this kind.
    """
    return kind, fold


def by_kind(*entries: tuple[type[Event], Fold]) -> Mapping[type[Event], Fold]:
    """Return a model's `folds`, each `on` its kind."""
    return dict(entries)


class Model(Generic[Kept]):
    """The read model of one recipe, or of several that share a section.

    section: its name in the state document. thing: what there is at a path, in a word. recipes: the
    names of the recipes that its processes follow. families: its own families of events (`lock` of
    `lock.opened`). folds: which function folds which of these events, and of those that tell what
    happens to its processes and what they say. leaves: a pattern of "/name", which finds what its
    processes leave below a path when they have ended. beside: the endings of the names that they
    leave beside it; reads_beside: an ending of a znode whose data is followed -> the event that
    tells the data, and what that says of them. counters: "/name" of what must stay even then, and
    why. cleared: the event that says, before the first znode goes, that somebody clears a path.
    hands_over: the key of a document that changes when one hands over to another. takes_found:
    whether a path that the mirror finds belongs here, if nobody has opened it for another recipe.
    lines: its lists that grow with people. lists: name below a path, "" for the path itself -> what
    the document keeps of that list of znodes. many_lists: a pattern of further names below it, and
    what makes the list of one. watched_lists: those that its processes watch, as they spell them.
    story: `(document, own candidates, that part of the state about ZooKeeper)` -> the sentence that
    says what is happening now, and why.
    """

    section: ClassVar[str]
    thing: ClassVar[str]
    recipes: ClassVar[tuple[str, ...]]
    families: ClassVar[tuple[str, ...]] = ()
    invariants: ClassVar[tuple[Invariant, ...]] = ()
    folds: ClassVar[Mapping[type[Event], Fold]] = {}
    leaves: ClassVar[str] = ""
    beside: ClassVar[tuple[str, ...]] = ()
    reads_beside: ClassVar[Mapping[str, tuple[type[Event], Callable[..., dict[str, Any]]]]] = {}
    counters: ClassVar[Mapping[str, str]] = {}
    hands_over: ClassVar[str] = ""
    cleared: ClassVar[Callable[..., Event] | None] = None
    lists: ClassVar[Mapping[str, ZnodeList[Any]]] = {}
    many_lists: ClassVar[tuple[str, Callable[[str], ZnodeList[Any]]] | None] = None
    watched_lists: ClassVar[tuple[str, ...]] = ()
    takes_found: ClassVar[bool] = False
    lines: ClassVar[Named] = LINES
    story: ClassVar[staticmethod[[Any, Candidates, Zookeeper], Telling]]

    @classmethod
    def of(cls, state: State) -> Mapping[str, Kept]:
        """Return its section of the state document."""
        found: Mapping[str, Kept] = section(state, cls.section)
        return found

    # -- where it belongs ---------------------------------------------------------------------

    def new(self, path: str, recipe: str, /) -> Kept:
        """Return the document of a path about which nothing is known yet."""
        raise NotImplementedError

    @classmethod
    def list_named(cls, name: str, /) -> ZnodeList[Any] | None:
        """Return the list of this name below a path, or the list at the path itself for ""; None
        where there is none.
        """
        found = cls.lists.get(name)
        if found is None and cls.many_lists and re.fullmatch(cls.many_lists[0], name):
            return cls.many_lists[1](name)
        return found

    def list_at(self, document: Kept, parent: str, /) -> ZnodeList[Kept]:
        """Return the list of a document whose znodes are the children of `parent`."""
        name = "" if parent == document["path"] else split(parent)[1]
        return self.list_named(name) or NOT_READ

    def key_of(self, parent: str, /) -> str | None:
        """Return the key of the document to which facts about the children of `parent` belong."""
        above, name = split(parent)
        if name and self.list_named(name):
            return above
        return parent if self.list_named("") else None

    @classmethod
    def lists_of(cls, path: str, /) -> tuple[str, ...]:
        """Return the znodes whose children the mirror reads for this document."""
        names = (name for name, one in cls.lists.items() if one.is_followed)
        return tuple(f"{path.rstrip('/')}/{name}" if name else path for name in names)

    def newcomer(self, one: CandidateState, /) -> CandidateState:
        """Return a new process of this recipe, with what the state says only of such processes."""
        return one

    # -- what the servers are asked about -------------------------------------------------------

    def is_listed(self, known: Mapping[str, Kept], path: str, /) -> bool:
        """Tell whether it matters who watches `path`. known: the section's documents, by path."""
        return False

    def chain_of(self, document: Kept, /) -> Sequence[Entry]:
        """Return the members in line, each with its session and what it watches."""
        return ()

    def sessions(self, document: Kept, /) -> Iterable[str | None]:
        """Return the sessions of which the servers are asked whether they have a connection."""
        return (member["session"] for member in self.chain_of(document))

    # -- facts --------------------------------------------------------------------------------

    def fold(self, state: State, event: Event, at: float, /) -> Folded:
        """Fold an event of its own families, which is about a path."""
        place = (self.section, event.subject)
        known = self.of(state).get(event.subject) or self.new(event.subject, self.recipes[0])
        return with_part(state, place, self.folded(known, event, at)), (place,)

    def folded(self, document: Any, event: Event, at: float, /) -> Any:
        """Return a document, or the part of one that `folds` are about, after an event."""
        fold = self.folds.get(type(event))
        return fold(document, event, at) if fold else document

    def with_value(self, document: Kept, data: Data, at: float, /) -> Kept:
        """Take the data of the followed path as read; {} for a missing znode."""
        return document

    def as_found(self, document: Kept, members: Sequence[Data], said: str | None, /) -> Kept:
        """Follow the recipe that the members name, now that they were read. said: the strategy of a
        leader key.
        """
        return document

    def is_free(self, document: Kept, /) -> bool:
        """Tell whether a found path has no members, and nobody has asked for it."""
        return False

    def left_at(self, document: Kept, /) -> float:
        """Return since when a free path has no members; 0 where nobody knows."""
        return 0.0

    def with_removal(self, document: Kept, removed: Removed, /) -> Kept:
        """Note that somebody has deleted a child by hand."""
        return document

    def with_process_event(
        self, document: Kept, event: Event, candidate: CandidateState, at: float, /
    ) -> Kept:
        """Fold what happened to one of its processes, or what that reports. candidate: the process
        after the event.
        """
        return cast(Kept, self.folded(document, event, at))

    def with_queued(
        self,
        document: Kept,
        name: str,
        event: CandidatesQueued,
        candidate: CandidateState,
        at: float,
        /,
    ) -> Kept:
        """Note that a process of this name will be started in its turn."""
        return document

    def with_watches(self, document: Kept, event: WatchesListed, /) -> Kept:
        """Take what the servers list."""
        return document

    # -- what follows from them ---------------------------------------------------------------

    def derive(
        self, document: Kept, candidates: Candidates, zookeeper: Zookeeper, at: float, /
    ) -> Kept:
        """Derive all that follows from the rest: links, violations, verdicts, story.

        zookeeper: that part of the state document.
        """
        own = own_of(document, candidates)
        linked = self.with_looks(self.link(document, own, zookeeper, at), own)
        judged = self.judged(linked, own, zookeeper, at)
        told = self.story(judged, own, zookeeper)
        return cast(Kept, {**judged, "story": told.sentence, "reason": told.reason})

    def link(self, document: Kept, own: Candidates, zookeeper: Zookeeper, at: float, /) -> Kept:
        """Join what is known about its znodes with what is known about its processes."""
        return document

    def with_looks(self, document: Kept, own: Candidates, /) -> Kept:
        """Return the document with how each of its processes looks; see `looks.WithLooks`."""
        return document

    def judged(self, document: Kept, own: Candidates, zookeeper: Zookeeper, at: float, /) -> Kept:
        """Look for violations, and say which invariants hold and which nobody can judge, with one
        reason for each. A violation that was there before keeps its `since`.
        """
        why_not = self.unseen(document, zookeeper)
        found = (
            FoundViolation(one.name, subject, detail)
            for one in self.invariants
            if why_not is None or not one.needs_seen
            for subject, detail in one.find(document, own, at)
        )
        violations = slackened(standing(found, document["violations"], at), zookeeper)
        reasons: dict[str, str | None] = {}
        for one in self.invariants:
            why = why_not if one.needs_seen else None
            if why is None and one.doubt:
                why = next(iter(one.doubt(document)), None)
            reasons[one.name] = reasons.get(one.name) or why  # Two rules may share a name.
        doubts: list[DoubtState] = [
            {"invariant": name, "detail": why} for name, why in reasons.items() if why
        ]
        verdicts = self.verdicts(violations, at, doubts)
        judged = {"violations": violations, "doubts": doubts, "invariants": verdicts}
        return cast(Kept, {**document, **judged})

    def verdicts(
        self, violations: Sequence[Violation], at: float, doubts: Sequence[DoubtState] = ()
    ) -> Mapping[str, bool | None]:
        """Return invariant -> whether it holds at `at`; None where nobody can tell."""
        return holding(self.settling, violations, self.settling, at, doubts)

    @property
    def settling(self) -> dict[str, float]:
        """Return invariant -> the seconds that a violation of it may last."""
        return {one.name: one.settling for one in self.invariants}

    def unseen(self, document: Kept, zookeeper: Zookeeper, /) -> str | None:
        """Return why the znodes in the document may not be what ZooKeeper says now; None where they
        are.
        """
        return unseen(zookeeper)

    def next_check(self, document: Kept, candidates: Candidates, at: float) -> float | None:
        """Return when the verdicts can change without any event; None for never."""
        watched = self.watched(document, own_of(document, candidates))
        return next_moment(document["violations"], self.settling, watched, at)

    def watched(self, document: Kept, own: Candidates, /) -> Iterable[CandidateState]:
        """Return the processes whose session's end changes a verdict."""
        return ()

    def has_leader(
        self, document: Kept, candidates: Candidates, zookeeper: Zookeeper, at: float, /
    ) -> bool | None:
        """Tell whether somebody leads at `at`; None where nobody ought to, or nobody can tell."""
        return None

    def handed_over(self, document: Kept, /) -> Data:
        """Return the record of the latest handoff."""
        found: Data = cast("Data", document)[self.hands_over]
        return found

    # -- what is told of it -------------------------------------------------------------------

    def is_routine(self, event: Event, /) -> bool:
        """Tell whether an event of a path is one of many, which the list only counts."""
        return False

    def passed(self, path: str, counts: Mapping[str, int], seconds: float, /) -> Event:
        """Return the event that tells what was counted within these seconds."""
        raise NotImplementedError

    def news(self, path: str, before: Kept, after: Kept, found: bool, /) -> Iterator[Event]:
        """Return the events that follow from a change. found: whether a list has shown the change,
        which happened some time before.
        """
        return iter(())


def own_of(document: Document, candidates: Candidates) -> Candidates:
    """Return the candidates of a document's path."""
    path = document["path"]
    return {name: one for name, one in candidates.items() if one["path"] == path}


# -- all models, and the sections that belong to no path ---------------------------------------

OF_SERVERS: Named = {
    "zookeeper.servers": ("address",),
    "zookeeper.servers.*.sessions": (),
    "zookeeper.freeze.ended": (),
}


class Measured(NamedTuple):
    """What others measure of a section. name, what: of the metric; values: label -> its value."""

    name: str
    what: str
    label: str
    values: Mapping[str, float]


class Section(Generic[Part]):
    """A part of the state document that is one document, or has keys that are no paths.

    name: in the state document. families: its own families of events. folds: which function folds
    which of these events. claims: the paths that nobody else may use.
    """

    name: ClassVar[str]
    families: ClassVar[tuple[str, ...]] = ()
    folds: ClassVar[Mapping[type[Event], Fold]] = {}
    claims: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def of(cls, state: State) -> Part:
        """Return its part of the state document."""
        found: Part = section(state, cls.name)
        return found

    def new(self) -> Part:
        """Return the section before anything has happened."""
        raise NotImplementedError

    def fold(self, models: Models, state: State, event: Event, at: float, /) -> Folded:
        """Fold an event of its own families."""
        fold = self.folds.get(type(event))
        if fold is None:
            return state, ()
        return with_section(state, self.name, fold(self.of(state), event, at)), ()

    def follow(self, own: Part, path: str, state: State, event: Event, /) -> Part:
        """Return the section after an event of another family about one of the paths that it
        claims. state: the state after the event.
        """
        return own

    def told(self, own: Part, zookeeper: Zookeeper, /) -> Part:
        """Return the section with its story, which says first whether ZooKeeper serves: it is told
        again when the section has changed, and after each event about the servers.
        """
        return own

    def measured(self, own: Part, /) -> Iterable[Measured]:
        """Return what others measure of the section."""
        return ()


class Models:
    """The models of all recipes, by section, by recipe and by family of events.

    changes: what the recipes add to the life cycle of a candidate. described: recipe -> what the
    state document says of it. named: the lists that grow with people; lines: the same lists, by
    part.
    """

    def __init__(
        self,
        models: Iterable[Model[Any]],
        sections: Iterable[Section[Any]] = (),
        changes: Iterable[Transition] = (),
        described: Mapping[str, Described] | None = None,
    ) -> None:
        self.sections = tuple(sections)
        self.candidates = life_cycle(changes)
        self.described = described or {}
        self.by_section = {model.section: model for model in models}
        self.by_recipe = {
            recipe: model for model in self.by_section.values() for recipe in model.recipes
        }
        self.named = {**OF_SERVERS, **dict(self._lists())}
        self.lines = Lines(self.named)
        self.by_family: dict[str, Model[Any] | Section[Any]] = {}
        for one in (*self, *self.sections):
            for family in one.families:
                if family in self.by_family:
                    raise ValueError(f"two models have the family of events {family!r}")
                self.by_family[family] = one

    def __iter__(self) -> Iterator[Model[Any]]:
        return iter(self.by_section.values())

    def _lists(self) -> Iterator[tuple[str, Sequence[str]]]:
        for model in self:
            for path, key in model.lines.items():
                yield f"{model.section}.*.{path}", key

    def of(self, place: Place) -> Model[Any]:
        """Return the model of a place."""
        return self.by_section[place[0]]

    def everywhere(self, state: State) -> list[Place]:
        """Return all places."""
        return [(name, key) for name in self.by_section for key in section(state, name)]

    def places_at(self, state: State, path: str) -> list[Place]:
        """Return the places of this path, one for each section that has it."""
        return [(name, path) for name in self.by_section if path in section(state, name)]

    def place_of(self, state: State, parent: str) -> Place | None:
        """Return the place to which facts about the children of `parent` belong."""
        for name, model in self.by_section.items():
            key = model.key_of(parent)
            if key is not None and key in section(state, name):
                return name, key
        return None

    @cached_property
    def of_found(self) -> Model[Any]:
        """Return the model of a path that the mirror finds, and that nobody has opened."""
        return next(model for model in self if model.takes_found)

    def is_listed(self, state: State, path: str) -> bool:
        """Tell whether it matters who watches a path."""
        return any(model.is_listed(model.of(state), path) for model in self)

    def sessions(self, state: State) -> set[str]:
        """Return the sessions that the servers are asked about: of our candidates, of all in line
        somewhere, and of those that have departed from there.
        """
        ours = (one["session"] for one in state["candidates"].values())
        others = (
            session
            for model in self
            for document in model.of(state).values()
            for session in model.sessions(document)
        )
        return {session for session in (*ours, *others) if session is not None}

    @property
    def claims(self) -> set[str]:
        """Return the paths that a section keeps for itself."""
        return {path for section in self.sections for path in section.claims}
