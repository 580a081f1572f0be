"""A whole dashboard, in this process, on a ZooKeeper of the test's."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import requests
from kazoo.client import KazooClient

from app.assembly import create_app
from app.ensemble.children import ChildServer
from app.history.history import History
from app.journal.journal import Journal
from app.settings import Settings
from app.web.serve import WebServer, listen
from tests.support.zookeeper import await_until, ensure_chroot


@dataclass
class Whole:
    """A dashboard by its address, its journal, and the client of its mirror."""

    url: str
    journal: Journal
    client: KazooClient

    def get(self, path: str) -> requests.Response:
        return requests.get(f"{self.url}/api/v1/{path}", timeout=30)

    def post(self, path: str, body: dict[str, Any] | None = None) -> requests.Response:
        return requests.post(f"{self.url}/api/v1/{path}", json=body, timeout=30)

    def delete(self, path: str, body: dict[str, Any] | None = None) -> requests.Response:
        return requests.delete(f"{self.url}/api/v1/{path}", json=body, timeout=30)

    @property
    def state(self) -> Any:
        """The state document, without a request: it is looked at again and again."""
        return self.journal.state

    def chain(self) -> list[dict[str, Any]]:
        chain: list[dict[str, Any]] = self.state["elections"].get("/election", {}).get("chain", [])
        return chain


Refused: TypeAlias = tuple[str, dict[str, Any] | None, int, str]
"""A call, its body, the status of the answer, and a word of its message, or the field it names."""


def assert_refused(
    dashboard: Whole, refused: Iterable[Refused], ask: Callable[..., requests.Response] = Whole.post
) -> None:
    """Each of these calls is refused so, and starts nobody."""
    before = list(dashboard.state["candidates"])
    for path, body, status, word in refused:
        answer = ask(dashboard, path, body)
        assert answer.status_code == status, (path, body, answer.text)
        error = answer.json()["error"]
        assert word == error["field"] or word in error["message"], (path, body, error)
    assert list(dashboard.state["candidates"]) == before


@contextlib.contextmanager
def whole(
    hosts: str,
    *,
    source: str = "external",
    servers: Mapping[str, ChildServer] | None = None,
    history: History | None = None,
    **settings: Any,
) -> Iterator[Whole]:
    """A dashboard connected to these hosts, for as long as the block runs. A chroot is created."""
    if not settings.get("security"):
        ensure_chroot(hosts)
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    wanted = replace(Settings(port=port), **settings)
    app = create_app(wanted, hosts=hosts, source=source, servers=servers, history=history)
    handoff = app.extensions["handoff"]
    journal = handoff.journal
    server = WebServer(app, listener, journal.tell)
    server.start()
    served = Whole(f"http://127.0.0.1:{port}", journal, handoff.context.mirror.client)
    try:
        await_until(lambda: requests.get(f"{served.url}/healthz", timeout=30).ok)
        yield served
    finally:
        server.stop()
        handoff.close()
