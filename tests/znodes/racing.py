"""A dashboard in whose gaps somebody else writes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from app.ensemble.children import ChildServer
from app.zookeeper.client import close, connect
from app.zookeeper.wire.codes import Op
from tests.support.proxy import FaultyProxy
from tests.web.whole import whole
from tests.znodes.test_workbench import Bench

THEIRS = b"somebody else's"


class Raced(Bench):
    """A dashboard behind a proxy; the other client is not."""

    proxy: FaultyProxy

    def in_the_gap(self, op: Op, act: Callable[[], object]) -> None:
        """Have it done as the next change of this kind is on its way."""
        self.proxy.before[op] = act

    def preview(self, path: str, document: Any, mode: str = "overwrite") -> dict[str, Any]:
        body = {"path": path, "document": document, "mode": mode, "dry_run": True}
        answer = self.ask("POST", "/import", **body)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def bring(
        self, path: str, document: Any, shown: dict[str, Any], mode: str = "overwrite"
    ) -> Any:
        """Import what a preview has shown."""
        believed = {"expect": shown["overwrites"], "seen": shown["seen"]}
        return self.ask("POST", "/import", path=path, document=document, mode=mode, **believed)

    def exported(self, path: str) -> Any:
        return self.ask("GET", f"/export?path={path}").json()

    def data(self, path: str) -> bytes:
        found: bytes = self.other.get(path)[0]
        return found

    def renew(self, path: str) -> None:
        """Another znode under the same name, which begins at the same version."""
        self.other.delete(path)
        self.other.create(path, THEIRS)


@contextlib.contextmanager
def racing(server: ChildServer) -> Iterator[Raced]:
    """Below a root of its own on this server."""
    with contextlib.ExitStack() as stack:
        other = connect(server.hosts, 10.0)
        stack.callback(close, other)
        other.start(timeout=60)
        root = other.create("/races-", sequence=True)
        other.chroot = root
        proxy = FaultyProxy(server.hosts)
        stack.callback(proxy.close)
        raced = Raced(stack.enter_context(whole(proxy.hosts + root)), other, server.hosts)
        raced.proxy = proxy
        yield raced
