"""What the mirror tells the journal, and what it keeps to itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from app.zookeeper.coalesce import Coalescer

Append: TypeAlias = Callable[..., object]
INTERNAL = "/zookeeper"
_LATE = {"found_gone": True}
_FOUND = {"found": True}
_LATE_MARKS = _LATE.keys() | _FOUND.keys()


class Teller:
    """Appends events; changes of znodes that nobody asked about are summed up when they are many.

    is_close: whether a path belongs to an election, whose changes are told one by one. hold: is
    called when a summary begins to wait for `flush()`. Until `has_loaded`, what is found is no
    news, except in elections.
    """

    def __init__(
        self,
        append: Append,
        clock: Callable[[], float],
        hold: Callable[[], None],
        *,
        chrooted: bool,
    ) -> None:
        self._append, self._clock, self._hold = append, clock, hold
        self._chrooted = chrooted
        self._coalescer = Coalescer()
        self.is_close: Callable[[str], bool] = lambda path: False
        self.has_loaded = False
        self._is_late = False

    def append(self, kind: str, subject: str, data: dict[str, Any] | None = None) -> None:
        """Append one event, now."""
        self._append(kind, subject, data or {}, at=self._clock())

    def znode(self, change: str, path: str, is_news: bool = True, zxid: int | None = None) -> None:
        """A znode was `created`, `deleted` or `changed`, by the change `zxid` where an event told
        so; is_news False: found by a listing.
        """
        self._tell(change, path, is_news, {"zxid": zxid})

    def gone(self, path: str, zxid: int | None, is_late: bool) -> None:
        """A znode was deleted. is_late: nobody knows when; a listing found it gone."""
        self._tell("deleted", path, True, {"zxid": zxid, **_LATE} if is_late else {"zxid": zxid})

    def _tell(self, change: str, path: str, is_news: bool, data: dict[str, Any]) -> None:
        if self.is_internal(path):
            return
        is_close = self.is_close(path)
        if not self.has_loaded and not (is_news and is_close):
            return
        if is_close or self._coalescer.admits(change, path, self._clock()):
            self.append(f"znode.{change}", path, data)
        else:
            self._is_late = self._is_late or not _LATE_MARKS.isdisjoint(data)
            self._hold()

    def came(self, path: str, is_news: bool, zxid: int | None, is_late: bool) -> None:
        """A znode was created. is_late: nobody knows when; a listing found it there."""
        self._tell(
            "created", path, is_news, {"zxid": zxid, **_FOUND} if is_late else {"zxid": zxid}
        )

    def flush(self) -> None:
        """Append the summary that waits, if one does."""
        summary = self._coalescer.take()
        if summary is not None:
            marks = _FOUND if self._is_late else {}
            self._is_late = False
            self.append("znodes.summary", summary.prefix, {**summary.counts, **marks})

    def is_internal(self, path: str) -> bool:
        """Whether this is one of ZooKeeper's own znodes, which are never news."""
        return not self._chrooted and (path == INTERNAL or path.startswith(f"{INTERNAL}/"))
