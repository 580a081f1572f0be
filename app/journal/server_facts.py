"""What events about ZooKeeper itself make of the state: connection, servers, mirror."""

from __future__ import annotations

from app.insight import freeze
from app.insight import servers as s
from app.journal.document import Data, Folded, State, everywhere, with_zookeeper


def connection(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """The mirror's connection: made, lost, why."""
    news = {key: data.get(key) for key in ("version", "session", "timeout_ms") if data.get(key)}
    if what in ("connected", "suspended", "lost"):
        previous = state["zookeeper"]
        news["state"] = what
        news["silent"] = None
        news["reason"] = data.get("reason")
        news["since"] = previous["since"] if previous["state"] == what else at
    return with_zookeeper(state, **news), everywhere(state)


def configured(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """Which ZooKeeper this is, and which of its servers are ours."""
    known = {key: data.get(key) for key in ("source", "hosts", "chroot", "keeps")}
    actions = bool(data.get("actions"))
    servers = [s.new_server(given, at) for given in data.get("servers", ())]
    servers = s.with_allowed(servers, actions)
    return with_zookeeper(state, **known, actions=actions, servers=servers, since=at), ()


def servers(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """What the servers say of themselves."""
    servers = s.with_reports(state["zookeeper"]["servers"], data["servers"], at)
    round_trip = s.round_trip_of(servers, state["zookeeper"]["round_trip_ms"])
    state = with_zookeeper(state, round_trip_ms=round_trip)
    return _with_servers(state, servers, at, asked=True)


def server(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """What was done to one of our servers, or befell it."""
    if what == "paused":
        before = state["zookeeper"]["freeze"]
        state = with_zookeeper(state, freeze=freeze.begin(subject, state, at) or before)
    servers = s.with_event(state["zookeeper"]["servers"], subject, what, data, at)
    return _with_servers(state, servers, at, asked=state["zookeeper"]["quorum"] is not None)


def _with_servers(state: State, servers: s.Servers, at: float, *, asked: bool) -> Folded:
    """Until the servers have been asked once, nothing is known of a quorum. Each election's story
    tells of its loss, and of the only server's.
    """
    before, away = state["zookeeper"]["quorum"], s.away(state["zookeeper"]["servers"])
    quorum = s.quorum_of(servers, before, at) if asked else None
    allowed = s.with_allowed(servers, state["zookeeper"]["actions"])
    state = with_zookeeper(state, servers=allowed, quorum=quorum)
    same = (quorum, s.away(servers)) == (before, away)
    return state, () if same else everywhere(state)


def followed(state: State, room: str, what: str, subject: str, at: float) -> State:
    """With what has become of the sessions since the server that ends them was frozen."""
    if state["zookeeper"]["freeze"] is None or room not in ("server", "zookeeper", "candidate"):
        return state
    return with_zookeeper(state, freeze=freeze.after(state, room, what, subject, at))


def mirror(state: State, what: str, subject: str, data: Data, at: float) -> Folded:
    """How far the tree is known, and whether the server that tells of it still answers."""
    if what in ("silent", "heard"):
        return with_zookeeper(state, silent=at if what == "silent" else None), everywhere(state)
    if what == "loading":
        return with_zookeeper(state, mirror="loading", lacks=data.get("lacks", [])), ()
    return with_zookeeper(state, mirror=data["mode"], znodes=data["znodes"]), ()
