"""Handoff: a dashboard for coordination with Apache ZooKeeper."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from app.settings import Settings


def create_app(settings: Settings, *, hosts: str, source: str = "external") -> Flask:
    """Wire the rooms together. `hosts` is the ZooKeeper in use, `source` whose it is.

    The application carries what must be ended: `app.extensions["handoff"].close()`. The imports
    stand here because the candidates' processes import this package too, and need none of them.
    """
    from app.assembly import assemble
    from app.web import create_web

    rooms = assemble(settings, hosts, source)
    return create_web(settings, rooms)
