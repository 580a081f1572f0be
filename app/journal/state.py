"""The state document: the pure fold of all events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from app.insight import elections as e
from app.insight import servers as s
from app.insight.candidates import fold_candidate, without_long_ended
from app.recipes import steps
from app.recipes.naming import parse_sequence

State = dict[str, Any]
Data = Mapping[str, Any]
Folded = tuple[State, Iterable[str]]

FOLLOWED_UNASKED = 64


def initial_state(*, read_only: bool = False, candidate_limit: int = 200) -> State:
    """The document before anything has happened."""
    return {
        "seq": 0,
        "read_only": read_only,
        "limits": {"candidates": candidate_limit},
        "zookeeper": {
            "source": "external",
            "hosts": "",
            "chroot": "",
            "version": None,
            "state": "connecting",
            "since": None,
            "reason": None,
            "session": None,
            "timeout_ms": None,
            "servers": [],
            "quorum": None,
            "actions": False,
            "keeps": None,
            "znodes": 0,
            "mirror": "loading",
        },
        "elections": {},
        "found": {},
        "candidates": {},
        "recipes": steps.as_document(),
    }


def fold(state: State, seq: int, kind: str, subject: str, data: Data, at: float) -> State:
    """The document after one event. Parts that the event leaves alone are shared, not copied."""
    room, _, what = kind.partition(".")
    folded = _FOLDS.get(kind) or _FAMILIES.get(room)
    touched: Iterable[str] = ()
    if folded:
        state, touched = folded(state, what, subject, data, at)
    elections = {
        path: e.derive(state["elections"][path], state["candidates"], state["zookeeper"], at)
        for path in touched
        if path in state["elections"]
    }
    if elections:
        state = {**state, "elections": {**state["elections"], **elections}}
    return {**state, "seq": seq}


def _with_zookeeper(state: State, /, **news: Any) -> State:
    return {**state, "zookeeper": {**state["zookeeper"], **news}}


def _with_election(state: State, election: e.Election) -> State:
    return {**state, "elections": {**state["elections"], election["path"]: election}}


# -- ZooKeeper and the mirror -----------------------------------------------------------------


def _connection(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    news = {key: data.get(key) for key in ("version", "session", "timeout_ms") if data.get(key)}
    if what in ("connected", "suspended", "lost"):
        previous = state["zookeeper"]
        news["state"] = what
        news["reason"] = data.get("reason")
        news["since"] = previous["since"] if previous["state"] == what else at
    return _with_zookeeper(state, **news), list(state["elections"])


def _configured(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    known = {key: data.get(key) for key in ("source", "hosts", "chroot", "keeps")}
    actions = bool(data.get("actions"))
    servers = [s.new_server(given, at) for given in data.get("servers", ())]
    servers = s.with_allowed(servers, actions)
    return _with_zookeeper(state, **known, actions=actions, servers=servers, since=at), ()


def _servers(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    servers = s.with_reports(state["zookeeper"]["servers"], data["servers"], at)
    return _with_servers(state, servers, at, asked=True)


def _server(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    servers = s.with_event(state["zookeeper"]["servers"], subject, what, data, at)
    return _with_servers(state, servers, at, asked=state["zookeeper"]["quorum"] is not None)


def _with_servers(state: State, servers: s.Servers, at: float, *, asked: bool) -> Folded:
    """Until the servers have been asked once, nothing is known of a quorum. Each election's story
    tells of its loss, and of the only server's.
    """
    before, away = state["zookeeper"]["quorum"], s.away(state["zookeeper"]["servers"])
    quorum = s.quorum_of(servers, before, at) if asked else None
    allowed = s.with_allowed(servers, state["zookeeper"]["actions"])
    state = _with_zookeeper(state, servers=allowed, quorum=quorum)
    same = (quorum, s.away(servers)) == (before, away)
    return state, () if same else list(state["elections"])


def _mirror(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    if what == "loading":
        return _with_zookeeper(state, mirror="loading"), ()
    return _with_zookeeper(state, mirror=data["mode"], znodes=data["znodes"]), ()


# -- znodes and elections ---------------------------------------------------------------------


def _split(path: str) -> tuple[str, str]:
    parent, _, name = path.rpartition("/")
    return parent or "/", name


def _znode(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    state = _ended(_counted(state, what), what, subject)
    parent, name = _split(subject)
    election = state["elections"].get(parent)
    if election is None or parse_sequence(name) is None or what != "deleted":
        return state, ()
    return _with_election(state, e.without_member(election, name, at)), (parent,)


def _ended(state: State, what: str, path: str) -> State:
    """With its znode, a dead candidate's session is over too."""
    over = {
        name: {**one, "znode": None, "session_ends": None}
        for name, one in state["candidates"].items()
        if what == "deleted" and one["znode"] == path and one["process"] == "exited"
    }
    return {**state, "candidates": {**state["candidates"], **over}} if over else state


def _counted(state: State, what: str) -> State:
    change = {"created": 1, "deleted": -1}.get(what, 0)
    if not change:
        return state
    return _with_zookeeper(state, znodes=state["zookeeper"]["znodes"] + change)


def _summary(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    change = data["created"] - data["deleted"]
    return _with_zookeeper(state, znodes=state["zookeeper"]["znodes"] + change), ()


def _member(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    election = state["elections"].get(data["election"])
    if election is None:
        return state, ()
    return _with_election(state, e.with_member(election, data)), (data["election"],)


def _election(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    if what == "gone":
        return _gone(state, subject)
    if what == "followed":
        return _followed(state, subject, data)
    known = state["elections"].get(subject)
    if known is None and len(state["elections"]) >= FOLLOWED_UNASKED:
        found = {**state["found"], subject: {"members": len(data["members"])}}
        return {**state, "found": found}, ()
    election = known or {**e.new_election(subject, "predecessor"), "asked_for": False}
    return _with_election(state, e.with_members(election, data["members"], at)), (subject,)


def _followed(state: State, subject: str, data: Data) -> Folded:
    known = state["elections"].get(subject) or e.new_election(subject, data["strategy"])
    found = {path: one for path, one in state["found"].items() if path != subject}
    state = {**state, "found": found}
    return _with_election(state, {**known, "asked_for": True}), (subject,)


def _gone(state: State, path: str) -> Folded:
    """One that a person asked for stays in view, empty: its candidates make it again."""
    known = state["elections"].get(path)
    found = {other: one for other, one in state["found"].items() if other != path}
    state = {**state, "found": found}
    if known is None or known["asked_for"]:
        return state, (path,)
    elections = {other: one for other, one in state["elections"].items() if other != path}
    return {**state, "elections": elections}, ()


def _acknowledgement(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    election = state["elections"].get(subject)
    if election is None:
        return state, ()
    return _with_election(state, e.with_acknowledgement(election, data, at)), (subject,)


def _watches(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    elections = {
        path: e.with_watches(election, data) for path, election in state["elections"].items()
    }
    return {**state, "elections": elections}, list(elections)


# -- candidates -------------------------------------------------------------------------------


def _candidate(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    known = state["candidates"].get(subject)
    if known is None and what != "starting":
        return state, ()
    candidate = fold_candidate(known, what, data, at)
    candidates = without_long_ended({**state["candidates"], subject: candidate})
    state = {**state, "candidates": candidates}
    election = state["elections"].get(candidate["election"])
    if election is None:
        return state, ()
    changed = e.with_candidate_event(election, subject, what, data, at)
    return _with_election(state, changed), (election["path"],)


def _checked(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    return state, (subject,)


_FOLDS: Mapping[str, Callable[[State, str, str, Data, float], Folded]] = {
    "zookeeper.configured": _configured,
    "zookeeper.servers": _servers,
    "znodes.summary": _summary,
    "acknowledgement.read": _acknowledgement,
    "watches.listed": _watches,
    "invariants.checked": _checked,
    "member.read": _member,
}
_FAMILIES: Mapping[str, Callable[[State, str, str, Data, float], Folded]] = {
    "zookeeper": _connection,
    "server": _server,
    "mirror": _mirror,
    "znode": _znode,
    "election": _election,
    "candidate": _candidate,
}
