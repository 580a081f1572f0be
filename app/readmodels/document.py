"""Declare the parts of the state document that all recipes share, and find and replace parts of it.

A class that is not total also describes a change to such a part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict, TypeVar, cast

from .zookeeper import Part, Zookeeper

Data = Mapping[str, Any]
"""The data of an event, as somebody wrote it."""

# -- candidates -------------------------------------------------------------------------------


class Fault(TypedDict):
    kind: str
    at: float
    by: str | None


class Exit(TypedDict):
    code: int | None
    signal: str | None


class Versions(TypedDict):
    version: int
    newest: int


class Notified(TypedDict):
    znode: str | None
    event: str | None
    zxid: int | None
    at: float


class CandidateState(TypedDict):
    recipe: str
    path: str
    settings: Mapping[str, Any]
    election: str | None
    strategy: str
    pid: int | None
    process: str
    lifecycle: str
    session: str | None
    session_timeout_ms: int | None
    znode: str | None
    belief: str
    step: str | None
    watches: str | None
    leader: str | None
    since: float
    reported_at: float
    epoch: int | None
    data: Versions | None
    back: float | None
    fault: Fault | None
    session_ends: float | None
    exit: Exit | None
    error: str | None
    counters: Mapping[str, int]
    notified: Notified | None
    allowed: Sequence[str]


Candidates = Mapping[str, CandidateState]

# -- the document of a path -------------------------------------------------------------------


class Listed(TypedDict):
    asked_at: float
    complete: bool
    watches: Mapping[str, Sequence[str]]


class Watch(TypedDict):
    """A watch of somebody's, and how it is known."""

    watches: str | None
    evidence: str
    as_of: float | None


class Joined(Watch):
    """What a member of a chain has of our own candidate."""

    owner: str | None
    candidate: str | None
    belief: str
    process: str
    fault: str | None
    fault_at: float | None
    session_ends: float | None
    timeout_ms: int | None


class OfSomeChains(TypedDict, total=False):
    """What members have in the chains of some recipes only. In an election: when each came, and
    since when no server lists its connection. In a lock for readers and writers: what each wants.
    """

    mode: str | None
    came: float | None
    unheard: float | None
    waits_for: str | None
    revoked: bool


class Entry(Joined, OfSomeChains):
    """A member of a chain."""

    znode: str
    place: float
    name: str
    label: str
    sequence: int | None
    library: str | None
    session: str | None
    czxid: int | None
    about: str | None
    recipe: str | None
    hidden: bool
    unread: bool
    behind: int | None
    since: float
    truth: str | None


class Violation(TypedDict):
    invariant: str
    subject: str
    detail: str
    since: float
    place: float
    slack: float


class DoubtState(TypedDict):
    """Why nobody can say whether an invariant holds."""

    invariant: str
    detail: str


class Removed(TypedDict):
    """A znode that a person has deleted."""

    znode: str
    by: str
    zxid: int | None


class Judged(TypedDict):
    """What follows from the rest of a document: see `Model.derive`."""

    violations: Sequence[Violation]
    doubts: Sequence[DoubtState]
    invariants: Mapping[str, bool | None]
    story: Sequence[Part]
    reason: Sequence[Part]


def unjudged() -> Judged:
    """Return what a document says until it is derived."""
    return {"violations": [], "doubts": [], "invariants": {}, "story": [], "reason": []}


class Document(Judged):
    """The part of a path's document that all recipes have."""

    path: str


class Chained(Document):
    """A document with members in line."""

    chain: Sequence[Entry]
    listed: Listed | None


# -- the whole --------------------------------------------------------------------------------


class LimitsState(TypedDict):
    candidates: int


class Thread(TypedDict):
    does: str | None
    reason: str | None
    candidate: str | None
    since: float
    again: float


class FoundPath(TypedDict):
    members: int


class Starting(TypedDict):
    of: int
    started: int
    since: float


class Stopping(TypedDict):
    of: int
    ended: int
    names: Mapping[str, bool]
    since: float


class NeverStarted(TypedDict):
    reason: str
    left: int
    at: float


class CrowdState(TypedDict):
    starting: Starting | None
    stopping: Stopping | None
    refused: NeverStarted | None


class StepState(TypedDict):
    step: str
    text: str
    sentence: str


class Described(TypedDict):
    title: str
    source: str
    idea: str
    steps: Sequence[StepState]


class DescribedRecipe(Described):
    section: str


class HistoryFacts(TypedDict):
    """The history that is kept. file: None where the history goes with the dashboard; after: the
    event of an earlier run after which this one goes on, 0 without any; replays: the header of the
    recording that is shown, and the name of its `file`.
    """

    file: str | None
    after: int
    since: float
    stopped: str | None
    unkept: str | None
    replays: Data | None


class State(TypedDict):
    """The state document, without the sections that recipes add: see `Model` and `Section`."""

    seq: int
    form: int
    read_only: bool
    limits: LimitsState
    zookeeper: Zookeeper
    threads: Mapping[str, Thread]
    found: Mapping[str, FoundPath]
    candidates: Candidates
    crowd: CrowdState
    history: HistoryFacts | None
    recipes: Mapping[str, DescribedRecipe]


Place = tuple[str, str]
"""A section's name, and the key of a document in it."""

Folded = tuple[State, Iterable[Place]]
"""The state after an event, and the places that have to be derived again."""

Value = TypeVar("Value")


def section(state: State, name: str) -> Any:
    """Return a section that a recipe adds, by its name."""
    return cast("Mapping[str, Any]", state)[name]


def document_at(state: State, place: Place) -> Any:
    """Return the document in this place; None where there is none."""
    return section(state, place[0]).get(place[1])


def with_section(state: State, name: str, document: object) -> State:
    """Return the state with another section of this name."""
    return cast(State, {**state, name: document})


def with_part(state: State, place: Place, document: object) -> State:
    """Return the state with another document in this place."""
    name, key = place
    return with_section(state, name, {**section(state, name), key: document})


def with_zookeeper(state: State, zookeeper: Zookeeper) -> State:
    """Return the state with other facts about ZooKeeper."""
    return {**state, "zookeeper": zookeeper}


def without(state: State, name: str, key: str) -> State:
    """Return the state without this key of a section; the same state where it has none."""
    known = section(state, name)
    return with_section(state, name, without_key(known, key)) if key in known else state


def without_key(known: Mapping[str, Value], key: str) -> dict[str, Value]:
    """Return a map without one key."""
    return {other: one for other, one in known.items() if other != key}


def split(path: str) -> tuple[str, str]:
    """Return a path's parent and its name."""
    parent, _, name = path.rpartition("/")
    return parent or "/", name
