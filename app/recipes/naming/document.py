"""A name service in the state document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from ...readmodels.changes import Followed, Watcher
from ...readmodels.document import Document


class ProviderState(Watcher, total=False):
    address: str | None
    incarnation: str | None
    standing: str
    process: str
    belief: str
    fault: str | None
    fault_at: float | None
    session_ends: float | None
    timeout_ms: int | None


class Outage(TypedDict):
    since: float
    until: float | None
    ms: float | None


class Name(Followed):
    name: str
    since: float | None
    providers: Mapping[str, ProviderState]
    outage: Outage | None


class ServiceState(Document):
    recipe: str
    read: bool
    names: Mapping[str, Name]
