"""Sum up many changes of a busy tree as one event: a token bucket, and a summary of the rest."""

from __future__ import annotations

from typing import NamedTuple

from .tree import ancestors

KINDS = ("created", "deleted", "changed")


class Summary(NamedTuple):
    """The number of znodes below `prefix` that were created, deleted and changed."""

    prefix: str
    counts: dict[str, int]


class Coalescer:
    """A limiter that lets `rate` changes a second through, and sums up the rest for `take()`.

    Once something waits, all that follows waits too, so that the order is kept.
    """

    def __init__(self, rate: float = 200.0) -> None:
        self.rate = rate
        self._tokens = rate
        self._at: float | None = None
        self._prefix: list[str] | None = None
        self._counts: dict[str, int] = dict.fromkeys(KINDS, 0)

    def admits(self, kind: str, path: str, at: float) -> bool:
        """Tell whether this change may be told on its own; else it is counted."""
        if self._at is not None:
            self._tokens = min(self.rate, self._tokens + (at - self._at) * self.rate)
        self._at = at
        if self._prefix is None and self._tokens >= 1.0:
            self._tokens -= 1.0
            return True
        self._count(kind, path)
        return False

    def take(self) -> Summary | None:
        """Return the changes held back since the last call, or None."""
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
