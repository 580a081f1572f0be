"""Asks every server who it is and which watches it holds, now and then, on a thread of its own.

ZooKeeper lists data watches only (`wchp`, and the AdminServer's `watches_by_path`), each server
its own. A server that keeps both windows shut is told as such, with the setting that opens them.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, TypeAlias

from kazoo.hosts import collect_hosts

from app.zookeeper.server_windows import ServerReport, WatchList, ask_server

Append: TypeAlias = Callable[..., object]
_LEAST_GAP = 1.0
_DEBOUNCE = 0.05
_BACK_OFF = 10
_log = logging.getLogger(__name__)


class Probe:
    """Journals `zookeeper.servers` and `watches.listed` whenever they have changed, the latter
    also after a `request()`: the same list, known to be newer, is new evidence.

    relevant: which paths' watches are worth an event. every: seconds between two rounds without a
    `request()`. A round that took long is followed by a pause of ten times its own length.
    """

    def __init__(
        self,
        hosts: str,
        append: Append,
        relevant: Callable[[str], bool],
        *,
        admin_port: int = 8080,
        every: float = 5.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._addresses, chroot = collect_hosts(hosts)
        self._chroot: str = (chroot or "").rstrip("/")
        self._append, self._relevant, self._clock = append, relevant, clock
        self._admin_port, self._every = admin_port, every
        self._requested, self._stopped = threading.Event(), threading.Event()
        self._servers: list[dict[str, Any]] = []
        self._listed: dict[str, list[str]] = {}
        self._asked_for = False
        self._watchers: dict[str, WatchList] = {}

    def start(self) -> None:
        """Begin to ask."""
        threading.Thread(target=self._run, daemon=True, name="zookeeper-probe").start()

    def stop(self) -> None:
        """Ask no more; a question under way is not waited for."""
        self._stopped.set()
        self._requested.set()

    def request(self) -> None:
        """Something has changed: ask soon. Cheap, and many requests make one question."""
        self._requested.set()

    def watchers_of(self, path: str) -> list[str] | None:
        """The sessions with a data watch on `path`; None while no server tells."""
        if not self._watchers:
            return None
        lists = list(self._watchers.values())
        return sorted({session for found in lists for session in found.get(path, ())})

    def _run(self) -> None:
        while not self._stopped.is_set():
            began = time.monotonic()
            try:
                self._ask_all()
            except Exception:
                _log.exception("asking the ZooKeeper servers failed")
            self._pause(time.monotonic() - began)

    def _pause(self, took: float) -> None:
        self._stopped.wait(max(_LEAST_GAP - took, _BACK_OFF * took))
        self._asked_for |= self._requested.wait(self._every)
        self._stopped.wait(_DEBOUNCE)
        self._requested.clear()

    def _ask_all(self) -> None:
        asked_at = self._clock()
        reports = [ask_server(host, port, self._admin_port) for host, port in self._addresses]
        if self._stopped.is_set():
            return
        servers = [report.as_json() for report in reports]
        if servers != self._servers:
            self._servers = servers
            self._append("zookeeper.servers", "zookeeper", {"servers": servers})
        self._take_watches(reports, asked_at)

    def _take_watches(self, reports: list[ServerReport], asked_at: float) -> None:
        """A session's watches are listed by the server it sits on, so only when all servers have
        told does a missing session mean that it watches nothing (`complete`).
        """
        told = [report for report in reports if report.watch_list is not None]
        self._watchers = {report.address: self._unrooted(report.watch_list) for report in told}
        if not told:
            return
        sessions = self._by_session()
        if sessions != self._listed or self._asked_for:
            self._listed, self._asked_for = sessions, False
            complete = len(told) == len(reports)
            data = {"source": told[0].watches, "asked_at": asked_at, "complete": complete}
            self._append("watches.listed", "zookeeper", {**data, "sessions": sessions})

    def _by_session(self) -> dict[str, list[str]]:
        sessions: dict[str, list[str]] = {}
        for found in self._watchers.values():
            for path in filter(self._relevant, sorted(found)):
                for session in found[path]:
                    sessions.setdefault(session, []).append(path)
        return sessions

    def _unrooted(self, found: WatchList | None) -> WatchList:
        """Paths as seen below the chroot; what lies beside it is left out."""
        below = f"{self._chroot}/"
        start = len(self._chroot)
        return {path[start:]: who for path, who in (found or {}).items() if path.startswith(below)}
