"""The actions of queues: start producers and consumers, and put items in."""

from __future__ import annotations

import uuid
from collections import defaultdict
from typing import Annotated, NamedTuple

from ...actions.action import Action
from ...actions.fields import (
    COUNT,
    TEXT,
    TEXTS,
    Seconds,
    SessionTimeout,
    Some,
    ZnodePath,
    object_of,
    somebody,
    within,
)
from ...actions.service import Context
from ...actions.signature import Bounded
from ...errors import Conflict
from ..places import PlaceService
from .events import ItemsAsked, QueueOpened, QueuePaced
from .model import QueueModel
from .state import RECIPE, QueueState

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


_Task = Annotated[Seconds, "seconds of work for an item"]
_Items = Annotated[Some, Bounded(maximum=1_000), "how many each producer puts in at its own pace"]
_Every = Annotated[
    Seconds, Bounded(minimum=0.05), "seconds from one of a producer's items to its next"
]


class Queues(PlaceService[QueueState]):
    """The queues of this dashboard."""

    model = QueueModel

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._asked: defaultdict[str, list[_Asked]] = defaultdict(list)

    @Action(
        "POST", "/queues", 201, "Start producers and consumers of a queue",
        object_of(candidates=TEXTS), gives="candidates",
        all_of=[somebody("consumers", "producers")],
    )  # fmt: skip
    def start(
        self,
        path: ZnodePath = "/queue",
        producers: Annotated[Some, "processes that put items in"] = 2,
        consumers: Annotated[Some, "processes that take items out, and work on them"] = 3,
        session_timeout: SessionTimeout = 4.0,
        task: _Task = 1.0,
        items: _Items = 10,
        every: _Every = 1.0,
        *,
        by: str,
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
            self._open(path, QueueOpened(path, by=by))
            making = {"role": "producer", "items": items, "every": every}
            all_settings = [(1, {**making, "identity": uuid.uuid4().hex}) for _ in range(producers)]
            if consumers:
                all_settings.append((consumers, {"role": "consumer", "task": task}))
            return [
                name
                for count, settings in all_settings
                for name in self._supervisor.start(
                    count, path, RECIPE, session_timeout, by, settings
                )
            ]

    @Action(
        "POST", "/queues/items", 202, "Make a producer put items into a queue",
        object_of(candidate=TEXT, count=COUNT), gives="candidate",
    )  # fmt: skip
    def put(
        self, path: ZnodePath = "/queue", count: Annotated[int, within(1, 500)] = 5, *, by: str
    ) -> str:
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
            producer = self._running(queue["producers"], "producing")
            if producer is None:
                raise Conflict("no producer runs: start one first", field="path")
            asked = _Asked(self._journal.clock(), queue["put"], count, producer)
            self._asked[path].append(asked)
            self._journal.append(ItemsAsked(path, candidate=producer, count=count, by=by))
            self._supervisor.order(producer, "put", {"count": count})
        return producer

    def _on_the_way(self, queue: QueueState) -> int:
        """Return the items that were asked for, and that a living producer has not put in yet."""
        since, known = self._journal.clock() - ON_THE_WAY, self._state["candidates"]
        ended = {name for name, one in known.items() if one["process"] == "exited"}
        asked = self._asked[queue["path"]] = [
            one
            for one in self._asked[queue["path"]]
            if one.at >= since and one.producer not in ended
        ]
        if not asked:
            return 0
        return max(0, asked[0].put + sum(one.more for one in asked) - queue["put"])

    @Action(
        "POST", "/queues/pace", 202, "Set how fast a queue's processes work from now on",
        object_of(path=TEXT),
    )  # fmt: skip
    def pace(
        self,
        path: ZnodePath = "/queue",
        task: _Task | None = None,
        every: _Every | None = None,
        items: _Items | None = None,
        *,
        by: str,
    ) -> None:
        """Make all consumers work for `task` seconds on an item from the next one on; make all
        producers put an item in `every` so many seconds, and `items` more of them. None: as it is.
        """
        queue = self._known(path)
        self._journal.append(QueuePaced(path, task=task, every=every, items=items, by=by))
        if task is not None:
            for name in queue["consumers"]:
                self._supervisor.order(name, "task", {"seconds": task})
        if every is not None or items is not None:
            for name in queue["producers"]:
                self._supervisor.order(name, "pace", {"every": every, "items": items})
