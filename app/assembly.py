"""Wire the rooms together, and do nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import NamedTuple

from flask import Flask
from flask_socketio import SocketIO

from .actions.service import Context
from .ensemble.children import ChildServer
from .ensemble.supervisor import ServerSupervisor
from .history.history import History
from .journal.checks import TimedChecks
from .journal.document import initial_state
from .journal.journal import AT_HAND, Journal
from .journal.recorded import Recorded
from .processes.supervisor import Supervisor
from .readmodels.events import (
    CandidateReported,
    DashboardStarted,
    ListFound,
    MemberRead,
    ServerEvent,
    ZnodeDeleted,
    ZookeeperConfigured,
)
from .recipes.registry import MODELS, ROLES
from .services import SERVICES
from .settings import Settings
from .web import create_web
from .web.standalone import standalone_page
from .web.visitors import Visitors
from .zookeeper.mirror import Mirror
from .zookeeper.probe import Probe
from .zookeeper.watch_lists import WatchLists

PROBED = (CandidateReported, ListFound, MemberRead, ZnodeDeleted)


class Handoff(NamedTuple):
    """The dashboard that an application carries as `app.extensions["handoff"]`; `close()` ends all
    of it.
    """

    journal: Journal
    context: Context
    socketio: SocketIO
    visitors: Visitors
    close: Callable[[], None]


def create_app(
    settings: Settings,
    *,
    hosts: str,
    source: str = "external",
    servers: Mapping[str, ChildServer] | None = None,
    history: History | None = None,
    at_hand: int = AT_HAND,
) -> Flask:
    """Wire the rooms together. `hosts` is the ZooKeeper in use, `source` says whose it is,
    `servers` are those of its servers that are ours, by their names; `history` keeps what happens,
    and is the caller's to close; `at_hand` is how many events the journal has.
    """
    limit, security = settings.candidate_limit, settings.security
    last = history.begins_after if history else 0
    initial = initial_state(MODELS, read_only=settings.read_only, candidate_limit=limit, seq=last)
    journal = Journal(MODELS, initial, keep=at_hand, told=at_hand)
    if history is not None:
        history.follow(journal)
    with ExitStack() as stack:
        stack.callback(TimedChecks(journal).close)
        mirror = Mirror(
            hosts, journal.append, beside=MODELS.of_found.reads_beside,
            append_all=journal.append_all, security=security,
        )  # fmt: skip
        stack.callback(mirror.stop)
        supervisor = Supervisor(hosts, journal, mirror.after_sync, ROLES, limit, security)
        own_servers = ServerSupervisor(servers or {}, journal)
        lists = WatchLists(mirror.client.chroot, knows_all=bool(servers))
        context = Context(
            journal, mirror, supervisor, settings, own_servers, lists, history, standalone_page
        )  # fmt: skip
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
    named, slash, chroot = hosts.partition("/")
    journal.append(
        ZookeeperConfigured(
            source=source,
            hosts=named,
            chroot=slash + chroot,
            servers=known,
            keeps=_keeps(source, settings),
            actions=actions,
        )
    )
    journal.subscribe(lambda event: _ask_soon(probe, event))
    journal.append(DashboardStarted(election=settings.election))
    mirror.start()
    for service in services:
        service.begin()
    own_servers.start()
    probe.start()
    web.app.extensions["handoff"] = Handoff(journal, context, web.socketio, web.visitors, end)
    return web.app


def _ask_soon(probe: Probe, recorded: Recorded) -> None:
    """Have the probe ask the servers soon about what has just changed."""
    if isinstance(recorded.event, PROBED):
        probe.request()
    elif isinstance(recorded.event, ServerEvent):
        probe.request_servers()


def _keeps(source: str, settings: Settings) -> str | None:
    """Return what outlives the end of one of our servers; None if they are not ours."""
    if source == "embedded":
        return "nothing" if settings.data is None else "znodes"
    return "everything" if source == "apache" else None
