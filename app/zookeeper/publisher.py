"""Decide what the mirror tells the journal, and what it keeps to itself."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

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
from .tree import ancestors

KINDS = ("created", "deleted", "changed")


class Summary(NamedTuple):
    """The number of znodes below `prefix` that were created, deleted and changed."""

    prefix: str
    counts: dict[str, int]


class Coalescer:
    """A limiter that lets `rate` changes a second through, and sums up the rest for `take()`.

    Once something waits, all that follows waits too, which keeps the order.
    """

    def __init__(self, rate: float = 200.0) -> None:
        self.rate = rate
        self._tokens = rate
        self._at: float | None = None
        self._prefix: list[str] | None = None
        self._counts: dict[str, int] = dict.fromkeys(KINDS, 0)

    def admits(self, kind: str, path: str, at: float) -> bool:
        """Tell whether the publisher may report this change on its own; else count the change."""
        if self._at is not None:
            self._tokens = min(self.rate, self._tokens + (at - self._at) * self.rate)
        self._at = at
        if self._prefix is None and self._tokens >= 1.0:
            self._tokens -= 1.0
            return True
        self._count(kind, path)
        return False

    def take(self) -> Summary | None:
        """Return the changes that were held back since the last call, or None."""
        if self._prefix is None:
            return None
        summary = Summary(self._prefix[-1], self._counts)
        self._prefix, self._counts = None, dict.fromkeys(KINDS, 0)
        return summary

    def _count(self, kind: str, path: str) -> None:
        self._counts[kind] += 1
        if self._prefix is None:
            self._prefix = ancestors(path) or ["/"]
        elif not path.startswith(self._prefix[-1].rstrip("/") + "/"):
            above = ancestors(path) or ["/"]
            shared = (a for a, b in zip(self._prefix, above, strict=False) if a == b)
            self._prefix = list(shared) or ["/"]


INTERNAL = "/zookeeper"
BEHIND, AGAIN = 1.0, 1.0
"""The seconds after which the publisher tells that events wait, and the seconds between two times
that it does.
"""
BURST = 0.02
"""The seconds that a deletion has waited if those of the same change are appended together."""
_log = logging.getLogger(__name__)

Append: TypeAlias = Callable[..., object]
"""A function of an event and `at`, seconds of the clock."""
AppendAll: TypeAlias = Callable[[Sequence[JournalFact]], object]


class Publisher:
    """A publisher of events, which sums up many changes of znodes that nobody follows. If many
    members end with one session, which is one change of ZooKeeper, it appends those that have
    waited together.

    append_all: appends events of a kind that came at once. post: runs a function after all that
    waits. clock: returns when the news was read. lag: returns how many seconds the news has waited,
    as an event of a burst may have to. hold: called when `flush()` has something to tell. Until
    `has_loaded`, what the mirror finds is no news, except what it follows.
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
        """Append an event as of the time when it was read; tell first how far that is behind."""
        self.release()
        self._tell_lag()
        self._append(event, at=self._clock())

    def append_all(self, events: Sequence[Event]) -> None:
        """Append events of one kind that became known together."""
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
        """Hold a deletion back until everything is here that has come of its change. Servers before
        3.9 do not tell the change: deletions in a row with one session count as one change.
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
        """Tell how long the news has waited, at most once a second, and tell when nothing waits any
        longer.
        """
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
        the mirror follows, whose changes are reported one by one. is_late: whether nobody knows
        when it happened, for a listing showed it. is_news: whether it is reported even before the
        tree `has_loaded`.
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
