"""One client connection: its bytes in both directions, and its counters."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .core.sessions import Link


class Stage(Enum):
    NEW = "new"
    """Nothing was read: a four-letter word or the first frame may follow."""
    HANDSHAKE = "handshake"
    """It is no word: the first frame must be a ConnectRequest."""
    OPEN = "open"
    """Requests follow."""


@dataclass(slots=True)
class Latency:
    """Milliseconds from the arrival of requests until their replies are sent."""

    count: int = 0
    total: float = 0.0
    least: float = 0.0
    most: float = 0.0
    last: float = 0.0

    def note(self, took: float, count: int) -> None:
        """Note that `count` requests were answered together, `took` ms after they had come."""
        self.least = min(self.least, took) if self.count else took
        self.most = max(self.most, took)
        self.last = took
        self.count += count
        self.total += took * count

    @property
    def average(self) -> float:
        """Return the average, 0 if nothing was answered yet."""
        return self.total / self.count if self.count else 0.0


class Connection:
    """One client. `out` waits to be written; after it the connection closes if `ended` says why.

    since: milliseconds since the epoch. address: as `stat` shows it.
    """

    __slots__ = (
        "_kept", "_needed", "address", "answered", "arrived", "ended", "last_at", "last_op",
        "last_xid", "last_zxid", "latency", "link", "out", "received", "sent", "since", "stage",
        "tells_read_only",
    )  # fmt: skip

    def __init__(self, link: Link, address: str, since: float) -> None:
        self.link, self.address, self.since = link, address, since
        self.stage = Stage.NEW
        self.tells_read_only = False
        self.out = bytearray()
        self.ended: str | None = None
        self.received = self.sent = 0
        self.arrived = self.last_at = since
        self.answered = 0
        self.last_op = self.last_xid = self.last_zxid = -1
        self.latency = Latency()
        self._kept = bytearray()
        self._needed = 0

    def take_in(self, data: bytes) -> bytes:
        """Return what can be read now: all that came, or nothing while a frame is incomplete."""
        if not self._kept:
            return data
        self._kept += data
        if len(self._kept) < self._needed:
            return b""
        whole = bytes(self._kept)
        self._kept = bytearray()
        return whole

    def keep(self, rest: bytes, needed: int) -> None:
        """Keep what was not read; there is nothing to read until `needed` bytes are there."""
        self._kept += rest
        self._needed = needed

    def take_out(self) -> bytearray:
        """Return what has to be written; it is the caller's now."""
        out, self.out = self.out, bytearray()
        return out

    def end(self, reason: str) -> None:
        """Hang up, after what was said so far."""
        self.ended = self.ended or reason
        self._kept = bytearray()

    def settle(self, now: float, overall: Latency) -> None:
        """Note how long the replies took, which leave now, here and overall."""
        if self.answered:
            took = now - self.arrived
            self.latency.note(took, self.answered)
            overall.note(took, self.answered)
            self.last_at, self.answered = now, 0
