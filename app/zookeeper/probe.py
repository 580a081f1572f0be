"""Ask every server what it is, which clients it has, and which watches it holds.

ZooKeeper lists data watches only (`wchp`, and the AdminServer's `watches_by_path`), and each server
lists its own. The probe reports a refused word with the setting that allows it.

The probe asks all servers at the same moment, each on a thread of its own (`ServerPoller`): a
silent server delays nobody, and we can compare one zxid with another.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TypeAlias

from ..readmodels.document import Data
from ..readmodels.event import teller
from ..readmodels.events import ServersTold, WatchesListed
from ..readmodels.servers import round_trip_of
from ..readmodels.violations import SETTLE, slack
from ..readmodels.zookeeper import LatencyState, ServerTold
from ..system.threads import LastingThread
from .addresses import split_hosts
from .hearing import Hearing
from .security import OPEN, Security
from .server_info import ServerInfo, ServerPoller, ServerReport
from .watch_lists import WatchLists

Append: TypeAlias = Callable[..., object]
MOST_SESSIONS = 200
_LEAST_GAP = 1.0
_DEBOUNCE = 0.05
_SHARE = 0.1
"""The part of the time that lists of watches may take: each list concerns all members of a path."""
_TOGETHER = 0.3
_AT_MOST = 1.2
# The probe reports what changes with every write less often than events come.
_GAUGES = ("zxid", "connections", "latency_ms", "znodes")
_GAUGES_EVERY = 2.0
# The milliseconds by which a round trip has to differ before the probe reports it.
_LEAST_TRIP = 25.0


class Probe:
    """A probe: it journals ServersTold and WatchesListed whenever they have changed, and
    WatchesListed after a `request()` too: the same list, known to be newer, is new evidence. It
    journals ConnectionLost and ConnectionFound of the sessions that are `ours`.

    relevant: which paths' watches are worth an event. ours: the sessions that come first if a
    server has more than can be reported. watches_every: the seconds between two lists of watches
    without a `request()`; it asks the servers what they are every second. lists: what keeps the
    latest lists of watches.
    """

    def __init__(
        self,
        hosts: str,
        append: Append,
        relevant: Callable[[str], bool],
        ours: Callable[[], Collection[str]] = frozenset,
        *,
        security: Security = OPEN,
        watches_every: float = 5.0,
        lists: WatchLists | None = None,
    ) -> None:
        self.addresses, chroot = split_hosts(hosts)
        self._lists = lists or WatchLists(chroot)
        infos = (ServerInfo(one, security=security) for one in self.addresses)
        tell = teller(append)
        self._pollers = [ServerPoller(info, tell) for info in infos]
        self._append, self._relevant, self._ours = append, relevant, ours
        self._watches_every = watches_every
        self._requested, self._stopped = threading.Event(), threading.Event()
        self._servers: list[ServerTold] = []
        self._told_at, self._is_outdated = float("-inf"), False
        self._listed: Data = {"complete": False, "sessions": {}}
        self._asked_for, self._requested_at = False, float("-inf")
        self._proofs: dict[str, float] = {}  # address -> when the list that was told was asked for
        self._round_trip: float | None = None
        self._servers_at = self._watches_at = float("-inf")
        self._took = 0.0
        self._hearing = Hearing()
        self._thread = LastingThread("probe", "compares the servers", self._run, tell)

    def start(self) -> None:
        for poller in self._pollers:
            poller.start()
        self._thread.start()

    def stop(self) -> None:
        """End the probe, without waiting for a question under way."""
        self._thread.dismiss()
        self._stopped.set()
        self._requested.set()
        for poller in self._pollers:
            poller.stop()

    def request(self) -> None:
        """Ask for the watches soon, for something has changed. Many requests make one question."""
        self._requested.set()

    def request_servers(self) -> None:
        """Ask the servers soon, for something has happened to one: its past slowness is no reason
        to wait, and the probe will send its reports again, even if they are the same.
        """
        for poller in self._pollers:
            poller.excuse()
        self._is_outdated = True
        self._requested.set()

    # -- when ---------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopped.is_set():
            due, now = self._watches_due(), time.monotonic()
            if now >= due or now >= self._servers_at + _LEAST_GAP:
                self._ask(now >= due, now)
            self._wait()

    def _watches_due(self) -> float:
        """Return when the watches are due: at the earliest a second after the last list, and later
        if that list took long to take in.
        """
        if self._requested.is_set():
            self._stopped.wait(_DEBOUNCE)
            self._requested.clear()
            self._asked_for, self._requested_at = True, time.monotonic()
        soonest = self._watches_at + max(_LEAST_GAP, self._took / _SHARE)
        if self._asked_for:
            return soonest
        due, proves_from = self._watches_at + self._watches_every, self._proves_from()
        return max(soonest, min(due, proves_from) if self._watches_at < proves_from else due)

    def _proves_from(self) -> float:
        """Return the moment from which on a list proves that somebody has set no watch. The reader
        of the list goes by the round trips that were reported last: when they grow, an older list
        proves less.
        """
        return self._requested_at + SETTLE + slack(self._round_trip) + _DEBOUNCE

    def _wait(self) -> None:
        """Wait until something is due, or a request makes it due sooner."""
        due = min(self._servers_at + _LEAST_GAP, self._watches_due())
        self._requested.wait(max(0.0, due - time.monotonic()))

    # -- what ---------------------------------------------------------------------------------

    def _ask(self, with_watches: bool, now: float) -> None:
        self._servers_at = now
        is_first = not self._servers
        asked = [poller for poller in self._pollers if poller.ask(with_watches)]
        if with_watches:
            self._watches_at, self._asked_for = now, self._asked_for and not asked
        deadline = now + (_AT_MOST if is_first else _TOGETHER)
        late = [poller for poller in asked if not poller.wait(deadline) and poller.report.answers]
        if self._stopped.is_set():
            return
        self._tell_servers(now)
        self._tell_connections()
        for poller in late if with_watches else ():
            poller.wait(now + _AT_MOST)
        self._tell_watches()

    def _tell_servers(self, now: float) -> None:
        before = self._servers
        servers = [self._short(poller.report).as_json() for poller in self._pollers]
        if before:
            servers = [_steady(*pair) for pair in zip(before, servers, strict=True)]
        again, self._is_outdated = self._is_outdated, False
        if servers == before and not again:
            return
        if again or _facts(servers) != _facts(before) or now - self._told_at >= _GAUGES_EVERY:
            self._servers, self._told_at = servers, now
            self._round_trip = round_trip_of(servers, self._round_trip)
            self._append(ServersTold(servers=servers))

    def _tell_connections(self) -> None:
        """Report connections; a session that nobody names may be on a server unknown to us."""
        reports = [poller.report for poller in self._pollers]
        events = list(self._hearing.note(reports, self._ours()))
        for event in events if self._lists.are_all(reports) else ():
            self._append(event)

    def _short(self, report: ServerReport) -> ServerReport:
        """Shorten the list of sessions to the room of an event; ours come first."""
        if report.sessions is None or len(report.sessions) <= MOST_SESSIONS:
            return report
        ours = self._ours()
        first = sorted(report.sessions, key=lambda session: session not in ours)
        return replace(report, sessions=sorted(first[:MOST_SESSIONS]))

    def _tell_watches(self) -> None:
        """Report watches. After a `request()`, report the same list too, for it is known to be
        newer, until every server has sent a list for which clients had the time to set their
        watches.
        """
        told = [one for poller in self._pollers if (one := poller.listed) is not None]
        known = {(one.address, one.asked_at) for one in self._lists.lists}
        fresh = {one.address for one in told if (one.address, one.asked_at) not in known}
        self._lists.keep((poller.report for poller in self._pollers), told)
        asked_at = self._lists.asked_at
        if not fresh or asked_at is None or self._stopped.is_set():
            return
        watched = filter(self._relevant, self._lists.paths())
        sessions = self._lists.by_session(watched, self._ours())
        listed = {"complete": self._lists.complete, "sessions": sessions}
        if listed != self._listed or any(map(self._is_owed, fresh)):
            self._listed = listed
            self._proofs = {one.address: one.asked_at for one in told}
            before = time.monotonic()
            self._append(
                WatchesListed(
                    source=told[0].watches,
                    asked_at=asked_at,
                    complete=self._lists.complete,
                    sessions=sessions,
                )
            )
            self._took = time.monotonic() - before

    def _is_owed(self, address: str) -> bool:
        """Tell whether this server owes a list: none was reported yet that proves something."""
        return self._proofs.get(address, float("-inf")) < self._proves_from()


def _facts(servers: Sequence[ServerTold]) -> list[Data]:
    return [{k: v for k, v in one.items() if k not in _GAUGES} for one in servers]


def _steady(before: ServerTold, after: ServerTold) -> ServerTold:
    """Keep the reported value of what has hardly moved: heartbeats alone would change an average
    every second, and no two round trips take the same time.
    """
    steady: ServerTold = {**after}
    if _is_as_before(before["latency_ms"], after["latency_ms"]):
        steady["latency_ms"] = before["latency_ms"]
    old, new = before["round_trip_ms"], after["round_trip_ms"]
    if old is not None and new is not None and _is_close(old, new, _LEAST_TRIP):
        steady["round_trip_ms"] = old
    return steady


def _is_as_before(old: LatencyState | None, new: LatencyState | None) -> bool:
    if not old or not new or (old["min"], old["max"]) != (new["min"], new["max"]):
        return False
    return _is_close(old["avg"], new["avg"], 0.5)


def _is_close(old: float, new: float, least: float) -> bool:
    return abs(new - old) <= max(least, old / 4)
