"""Fold events about ZooKeeper itself into the state: connection, servers, mirror."""

from __future__ import annotations

from typing import cast

from ..readmodels import events as e
from ..readmodels import freeze
from ..readmodels import servers as s
from ..readmodels.document import Folded, State, with_zookeeper
from ..readmodels.event import Event
from ..readmodels.models import Models
from ..readmodels.zookeeper import Zookeeper


def connected(models: Models, state: State, at: float, event: e.ZookeeperConnected) -> Folded:
    """Fold that the mirror has a session."""
    told = {"version": event.version, "session": event.session, "timeout_ms": event.timeout_ms}
    news = cast(Zookeeper, {key: one for key, one in told.items() if one})
    news["mirror"] = "loading"
    state = with_zookeeper(state, **news)
    return _with_connection(models, state, at, "connected", None)


def suspended(models: Models, state: State, at: float, event: e.ZookeeperSuspended) -> Folded:
    """Fold that the mirror's connection broke, or cannot be made, and why."""
    return _with_connection(models, state, at, "suspended", event.reason)


def lost(models: Models, state: State, at: float, event: e.ZookeeperLost) -> Folded:
    """Fold that the mirror's session is over, and why."""
    return _with_connection(models, state, at, "lost", event.reason)


def _with_connection(
    models: Models, state: State, at: float, now: str, reason: str | None
) -> Folded:
    previous = state["zookeeper"]
    since = previous["since"] if previous["state"] == now else at
    state = with_zookeeper(state, state=now, silent=None, reason=reason, since=since)
    return state, models.everywhere(state)


def configured(models: Models, state: State, at: float, event: e.ZookeeperConfigured) -> Folded:
    """Fold which ZooKeeper this is, and which of its servers are ours."""
    actions = bool(event.actions)
    servers = [s.new_server(given, at) for given in event.servers or ()]
    zookeeper: Zookeeper = {
        **state["zookeeper"],
        "source": event.source,
        "hosts": event.hosts,
        "chroot": event.chroot,
        "keeps": event.keeps,
        "actions": actions,
        "servers": s.with_allowed(servers, actions),
        "since": at,
    }
    return {**state, "zookeeper": zookeeper}, ()


def servers(models: Models, state: State, at: float, event: e.ServersTold) -> Folded:
    """Fold what the servers say of themselves."""
    servers = s.with_reports(state["zookeeper"]["servers"], event.servers, at)
    round_trip = s.round_trip_of(servers, state["zookeeper"]["round_trip_ms"])
    state = with_zookeeper(state, round_trip_ms=round_trip)
    return _with_servers(models, state, servers, at, asked=True)


def server(models: Models, state: State, at: float, event: e.ServerEvent) -> Folded:
    """Fold what was done to one of our servers, or happened to it."""
    if isinstance(event, e.ServerPaused):
        before = state["zookeeper"]["freeze"]
        state = with_zookeeper(state, freeze=freeze.begin(event.subject, state, at) or before)
    servers = s.with_event(state["zookeeper"]["servers"], event, at)
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


def followed(state: State, event: Event, at: float) -> State:
    """Add what became of the sessions since the server that ends them was frozen."""
    told = event.family in ("server", "zookeeper", "candidate")
    if state["zookeeper"]["freeze"] is None or not told:
        return state
    return with_zookeeper(state, freeze=freeze.after(state, event, at))


# -- the mirror -------------------------------------------------------------------------------


def silent(
    models: Models, state: State, at: float, event: e.MirrorSilent | e.MirrorHeard
) -> Folded:
    """Fold whether the mirror's server answers."""
    since = at if isinstance(event, e.MirrorSilent) else None
    return with_zookeeper(state, silent=since), models.everywhere(state)


def rootless(models: Models, state: State, at: float, event: e.MirrorRootless) -> Folded:
    """Fold that the tree has no root."""
    return with_zookeeper(state, reason=event.reason), models.everywhere(state)


def rooted(models: Models, state: State, at: float, event: e.MirrorRooted) -> Folded:
    """Fold that the tree's root has come."""
    return with_zookeeper(state, reason=None), models.everywhere(state)


def behind(models: Models, state: State, at: float, event: e.MirrorBehind) -> Folded:
    """Fold how long the latest event had waited."""
    return with_zookeeper(state, behind={"ms": event.ms, "at": at}), ()


def caught_up(models: Models, state: State, at: float, event: e.MirrorCaughtUp) -> Folded:
    """Fold that no event waits."""
    return with_zookeeper(state, behind=None), ()


def bounded(models: Models, state: State, at: float, event: e.MirrorBounded) -> Folded:
    """Fold that more paths are contended for than are followed."""
    return with_zookeeper(state, bounded=event.most), ()


def loading(models: Models, state: State, at: float, event: e.MirrorLoading) -> Folded:
    """Fold that the tree is being read."""
    lacks = event.lacks or []
    state = with_zookeeper(state, mirror="loading", lacks=lacks, bounded=None)
    return state, models.everywhere(state)


def loaded(models: Models, state: State, at: float, event: e.MirrorLoaded) -> Folded:
    """Fold that the tree is known."""
    return with_zookeeper(state, mirror=event.mode, znodes=event.znodes), models.everywhere(state)
