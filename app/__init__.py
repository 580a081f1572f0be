"""Handoff: a dashboard for coordination with Apache ZooKeeper."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from flask_socketio import SocketIO

    from app.control import Control
    from app.journal.journal import Journal
    from app.settings import Settings


PROBED = {"candidate.reported", "member.read", "election.found", "znode.deleted"}


@dataclass(frozen=True)
class Handoff:
    """What an application carries as `app.extensions["handoff"]`; `close()` ends all of it."""

    journal: Journal
    control: Control
    socketio: SocketIO
    close: Callable[[], None]


def create_app(settings: Settings, *, hosts: str, source: str = "external") -> Flask:
    """Wire the rooms together. `hosts` is the ZooKeeper in use, `source` says whose it is.

    The imports stand here because the candidates' processes import this package too, and are
    small only without Flask.
    """
    from app.control import Control
    from app.journal.checks import TimedChecks
    from app.journal.journal import Journal
    from app.journal.state import initial_state
    from app.web import create_web
    from app.workers.supervisor import Supervisor
    from app.zookeeper.mirror import Mirror
    from app.zookeeper.probe import Probe

    limit = settings.candidate_limit
    journal = Journal(initial_state(read_only=settings.read_only, candidate_limit=limit))
    with ExitStack() as stack:
        stack.callback(TimedChecks(journal).close)
        mirror = Mirror(hosts, journal.append)
        stack.callback(mirror.stop)
        supervisor = Supervisor(hosts, journal, mirror.barrier, limit)
        stack.callback(supervisor.close)
        control = Control(journal, mirror, supervisor)
        probe = Probe(hosts, journal.append, control.is_member)
        stack.callback(probe.stop)
        web = create_web(settings, journal, control)
        stack.callback(web.close)
        end = stack.pop_all().close
    journal.append("zookeeper.configured", "zookeeper", _where(hosts, source))
    journal.subscribe(lambda event: probe.request() if event.kind in PROBED else None)
    control.begin(settings.election)
    probe.start()
    web.app.extensions["handoff"] = Handoff(journal, control, web.socketio, end)
    return web.app


def _where(hosts: str, source: str) -> dict[str, str]:
    servers, slash, chroot = hosts.partition("/")
    return {"source": source, "hosts": servers, "chroot": slash + chroot}
