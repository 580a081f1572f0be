"""Carry out the planned faults on processes and servers, and undo each before the next one."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.judges.history import plan
from tests.judges.history.plan import Fault
from tests.judges.history.rest import Rest
from tests.judges.history.rooms import SHELF, Room

UNDONE_WITHIN = 90.0
"""Seconds. What was frozen, or has ended, comes back as soon as ZooKeeper serves."""

AGAIN = 0.5


@dataclass
class Strikes:
    """The strikes of one run, and how many of each kind were carried out."""

    rest: Rest
    seed: int
    until: float
    faults: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of_processes(self, room: Room) -> None:
        """Strike the processes of a place until the time is over."""
        if room is SHELF:
            self.leave_alone(room)
        for fault in self._due(plan.of_processes(self.seed, room.path)):
            name = room.victim(self.rest.state(), fault.whom)
            if name is not None:
                with self._struck(room, name, fault.action):
                    time.sleep(fault.lasts)

    def leave_alone(self, room: Room) -> None:
        """Kill all nodes but the leader, then the leader, which comes back last: whoever of the
        others led before it would have them all drop what it alone has acknowledged.
        """
        leader = room.victim(self.rest.state(), 0.0)
        others = [name for name in room.running(self.rest.state()) if name != leader]
        if leader is None:
            return
        with self._struck(room, leader, None):
            with self._all_struck(room, others):
                time.sleep(plan.SESSION_TIMEOUT)
                self._do(f"candidates/{leader}/kill", "kill")
            time.sleep(plan.SESSION_TIMEOUT)

    def of_servers(self) -> None:
        """Strike the servers until the time is over, and leave all of them in quorum."""
        for fault in self._due(plan.of_servers(self.seed)):
            servers = self._servers()
            first = int(fault.whom * len(servers))
            those = [*servers[first:], *servers[:first]][: 2 if fault.action == "two" else 1]
            action = "kill" if fault.action == "two" else fault.action
            done = [one for one in those if self._do(f"servers/{one}/{action}", None)]
            if done:
                self._count("two servers" if len(done) == 2 else f"server {action}")
            time.sleep(fault.lasts)
            self.heal()

    def heal(self) -> None:
        """Wake and restart all servers, and wait until every one of them is in the quorum."""
        deadline = time.monotonic() + UNDONE_WITHIN
        while any(one["up"] is not True for one in self._known()):
            for one in self._known():
                if not one["busy"] and one["process"] != "running":
                    word = "resume" if one["process"] == "paused" else "restart"
                    self.rest.post(f"servers/{one['id']}/{word}")
            if time.monotonic() > deadline:
                raise TimeoutError(f"the servers are not in quorum within {UNDONE_WITHIN:g} s")
            time.sleep(AGAIN)

    # -- how ----------------------------------------------------------------------------------

    def _due(self, faults: Iterator[Fault]) -> Iterator[Fault]:
        for fault in faults:
            time.sleep(fault.after)
            if time.monotonic() > self.until:
                return
            yield fault

    @contextmanager
    def _struck(self, room: Room, name: str, action: str | None) -> Iterator[None]:
        """Have one process be struck during the block; None: the block strikes it."""
        like = self.rest.state()["candidates"][name]
        if action is not None and not self._do(f"candidates/{name}/{action}", action):
            return (yield)
        yield
        if action == "pause":
            self._insist(lambda: self.rest.post(f"candidates/{name}/resume")[0] in (202, 404, 409))
        elif action != "expire":
            self._insist(lambda: self._has_ended(name) and room.replace(self.rest, like))

    @contextmanager
    def _all_struck(self, room: Room, names: list[str]) -> Iterator[None]:
        """Have these processes be dead during the block."""
        if not names:
            return (yield)
        with self._struck(room, names[0], "kill"), self._all_struck(room, names[1:]):
            yield

    def _has_ended(self, name: str) -> bool:
        known = self.rest.state()["candidates"].get(name)
        return known is None or known["process"] == "exited"

    def _do(self, call: str, counted: str | None) -> bool:
        """Do something; tell whether it was done. What cannot be done now is left out."""
        is_done = self.rest.post(call)[0] == 202
        if is_done and counted:
            self._count(counted)
        return is_done

    def _count(self, what: str) -> None:
        with self._lock:
            self.faults[what] += 1

    def _insist(self, do: Callable[[], bool]) -> None:
        deadline = time.monotonic() + UNDONE_WITHIN
        while not do():
            if time.monotonic() > deadline:
                raise TimeoutError(f"a fault could not be undone within {UNDONE_WITHIN:g} s")
            time.sleep(AGAIN)

    def _known(self) -> list[dict[str, object]]:
        servers: list[dict[str, object]] = self.rest.state()["zookeeper"]["servers"]
        return servers

    def _servers(self) -> list[object]:
        """Return the servers' ids, the one that leads first."""
        leads_first = sorted(self._known(), key=lambda one: one["mode"] != "leader")
        return [one["id"] for one in leads_first]
