"""Let every view of a request reach what the web room builds on."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import current_app, request

from ..actions.service import Context
from ..settings import Settings

_KEY = "handoff.web"


class Wiring(NamedTuple):
    """The things that a view needs besides its own service, in one value that an application
    carries.
    """

    settings: Settings
    context: Context


def put_wiring(extensions: dict[str, Any], wiring: Wiring) -> None:
    """Put the wiring among the `extensions` of a Flask application."""
    extensions[_KEY] = wiring


def wiring() -> Wiring:
    """Return the wiring of the application that serves the current request."""
    found: Wiring = current_app.extensions[_KEY]
    return found


def asked_by() -> str:
    """Return who asks: "page" for a browser, which always names itself on a change, else
    "script".
    """
    return "page" if {"Origin", "Sec-Fetch-Site"} & set(request.headers.keys()) else "script"
