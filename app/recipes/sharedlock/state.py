"""A shared lock in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ...readmodels.document import unjudged
from ...readmodels.guarded import Account, File, Guarded, new_file


class Torn(TypedDict):
    by: str
    at: float
    first: int
    last: int


class SharedFile(File):
    reads: int
    torn: int
    last_torn: Torn | None


def new_shared_file(name: str | None) -> SharedFile:
    """Return a fresh file, which says 0 and has not been read."""
    return {**new_file(name), "reads": 0, "torn": 0, "last_torn": None}


class SharedAccount(Account):
    reads: int
    torn: int


class Turns(TypedDict):
    held: int
    finished: int
    abandoned: int
    gave_up: int
    gave_back: int


def new_turns() -> Turns:
    """Return the account of a client that has had no turn yet."""
    return {"held": 0, "finished": 0, "abandoned": 0, "gave_up": 0, "gave_back": 0}


class Revoking(TypedDict):
    at: float
    by: str


class SharedLockState(Guarded):
    holders: Sequence[str]
    turns: Mapping[str, Turns]
    revoking: Mapping[str, Revoking]
    file: SharedFile
    before: SharedAccount | None


def new_shared_lock(path: str, recipe: str) -> SharedLockState:
    """Return a shared lock that nobody wants yet."""
    return {
        "path": path,
        "recipe": recipe,
        "locking": True,
        "chain": [],
        "listed": None,
        "holders": [],
        "asks": {},
        "holds": {},
        "tasks": {},
        "last_turns": [],
        "turns": {},
        "revoking": {},
        "file": new_shared_file(None),
        "before": None,
        **unjudged(),
    }
