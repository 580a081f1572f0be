"""A name service in the state document: which name leads where, who provides it, who looks it up.

Each name is followed as a configuration is: what its znode says is the truth, what a client reports
is what that one uses, and a change is known by its mzxid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.insight.chain import Candidates
from app.insight.configurations import changes, listing, newcomer
from app.insight.names import checks
from app.insight.names.parts import client, outage_after, provider
from app.insight.names.story import tell
from app.insight.violations import is_seen, slackened
from app.recipes.directory import address_in, incarnation_in

Service = dict[str, Any]
Name = dict[str, Any]
Data = Mapping[str, Any]

PROVIDER, CLIENT = "naming", "lookup"
RECIPES = (PROVIDER, CLIENT)
LONGEST = 200
_SEEN = ("value", "mzxid", "version", "missing", "taken_at", "read_at", "told_at")


def new(path: str, recipe: str = PROVIDER) -> Service:
    """A service of which nothing is known yet."""
    return {
        "path": path,
        "recipe": PROVIDER,
        "read": False,
        "names": {},
        "invariants": checks.verdicts([], 0.0),
        "violations": [],
        "story": [],
    }


def new_name(name: str) -> Name:
    """A name that leads nowhere yet."""
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


def with_members(service: Service, parent: str, members: Sequence[Data], at: float) -> Service:
    """All names as read: what is missing from them is gone."""
    found = {member["znode"] for member in members}
    for name in service["names"].keys() - found:
        service = without_member(service, parent, name, at)
    for member in members:
        service = with_member(service, parent, member, at)
    return {**service, "read": True}


def with_member(service: Service, parent: str, member: Data, at: float) -> Service:
    """One name as read. What stood before anybody here had to do with it is no change."""
    known = service["names"].get(member["znode"])
    name = known or new_name(member["znode"])
    text = member["data"] or ""
    znode = {
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
    changed = _changed(name, before, znode, at) if is_news else name
    return _with_name(service, changed)


def _changed(name: Name, before: Data | None, znode: Data, at: float) -> Name:
    """The change, with who has made it: the process that the znode's data names."""
    writers = (
        provider
        for provider, one in name["providers"].items()
        if one["incarnation"] == znode["incarnation"]
    )
    return changes.with_change(name, before, znode, at, by=next(writers, None))


def without_member(service: Service, parent: str, name: str, at: float) -> Service:
    """A name leads nowhere any more."""
    known = service["names"].get(name)
    if known is None or known["znode"] is None:
        return service
    gone = {**known, "znode": None, "since": at}
    return _with_name(service, changes.with_change(gone, known["znode"], None, at))


def _with_name(service: Service, name: Name) -> Service:
    return {**service, "names": {**service["names"], name["name"]: name}}


def with_watches(service: Service, data: Data) -> Service:
    """What the servers list: `sessions` maps each session to the paths it watches."""
    for key, name in service["names"].items():
        path = f"{service['path']}/{key}"
        parts = ("subscribers", "providers")
        service = _with_name(service, {**name, **{p: listing(name[p], path, data) for p in parts}})
    return service


# -- candidates -------------------------------------------------------------------------------


def with_candidate_event(
    service: Service, candidate: str, after: Data, kind: str, data: Data, at: float
) -> Service:
    """What happened to a provider or a client, or what that one says. after: itself, after that."""
    looked_for = after["settings"].get("name")
    name = service["names"].get(looked_for)
    if kind == "starting" and looked_for is not None:
        return _with_name(service, _starting(name or new_name(looked_for), candidate, after, at))
    fold = _FOLDS.get(kind)
    if fold is None or name is None:
        return service
    return _with_name(service, fold(name, candidate, data, at))


def _starting(name: Name, candidate: str, after: Data, at: float) -> Name:
    if after["recipe"] == PROVIDER:
        incarnation = after["settings"].get("incarnation")
        one = {"address": None, "incarnation": incarnation, "session": None, "listed": False}
        return {**name, "providers": {**name["providers"], candidate: one}}
    return _with_client(name, candidate, {**newcomer(at), "call": None})


def _with_client(name: Name, candidate: str, one: Data) -> Name:
    return {**name, "subscribers": {**name["subscribers"], candidate: one}}


def _reported(name: Name, candidate: str, data: Data, at: float) -> Name:
    if candidate in name["providers"] and data.get("provider"):
        said = {**name["providers"][candidate], "address": data["provider"]["address"]}
        return {**name, "providers": {**name["providers"], candidate: said}}
    seen = data.get("lookup")
    if not seen or candidate not in name["subscribers"]:
        return name
    before = name["subscribers"][candidate]
    backwards = (before["mzxid"] or 0) > (seen["mzxid"] or 0)
    one = {**before, **{key: seen[key] for key in _SEEN}, "listed": False}
    one["backwards"] = bool(before.get("backwards") or backwards)
    return changes.with_report(_with_client(name, candidate, one), candidate, one)


def _called(name: Name, candidate: str, data: Data, at: float) -> Name:
    """What came of a client's calls, since the last time that something else did."""
    before = name["subscribers"].get(candidate)
    if before is None:
        return name
    call = {key: data.get(key) for key in ("address", "by", "error", "calls", "failed")}
    return _with_client(name, candidate, {**before, "call": {**call, "at": at}})


def _moving(name: Name, candidate: str, data: Data, at: float) -> Name:
    """A provider was about to write its new address, if the name is its own: which may have been
    seen by now.
    """
    if (name["providers"].get(candidate) or {}).get("standing") != "registered":
        return name
    asked = {"what": "written", "at": at, "by": candidate, "answer": {"mzxid": None}}
    return changes.with_earlier(name, asked, data["address"])


def _exited(name: Name, candidate: str, data: Data, at: float) -> Name:
    rest = {one: two for one, two in name["subscribers"].items() if one != candidate}
    return {**name, "subscribers": rest}


_FOLDS = {"reported": _reported, "called": _called, "moving": _moving, "exited": _exited}


# -- what follows -----------------------------------------------------------------------------


def derive(service: Service, candidates: Candidates, zookeeper: Data, at: float) -> Service:
    """Everything that follows from the rest: who is who, changes, invariants, story.

    zookeeper: that part of the state document.
    """
    names = {key: _joined(name, candidates) for key, name in service["names"].items()}
    linked = {**service, "names": {key: name for key, name in names.items() if _is_anything(name)}}
    seen = is_seen(zookeeper) and service["read"]
    violations = slackened(checks.check(linked, at, seen=seen), zookeeper)
    verdicts = checks.verdicts(violations, at)
    judged = {**linked, "violations": violations, "invariants": verdicts}
    return {**judged, "story": tell(judged, zookeeper)}


def _joined(name: Name, candidates: Candidates) -> Name:
    """A provider that has ended is kept for as long as the name leads to it."""
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
    joined = {**name, "providers": providers, "subscribers": subscribers, "outage": outage}
    return changes.followed(joined)


def _is_anything(name: Name) -> bool:
    return bool(name["znode"] or name["providers"] or name["subscribers"])


def next_check(service: Service, at: float) -> float | None:
    """When the verdicts can change without any event, None if never."""
    return checks.next_check(service["violations"], at)
