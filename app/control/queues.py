"""What a person can do with queues: start producers and consumers, and have items put in."""

from __future__ import annotations

import threading
import uuid
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from app.control.part import Part, Rooms
from app.errors import BadRequest, Conflict, NotFound
from app.insight.queues import RECIPE, Queue, parents_of
from app.zookeeper.paths import check_path

MOST_ITEMS = 1_000
"""In a queue at once, by this dashboard's doing: each of them is drawn, or at least counted."""

ON_THE_WAY = 30.0
"""Seconds for which items that were asked for may be on their way; then they do not come."""


class _Asked(NamedTuple):
    """So many items more of a producer, by a clock of seconds, when so many had been put in."""

    at: float
    put: int
    more: int
    producer: str


class Queues(Part):
    """The queues of this dashboard."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(rooms)
        self._changing = threading.Lock()
        self._asked: defaultdict[str, list[_Asked]] = defaultdict(list)

    def start(
        self,
        path: str,
        producers: int,
        consumers: int,
        session_timeout: float,
        by: str,
        *,
        task: float = 1.0,
        items: int = 10,
        every: float = 1.0,
    ) -> list[str]:
        """Start producers and consumers of the queue at `path`, and return their names.

        session_timeout is in seconds; so are `task`, how long a consumer works for an item, and
        `every`, from one of a producer's items to its next; it puts in `items`.
        Raises LimitReached, having started none.
        """
        check_path(path, "path")
        if path == "/":
            raise BadRequest("a queue is a znode below the root", field="path")
        if producers + consumers == 0:
            raise BadRequest("start a producer or a consumer at least", field="consumers")
        self._require_no_other_use(path, "path", ("queues",))
        self._require_connection()
        self._require_room(producers + consumers)
        with self._changing:
            self._open(path, by)
            making = {"role": "producer", "items": items, "every": every}
            names = []
            for _ in range(producers):
                making["identity"] = uuid.uuid4().hex
                names += self._run(path, 1, session_timeout, by, dict(making))
            doing = {"role": "consumer", "task": task}
            return names + self._run(path, consumers, session_timeout, by, doing)

    def _run(
        self, path: str, count: int, session_timeout: float, by: str, settings: dict[str, Any]
    ) -> list[str]:
        if not count:
            return []
        return self._supervisor.start(count, path, RECIPE, session_timeout, by, settings)

    def _open(self, path: str, by: str) -> None:
        if path in self._state["queues"]:
            return
        self._journal.append("queue.opened", path, {"by": by})
        for parent in parents_of(path):
            self._mirror.follow(parent, every=True)

    def put(self, path: str, count: int, by: str) -> str:
        """Have a producer that lives put `count` items in at once; returns its name."""
        with self._changing:
            queue = self._require_queue(path)
            there = queue["waiting"] + queue["in_hand"] + self._on_the_way(queue)
            if there + count > MOST_ITEMS:
                raise Conflict(
                    f"{there} items are in {path}, or on their way, and at most {MOST_ITEMS} may"
                    " be",
                    field="count",
                )
            producer = self._some_producer(queue)
            asked = _Asked(self._journal.clock(), queue["put"], count, producer)
            self._asked[path].append(asked)
            said = {"candidate": producer, "count": count, "by": by}
            self._journal.append("queue.asked", path, said)
            self._supervisor.order(producer, "put", {"count": count})
        return producer

    def _on_the_way(self, queue: Mapping[str, Any]) -> int:
        """Items that were asked for, and have not been put in yet by a producer that lives."""
        since, known = self._journal.clock() - ON_THE_WAY, self._state["candidates"]
        asked = self._asked[queue["path"]] = [
            one
            for one in self._asked[queue["path"]]
            if one.at >= since and known.get(one.producer, {}).get("process") != "exited"
        ]
        if not asked:
            return 0
        return max(0, asked[0].put + sum(one.more for one in asked) - int(queue["put"]))

    def _require_queue(self, path: str) -> Queue:
        queue: Queue | None = self._state["queues"].get(path)
        if queue is None:
            raise NotFound(f"there is no queue at {path!r}", field="path")
        return queue

    def _some_producer(self, queue: Queue) -> str:
        known = self._state["candidates"]
        for name in queue["producers"]:
            if known[name]["lifecycle"] == "running" and known[name]["belief"] == "producing":
                return str(name)
        raise Conflict("no producer runs: start one first", field="path")

    def pace(
        self,
        path: str,
        by: str,
        *,
        task: float | None = None,
        every: float | None = None,
        items: int | None = None,
    ) -> None:
        """Have all consumers work for `task` seconds on an item from the next one on; have all
        producers put an item in `every` so many seconds, and `items` more of them. None: as it is.
        """
        queue = self._require_queue(path)
        said = {"task": task, "every": every, "items": items, "by": by}
        self._journal.append("queue.paced", path, said)
        if task is not None:
            for name in queue["consumers"]:
                self._supervisor.order(name, "task", {"seconds": task})
        if every is not None or items is not None:
            for name in queue["producers"]:
                self._supervisor.order(name, "pace", {"every": every, "items": items})
