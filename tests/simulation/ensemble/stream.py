"""What servers say to each other, and what one of them still has to do: in order, late."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.ensemble.peer import Peer
    from tests.simulation.ensemble.reign import Reign
    from tests.simulation.scheduler import Scheduler

Action = Callable[[], None]


class Stream:
    """Do actions in the order in which they were sent, each up to `delay` seconds late, and none
    while `is_blocked` says so.
    """

    def __init__(
        self,
        scheduler: Scheduler,
        chance: random.Random,
        delay: float,
        is_blocked: Callable[[], bool],
    ) -> None:
        self._scheduler, self._chance, self._delay = scheduler, chance, delay
        self._is_blocked = is_blocked
        self._under_way: deque[tuple[float, Action]] = deque()
        self._comes_at = self._lags_until = 0.0
        self.is_closed = False

    def send(self, action: Action) -> None:
        """Let this be done after all that was sent before."""
        if self.is_closed:
            return
        comes_at = self._scheduler.now + self._delay * self._chance.random()
        self._comes_at = max(self._comes_at, comes_at, self._lags_until)
        self._under_way.append((self._comes_at, action))
        self._scheduler.at(self._comes_at, self.go_on)

    def lag(self, lasts: float) -> None:
        """Let all that is sent from now on take `lasts` seconds at least."""
        self._lags_until = max(self._lags_until, self._scheduler.now + lasts)

    @property
    def lags(self) -> bool:
        """Whether what is sent now takes longer than usual."""
        return self._scheduler.now < self._lags_until

    def go_on(self) -> None:
        """Do what has arrived."""
        while self._under_way and self._under_way[0][0] <= self._scheduler.now:
            if self._is_blocked():
                return
            self._under_way.popleft()[1]()

    def hurry(self) -> None:
        """Do at once what is under way, where nothing blocks it."""
        while self._under_way and not self._is_blocked():
            self._under_way.popleft()[1]()

    def close(self, keeps_arrived: bool) -> None:
        """Send nothing more, and lose what has not arrived, or all."""
        self.is_closed = True
        until = self._scheduler.now if keeps_arrived else float("-inf")
        self._under_way = deque(one for one in self._under_way if one[0] <= until)

    def clear(self) -> None:
        """Lose all that is under way."""
        self._under_way.clear()


class Line:
    """The connection of one follower with its leader.

    down: from the leader; up: to it. heard_in: the leader's tick in which the follower was heard
    last (LearnerHandler.tickOfNextAckDeadline).
    """

    def __init__(self, reign: Reign, follower: Peer, delay: float) -> None:
        ensemble, leader = reign.ensemble, reign.leader
        self.reign, self.follower = reign, follower

        def is_held_up(receiver: Peer) -> Callable[[], bool]:
            return lambda: receiver.is_frozen or ensemble.is_cut(leader, follower)

        parts = ensemble.world, ensemble.chance, delay
        self.down = Stream(*parts, is_held_up(follower))
        self.up = Stream(*parts, is_held_up(leader))
        self.heard_in = reign.ticks

    def tell_leader(self, word: Action) -> None:
        """Send the leader a word, which it hears as long as it leads."""
        self.up.send(lambda: word() if self.reign.is_on else None)

    @property
    def is_closed(self) -> bool:
        """Whether one end has hung up."""
        return self.down.is_closed

    def close(self, by: Peer) -> None:
        """Hang up. The other end reads what has reached it before, and finds out when it is reached
        by that, or by its own time limit.
        """
        is_whole = not self.reign.ensemble.is_cut(self.reign.leader, self.follower)
        self.down.close(is_whole and by is not self.follower)
        self.up.close(is_whole and by is self.follower)

    def go_on(self) -> None:
        """Deliver what has waited."""
        self.down.go_on()
        self.up.go_on()

    def hurry(self) -> None:
        """Deliver at once what is under way, as a fast network does."""
        self.down.hurry()
        self.up.hurry()
