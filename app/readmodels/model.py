"""A recipe's read model: it folds facts into the recipe's part of the state document.

The state document has one section a recipe, and in it one document a path. A model says how each
fact changes a document; every method returns the changed one, and shares what it leaves alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar, cast

from .document import (
    Candidates,
    CandidateState,
    Data,
    Document,
    DoubtState,
    Entry,
    Folded,
    Removed,
    State,
    Violation,
    section,
    split,
    with_part,
)
from .event import Event
from .events import CandidatesQueued, WatchesListed
from .lines import Named
from .violations import FoundViolation, holding, next_moment, slackened, standing, unseen
from .znode_list import NOT_READ, ZnodeList
from .zookeeper import Telling, Zookeeper

Found: TypeAlias = tuple[str, str]
"""The subject of a violation, and what is wrong, in words."""

Find: TypeAlias = Callable[[Any, Candidates, float], Iterable[Found]]
"""`(document, own candidates, at)` -> its violations at `at`."""

Doubt: TypeAlias = Callable[[Any], Iterable[str]]
"""`(document)` -> what was not read of it, in words: without that, nobody can judge."""


class Invariant(NamedTuple):
    """A rule that must hold of a document.

    settling: the seconds after which a violation that goes on counts as broken; 0: at once.
    needs_seen: whether it can be judged only while the lists are what ZooKeeper says now. doubt:
    why it cannot be judged even then.
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
    """Return an entry of a model's `folds`: events of this kind are folded by this function,
    `(document, event, at)`.
    """
    return kind, fold


def by_kind(*entries: tuple[type[Event], Fold]) -> Mapping[type[Event], Fold]:
    """Return a model's `folds`, each `on` its kind."""
    return dict(entries)


class Model(Generic[Kept]):
    """The read model of one recipe, or of several that share a section.

    section: its name in the state document. thing: what there is at a path, in a word. recipes: the
    names of the recipes that its processes follow. families: its own families of events (`lock` of
    `lock.opened`). folds: who folds which of these, and of what happens to its processes and what
    they say. leaves: what its processes leave below a path when they have ended, as a pattern of
    "/name". beside: the endings of what they leave beside it; reads_beside: those whose data is
    followed -> the event that tells it, and what that says of the data. counters: "/name" of what
    has to stay all the same, and why. hands_over: the key of a document that changes when one hands
    over to another.
    takes_found: whether a path that is found in the tree belongs here, if nobody has opened it for
    another recipe. lines: its lists that grow with people. lists: name below a
    path, "" for the path itself -> what the document keeps of that list of znodes. many_lists: a
    pattern of further names below it, and what makes the list of one. watched_lists:
    those that its processes watch, as they spell them. story: `(document, own candidates, that
    part of the state about ZooKeeper)` -> the sentence that says what is happening now, and why.
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
        """Return the document of a path of which nothing is known yet."""
        raise NotImplementedError

    @classmethod
    def list_named(cls, name: str, /) -> ZnodeList[Any] | None:
        """Return the list of this name below a path, or at the path itself for ""; None where it
        has none.
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
        """Return the znodes of a document whose children are read, for it alone."""
        names = (name for name, one in cls.lists.items() if one.is_followed)
        return tuple(f"{path.rstrip('/')}/{name}" if name else path for name in names)

    def newcomer(self, path: str, /) -> CandidateState:
        """Return what the state says of its own processes besides what it says of all."""
        return {}

    # -- what the servers are asked about -------------------------------------------------------

    def is_listed(self, known: Mapping[str, Kept], path: str, /) -> bool:
        """Tell whether it matters who watches `path`. known: its section's documents, by path."""
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
        """Follow the recipe that the members which were read name; said: of a leader key."""
        return document

    def is_free(self, document: Kept, /) -> bool:
        """Tell whether a found path has no members, and nobody has asked for it."""
        return False

    def left_at(self, document: Kept, /) -> float:
        """Return since when a free path has no members; 0 where that is not known."""
        return 0.0

    def with_removal(self, document: Kept, removed: Removed, /) -> Kept:
        """Note that somebody has deleted a child by hand."""
        return document

    def with_process_event(
        self, document: Kept, event: Event, candidate: CandidateState, at: float, /
    ) -> Kept:
        """Fold what happened to one of its processes, or what it reports. candidate: it, after the
        event.
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
        """Join what is known of its znodes with what is known of its processes."""
        return document

    def with_looks(self, document: Kept, own: Candidates, /) -> Kept:
        """Return the document with how each of its processes looks; see `looks.WithLooks`."""
        return document

    def judged(self, document: Kept, own: Candidates, zookeeper: Zookeeper, at: float, /) -> Kept:
        """Look for violations, and say which invariants hold."""
        why_not = self.unseen(document, zookeeper)
        found = self.violations(document, own, at, seen=why_not is None)
        violations, doubts = slackened(found, zookeeper), self.doubts(document, why_not)
        verdicts = self.verdicts(violations, at, doubts)
        judged = {"violations": violations, "doubts": doubts, "invariants": verdicts}
        return cast(Kept, {**document, **judged})

    def violations(
        self, document: Kept, own: Candidates, at: float, *, seen: bool
    ) -> list[Violation]:
        """Return the violations at `at`; one that was there before keeps its `since`."""
        found = (
            FoundViolation(one.name, subject, detail)
            for one in self.invariants
            if seen or not one.needs_seen
            for subject, detail in one.find(document, own, at)
        )
        return standing(found, document["violations"], at)

    def doubts(self, document: Kept, unseen: str | None) -> list[DoubtState]:
        """Return the invariants that nobody can judge, and one reason each. unseen: why the
        lists may not be what ZooKeeper says now.
        """
        reasons = {one.name: _reason(one, document, unseen) for one in self.invariants}
        return [{"invariant": name, "detail": why} for name, why in reasons.items() if why]

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
        """Return why what is known of the znodes may not be what ZooKeeper says now; None where it
        is.
        """
        return unseen(zookeeper)

    def next_check(self, document: Kept, candidates: Candidates, at: float) -> float | None:
        """Return when the verdicts can change without any event, None if never."""
        watched = self.watched(document, own_of(document, candidates))
        return next_moment(document["violations"], self.settling, watched, at)

    def watched(self, document: Kept, own: Candidates, /) -> Iterable[CandidateState]:
        """Return the processes whose session's end changes a verdict."""
        return ()

    def has_leader(
        self, document: Kept, candidates: Candidates, zookeeper: Zookeeper, at: float, /
    ) -> bool | None:
        """Tell whether somebody leads at `at`; None where nobody is meant to, or can tell."""
        return None

    def handed_over(self, document: Kept, /) -> Data:
        """Return the record of the latest handoff."""
        found: Data = cast("Data", document)[self.hands_over]
        return found

    # -- what is told of it -------------------------------------------------------------------

    def is_routine(self, event: Event, /) -> bool:
        """Tell whether an event of a path is one of many, which are only counted."""
        return False

    def passed(self, path: str, counts: Mapping[str, int], seconds: float, /) -> Event:
        """Return the event that tells of what was counted within these seconds."""
        raise NotImplementedError

    def news(self, path: str, before: Kept, after: Kept, found: bool, /) -> Iterator[Event]:
        """Return the events that follow from a change. found: a list has shown it, so that it
        happened some time before.
        """
        return iter(())


def _reason(one: Invariant, document: Document, unseen: str | None) -> str | None:
    if unseen is not None and one.needs_seen:
        return unseen
    return next(iter(one.doubt(document)), None) if one.doubt else None


def own_of(document: Document, candidates: Candidates) -> Candidates:
    """Return the candidates of a document's path."""
    path = document["path"]
    return {name: one for name, one in candidates.items() if one["path"] == path}
