"""Fold events about ZooKeeper itself into the state: connection, servers, mirror."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..readmodels import events as e
from ..readmodels import freeze
from ..readmodels import servers as s
from ..readmodels.document import Folded, State, with_zookeeper
from ..readmodels.ensemble_story import away
from ..readmodels.event import Event
from ..readmodels.model import Models
from ..readmodels.zookeeper import Zookeeper

Fold = Callable[[Zookeeper, Any, float], Zookeeper]
"""A fold of an event into what the state says of ZooKeeper."""


def _alone(fold: Fold) -> Callable[..., Folded]:
    """Make a fold of the state from one of what ZooKeeper says, on which nothing else depends."""

    def folded(models: Models, state: State, at: float, event: Event) -> Folded:
        return with_zookeeper(state, fold(state["zookeeper"], event, at)), ()

    return folded


def _everywhere(fold: Fold) -> Callable[..., Folded]:
    """Make a fold of the state from one on which the verdict and the story of each place depend."""

    def folded(models: Models, state: State, at: float, event: Event) -> Folded:
        state = with_zookeeper(state, fold(state["zookeeper"], event, at))
        return state, models.everywhere(state)

    return folded


@_everywhere
def connected(before: Zookeeper, event: e.ZookeeperConnected, at: float) -> Zookeeper:
    """Fold that the mirror has a session."""
    return {
        **_with_connection(before, "connected", None, at),
        "version": event.version or before["version"],
        "session": event.session or before["session"],
        "timeout_ms": event.timeout_ms or before["timeout_ms"],
        "mirror": "loading",
    }


@_everywhere
def suspended(before: Zookeeper, event: e.ZookeeperSuspended, at: float) -> Zookeeper:
    """Fold that the mirror's connection broke, or cannot be made, and why."""
    return _with_connection(before, "suspended", event.reason, at)


@_everywhere
def lost(before: Zookeeper, event: e.ZookeeperLost, at: float) -> Zookeeper:
    """Fold that the mirror's session is over, and why."""
    return _with_connection(before, "lost", event.reason, at)


def _with_connection(before: Zookeeper, now: str, reason: str | None, at: float) -> Zookeeper:
    since = before["since"] if before["state"] == now else at
    return {**before, "state": now, "silent": None, "reason": reason, "since": since}


@_alone
def configured(before: Zookeeper, event: e.ZookeeperConfigured, at: float) -> Zookeeper:
    """Fold which ZooKeeper this is, and which of its servers are ours."""
    actions = bool(event.actions)
    servers = [s.new_server(given, at) for given in event.servers or ()]
    return {
        **before,
        "source": event.source,
        "hosts": event.hosts,
        "chroot": event.chroot,
        "keeps": event.keeps,
        "actions": actions,
        "servers": s.with_allowed(servers, actions),
        "since": at,
    }


def servers(models: Models, state: State, at: float, event: e.ServersTold) -> Folded:
    """Fold what the servers say about themselves."""
    zookeeper = state["zookeeper"]
    servers = s.with_reports(zookeeper["servers"], event.servers, at)
    round_trip = s.round_trip_of(servers, zookeeper["round_trip_ms"])
    state = with_zookeeper(state, {**zookeeper, "round_trip_ms": round_trip})
    return _with_servers(models, state, servers, at, asked=True)


def server(models: Models, state: State, at: float, event: e.ServerEvent) -> Folded:
    """Fold what was done to one of our servers, or happened to it."""
    zookeeper = state["zookeeper"]
    if isinstance(event, e.ServerPaused):
        begun = freeze.begin(event.subject, state, at) or zookeeper["freeze"]
        state = with_zookeeper(state, {**zookeeper, "freeze": begun})
    servers = s.with_event(zookeeper["servers"], event, at)
    return _with_servers(models, state, servers, at, asked=zookeeper["quorum"] is not None)


def _with_servers(
    models: Models, state: State, servers: s.Servers, at: float, *, asked: bool
) -> Folded:
    """Return the state with these servers. Until somebody has asked them once, nobody knows of a
    quorum. Each place's story tells of the loss of the quorum, and of the only server.
    """
    before = state["zookeeper"]
    quorum = s.quorum_of(servers, before["quorum"], at) if asked else None
    allowed = s.with_allowed(servers, before["actions"])
    state = with_zookeeper(state, {**before, "servers": allowed, "quorum": quorum})
    same = (quorum, away(servers)) == (before["quorum"], away(before["servers"]))
    return state, () if same else models.everywhere(state)


# -- the mirror -------------------------------------------------------------------------------


@_everywhere
def silent(before: Zookeeper, event: e.MirrorSilent | e.MirrorHeard, at: float) -> Zookeeper:
    """Fold whether the mirror's server answers."""
    return {**before, "silent": at if isinstance(event, e.MirrorSilent) else None}


@_everywhere
def rootless(before: Zookeeper, event: e.MirrorRootless, at: float) -> Zookeeper:
    """Fold that the tree has no root."""
    return {**before, "reason": event.reason}


@_everywhere
def rooted(before: Zookeeper, event: e.MirrorRooted, at: float) -> Zookeeper:
    """Fold that the tree's root has come."""
    return {**before, "reason": None}


@_alone
def behind(before: Zookeeper, event: e.MirrorBehind, at: float) -> Zookeeper:
    """Fold how long the latest event had waited."""
    return {**before, "behind": {"ms": event.ms, "at": at}}


@_alone
def caught_up(before: Zookeeper, event: e.MirrorCaughtUp, at: float) -> Zookeeper:
    """Fold that no event waits."""
    return {**before, "behind": None}


@_alone
def bounded(before: Zookeeper, event: e.MirrorBounded, at: float) -> Zookeeper:
    """Fold that more paths are contended for than are followed."""
    return {**before, "bounded": event.most}


@_everywhere
def loading(before: Zookeeper, event: e.MirrorLoading, at: float) -> Zookeeper:
    """Fold that the tree is being read."""
    return {**before, "mirror": "loading", "lacks": event.lacks or [], "bounded": None}


@_everywhere
def loaded(before: Zookeeper, event: e.MirrorLoaded, at: float) -> Zookeeper:
    """Fold that the tree is known."""
    return {**before, "mirror": event.mode, "znodes": event.znodes}
