"""What the web room stands on, reachable from every view of a request."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import current_app, request

from app.control import Control
from app.journal.journal import Journal
from app.settings import Settings

_KEY = "handoff.web"


class Rooms(NamedTuple):
    """The rooms below, as one value that an application carries."""

    settings: Settings
    journal: Journal
    control: Control


def put_rooms(extensions: dict[str, Any], rooms: Rooms) -> None:
    """Hang the rooms on a Flask application (its `extensions`)."""
    extensions[_KEY] = rooms


def rooms() -> Rooms:
    """The rooms of the application that serves the current request."""
    found: Rooms = current_app.extensions[_KEY]
    return found


def asked_by() -> str:
    """Who asks: "page" for a browser, which always names itself on a change, else "script"."""
    return "page" if {"Origin", "Sec-Fetch-Site"} & set(request.headers.keys()) else "script"
