"""The web room on a real port, above rooms that only note what they are asked."""

from __future__ import annotations

import contextlib
import functools
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import requests

from app.actions.action import declared_in
from app.actions.records import Records
from app.actions.service import Context, Service
from app.errors import Conflict, NotFound
from app.journal.journal import Journal
from app.processes.supervisor import Supervisor
from app.recipes.registry import MODELS
from app.settings import Settings
from app.web import Web, create_web
from app.web.serve import MOST, WebServer, listen
from app.zookeeper.mirror import Mirror


@dataclass
class NotingControl:
    """Stands in for the services where only what arrives at them matters."""

    journal: Journal
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    children: list[str] = field(default_factory=list)
    opened: list[list[str]] = field(default_factory=list)
    listeners: list[Callable[[str], None]] = field(default_factory=list)
    windows_read: int = 0
    is_well: bool = True
    mistake: Exception | None = None
    history: None = None

    def service(self, kind: type[Service]) -> Service:
        """Return one whose actions are noted and not done; but the records are real."""
        if kind is Records:
            return Records(Context(self.journal, cast(Mirror, self), cast(Supervisor, None)))
        return self._standing_in(kind)

    @property
    def mirror(self) -> NotingControl:
        """What tells of changes."""
        return self

    def _standing_in(self, kind: type[Service]) -> Service:
        service = object.__new__(kind)
        for name in ("window", "on_tree_change", "open_paths", "health"):
            setattr(service, name, getattr(self, name))
        for name, _ in declared_in(kind):
            setattr(service, name, self._noting(f"{kind.__name__}.{name}", getattr(kind, name)))
        return service

    def _noting(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def note(**given: Any) -> Any:
            if self.mistake is not None:
                raise self.mistake
            result = self._answer(name, given)
            self.calls.append((name, given))
            return result

        return note

    def _answer(self, name: str, given: Mapping[str, Any]) -> Any:
        if name == "Candidates.act" and given["candidate"] != "c1":
            raise NotFound(f"there is no candidate {given['candidate']}", field="candidate")
        if name == "Candidates.act" and given["action"] == "resume":
            raise Conflict("c1 is not paused")
        if name == "ElectionCandidates.act_on_role":
            return "c1"
        started = ("ElectionCandidates.start", "Candidates.stop_all")
        count = given.get("count", 1)
        return [f"c{number}" for number in range(1, count + 1)] if name in started else None

    def health(self) -> dict[str, Any]:
        if self.mistake is not None:
            raise self.mistake
        status, state = ("ok", "connected") if self.is_well else ("unavailable", "lost")
        known = {"status": status, "zookeeper": state, "history": None}
        return {**known, "hosts": "127.0.0.1:2181"}

    def window(self, path: str, start: int, count: int) -> dict[str, Any]:
        self.windows_read += 1
        shown = self.children[start : start + count]
        return {
            "path": path,
            "exists": True,
            "total": len(self.children),
            "from": start,
            "children": [{"name": name} for name in shown],
            "error": None,
        }

    def on_tree_change(self, listener: Callable[[str], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def on_sync(self, listener: Callable[[float], object]) -> Callable[[], None]:
        """There is no mirror whose syncs could be timed."""
        return lambda: None

    def open_paths(self, paths: Sequence[str]) -> None:
        self.opened.append(list(paths))

    def change(self, path: str, children: list[str]) -> None:
        """The children of a path are these from now on."""
        self.children = children
        for listener in self.listeners:
            listener(path)


@dataclass
class Served:
    """A web room that is served, and what it stands on."""

    listener: socket.socket
    web: Web
    journal: Journal
    control: NotingControl
    settings: Settings

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.settings.port}"

    def request(self, method: str, path: str, **options: Any) -> requests.Response:
        """One request on a connection of its own."""
        options.setdefault("timeout", 60)
        options.setdefault("allow_redirects", False)
        return requests.request(method, self.url + path, **options)


@contextlib.contextmanager
def serving(settings: Settings | None = None, most: int = MOST) -> Iterator[Served]:
    """Serve on a free loopback port, and `most` connections at a time, while the block runs."""
    settings = settings or Settings()
    listener = listen("127.0.0.1", 0)
    settings = replace(settings, port=listener.getsockname()[1])
    journal = Journal(MODELS)
    control = NotingControl(journal)
    web = create_web(settings, cast(Context, control))
    server = WebServer(web.app, listener, journal.tell, most)
    server.start()
    try:
        yield Served(listener, web, journal, control, settings)
    finally:
        server.stop()
        web.close()
