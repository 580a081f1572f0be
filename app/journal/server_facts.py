"""Fold events about ZooKeeper itself into the state: connection, servers, mirror."""

from __future__ import annotations

from typing import cast

from ..readmodels import freeze
from ..readmodels import servers as s
from ..readmodels.document import Data, Folded, State, with_zookeeper
from ..readmodels.models import Models
from ..readmodels.zookeeper import Behind, Zookeeper


def connection(
    models: Models, state: State, what: str, subject: str, data: Data, at: float
) -> Folded:
    """Fold the mirror's connection: made, lost, why."""
    told = ("version", "session", "timeout_ms")
    news = cast(Zookeeper, {key: data[key] for key in told if data.get(key)})
    if what in ("connected", "suspended", "lost"):
        previous = state["zookeeper"]
        news["state"] = what
        news["silent"] = None
        news["reason"] = data.get("reason")
        news["since"] = previous["since"] if previous["state"] == what else at
    if what == "connected":
        news["mirror"] = "loading"
    return with_zookeeper(state, **news), models.everywhere(state)


def configured(
    models: Models, state: State, what: str, subject: str, data: Data, at: float
) -> Folded:
    """Fold which ZooKeeper this is, and which of its servers are ours."""
    told = ("source", "hosts", "chroot", "keeps")
    known = cast(Zookeeper, {**state["zookeeper"], **{key: data.get(key) for key in told}})
    actions = bool(data.get("actions"))
    servers = [s.new_server(given, at) for given in data.get("servers", ())]
    servers = s.with_allowed(servers, actions)
    zookeeper: Zookeeper = {**known, "actions": actions, "servers": servers, "since": at}
    return {**state, "zookeeper": zookeeper}, ()


def servers(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold what the servers say of themselves."""
    servers = s.with_reports(state["zookeeper"]["servers"], data["servers"], at)
    round_trip = s.round_trip_of(servers, state["zookeeper"]["round_trip_ms"])
    state = with_zookeeper(state, round_trip_ms=round_trip)
    return _with_servers(models, state, servers, at, asked=True)


def server(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold what was done to one of our servers, or happened to it."""
    if what == "paused":
        before = state["zookeeper"]["freeze"]
        state = with_zookeeper(state, freeze=freeze.begin(subject, state, at) or before)
    servers = s.with_event(state["zookeeper"]["servers"], subject, what, data, at)
    return _with_servers(models, state, servers, at, asked=state["zookeeper"]["quorum"] is not None)


def _with_servers(
    models: Models, state: State, servers: s.Servers, at: float, *, asked: bool
) -> Folded:
    """Return the state with these servers. Until they have been asked once, nothing is known of a
    quorum. Each place's story tells of its loss, and of the only server's.
    """
    before, away = state["zookeeper"]["quorum"], s.away(state["zookeeper"]["servers"])
    quorum = s.quorum_of(servers, before, at) if asked else None
    allowed = s.with_allowed(servers, state["zookeeper"]["actions"])
    state = with_zookeeper(state, servers=allowed, quorum=quorum)
    same = (quorum, s.away(servers)) == (before, away)
    return state, () if same else models.everywhere(state)


def followed(state: State, room: str, what: str, subject: str, at: float) -> State:
    """Add what became of the sessions since the server that ends them was frozen."""
    if state["zookeeper"]["freeze"] is None or room not in ("server", "zookeeper", "candidate"):
        return state
    return with_zookeeper(state, freeze=freeze.after(state, room, what, subject, at))


def mirror(models: Models, state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Fold how far the tree is known, whether it has a root, whether its server answers."""
    if what in ("silent", "heard"):
        state = with_zookeeper(state, silent=at if what == "silent" else None)
    elif what in ("rootless", "rooted"):
        state = with_zookeeper(state, reason=data.get("reason"))
    elif what in ("behind", "caught_up"):
        behind: Behind | None = {"ms": data["ms"], "at": at} if what == "behind" else None
        return with_zookeeper(state, behind=behind), ()
    elif what == "bounded":
        return with_zookeeper(state, bounded=data["most"]), ()
    elif what == "loading":
        state = with_zookeeper(state, mirror="loading", lacks=data.get("lacks", []), bounded=None)
    else:
        state = with_zookeeper(state, mirror=data["mode"], znodes=data["znodes"])
    return state, models.everywhere(state)
