"""The session as the candidate's own clock sees it."""

from __future__ import annotations


class SessionClock:
    """Says when the session must be counted as over although no server has said so.

    A server keeps a session for its timeout from the last request that reached it. The latest
    that is certain to have reached it is the latest one answered, so the clock runs from the
    moment that one was sent; a partitioned leader thus stops no later than the server gives its
    place away.
    """

    def __init__(self) -> None:
        self._contact = float("-inf")
        self._timeout = 0.0

    def start(self, at: float, timeout: float) -> None:
        """A connection was made at `at` with a negotiated timeout in seconds."""
        self._contact = at
        self._timeout = timeout

    def contact(self, sent_at: float) -> None:
        """A request sent at `sent_at` was answered."""
        self._contact = max(self._contact, sent_at)

    @property
    def deadline(self) -> float:
        """The moment at which the session counts as over."""
        return self._contact + self._timeout

    def ran_out(self, at: float) -> bool:
        """Whether the session counts as over at `at`."""
        return at >= self.deadline
