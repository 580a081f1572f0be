"""An immutable map; changing some keys costs as much as those keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeVar

Value = TypeVar("Value")

APART = 128
"""The number of changes that are kept apart from what maps share, before they are merged with it.
"""


@dataclass(frozen=True, slots=True, eq=False)
class SharedMap(Mapping[str, Value]):
    """A map of words to values, in the order in which they came. A look-up costs the same among ten
    keys and among ten thousand, and so does `changed`, on average.
    """

    _shared: Mapping[str, Value] = field(default_factory=dict)
    _apart: Mapping[str, Value | None] = field(default_factory=dict)
    """The changes to the shared map; None removes a key."""
    _size: int = 0

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of a key, or the default; this is quicker than an error where there is
        none.
        """
        value = self._apart[key] if key in self._apart else self._shared.get(key)
        return default if value is None else value

    def __getitem__(self, key: str) -> Value:
        value: Value | None = self.get(key)
        if value is None:
            raise KeyError(key)
        return value

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[str]:
        new = (key for key in self._apart if key not in self._shared)
        return (key for key in chain(self._shared, new) if self._apart.get(key, key) is not None)

    def changed(self, changes: Mapping[str, Value | None]) -> SharedMap[Value]:
        """Return the map with these values; None takes a key out. A key that comes again is the
        last.
        """
        if not changes:
            return self
        size = self._size + sum(
            (value is not None) - (self.get(key) is not None) for key, value in changes.items()
        )
        apart = {**self._apart, **changes}
        comes_again = any(self._apart.get(key, key) is None for key in changes)
        if not comes_again and len(apart) <= APART:
            return SharedMap(self._shared, apart, size)
        merged = {**self._shared}
        for key, value in chain(self._apart.items(), changes.items()):
            if value is None:
                merged.pop(key, None)
            else:
                merged[key] = value
        return SharedMap(merged, {}, size)
