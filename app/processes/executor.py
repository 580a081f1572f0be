"""Carry out what recipes ask of ZooKeeper, on a lane of their own, and count it.

Everything here runs on the in-order thread, and nothing blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any

from kazoo.client import KazooClient
from kazoo.protocol.states import EventType

from ..zookeeper import operations as q
from ..zookeeper.lane import Lane
from ..zookeeper.operations import Watcher, WatchEvent

_EVENTS = {
    EventType.CREATED: "created",
    EventType.DELETED: "deleted",
    EventType.CHANGED: "changed",
    EventType.CHILD: "children",
}

MOST_WATCHERS = 200
"""The number of watchers that are remembered: a recipe has few at a time, and asks for others as
time goes on.
"""

Hear = Callable[[tuple[q.Answer, ...]], None]
Fired = Callable[[str, Any, "int | None"], None]


class Executor:
    """An executor of the requests of one client's recipe. makes_chroot: whether it makes the
    client's chroot with the parents.

    reads, writes: the requests so far; failed: the creates of znodes that existed already.
    """

    def __init__(self, client: KazooClient, makes_chroot: bool = False) -> None:
        self._lane = Lane(client, makes_chroot)
        self._watchers: dict[tuple[Hashable, str], Watcher] = {}
        self.reads = self.writes = self.failed = 0

    @property
    def counters(self) -> dict[str, int]:
        """Return the counts of what it has done so far."""
        return {"reads": self.reads, "writes": self.writes, "failed": self.failed}

    def carry_out(
        self,
        requests: Sequence[q.Operation],
        connection: int,
        hear: Hear,
        fired: Fired,
        asked: Hashable = None,
        counts: bool = True,
    ) -> None:
        """Send these requests over `connection`, and give `hear` the answers, one for each, when
        all are there. fired: called with a watch's path, event and zxid, and only once if the same
        is `asked` again before. counts: whether the counters include the requests.
        """
        if counts:
            self._count(requests)

        def heard(answers: tuple[q.Answer, ...]) -> None:
            self.failed += sum(map(_is_conflict, requests, answers))
            hear(answers)

        self._lane.send(requests, heard, connection, partial(self._watcher, asked, fired))

    def _count(self, requests: Sequence[q.Operation]) -> None:
        for request in requests:
            if isinstance(request, q.Reads):
                self.reads += 1 if request.atomic else len(request.reads)
            elif isinstance(request, q.Parents):
                self.writes += len(request.paths)
            elif isinstance(request, tuple):
                self.writes += 1

    def _watcher(self, asked: Hashable, fired: Fired, path: str) -> Watcher:
        """Return the same watcher for the same watch: kazoo keeps each until the watch fires."""
        if len(self._watchers) >= MOST_WATCHERS:
            self._watchers.clear()

        def heard(event: WatchEvent) -> None:
            what = _EVENTS.get(event.type)
            if what is not None:
                fired(path, what, event.zxid)

        return self._watchers.setdefault((asked, path), heard)


def _is_conflict(request: q.Operation, answer: q.Answer) -> bool:
    """Tell whether an ephemeral was not created because there was one."""
    if not isinstance(answer, q.RequestRefused) or answer.why != "exists":
        return False
    write = request[answer.index] if isinstance(request, tuple) else request
    return isinstance(write, q.Create) and write.ephemeral
