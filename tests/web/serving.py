"""The web room on a real port, above rooms that only note what they are asked."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import requests

from app.control import Control
from app.errors import Conflict, NotFound
from app.journal.journal import Journal
from app.settings import Settings
from app.web import Web, create_web
from app.web.serve import Server, listen


@dataclass
class NotingControl:
    """Stands in for the control room where only what arrives at it matters."""

    calls: list[tuple[Any, ...]] = field(default_factory=list)
    children: list[str] = field(default_factory=list)
    opened: list[list[str]] = field(default_factory=list)
    listeners: list[Callable[[str], None]] = field(default_factory=list)
    windows_read: int = 0
    is_well: bool = True
    mistake: Exception | None = None

    def _note(self, *call: Any) -> None:
        if self.mistake is not None:
            raise self.mistake
        self.calls.append(call)

    def start_candidates(
        self,
        count: int,
        election: str,
        strategy: str | None,
        session_timeout: float,
        by: str,
        settings: dict[str, Any],
        among_strangers: bool,
    ) -> list[str]:
        call = (count, election, strategy, session_timeout, by, settings, among_strangers)
        self._note("start", *call)
        return [f"c{number}" for number in range(1, count + 1)]

    def act(self, candidate: str, action: str, by: str) -> None:
        if candidate != "c1":
            raise NotFound(f"there is no candidate {candidate}", field="candidate")
        if action == "resume":
            raise Conflict("c1 is not paused")
        self._note("act", candidate, action, by)

    def act_on_role(self, election: str, role: str, action: str, by: str) -> str:
        self._note("role", election, role, action, by)
        return "c1"

    def act_on_server(self, server: str, action: str, by: str) -> None:
        self._note("server", server, action, by)

    def stop_all(self, by: str, path: str | None = None, section: str | None = None) -> list[str]:
        self._note("stop_all", by, path, section)
        return ["c1"]

    def follow(self, path: str, by: str, strategy: str | None) -> None:
        self._note("follow", path, by, strategy)

    def health(self) -> dict[str, Any]:
        if self.mistake is not None:
            raise self.mistake
        status, state = ("ok", "connected") if self.is_well else ("unavailable", "lost")
        return {"status": status, "zookeeper": state, "hosts": "127.0.0.1:2181"}

    def read_znode(self, path: str, offset: int, limit: int) -> dict[str, Any]:
        self._note("read", path, offset, limit)
        return {"path": path}

    def search_znodes(self, text: str, under: str, limit: int) -> dict[str, Any]:
        self._note("search", text, under, limit)
        return {"matches": [], "truncated": False}

    def tree_window(self, path: str, start: int, count: int) -> dict[str, Any]:
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

    web: Web
    journal: Journal
    control: NotingControl
    settings: Settings

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.settings.port}"

    def request(self, method: str, path: str, **options: Any) -> requests.Response:
        """One request on a connection of its own."""
        options.setdefault("timeout", 10)
        options.setdefault("allow_redirects", False)
        return requests.request(method, self.url + path, **options)


@contextlib.contextmanager
def serving(settings: Settings | None = None) -> Iterator[Served]:
    """Serve on a free loopback port for as long as the block runs."""
    settings = settings or Settings()
    listener = listen("127.0.0.1", 0)
    settings = replace(settings, port=listener.getsockname()[1])
    journal, control = Journal(), NotingControl()
    web = create_web(settings, journal, cast(Control, control))
    server = Server(web.app, listener, journal.append)
    server.start()
    try:
        yield Served(web, journal, control, settings)
    finally:
        server.stop()
        web.close()
