"""A name service in the state document: which name leads where, who provides it, who looks it up.

Each name is followed as a configuration is: its znode says the truth, a client reports
what it uses, and a change is known by its mzxid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar

from ...readmodels import changes
from ...readmodels.changes import Call, ChangeQuestion, Subscriber, ZnodeState
from ...readmodels.document import Candidates, CandidateState, Data, split
from ...readmodels.endings import without_ending
from ...readmodels.event import Event
from ...readmodels.events import (
    CandidateExited,
    CandidateReported,
    CandidateStarting,
    WatchesListed,
)
from ...readmodels.model import Find, Found, Invariant, Model, by_kind, on
from ...readmodels.subscribers import (
    behind,
    exited,
    gone_back,
    joined,
    listing,
    newcomer,
    with_look,
    with_subscriber,
)
from ...readmodels.violations import UNREAD
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from .events import ClientCalled, ProviderMoves
from .state import (
    CLIENT,
    PROVIDER,
    Name,
    Outage,
    ProviderState,
    ServiceState,
    new_name,
    new_provider,
    new_service,
)
from .text import tell
from .znodes import address_in, incarnation_in

LONGEST = 200


# -- what the mirror reads --------------------------------------------------------------------


def _read(service: ServiceState, member: Data, at: float) -> ServiceState:
    """Take one name as read. What was there before any process here used it is no change."""
    known = service["names"].get(member["znode"])
    name = known or new_name(member["znode"])
    text = member["data"] or ""
    znode: ZnodeState = {
        "value": address_in(text)[:LONGEST],
        "session": member["session"],
        "incarnation": incarnation_in(text),
        "mzxid": member["mzxid"],
        "czxid": member["czxid"],
        "version": None,
    }
    before = name["znode"]
    if before and before["mzxid"] == znode["mzxid"]:
        return service
    name = {**name, "znode": znode, "since": at}
    if known is not None or service["read"]:
        writers = (
            provider
            for provider, one in name["providers"].items()
            if one["incarnation"] == znode["incarnation"]
        )
        name = changes.with_change(name, before, znode, at, by=next(writers, None))
    return _with_name(service, name)


def _removed(service: ServiceState, name: str, at: float) -> ServiceState:
    """Note that a name leads nowhere any more."""
    known = service["names"].get(name)
    if known is None or known["znode"] is None:
        return service
    gone: Name = {**known, "znode": None, "since": at}
    return _with_name(service, changes.with_change(gone, known["znode"], None, at))


def _with_name(service: ServiceState, name: Name) -> ServiceState:
    return {**service, "names": {**service["names"], name["name"]: name}}


# -- candidates -------------------------------------------------------------------------------


def _starting(name: Name, event: CandidateStarting, at: float) -> Name:
    name = without_ending(name)
    if event.recipe == PROVIDER:
        incarnation = event.settings.get("incarnation")
        return _with_provider(name, event.subject, new_provider(incarnation))
    return with_subscriber(name, event.subject, newcomer(at, calls=True))


def _with_provider(name: Name, candidate: str, one: ProviderState) -> Name:
    return {**name, "providers": {**name["providers"], candidate: one}}


def _reported(name: Name, event: CandidateReported, at: float) -> Name:
    candidate, said, seen = event.subject, event.view.get("provider"), event.view.get("lookup")
    if candidate in name["providers"] and said:
        known = name["providers"][candidate]
        return _with_provider(name, candidate, {**known, "address": said["address"]})
    return with_look(name, candidate, seen) if seen and candidate in name["subscribers"] else name


def _called(name: Name, event: ClientCalled, at: float) -> Name:
    """Fold the outcome of a client's calls, since the last different outcome."""
    before = name["subscribers"].get(event.subject)
    if before is None:
        return name
    call: Call = {
        "address": event.address,
        "by": event.by,
        "error": event.error,
        "calls": event.calls,
        "failed": event.failed,
        "at": at,
    }
    return with_subscriber(name, event.subject, {**before, "call": call})


def _moving(name: Name, event: ProviderMoves, at: float) -> Name:
    """Fold that a provider is about to write its new address, if the name is its own; the change
    may have been seen by now.
    """
    provider = name["providers"].get(event.subject)
    if provider is None or provider["standing"] != "registered":
        return name
    asked: ChangeQuestion = {
        "what": "written",
        "at": at,
        "by": event.subject,
        "answer": {"mzxid": None},
    }
    return changes.with_earlier(name, asked, event.address)


# -- what follows -----------------------------------------------------------------------------


def _provider(said: ProviderState, candidate: CandidateState, session: str | None) -> ProviderState:
    """Join a provider with its process. session: that of the name's znode."""
    fault = candidate["fault"]
    if session is not None and candidate["session"] == session:
        beats = candidate["process"] == "running" and candidate["belief"] != "suspended"
        is_well = beats and candidate["lifecycle"] != "ending"
        standing = "registered" if is_well else "fading"
    else:
        standing = "standby" if candidate["belief"] == "waiting" else "joining"
    return {
        **said,
        "standing": standing,
        "session": candidate["session"],
        "process": candidate["process"],
        "belief": candidate["belief"],
        "fault": fault["kind"] if fault else None,
        "fault_at": fault["at"] if fault else None,
        "session_ends": candidate["session_ends"],
        "timeout_ms": candidate["session_timeout_ms"],
    }


def _outage_after(before: Outage | None, clients: Iterable[Subscriber]) -> Outage | None:
    """Return the last outage by what the clients' calls met; None before the first."""
    calls = [one["call"] for one in clients if one["call"] and one["process"] == "running"]
    failing = [call["at"] for call in calls if call["error"]]
    lasts = before is not None and before["until"] is None
    if failing and not lasts:
        return {"since": min(failing), "until": None, "ms": None}
    if failing or not lasts or before is None or not calls:
        return before
    until = max(call["at"] for call in calls)
    return {**before, "until": until, "ms": round((until - before["since"]) * 1000, 1)}


def _joined(name: Name, candidates: Candidates) -> Name:
    """Join the processes; a provider that has ended is kept for as long as the name leads to it."""
    session = name["znode"].get("session") if name["znode"] else None
    providers = {
        one: _provider(said, candidates[one], session)
        for one, said in name["providers"].items()
        if one in candidates
        and (candidates[one]["process"] != "exited" or candidates[one]["session"] == session)
    }
    subscribers = {
        one: joined(said, candidates[one], name["znode"])
        for one, said in name["subscribers"].items()
        if one in candidates
    }
    outage = _outage_after(name["outage"], subscribers.values())
    linked: Name = {**name, "providers": providers, "subscribers": subscribers, "outage": outage}
    return changes.followed(linked)


# -- the invariants, checked on every event ----------------------------------------------------


def _behind(name: Name) -> Iterator[Found]:
    for client in behind(name):
        yield client, f"{client} watches {name['name']}, but does not use the address it leads to"


def _not_owned(name: Name) -> Iterator[Found]:
    """Yield providers that believe they are registered and are not found under the name: by their
    session, at their address.
    """
    for provider, one in name["providers"].items():
        if one["process"] != "running" or one["belief"] != "registered":
            continue
        if one["standing"] == "joining" or one["standing"] == "standby":
            detail = f"{provider} believes that {name['name']} leads to it, but it does not"
            yield provider, detail
        elif name["znode"] and name["znode"]["value"] != one["address"]:
            detail = f"{name['name']} leads to another address than that of {provider}"
            yield provider, detail


def _backwards(name: Name) -> Iterator[Found]:
    for client in gone_back(name):
        yield client, f"{client} has gone back to an older address"


def _of_each(find: Callable[[Name], Iterator[Found]]) -> Find:
    """Judge each name by itself."""

    def find_all(service: ServiceState, own: Candidates, at: float) -> Iterator[Found]:
        for name in service["names"].values():
            yield from find(name)

    return find_all


INVARIANTS = (
    Invariant("address_in_use", 2.0, _of_each(_behind), needs_seen=True),
    Invariant("owner_answers", 2.0, _of_each(_not_owned), needs_seen=True),
    Invariant("never_backwards", 0.0, _of_each(_backwards)),
)


class NamesModel(Model[ServiceState]):
    """The read model of a name service."""

    beside = ("-registrations",)
    section = "names"
    thing = "name service"
    recipes = (PROVIDER, CLIENT)
    families = ("name",)
    folds = by_kind(
        on(CandidateReported, _reported),
        on(ClientCalled, _called),
        on(ProviderMoves, _moving),
        on(CandidateExited, exited),
    )
    invariants = INVARIANTS
    lists: ClassVar = {
        "": ZnodeList(
            _read,
            _removed,
            lambda service: [*service["names"]],
            whole=lambda _, service: {**service, "read": True},
        )
    }
    new = staticmethod(new_service)
    story = staticmethod(tell)

    def unseen(self, service: ServiceState, zookeeper: Zookeeper) -> str | None:
        return super().unseen(service, zookeeper) or (None if service["read"] else UNREAD)

    def with_watches(self, service: ServiceState, event: WatchesListed) -> ServiceState:
        for key, name in service["names"].items():
            path = f"{service['path']}/{key}"
            subscribers = listing(name["subscribers"], path, event)
            providers = listing(name["providers"], path, event)
            news: Name = {**name, "subscribers": subscribers, "providers": providers}
            service = _with_name(service, news)
        return service

    def with_process_event(
        self, service: ServiceState, event: Event, candidate: CandidateState, at: float
    ) -> ServiceState:
        """Fold what happened to a provider or a client, or what that one says: into its name."""
        key = candidate["settings"].get("name")
        name = service["names"].get(key or "")
        if isinstance(event, CandidateStarting) and key is not None:
            return _with_name(service, _starting(name or new_name(key), event, at))
        return service if name is None else _with_name(service, self.folded(name, event, at))

    def link(
        self, service: ServiceState, own: Candidates, zookeeper: Zookeeper, at: float
    ) -> ServiceState:
        """Work out who is who, and what has become of the changes."""
        names = {key: _joined(name, own) for key, name in service["names"].items()}
        known = {
            key: name
            for key, name in names.items()
            if name["znode"] or name["providers"] or name["subscribers"]
        }
        return {**service, "names": known}

    def is_listed(self, known: Mapping[str, ServiceState], path: str) -> bool:
        return split(path)[0] in known
