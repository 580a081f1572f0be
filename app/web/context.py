"""Let every view of a request reach what the web room builds on."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import quote

from flask import current_app, request

from ..actions.service import Context
from ..settings import Settings
from .visitors import Asker, Visitors

_KEY = "handoff.web"


class Wiring(NamedTuple):
    """The things that a view needs besides its own service, in one value that an application
    carries.
    """

    settings: Settings
    context: Context
    visitors: Visitors


def put_wiring(extensions: dict[str, Any], wiring: Wiring) -> None:
    """Put the wiring among the `extensions` of a Flask application."""
    extensions[_KEY] = wiring


def wiring() -> Wiring:
    """Return the wiring of the application that serves the current request."""
    found: Wiring = current_app.extensions[_KEY]
    return found


def asker() -> Asker:
    """Return who sent the current request, or opened the current socket."""
    return wiring().visitors.of(request.environ)


def base_path() -> str:
    """Return the path of the page as the client of the current request has it, "/" or
    "/class/handoff/": all our addresses are below it, and it is the `Path` of a cookie of ours.
    """
    return quote(request.script_root, safe="/@:+=~") + "/"


def asked_by() -> str:
    """Return who asks, as events say it: a visitor's name; "the presenter"; where nobody is told
    apart, "page" for a browser, which always names itself on a change; and "script".
    """
    is_browser = bool({"Origin", "Sec-Fetch-Site"} & set(request.headers.keys()))
    visitors = wiring().visitors
    if visitors.has_roles and not (asks := visitors.of(request.environ)).presents:
        return asks.visitor.name
    if not is_browser:
        return "script"
    return "the presenter" if visitors.has_roles else "page"
