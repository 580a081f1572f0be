"""Keep the session's time by the candidate's own clock."""

from __future__ import annotations

from collections import deque

TOUCH = 1 / 4
"""The part of a session's timeout within which what has reached a server has reached the leader
too: servers report it with their answers to its pings, every half tick, and a session lasts two
ticks at least, unless `minSessionTimeout` says less (ZooKeeper's LearnerHandler, PING).
"""

HEARTBEATS_PER_TIMEOUT = 4
PROOFS_PER_TIMEOUT = 8
"""How often one that waits asks for anything, and one that must prove its session does so. A proof
is worth half a session's timeout or a little more.
"""

FINENESS = 1 / 64
"""The part of a session's timeout within which one answer is remembered for all."""


class SessionClock:
    """A clock that says when the session must be counted as over although no server has said so.

    ZooKeeper's leader keeps a session for its timeout from the last time that it heard of it. For a
    participant that only waits, any answer counts, from the moment at which its request was sent. A
    leader or holder needs to know what ZooKeeper's leader heard: a server that is cut off from it
    goes on answering reads. A transaction proves that the session lived when it was sent, and that
    its server was in touch; so by then that server had reported its answers of a quarter of the
    timeout earlier. A notification proves that the server was in touch, at the moment of the last
    answer before it.

    timeout: the shortest that the session was given, in seconds; 0 before the first one.
    """

    def __init__(self) -> None:
        self.timeout = 0.0
        self._contact = self._told = self._offered = float("-inf")
        self._answered: deque[tuple[float, float]] = deque()

    def start(self, offered_at: float, timeout: float, is_new: bool = True) -> None:
        """Start the clock: a connection was made, whose handshake was sent at `offered_at`, and
        goes to the leader. A quorum agrees on the beginning of a new session. A leader that has no
        quorum may say of an old one that it goes on: the first transaction over the same connection
        proves that, for a change of the leader would have closed the connection.

        timeout: as negotiated, in seconds; the smallest that one session ever got counts.
        """
        self.timeout = timeout if is_new else min(timeout, self.timeout)
        self._contact, self._offered = max(self._contact, offered_at), offered_at
        if is_new:
            self._told = offered_at

    def contact(self, sent_at: float, at: float, proven: bool = False) -> None:
        """Note that a request sent at `sent_at` was answered at `at`; proven: by a quorum."""
        self._contact = max(self._contact, sent_at)
        if proven:
            self._told = max(self._told, self._offered)
            self._was_in_touch(sent_at)
        if not self._answered or sent_at >= self._answered[-1][0] + FINENESS * self.timeout:
            self._answered.append((sent_at, at))
        oldest = at - self.timeout if self.timeout else float("-inf")
        while self._answered and self._answered[0][1] < oldest:
            self._answered.popleft()

    def notified(self) -> None:
        """Note that a watch fired: its server has heard of a change after its previous answer."""
        self._was_in_touch(self._contact)

    def _was_in_touch(self, at: float) -> None:
        while self._answered and self._answered[0][1] <= at - TOUCH * self.timeout:
            self._told = max(self._told, self._answered.popleft()[0])

    def deadline(self, holds: bool) -> float:
        """Return when the session counts as over, for a leader or holder, or for others."""
        return (self._told if holds else self._contact) + self.timeout

    def ran_out(self, at: float, holds: bool) -> bool:
        """Tell whether the session counts as over at `at`."""
        return at >= self.deadline(holds)
