"""The troubles that keep a node from the znode `in_sync`, and when it tries again."""

from __future__ import annotations

from ....participation.participant import FIRST_RETRY, LONGEST_RETRY


class Trouble:
    """The reasons, for people; the pauses between attempts grow up to a limit."""

    def __init__(self) -> None:
        self._unread: str | None = None
        self._unwritten: str | None = None
        self._retry_in = FIRST_RETRY

    @property
    def reason(self) -> str | None:
        """Return why it can neither read nor write."""
        return self._unread or self._unwritten

    def unread(self, reason: str) -> float:
        """Note that reading failed; return seconds until the next attempt."""
        self._unread = reason
        return self._pause()

    def unwritten(self, reason: str) -> float:
        """Note that writing failed; return seconds until the next attempt."""
        self._unwritten = reason
        return self._pause()

    def was_read(self) -> None:
        """Note that reading works; if writing does not, its pauses go on growing."""
        if self._unread is not None:
            self._unread, self._retry_in = None, FIRST_RETRY

    def was_written(self) -> None:
        """Note that all is well."""
        self._unread, self._unwritten, self._retry_in = None, None, FIRST_RETRY

    def _pause(self) -> float:
        pause, self._retry_in = self._retry_in, min(2 * self._retry_in, LONGEST_RETRY)
        return pause
