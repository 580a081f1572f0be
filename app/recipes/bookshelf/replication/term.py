"""The term of a leader: what it keeps of one time of serving."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from .shelf import Book


@dataclass(frozen=True)
class Follower:
    """A node that the leader counts on: where it can be reached, and the store of its disk."""

    address: str
    store: str


@dataclass
class BookWrite:
    """A book that a client wants to store. `found` is the book with the same id, if any."""

    request: int
    book: Book
    node: str
    since: float
    found: Book | None = None
    begun: bool = False
    waiting: dict[str, int] = field(default_factory=dict)
    copies: set[str] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)


@dataclass
class Newcomer:
    """A node that waits to be brought to the leader's state."""

    request: int
    id: str
    node: str
    follower: Follower
    sums: list[str]


@dataclass
class ServingTerm:
    """One time of serving. `followers` has every node but the leader; `absent` says since when a
    node that `in_sync` names is not among them.
    """

    epoch: int
    name: str
    serves: bool = False
    proven: bool = False
    followers: dict[str, Follower] = field(default_factory=dict)
    absent: dict[str, float] = field(default_factory=dict)
    newcomers: deque[Newcomer] = field(default_factory=deque)
    writes: deque[BookWrite] = field(default_factory=deque)
    task: BookWrite | Newcomer | None = None
    changing: bool = False
