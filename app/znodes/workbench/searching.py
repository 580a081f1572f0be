"""Search a part of the tree for a text, in names and in data; bounded in time and in bytes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypedDict

from ...zookeeper.decoded import text_of, unpack
from ...zookeeper.subtree import Found

MOST_SECONDS = 8.0
MOST_BYTES = 128 << 20
_AROUND = 40
PLACES = ("name", "data", "both")


SearchMatch = TypedDict("SearchMatch", {"path": str, "in": list[str], "excerpt": "str | None"})
"""A znode that has the text, in its name or its data, and the text of its data around it."""


class SearchMatches(TypedDict):
    matches: list[str]
    truncated: bool


class Searched(SearchMatches):
    """The answer of a search that reads data. stopped: why it ended early: `time` or `size`."""

    found: list[SearchMatch]
    read: int
    denied: int
    stopped: str | None


@dataclass
class Search:
    """A search for `text`, whatever its case: data that is not text is compared by its bytes; gzip
    is unpacked. where: one of PLACES.
    """

    text: str
    where: str
    limit: int
    clock: Callable[[], float] = time.monotonic
    found: list[SearchMatch] = field(default_factory=list)
    read: int = 0
    denied: int = 0
    stopped: str | None = None
    truncated: bool = False

    def through(self, walk: Iterable[Found], under: str) -> Searched:
        """Return the answer of `GET znodes/search`."""
        began, size = self.clock(), 0
        for znode in walk:
            size += len(znode.data or b"")
            self._look_at(znode, under)
            self.stopped = self._why_stop(self.clock() - began, size)
            if self.stopped or self.truncated:
                break
        return {
            "matches": [one["path"] for one in self.found],
            "truncated": self.truncated or self.stopped is not None,
            "found": self.found,
            "read": self.read,
            "denied": self.denied,
            "stopped": self.stopped,
        }

    def _why_stop(self, seconds: float, size: int) -> str | None:
        if seconds > MOST_SECONDS:
            return "time"
        return "size" if size > MOST_BYTES else None

    def _look_at(self, znode: Found, under: str) -> None:
        self.read += 1
        self.denied += not znode.readable
        name = "" if znode.path == under else znode.path.rpartition("/")[2]
        is_in_name = self.where != "data" and self.text.casefold() in name.casefold()
        places = ["name"] if is_in_name else []
        excerpt = None
        if self.where != "name" and znode.data:
            is_in_data, excerpt = self._in_data(znode.data)
            places += ["data"] if is_in_data else []
        if places and len(self.found) == self.limit:
            self.truncated = True
        elif places:
            self.found.append({"path": znode.path, "in": places, "excerpt": excerpt})

    def _in_data(self, data: bytes) -> tuple[bool, str | None]:
        unpacked = unpack(data)
        content = data if unpacked is None else unpacked[1]
        text = text_of(content)
        if text is None:
            return self.text.encode() in content, None
        place = text.casefold().find(self.text.casefold())
        return place >= 0, _excerpt(text, place, len(self.text)) if place >= 0 else None


def _excerpt(text: str, place: int, length: int) -> str:
    """Return the text around it. (Folding may move a place by a character or two.)"""
    start, end = max(place - _AROUND, 0), place + length + _AROUND
    before, after = "…" if start else "", "…" if end < len(text) else ""
    return f"{before}{text[start:end]}{after}"
