"""Split what goes to ZooKeeper into requests that it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def batches(
    items: Iterable[Item], size_of: Callable[[Item], int], most: int, most_bytes: int
) -> Iterator[list[Item]]:
    """Yield batches of at most `most` items and `most_bytes`; a larger item goes alone."""
    batch: list[Item] = []
    size = 0
    for item in items:
        own = size_of(item)
        if batch and (len(batch) == most or size + own > most_bytes):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += own
    if batch:
        yield batch
