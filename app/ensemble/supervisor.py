"""Look after the ZooKeeper servers that are ours: act on their processes, and notice when one
ends by itself. Everything that happens to them is journaled.

An orderly end or a start takes long, and runs on a thread of its own; until it is done the server
is `busy`, and refuses every other action.
"""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import HandoffError, NotFound
from ..journal.journal import Journal
from ..readmodels import events as e
from ..readmodels.document import Data
from ..readmodels.servers import SERVERS
from ..system.threads import LastingThread
from .children import ChildServer

log = logging.getLogger(__name__)

LOOK_EVERY = 0.1
AWAKE_AFTER = 1.0
"""Seconds in which a server that was woken does what was overdue."""

CLOSE_TIMEOUT = 5.0


class ServerSupervisor:
    """All servers of this dashboard, by their names (`s1`)."""

    def __init__(self, servers: Mapping[str, ChildServer], journal: Journal) -> None:
        self._servers = dict(servers)
        self._journal = journal
        self._lock = threading.RLock()
        self._under_way: set[threading.Thread] = set()
        self._woken: dict[str, float] = {}
        self._closed = threading.Event()
        self._thread = LastingThread(
            "supervisor", "sees when a server ends", self._look_after, journal.tell
        )

    def start(self) -> None:
        """Begin to check whether they run."""
        if self._servers:
            self._thread.start()

    def describe(self) -> list[Data]:
        """Return the servers as `zookeeper.configured` carries them."""
        return [
            {"id": name, "address": server.hosts, "pid": server.pid}
            for name, server in self._servers.items()
        ]

    def act(self, name: str, action: str, by: str) -> None:
        """Do `action` to a server. Raise NotFound, or Conflict with the reason."""
        with self._lock:
            server = self._permitted(name, action)
            self._woken.pop(name, None)
            if action in _SIGNALS:
                server.signal(_SIGNALS[action])
            elif action == "kill":
                server.kill()
            self._journal.append(_DEEDS[action](name, by=by))
            if action == "resume":
                self._woken[name] = time.monotonic()
            elif action in _LASTING:
                self._begin(action, name, server, by)

    def close(self) -> None:
        """Stop checking, and let what is under way end; the servers go on."""
        self._thread.dismiss()
        self._closed.set()
        for thread in list(self._under_way):
            thread.join(CLOSE_TIMEOUT)

    def _permitted(self, name: str, action: str) -> ChildServer:
        known = self._known(name)
        server = self._servers.get(name)
        if known is None or server is None:
            raise NotFound(f"this dashboard started no server {name!r}", field="server")
        if self._closed.is_set():
            raise SERVERS.conflict(name, action, "the dashboard ends")
        SERVERS.require(name, known, action)
        return server

    def _known(self, name: str) -> Mapping[str, Any] | None:
        servers = self._journal.state["zookeeper"]["servers"]
        return next((server for server in servers if server["id"] == name), None)

    def _begin(self, action: str, name: str, server: ChildServer, by: str) -> None:
        def run() -> None:
            try:
                (server.stop if action == "stop" else server.restart)()
            except HandoffError as error:
                self._fail(name, action, error.message)
            except Exception as error:
                log.exception("%s of %s failed", action, name)
                self._fail(name, action, repr(error))
            else:
                self._journal.append(
                    e.ServerStopped(name, by=by)
                    if action == "stop"
                    else e.ServerRestarted(name, by=by, pid=server.pid)
                )
            self._under_way.discard(threading.current_thread())

        thread = threading.Thread(target=run, daemon=True, name=f"{action} {name}")
        self._under_way.add(thread)
        thread.start()

    def _fail(self, name: str, action: str, reason: str) -> None:
        runs = self._servers[name].is_running
        self._journal.append(e.ServerFailed(name, action=action, reason=reason, runs=runs))

    # -- what happens by itself ---------------------------------------------------------------

    def _look_after(self) -> None:
        while not self._closed.wait(LOOK_EVERY):
            for name, server in self._servers.items():
                with self._lock:
                    self._look_at(name, server)

    def _look_at(self, name: str, server: ChildServer) -> None:
        known = self._known(name)
        if known is None or known["busy"] or known["process"] == "stopped":
            return
        if not server.is_running:
            end = server.explain_end()
            why = end._asdict() if end else {}
            self._journal.append(e.ServerExited(name, code=server.exit_code, **why))
        elif time.monotonic() >= self._woken.get(name, float("inf")) + AWAKE_AFTER:
            del self._woken[name]
            self._journal.append(e.ServerAwake(name))


_SIGNALS = {"pause": signal.SIGSTOP, "resume": signal.SIGCONT}
_LASTING = ("stop", "restart")
"""The names of what runs in the background."""
_DEEDS: Mapping[str, Callable[..., e.ServerEvent]] = {
    "stop": e.ServerStopping,
    "restart": e.ServerRestarting,
    "kill": e.ServerKilled,
    "pause": e.ServerPaused,
    "resume": e.ServerResumed,
}
"""Action -> the event that it is."""
