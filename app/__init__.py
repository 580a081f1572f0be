"""Handoff: a dashboard for coordination with Apache ZooKeeper."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask import Flask
    from flask_socketio import SocketIO

    from app.candidate import Candidate as Candidate
    from app.caretaker import OwnServer
    from app.control import Control
    from app.journal.event import Event
    from app.journal.journal import Journal
    from app.settings import Settings
    from app.zookeeper.probe import Probe


PROBED = {"candidate.reported", "member.read", "election.found", "znode.deleted"}


def __getattr__(name: str) -> Any:
    """`from app import Candidate`: loaded when it is asked for, like all else here."""
    if name != "Candidate":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from app.candidate import Candidate

    return Candidate


class Handoff(NamedTuple):
    """What an application carries as `app.extensions["handoff"]`; `close()` ends all of it."""

    journal: Journal
    control: Control
    socketio: SocketIO
    close: Callable[[], None]


def create_app(
    settings: Settings,
    *,
    hosts: str,
    source: str = "external",
    servers: Mapping[str, OwnServer] | None = None,
) -> Flask:
    """Wire the rooms together. `hosts` is the ZooKeeper in use, `source` says whose it is,
    `servers` are those of its servers that are ours, by their names.

    The imports stand here because the candidates' processes import this package too, and are
    small only without Flask.
    """
    from app.caretaker import Caretaker
    from app.control import Control
    from app.control.bookshelf_disks import Disks
    from app.journal.checks import TimedChecks
    from app.journal.journal import Journal
    from app.journal.state import initial_state
    from app.web import create_web
    from app.workers.supervisor import Supervisor
    from app.zookeeper.mirror import Mirror
    from app.zookeeper.probe import Probe
    from app.zookeeper.watch_lists import WatchLists

    limit, security = settings.candidate_limit, settings.security
    journal = Journal(initial_state(read_only=settings.read_only, candidate_limit=limit))
    with ExitStack() as stack:
        stack.callback(TimedChecks(journal).close)
        mirror = Mirror(hosts, journal.append, security=security)
        stack.callback(mirror.stop)
        disks = Disks(settings.data)
        stack.callback(disks.close)
        supervisor = Supervisor(hosts, journal, mirror.barrier, limit, security)
        stack.callback(supervisor.close)
        caretaker = Caretaker(servers or {}, journal)
        stack.callback(caretaker.close)
        lists = WatchLists(mirror.client.chroot, knows_all=bool(servers))
        control = Control(journal, mirror, supervisor, caretaker, disks, lists)
        stack.callback(control.close)
        probe = Probe(
            hosts, journal.append, control.is_member, control.sessions_of_elections,
            security=security, lists=lists,
        )  # fmt: skip
        stack.callback(probe.stop)
        web = create_web(settings, journal, control)
        stack.callback(web.close)
        end = stack.pop_all().close
    known = caretaker.describe() or [{"address": str(one)} for one in probe.addresses]
    actions = bool(servers) and not settings.read_only
    kept = {"keeps": _keeps(source, settings), "actions": actions}
    where = {**_where(hosts, source), "servers": known, **kept}
    journal.append("zookeeper.configured", "zookeeper", where)
    journal.subscribe(lambda event: _stir(probe, event))
    control.begin(settings.election, named=settings.names_election)
    caretaker.start()
    probe.start()
    web.app.extensions["handoff"] = Handoff(journal, control, web.socketio, end)
    return web.app


def _stir(probe: Probe, event: Event) -> None:
    """Let the probe look soon at what has just changed."""
    if event.kind in PROBED:
        probe.request()
    elif event.kind.startswith("server."):
        probe.request_servers()


def _keeps(source: str, settings: Settings) -> str | None:
    """What outlives the end of one of our servers; None where they are not ours."""
    if source == "embedded":
        return "nothing" if settings.data is None else "znodes"
    return "everything" if source == "apache" else None


def _where(hosts: str, source: str) -> dict[str, str]:
    servers, slash, chroot = hosts.partition("/")
    return {"source": source, "hosts": servers, "chroot": slash + chroot}
