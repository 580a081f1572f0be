"""Connections as TCP gives them: each direction in order, late, until it breaks."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable

from tests.simulation.scheduler import Scheduler

Receiver = Callable[["bytes | None"], None]


class Weather:
    """How the network treats one candidate: how long messages take, and which way is blocked."""

    def __init__(self, chance: random.Random, latency: float, jitter: float) -> None:
        self._chance, self._latency, self._jitter = chance, latency, jitter
        self.slowed_by = 0.0
        self.blocks_out = self.blocks_in = 0

    def delay(self) -> float:
        """Seconds that the next message takes."""
        return self._latency + (self._jitter + self.slowed_by) * self._chance.random()

    @property
    def blocked(self) -> bool:
        """Whether no new connection comes about."""
        return bool(self.blocks_out or self.blocks_in)


class Lane:
    """One direction of a connection. Frames arrive in order; None is the end of the stream.

    While the way is blocked they wait, as TCP's retransmission makes them; once it is cut
    nothing arrives any more.
    """

    def __init__(self, scheduler: Scheduler, weather: Weather, outward: bool) -> None:
        self._scheduler, self._weather, self._outward = scheduler, weather, outward
        self.receiver: Receiver = lambda frame: None
        self._travelling: deque[bytes | None] = deque()
        self._arrives_at = 0.0
        self._waiting = 0
        self._is_cut = self._is_torn = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing is under way."""
        return not self._travelling

    def send(self, frame: bytes | None) -> None:
        """Put a frame on its way."""
        if self._is_cut:
            return
        self._travelling.append(frame)
        self._schedule()

    def cut(self) -> None:
        """Lose what is under way and all that follows."""
        self._is_cut = True
        self._travelling.clear()

    def tear(self, seconds: float) -> None:
        """A segment is lost: it, and what follows it, comes when it has been sent again."""
        self._is_torn = True

        def mended() -> None:
            self._is_torn = False
            self.go_on()

        self._scheduler.after(seconds, mended)

    def go_on(self) -> None:
        """The way is free again."""
        waiting, self._waiting = self._waiting, 0
        for _ in range(waiting):
            self._schedule()

    def _schedule(self) -> None:
        arrives_at = self._scheduler.now + self._weather.delay()
        self._arrives_at = max(self._arrives_at, arrives_at)
        self._scheduler.at(self._arrives_at, self._arrive)

    def _arrive(self) -> None:
        if self._is_cut:
            return
        blocks = self._weather.blocks_out if self._outward else self._weather.blocks_in
        if blocks or self._is_torn:
            self._waiting += 1
        else:
            self.receiver(self._travelling.popleft())


class Wire:
    """One connection between a candidate and the server."""

    def __init__(self, scheduler: Scheduler, weather: Weather) -> None:
        self.out = Lane(scheduler, weather, outward=True)
        self.back = Lane(scheduler, weather, outward=False)
        self.is_broken = False

    def cut(self) -> None:
        """Lose everything in both directions; whether an end hears of it is another matter."""
        self.is_broken = True
        self.out.cut()
        self.back.cut()

    def go_on(self) -> None:
        """A partition has healed."""
        self.out.go_on()
        self.back.go_on()
