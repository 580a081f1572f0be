"""Count a session's changes under way, so that the session can end between two of them."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

from ..errors import Conflict


class ChangesUnderWay:
    """A count of the changes under way, so that somebody can wait until there is none."""

    def __init__(self) -> None:
        self._count = 0
        self._only: int | None = None
        self._news = threading.Condition()

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        """Count this one. Raise Conflict where somebody else is alone."""
        with self._news:
            if self._only not in (None, threading.get_ident()):
                raise Conflict("This session is about to end.", code="ending")
            self._count += 1
        try:
            yield
        finally:
            with self._news:
                self._count -= 1
                self._news.notify_all()

    @contextlib.contextmanager
    def alone(self, timeout: float) -> Iterator[None]:
        """Let nothing else change in the block. Raise Conflict if that takes `timeout` seconds."""
        with self._news:
            self._only = threading.get_ident()
        try:
            with self._news:
                if not self._news.wait_for(lambda: self._count == 0, timeout):
                    raise Conflict("A change of this session is under way.", code="busy")
            yield
        finally:
            with self._news:
                self._only = None
