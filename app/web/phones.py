"""Tell before a class whether its phones can reach the dashboard, and which have come."""

from __future__ import annotations

from flask import Blueprint, request

from ..readmodels.document import Data
from ..system.machine import own_addresses
from ..version import PACKAGE
from .context import wiring
from .guard import presents
from .openapi import PREFIX
from .peers import address_of

MOST = 50
"""The clients that are remembered."""

_BY_A_PROXY = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Prefix", "Forwarded", "Via")


class Phones:
    """The addresses from which the page was asked for in this run, with or without the token."""

    def __init__(self) -> None:
        self._arrived: dict[str, None] = {}

    def blueprint(self) -> Blueprint:
        """Return what serves the route, and notes who asks for the page."""
        blueprint = Blueprint("phones", __name__)
        blueprint.before_app_request(self._note)
        blueprint.add_url_rule(f"{PREFIX}/phones", "phones", presents(lambda: self.tell()))
        return blueprint

    def tell(self) -> Data:
        """Answer with the addresses of this machine, or the one at which alone the dashboard is
        served, and with the clients at others; `command` serves it at all.
        """
        settings, own = wiring().settings, own_addresses()
        served = address_of(settings.host)
        is_at_one = served and not (served.is_unspecified or served.is_loopback)
        return {
            "addresses": [str(served)] if is_at_one else own,
            "served": not settings.on_loopback,
            "port": settings.port,
            "proxied": any(name in request.headers for name in _BY_A_PROXY),
            "arrived": [one for one in self._arrived if one not in own],
            "command": f"python -m {PACKAGE} --host 0.0.0.0",
        }

    def _note(self) -> None:
        if request.path != "/" or len(self._arrived) >= MOST:
            return
        client = address_of(request.remote_addr or "")
        if client and not client.is_loopback:
            self._arrived[str(client)] = None
