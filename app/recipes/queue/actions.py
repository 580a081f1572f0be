"""The actions of queues: start producers and consumers, and put items in."""

from __future__ import annotations

import uuid
from collections import defaultdict
from typing import Any, NamedTuple

from ...actions.action import Action
from ...actions.fields import (
    COUNT,
    PLACE,
    SESSION_TIMEOUT,
    TEXT,
    TEXTS,
    limit,
    object_of,
    or_null,
    seconds,
    some,
    somebody,
)
from ...actions.schema import Document, Schema
from ...actions.service import Context
from ...errors import Conflict
from ..places import PlaceService
from .document import QueueState
from .model import RECIPE, QueueModel

MOST_ITEMS = 1_000
"""The most items in a queue by this dashboard's doing: each is drawn, or at least counted."""

ON_THE_WAY = 30.0
"""Seconds that requested items may be on their way; after that they do not come."""


class _Asked(NamedTuple):
    """A request for so many more items of a producer, with the clock's seconds and how many had
    been put in.
    """

    at: float
    put: int
    more: int
    producer: str


_PATH: Document = {**PLACE, "default": "/queue"}
_TASK = "seconds of work for an item"
_EVERY = "seconds from one of a producer's items to its next"
_ITEMS = "how many each producer puts in at its own pace"
_MOST: Document = {**some(10, _ITEMS), "maximum": 1_000}
START = Schema(
    {
        "path": _PATH,
        "producers": some(2, "processes that put items in"),
        "consumers": some(3, "processes that take items out, and work on them"),
        "session_timeout": SESSION_TIMEOUT,
        "task": seconds(1.0, _TASK),
        "items": _MOST,
        "every": seconds(1.0, _EVERY, 0.05),
    },
    allOf=[somebody("consumers", "producers")],
)
PUT = Schema({"path": _PATH, "count": limit(5, 500)})
PACE = Schema(
    {
        "path": _PATH,
        "task": seconds(None, _TASK),
        "every": seconds(None, _EVERY, 0.05),
        "items": or_null(_MOST, _ITEMS),
    }
)


class Queues(PlaceService[QueueState]):
    """The queues of this dashboard."""

    model = QueueModel

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._asked: defaultdict[str, list[_Asked]] = defaultdict(list)

    @Action(
        "POST", "/queues", 201, "Start producers and consumers of a queue",
        object_of(candidates=TEXTS), START, gives="candidates",
    )  # fmt: skip
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
        `every`, from one of a producer's items to its next; it puts in `items`. Raise LimitReached,
        having started none.
        """
        self._require_free(path)
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

    @Action(
        "POST", "/queues/items", 202, "Make a producer put items into a queue",
        object_of(candidate=TEXT, count=COUNT), PUT, gives="candidate",
    )  # fmt: skip
    def put(self, path: str, count: int, by: str) -> str:
        """Make a living producer put `count` items in at once; return its name."""
        with self._changing:
            queue = self._known(path)
            there = queue["waiting"] + queue["in_hand"] + self._on_the_way(queue)
            if there + count > MOST_ITEMS:
                raise Conflict(
                    f"{there} items are in {path} or on their way; at most {MOST_ITEMS} are"
                    " allowed",
                    field="count",
                )
            producer = self._some_producer(queue)
            asked = _Asked(self._journal.clock(), queue["put"], count, producer)
            self._asked[path].append(asked)
            self._append("asked", path, by, candidate=producer, count=count)
            self._supervisor.order(producer, "put", {"count": count})
        return producer

    def _on_the_way(self, queue: QueueState) -> int:
        """Return the items that were asked for, and that a living producer has not put in yet."""
        since, known = self._journal.clock() - ON_THE_WAY, self._state["candidates"]
        asked = self._asked[queue["path"]] = [
            one
            for one in self._asked[queue["path"]]
            if one.at >= since and known.get(one.producer, {}).get("process") != "exited"
        ]
        if not asked:
            return 0
        return max(0, asked[0].put + sum(one.more for one in asked) - queue["put"])

    def _some_producer(self, queue: QueueState) -> str:
        name = self._running(queue["producers"], "producing")
        if name is None:
            raise Conflict("no producer runs: start one first", field="path")
        return name

    @Action(
        "POST", "/queues/pace", 202, "Set how fast a queue's processes work from now on",
        object_of(path=TEXT), PACE,
    )  # fmt: skip
    def pace(
        self,
        path: str,
        by: str,
        *,
        task: float | None = None,
        every: float | None = None,
        items: int | None = None,
    ) -> None:
        """Make all consumers work for `task` seconds on an item from the next one on; make all
        producers put an item in `every` so many seconds, and `items` more of them. None: as it is.
        """
        queue = self._known(path)
        self._append("paced", path, by, task=task, every=every, items=items)
        if task is not None:
            for name in queue["consumers"]:
                self._supervisor.order(name, "task", {"seconds": task})
        if every is not None or items is not None:
            for name in queue["producers"]:
                self._supervisor.order(name, "pace", {"every": every, "items": items})
