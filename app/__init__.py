"""Handoff: a dashboard for coordination with Apache ZooKeeper."""

from __future__ import annotations

from collections.abc import Set
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

from . import library
from .library import HOMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask import Flask
    from flask_socketio import SocketIO

    from .actions.service import Context
    from .ensemble.children import ChildServer
    from .history.history import History
    from .journal.event import Event
    from .journal.journal import Journal
    from .library import Barrier as Barrier
    from .library import Candidate as Candidate
    from .library import Held as Held
    from .library import Hold as Hold
    from .library import Item as Item
    from .library import Lock as Lock
    from .library import Lost as Lost
    from .library import Membership as Membership
    from .library import News as News
    from .library import QueueConsumer as QueueConsumer
    from .library import Revocable as Revocable
    from .library import Round as Round
    from .library import SharedLock as SharedLock
    from .library import Term as Term
    from .library import Tls as Tls
    from .library import ZooKeeperUnavailable as ZooKeeperUnavailable
    from .library import from_kazoo as from_kazoo
    from .settings import Settings
    from .zookeeper.probe import Probe


PROBED = {"candidate.reported", "member.read", "znode.deleted"}

__all__ = ["Handoff", "create_app", *HOMES]


def __getattr__(name: str) -> Any:
    """Load a name of the library when it is asked for: `from handoff import Candidate`."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(library, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class Handoff(NamedTuple):
    """The dashboard that an application carries as `app.extensions["handoff"]`; `close()` ends all
    of it.
    """

    journal: Journal
    context: Context
    socketio: SocketIO
    close: Callable[[], None]


def create_app(
    settings: Settings,
    *,
    hosts: str,
    source: str = "external",
    servers: Mapping[str, ChildServer] | None = None,
    history: History | None = None,
) -> Flask:
    """Wire the rooms together. `hosts` is the ZooKeeper in use, `source` says whose it is,
    `servers` are those of its servers that are ours, by their names; `history` keeps what happens,
    and is the caller's to close.

    The imports are inside because the candidates' processes import this package too, and are small
    only without Flask.
    """
    from .actions.service import Context
    from .ensemble.supervisor import ServerSupervisor
    from .journal.checks import TimedChecks
    from .journal.document import initial_state
    from .journal.journal import Journal
    from .processes.supervisor import Supervisor
    from .recipes.registry import MODELS, ROLES
    from .services import SERVICES
    from .web import create_web
    from .zookeeper.mirror import Mirror
    from .zookeeper.probe import Probe
    from .zookeeper.watch_lists import WatchLists

    limit, security = settings.candidate_limit, settings.security
    last = history.begins_after if history else 0
    initial = initial_state(MODELS, read_only=settings.read_only, candidate_limit=limit, seq=last)
    journal = Journal(MODELS, initial)
    if history is not None:
        history.follow(journal)
    with ExitStack() as stack:
        stack.callback(TimedChecks(journal).close)
        mirror = Mirror(
            hosts, journal.append, MODELS.found_family,
            append_all=journal.append_all, security=security,
        )  # fmt: skip
        stack.callback(mirror.stop)
        supervisor = Supervisor(hosts, journal, mirror.after_sync, ROLES, limit, security)
        own_servers = ServerSupervisor(servers or {}, journal)
        lists = WatchLists(mirror.client.chroot, knows_all=bool(servers))
        context = Context(journal, mirror, supervisor, settings, own_servers, lists, history)
        services = [context.service(kind) for kind in SERVICES]
        for service in services:
            stack.callback(service.clean_up)
        stack.callback(supervisor.close)
        stack.callback(own_servers.close)
        for service in services:
            stack.callback(service.close)
        probe = Probe(
            hosts, journal.append, lambda path: MODELS.is_listed(journal.state, path),
            lambda: MODELS.sessions(journal.state), security=security, lists=lists,
        )  # fmt: skip
        stack.callback(probe.stop)
        web = create_web(settings, context)
        stack.callback(web.close)
        end = stack.pop_all().close
    known = own_servers.describe() or [{"address": str(one)} for one in probe.addresses]
    actions = bool(servers) and not settings.read_only
    kept = {"keeps": _keeps(source, settings), "actions": actions}
    where = {**_where(hosts, source), "servers": known, **kept}
    journal.append("zookeeper.configured", "zookeeper", where)
    probed = PROBED | {f"{MODELS.found_family}.found"}
    journal.subscribe(lambda event: _ask_soon(probe, event, probed))
    journal.append("dashboard.started", "dashboard", {"election": settings.election})
    mirror.start()
    for service in services:
        service.begin()
    own_servers.start()
    probe.start()
    web.app.extensions["handoff"] = Handoff(journal, context, web.socketio, end)
    return web.app


def _ask_soon(probe: Probe, event: Event, probed: Set[str]) -> None:
    """Have the probe ask the servers soon about what has just changed."""
    if event.kind in probed:
        probe.request()
    elif event.kind.startswith("server."):
        probe.request_servers()


def _keeps(source: str, settings: Settings) -> str | None:
    """Return what outlives the end of one of our servers; None if they are not ours."""
    if source == "embedded":
        return "nothing" if settings.data is None else "znodes"
    return "everything" if source == "apache" else None


def _where(hosts: str, source: str) -> dict[str, str]:
    servers, slash, chroot = hosts.partition("/")
    return {"source": source, "hosts": servers, "chroot": slash + chroot}
