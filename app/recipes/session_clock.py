"""The session as the candidate's own clock sees it."""

from __future__ import annotations

from collections import deque

TOUCH = 1 / 4
"""The part of a session's timeout within which what has reached a server has reached the leader
too: servers tell it with their answers to its pings, every half tick, and a session lasts two ticks
at least, unless `minSessionTimeout` says less (ZooKeeper's LearnerHandler, PING)."""

FINENESS = 1 / 64
"""The part of a session's timeout within which one answer is remembered for all."""


class SessionClock:
    """Says when the session must be counted as over although no server has said so.

    ZooKeeper's leader keeps a session for its timeout from the last time that it was told of it.
    For one who only waits, any answer counts, from the moment at which its request was sent. One
    who leads or holds needs to know what the leader was told: a server that is cut off from it goes
    on answering reads. A transaction proves that the session lived when it was sent, and that its
    server was in touch; so what that one had answered a quarter of the timeout before had been told
    by then. A notification proves the latter, of the moment of the last answer before it.
    """

    def __init__(self) -> None:
        self._timeout = 0.0
        self._contact = self._told = float("-inf")
        self._answered: deque[tuple[float, float]] = deque()

    def start(self, offered_at: float, timeout: float, is_new: bool = True) -> None:
        """A connection was made; its handshake was sent at `offered_at`, and goes to the leader.

        timeout: as negotiated, in seconds; of one session the smallest counts.
        """
        self._timeout = timeout if is_new else min(timeout, self._timeout)
        self._contact, self._told = max(self._contact, offered_at), offered_at

    def contact(self, sent_at: float, at: float, proven: bool = False) -> None:
        """A request sent at `sent_at` was answered at `at`; proven: by a quorum."""
        self._contact = max(self._contact, sent_at)
        if proven:
            self._was_in_touch(sent_at)
        if not self._answered or sent_at >= self._answered[-1][0] + FINENESS * self._timeout:
            self._answered.append((sent_at, at))
        oldest = at - self._timeout if self._timeout else float("-inf")
        while self._answered and self._answered[0][1] < oldest:
            self._answered.popleft()

    def notified(self) -> None:
        """A watch fired: its server has heard of a change after it gave the answer before this."""
        self._was_in_touch(self._contact)

    def _was_in_touch(self, at: float) -> None:
        while self._answered and self._answered[0][1] <= at - TOUCH * self._timeout:
            self._told = max(self._told, self._answered.popleft()[0])

    def deadline(self, leads: bool) -> float:
        """The moment at which the session counts as over, for who leads or holds, or for others."""
        return (self._told if leads else self._contact) + self._timeout

    def ran_out(self, at: float, leads: bool) -> bool:
        """Whether the session counts as over at `at`."""
        return at >= self.deadline(leads)
