"""Watches: what must be told is told in its time, and nothing else is."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Any, NamedTuple

from app.sandbox.core.tree import parent_of
from app.zookeeper.wire.codes import NO_ZXID, Code, EventType, Op
from tests.simulation.differential.history import Asked, Connection, Heard
from tests.simulation.differential.replay import Replay

DATA, CHILDREN = "data", "children"
TABLES = {
    Op.GET_DATA: DATA,
    Op.EXISTS: DATA,
    Op.GET_CHILDREN: CHILDREN,
    Op.GET_CHILDREN2: CHILDREN,
}
SET_BY_ABSENCE = Op.EXISTS


class Watch(NamedTuple):
    """One watch that stands."""

    table: str
    path: str


class Due(NamedTuple):
    """What a watch is to tell, and of which zxid."""

    zxid: int
    type: int


class Changes:
    """What every watch would tell, by path, in the order of the log. all: what a recursive watch
    of the root would tell.
    """

    def __init__(self, replay: Replay) -> None:
        self._due: dict[Watch, list[Due]] = defaultdict(list)
        self.all: list[tuple[int, int, str]] = []
        for zxid in sorted(replay.changes):
            for kind, path, *_ in replay.changes[zxid]:
                self._add(zxid, kind, path)

    def _add(self, zxid: int, kind: EventType, path: str) -> None:
        self.all.append((zxid, kind, path))
        self._due[Watch(DATA, path)].append(Due(zxid, kind))
        if kind == EventType.DELETED:
            self._due[Watch(CHILDREN, path)].append(Due(zxid, kind))
        if kind != EventType.DATA_CHANGED:
            parent = Watch(CHILDREN, parent_of(path))
            self._due[parent].append(Due(zxid, EventType.CHILDREN_CHANGED))

    def first(self, watch: Watch, since: int) -> Due | None:
        """The first change behind a zxid."""
        return next((one for one in self._due[watch] if one.zxid > since), None)


class Watching:
    """The watches of one connection."""

    def __init__(self, connection: Connection, changes: Changes) -> None:
        self._connection, self._changes = connection, changes
        self._stand: dict[Watch, int] = {}
        self._recursive: deque[tuple[int, int, str]] | None = None
        self._asked = {one.xid: one for one in connection.told if isinstance(one, Asked)}

    def problems(self) -> Iterator[str]:
        """What was not told before it showed, or was told and has not happened."""
        for heard in self._connection.heard:
            if heard.is_event:
                yield from self._fire(heard)
            else:
                yield from self._missed(heard)
                self._set(heard)

    def _fire(self, heard: Heard) -> Iterator[str]:
        event: Any = heard.body
        if self._recursive is not None:
            yield from self._next_of_all(event, heard.zxid)
            return
        told = [
            watch
            for watch, since in self._stand.items()
            if watch.path == event.path and self._is_due(watch, since, heard)
        ]
        if not told:
            yield self._words(f"is told {event} at 0x{heard.zxid:x}, which no watch had to tell")
        for watch in told:
            del self._stand[watch]

    def _next_of_all(self, event: Any, zxid: int) -> Iterator[str]:
        """Every change in its turn; what one transaction does has no order."""
        assert self._recursive is not None
        first = self._recursive[0][0] if self._recursive else 0
        due = (first, event.type, event.path)
        if due in self._recursive and zxid in (first, NO_ZXID):
            self._recursive.remove(due)
        else:
            yield self._words(f"is told {event} at 0x{zxid:x}, where 0x{first:x} was due")

    def _is_due(self, watch: Watch, since: int, heard: Heard) -> bool:
        due = self._changes.first(watch, since)
        return due is not None and due.type == heard.body.type and heard.zxid in (due.zxid, NO_ZXID)

    def _missed(self, heard: Heard) -> Iterator[str]:
        if self._recursive and self._recursive[0][0] <= heard.zxid:
            yield self._words(f"hears of 0x{heard.zxid:x}, and not of {self._recursive.popleft()}")
        for watch, since in list(self._stand.items()):
            due = self._changes.first(watch, since)
            if due is not None and due.zxid <= heard.zxid:
                del self._stand[watch]
                words = f"has not been told {EventType(due.type).name} of {watch.path}"
                yield self._words(f"{words} at 0x{due.zxid:x}, and hears of 0x{heard.zxid:x}")

    def _set(self, heard: Heard) -> None:
        asked = self._asked.get(heard.xid)
        if asked is not None and asked.op == Op.ADD_WATCH and not heard.error:
            self._recursive = deque(one for one in self._changes.all if one[0] > heard.zxid)
        table = None if asked is None else TABLES.get(Op(asked.op))
        if asked is None or table is None or not asked.body.watch:
            return
        is_absent = heard.error == Code.NO_NODE and asked.op == SET_BY_ABSENCE
        if not heard.error or is_absent:
            self._stand.setdefault(Watch(table, asked.body.path), heard.zxid)

    def _words(self, words: str) -> str:
        return f"watch: {self._connection.client} at {self._connection.server} {words}"
