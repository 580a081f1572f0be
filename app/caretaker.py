"""Looks after the ZooKeeper servers that are ours: acts on their processes, and notices when one
ends by itself. Everything that happens to them is journaled.

What takes longer than a blink (an orderly end, a start) runs on a thread of its own; until it is
done the server is `busy`, and refuses every other action.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from app.children import End
from app.errors import Conflict, HandoffError, NotFound
from app.insight.servers import refusal
from app.journal.journal import Journal
from app.threads import LastingThread

log = logging.getLogger(__name__)

LOOK_EVERY = 0.1
AWAKE_AFTER = 1.0
"""Seconds after its waking in which a server has done what was overdue."""

CLOSE_WITHIN = 5.0


class OwnServer(Protocol):
    """A server as a child process: an `ApacheServer`, or the embedded `SandboxServer`."""

    @property
    def hosts(self) -> str: ...
    @property
    def pid(self) -> int | None: ...
    @property
    def is_running(self) -> bool: ...
    @property
    def exit_code(self) -> int | None: ...
    def explain_end(self) -> End | None: ...
    def stop(self) -> None: ...
    def kill(self) -> None: ...
    def restart(self) -> None: ...


class Caretaker:
    """All servers of this dashboard, by their names (`s1`)."""

    def __init__(self, servers: Mapping[str, OwnServer], journal: Journal) -> None:
        self._servers = dict(servers)
        self._journal = journal
        self._lock = threading.RLock()
        self._under_way: set[threading.Thread] = set()
        self._woken: dict[str, float] = {}
        self._closed = threading.Event()
        self._thread = LastingThread(
            "caretaker", "sees when a server ends", self._look_after, journal.append
        )

    def start(self) -> None:
        """Begin to look whether they run."""
        if self._servers:
            self._thread.start()

    def describe(self) -> list[dict[str, Any]]:
        """`[{"id", "address", "pid"}]`, as `zookeeper.configured` carries them."""
        return [
            {"id": name, "address": server.hosts, "pid": server.pid}
            for name, server in self._servers.items()
        ]

    def act(self, name: str, action: str, by: str) -> None:
        """Do `action` to a server. Raises NotFound, or Conflict with the reason."""
        with self._lock:
            server = self._permitted(name, action)
            self._woken.pop(name, None)
            _ACTIONS[action](self, name, server, by)

    def close(self) -> None:
        """Look no more, and let what is under way end; the servers go on."""
        self._thread.dismiss()
        self._closed.set()
        for thread in list(self._under_way):
            thread.join(CLOSE_WITHIN)

    def _permitted(self, name: str, action: str) -> OwnServer:
        known = self._known(name)
        server = self._servers.get(name)
        if known is None or server is None:
            raise NotFound(f"there is no server {name!r} of ours", field="server")
        why_not = "the dashboard ends" if self._closed.is_set() else refusal(known, action)
        if why_not:
            raise Conflict(f"cannot {action} {name}: {why_not}", field="action")
        return server

    def _known(self, name: str) -> Mapping[str, Any] | None:
        servers = self._journal.snapshot()[1]["zookeeper"]["servers"]
        return next((server for server in servers if server["id"] == name), None)

    # -- the actions, under the lock ----------------------------------------------------------

    def _kill(self, name: str, server: OwnServer, by: str) -> None:
        server.kill()
        self._append("killed", name, by=by)

    def _pause(self, name: str, server: OwnServer, by: str) -> None:
        _signal(server, signal.SIGSTOP)
        self._append("paused", name, by=by)

    def _resume(self, name: str, server: OwnServer, by: str) -> None:
        _signal(server, signal.SIGCONT)
        self._append("resumed", name, by=by)
        self._woken[name] = time.monotonic()

    def _stop(self, name: str, server: OwnServer, by: str) -> None:
        self._append("stopping", name, by=by)
        self._in_background(name, "stop", server.stop, lambda: self._append("stopped", name, by=by))

    def _restart(self, name: str, server: OwnServer, by: str) -> None:
        self._append("restarting", name, by=by)
        self._in_background(
            name,
            "restart",
            server.restart,
            lambda: self._append("restarted", name, by=by, pid=server.pid),
        )

    def _in_background(
        self, name: str, action: str, work: Callable[[], None], done: Callable[[], None]
    ) -> None:
        def run() -> None:
            try:
                work()
            except HandoffError as error:
                self._fail(name, action, error.message)
            except Exception as error:
                log.exception("%s of %s failed", action, name)
                self._fail(name, action, repr(error))
            else:
                done()
            self._under_way.discard(threading.current_thread())

        thread = threading.Thread(target=run, daemon=True, name=f"{action} {name}")
        self._under_way.add(thread)
        thread.start()

    def _fail(self, name: str, action: str, reason: str) -> None:
        self._append("failed", name, action=action, reason=reason, runs=self._runs(name))

    def _runs(self, name: str) -> bool:
        return self._servers[name].is_running

    def _append(self, what: str, name: str, **data: Any) -> None:
        self._journal.append(f"server.{what}", name, data)

    # -- what happens by itself ---------------------------------------------------------------

    def _look_after(self) -> None:
        while not self._closed.wait(LOOK_EVERY):
            for name, server in self._servers.items():
                with self._lock:
                    self._look_at(name, server)

    def _look_at(self, name: str, server: OwnServer) -> None:
        known = self._known(name)
        if known is None or known["busy"] or known["process"] == "stopped":
            return
        if not server.is_running:
            end = server.explain_end()
            self._append("exited", name, code=server.exit_code, **(end._asdict() if end else {}))
        elif time.monotonic() >= self._woken.get(name, float("inf")) + AWAKE_AFTER:
            del self._woken[name]
            self._append("awake", name)


def _signal(server: OwnServer, number: int) -> None:
    if server.pid is None:
        raise Conflict("its process has just ended", field="action")
    os.kill(server.pid, number)


_ACTIONS: Mapping[str, Callable[[Caretaker, str, OwnServer, str], None]] = {
    "stop": Caretaker._stop,
    "kill": Caretaker._kill,
    "pause": Caretaker._pause,
    "resume": Caretaker._resume,
    "restart": Caretaker._restart,
}
