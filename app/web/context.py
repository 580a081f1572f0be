"""What the web room stands on, reachable from every view of a request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from flask import current_app, request

from app.journal.journal import Journal
from app.settings import Settings

_KEY = "handoff.web"


class Control(Protocol):
    """What the web room asks of the control room; `by` is who asked ("page" or "script")."""

    def start_candidates(
        self, count: int, election: str, strategy: str, session_timeout: float, by: str
    ) -> list[str]: ...
    def act(self, candidate: str, action: str, by: str) -> None: ...
    def act_on_role(self, election: str, role: str, action: str, by: str) -> str: ...
    def stop_all(self, by: str) -> list[str]: ...
    def follow(self, path: str, by: str) -> None: ...
    def health(self) -> dict[str, Any]: ...
    def read_znode(self, path: str, offset: int, limit: int) -> dict[str, Any]: ...
    def search_znodes(self, text: str, under: str, limit: int) -> dict[str, Any]: ...
    def tree_window(self, path: str, start: int, count: int) -> dict[str, Any]: ...
    def on_tree_change(self, listener: Callable[[str], None]) -> object: ...
    def open_paths(self, paths: Sequence[str]) -> None: ...


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
