"""A shared lock in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ...readmodels.guarded import Account, File, Guarded


class Torn(TypedDict):
    by: str
    at: float
    first: int
    last: int


class SharedFile(File):
    reads: int
    torn: int
    last_torn: Torn | None


class SharedAccount(Account):
    reads: int
    torn: int


class Turns(TypedDict):
    held: int
    finished: int
    abandoned: int
    gave_up: int
    gave_back: int


class Revoking(TypedDict):
    at: float
    by: str


class SharedLockState(Guarded):
    holders: Sequence[str]
    turns: Mapping[str, Turns]
    revoking: Mapping[str, Revoking]
    file: SharedFile
    before: SharedAccount | None
