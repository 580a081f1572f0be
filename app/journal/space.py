"""Limit the bytes of many events."""

from __future__ import annotations

from collections import Counter

from .recorded import Recorded

OF_ONE_TREE = 2
OF_ONE_EVENT = 16


class Space:
    """A space of `size` bytes, of which one tree takes half at most, and one event a sixteenth."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._taken: Counter[str] = Counter()

    @property
    def is_full(self) -> bool:
        """Tell whether there may be no room for a further event."""
        return self._taken.total() > self._size - self._size // OF_ONE_EVENT

    def takes(self, tree: str, event: Recorded) -> bool:
        """Tell whether there is room for this event, and take it."""
        share = self._size // OF_ONE_TREE
        if self._taken[tree] >= share:
            return False
        length = event.length
        if length > self._size // OF_ONE_EVENT or self._taken[tree] + length > share:
            return False
        self._taken[tree] += length
        return True
