"""A name service in the state document: which name leads where, who provides it, who looks it up.

Each name is followed as a configuration is: its znode says the truth, a client reports
what it uses, and a change is known by its mzxid.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...readmodels import changes
from ...readmodels.changes import Call, ChangeQuestion, Subscriber, ZnodeState
from ...readmodels.document import Candidates, CandidateState, Data, split, without_key
from ...readmodels.event import Event
from ...readmodels.events import (
    CandidateExited,
    CandidateReported,
    CandidateStarting,
    WatchesListed,
)
from ...readmodels.model import Model, by_kind, on
from ...readmodels.subscribers import listing, looked, newcomer
from ...readmodels.violations import UNREAD
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from .checks import INVARIANTS
from .document import Name, ProviderState, ServiceState
from .events import ClientCalled, ProviderMoves
from .parts import client, outage_after, provider
from .text import tell
from .znodes import address_in, incarnation_in

PROVIDER, CLIENT = "naming", "lookup"
RECIPES = (PROVIDER, CLIENT)
LONGEST = 200


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
        "spread": changes.NO_SPREAD,
    }


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
    is_news = known is not None or service["read"]
    return _with_name(service, _changed(name, before, znode, at) if is_news else name)


def _removed(service: ServiceState, name: str, at: float) -> ServiceState:
    """Note that a name leads nowhere any more."""
    known = service["names"].get(name)
    if known is None or known["znode"] is None:
        return service
    gone: Name = {**known, "znode": None, "since": at}
    return _with_name(service, changes.with_change(gone, known["znode"], None, at))


def _known(service: ServiceState) -> list[str]:
    return [*service["names"]]


def _all_read(before: ServiceState, service: ServiceState) -> ServiceState:
    return {**service, "read": True}


def _changed(name: Name, before: ZnodeState | None, znode: ZnodeState, at: float) -> Name:
    """Return the change, with who made it: the process that the znode's data names."""
    writers = (
        provider
        for provider, one in name["providers"].items()
        if one["incarnation"] == znode["incarnation"]
    )
    return changes.with_change(name, before, znode, at, by=next(writers, None))


def _with_name(service: ServiceState, name: Name) -> ServiceState:
    return {**service, "names": {**service["names"], name["name"]: name}}


# -- candidates -------------------------------------------------------------------------------


def _starting(name: Name, event: CandidateStarting, at: float) -> Name:
    if event.recipe == PROVIDER:
        incarnation = event.settings.get("incarnation")
        return _with_provider(
            name,
            event.subject,
            {"address": None, "incarnation": incarnation, "session": None, "listed": False},
        )
    return _with_client(name, event.subject, {**newcomer(at), "call": None})


def _with_provider(name: Name, candidate: str, one: ProviderState) -> Name:
    return {**name, "providers": {**name["providers"], candidate: one}}


def _with_client(name: Name, candidate: str, one: Subscriber) -> Name:
    return {**name, "subscribers": {**name["subscribers"], candidate: one}}


def _reported(name: Name, event: CandidateReported, at: float) -> Name:
    candidate, said, seen = event.subject, event.view.get("provider"), event.view.get("lookup")
    if candidate in name["providers"] and said:
        known = name["providers"][candidate]
        return _with_provider(name, candidate, {**known, "address": said["address"]})
    if not seen or candidate not in name["subscribers"]:
        return name
    one = looked(name["subscribers"][candidate], seen)
    return changes.with_report(_with_client(name, candidate, one), candidate, one)


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
    return _with_client(name, event.subject, {**before, "call": call})


def _moving(name: Name, event: ProviderMoves, at: float) -> Name:
    """Fold that a provider is about to write its new address, if the name is its own; the change
    may have been seen by now.
    """
    if name["providers"].get(event.subject, {}).get("standing") != "registered":
        return name
    asked: ChangeQuestion = {
        "what": "written",
        "at": at,
        "by": event.subject,
        "answer": {"mzxid": None},
    }
    return changes.with_earlier(name, asked, event.address)


def _exited(name: Name, event: CandidateExited, at: float) -> Name:
    return {**name, "subscribers": without_key(name["subscribers"], event.subject)}


# -- what follows -----------------------------------------------------------------------------


def _joined(name: Name, candidates: Candidates) -> Name:
    """Join the processes; a provider that has ended is kept for as long as the name leads to it."""
    session = (name["znode"] or {}).get("session")
    providers = {
        one: provider(said, candidates[one], session)
        for one, said in name["providers"].items()
        if one in candidates
        and (candidates[one]["process"] != "exited" or candidates[one]["session"] == session)
    }
    subscribers = {
        one: client(said, candidates[one], name["znode"])
        for one, said in name["subscribers"].items()
        if one in candidates
    }
    outage = outage_after(name["outage"], subscribers.values())
    joined: Name = {**name, "providers": providers, "subscribers": subscribers, "outage": outage}
    return changes.followed(joined)


def _is_anything(name: Name) -> bool:
    return bool(name["znode"] or name["providers"] or name["subscribers"])


class NamesModel(Model[ServiceState]):
    """The read model of a name service."""

    beside = ("-registrations",)
    section = "names"
    thing = "name service"
    recipes = RECIPES
    families = ("name",)
    folds = by_kind(
        on(CandidateReported, _reported),
        on(ClientCalled, _called),
        on(ProviderMoves, _moving),
        on(CandidateExited, _exited),
    )
    invariants = INVARIANTS
    lists: ClassVar = {"": ZnodeList(_read, _removed, _known, whole=_all_read)}
    story = staticmethod(tell)

    def new(self, path: str, recipe: str = PROVIDER) -> ServiceState:
        """Return a service of which nothing is known yet."""
        return {
            "path": path,
            "recipe": PROVIDER,
            "read": False,
            "names": {},
            "doubts": [],
            "invariants": self.verdicts([], 0.0),
            "violations": [],
            "story": [],
            "reason": [],
        }

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
        known = {key: name for key, name in names.items() if _is_anything(name)}
        return {**service, "names": known}

    def is_listed(self, known: Mapping[str, ServiceState], path: str) -> bool:
        return split(path)[0] in known
