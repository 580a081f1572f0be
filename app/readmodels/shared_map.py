"""A map that is never changed, of which another one with some changes costs what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Generic, TypeVar

Value = TypeVar("Value")

APART = 128
"""So many changes are kept apart from what maps share, and then merged with it."""


class SharedMap(Generic[Value]):
    """A map of words to values, in the order in which they came. Looking up costs the same among
    ten and among ten thousand, and so does `changed`, on average.
    """

    __slots__ = ("_apart", "_shared", "_size")

    def __init__(self, values: Mapping[str, Value] | None = None) -> None:
        self._shared: Mapping[str, Value] = values or {}
        self._apart: dict[str, Value | None] = {}
        self._size = len(self._shared)

    def get(self, key: str) -> Value | None:
        """Return the value of a key, None where it has none."""
        return self._apart[key] if key in self._apart else self._shared.get(key)

    def __contains__(self, key: str) -> bool:
        return self.get(key) is not None

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[str]:
        new = (key for key in self._apart if key not in self._shared)
        return filter(self.__contains__, chain(self._shared, new))

    def items(self) -> Iterator[tuple[str, Value]]:
        """Return the keys with their values, in the order in which they came."""
        return ((key, value) for key in self if (value := self.get(key)) is not None)

    def changed(self, changes: Mapping[str, Value | None]) -> SharedMap[Value]:
        """Return the map with these values; None takes a key out. One that comes again is last."""
        if not changes:
            return self
        made: SharedMap[Value] = SharedMap()
        made._shared, made._apart = self._shared, {**self._apart, **changes}
        made._size = self._size + sum(
            (value is not None) - (key in self) for key, value in changes.items()
        )
        comes_again = any(self._apart.get(key, key) is None for key in changes)
        if comes_again or len(made._apart) > APART:
            made._shared, made._apart = self._merged(changes), {}
        return made

    def _merged(self, changes: Mapping[str, Value | None]) -> dict[str, Value]:
        merged = {**self._shared}
        for key, value in chain(self._apart.items(), changes.items()):
            if value is None:
                merged.pop(key, None)
            else:
                merged[key] = value
        return merged
