"""Decide what the mirror tells the journal, and what it keeps to itself."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

from ..journal.state import JournalFact
from ..readmodels.event import Event
from ..readmodels.events import (
    MirrorBehind,
    MirrorCaughtUp,
    MirrorRooted,
    MirrorRootless,
    ZnodeChanged,
    ZnodeCreated,
    ZnodeDeleted,
    ZnodesSummary,
)
from .coalesce import Coalescer

INTERNAL = "/zookeeper"
BEHIND, AGAIN = 1.0, 1.0
"""Seconds: from when on it is told that events wait, and how often."""
BURST = 0.02
"""Seconds that a deletion has waited when those of the same change are told together."""
_log = logging.getLogger(__name__)

Append: TypeAlias = Callable[..., object]
"""`(event, at=seconds of the clock)`."""
AppendAll: TypeAlias = Callable[[Sequence[JournalFact]], object]


class Publisher:
    """A publisher of events; many changes of znodes that nobody follows are summed up. Where many
    members end with one session, which is one change of ZooKeeper, those that have waited are
    appended together.

    append_all: appends events of a kind that came at once. post: runs a function after all that
    waits. clock: when what is reported was read. lag: how many seconds that has waited: an event of
    a burst may have to. hold: called when `flush()` has something to tell. Until `has_loaded`, what
    is found is no news, except what is followed.
    """

    def __init__(
        self,
        append: Append,
        append_all: AppendAll,
        post: Callable[[Callable[[], None]], object],
        clock: Callable[[], float],
        lag: Callable[[], float],
        hold: Callable[[], None],
        *,
        chroot: str,
    ) -> None:
        self._append, self._append_all, self._post = append, append_all, post
        self._clock, self._lag, self._hold = clock, lag, hold
        self._burst: list[JournalFact] = []
        self._burst_of: object = None
        self._chroot = chroot
        self._coalescer = Coalescer()
        self.has_loaded = self._is_late = False
        self._told_behind: float | None = None

    def append(self, event: Event) -> None:
        """Append an event, as of when it was read; tell first by how much that is behind."""
        self.release()
        self._tell_lag()
        self._append(event, at=self._clock())

    def append_all(self, events: Sequence[Event]) -> None:
        """Append events of one kind that became known at once."""
        if events:
            self.release()
            self._tell_lag()
            self._append_all([JournalFact(event, self._clock()) for event in events])

    def release(self) -> None:
        """Append the deletions that are held back."""
        if self._burst:
            ends, self._burst = self._burst, []
            self._append_all(ends)

    def _holds_back(self, path: str, zxid: int | None, session: str | None) -> bool:
        """Hold a deletion back until all of its change that has come is here. Servers before 3.9 do
        not tell the change: what goes in a row with one session is one.
        """
        change = (session, zxid)
        is_known = bool(self._burst) and self._burst_of == change
        if session is None or not (is_known or self._lag() >= BURST):
            return False
        if not is_known:
            self.release()
            self._tell_lag()
            self._post(self.release)
        self._burst_of = change
        self._burst.append(JournalFact(ZnodeDeleted(path, zxid=zxid), self._clock()))
        return True

    def _tell_lag(self) -> None:
        """Tell how long this has waited, once a second at most, and when nothing waits any more."""
        lag, now = self._lag(), time.monotonic()
        if lag < BEHIND and self._told_behind is not None:
            self._told_behind = None
            self._append(MirrorCaughtUp(), at=now)
        elif lag >= BEHIND and now - (self._told_behind or 0.0) >= AGAIN:
            self._told_behind = now
            self._append(MirrorBehind(ms=round(lag * 1000)), at=now)
        if self._told_behind is not None:
            self._hold()

    def root(self, is_there: bool) -> None:
        """Report that there is no chroot, or that it has come."""
        if is_there:
            self.append(MirrorRooted(chroot=self._chroot))
            return
        reason = (
            f"there is no znode {self._chroot} on this ZooKeeper: create it, or correct the"
            " address in --zookeeper"
        )
        _log.warning("%s", reason)
        self.append(MirrorRootless(chroot=self._chroot, reason=reason))

    def znode(
        self,
        change: str,
        path: str,
        zxid: int | None,
        *,
        session: str | None = None,
        is_close: bool,
        is_late: bool = False,
        is_news: bool = True,
    ) -> None:
        """Report that a znode was `created`, `deleted` or `changed`, by the change `zxid` if an
        event said so. session: its owner, where that is known. is_close: whether it belongs to what
        is followed, whose changes are reported one by one. is_late: nobody knows when it was; a
        listing showed it. is_news: whether it is reported even before all `has_loaded`.
        """
        if self.is_internal(path) or not (self.has_loaded or (is_news and is_close)):
            return
        if (
            is_close
            and change == "deleted"
            and not is_late
            and self._holds_back(path, zxid, session)
        ):
            return
        if is_close or self._coalescer.admits(change, path, self._clock()):
            self.append(_happened(change, path, zxid, is_late=is_late))
        else:
            self._is_late |= is_late
            self._hold()

    def flush(self) -> None:
        """Append the waiting summary, if there is one, and tell whether events still wait."""
        self.release()
        self._tell_lag()
        summary = self._coalescer.take()
        if summary is not None:
            found, self._is_late = self._is_late, False
            self.append(ZnodesSummary(summary.prefix, **summary.counts, found=found))

    def is_internal(self, path: str) -> bool:
        """Tell whether this is one of ZooKeeper's own znodes, which are never news."""
        return not self._chroot and (path == INTERNAL or path.startswith(f"{INTERNAL}/"))


def _happened(change: str, path: str, zxid: int | None, *, is_late: bool) -> Event:
    if change == "created":
        return ZnodeCreated(path, zxid=zxid, found=is_late)
    if change == "deleted":
        return ZnodeDeleted(path, zxid=zxid, found_gone=is_late)
    return ZnodeChanged(path, zxid=zxid)
