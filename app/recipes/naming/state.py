"""A name service in the state document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from ...readmodels.changes import NO_SPREAD, Followed, Watcher
from ...readmodels.document import Document

PROVIDER, CLIENT = "naming", "lookup"


class ProviderState(Watcher):
    """A provider. standing: registered (the name leads to it), fading (it does, and its process is
    dead, frozen or cut off), standby (the name is another provider's), joining.
    """

    address: str | None
    incarnation: str | None
    standing: str
    process: str
    belief: str
    fault: str | None
    fault_at: float | None
    session_ends: float | None
    timeout_ms: int | None


def new_provider(incarnation: str | None) -> ProviderState:
    """Return a provider that is being started."""
    return {
        "address": None,
        "incarnation": incarnation,
        "session": None,
        "listed": False,
        "standing": "joining",
        "process": "running",
        "belief": "joining",
        "fault": None,
        "fault_at": None,
        "session_ends": None,
        "timeout_ms": None,
    }


class Outage(TypedDict):
    """When the last calls began to fail, and when the last client was answered again; until, ms:
    None while it lasts.
    """

    since: float
    until: float | None
    ms: float | None


class Name(Followed):
    name: str
    since: float | None
    providers: Mapping[str, ProviderState]
    outage: Outage | None


def new_name(name: str) -> Name:
    """Return a name that leads nowhere yet."""
    return {
        "name": name,
        "znode": None,
        "since": None,
        "outage": None,
        "subscribers": {},
        "providers": {},
        "changes": {},
        "counted": 0,
        "asked": None,
        "ended": None,
        "spread": NO_SPREAD,
    }


class ServiceState(Document):
    recipe: str
    read: bool
    names: Mapping[str, Name]


def new_service(path: str, recipe: str = PROVIDER) -> ServiceState:
    """Return a service of which nothing is known yet."""
    return {
        "path": path,
        "recipe": PROVIDER,
        "read": False,
        "names": {},
        "doubts": [],
        "invariants": {},
        "violations": [],
        "story": [],
        "reason": [],
    }
