"""Tell the numbers that a parent's counter has given from other digits at the end of a name.

Nothing proves that a number is a counter's; a Stat of the parent may prove that it is not. Only
ephemeral znodes are judged: a persistent one may have been copied, with its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kazoo.protocol.states import ZnodeStat

MOST_PROVABLE = 1 << 29


class Numbered(NamedTuple):
    """An ephemeral znode: the change that created it, the number that ends its name, its name."""

    czxid: int
    number: int
    name: str


def created_in(parent: ZnodeStat) -> float | None:
    """Return how many children were ever created there; None where that cannot be told.

    A visible cversion is twice that number less the children that there are (Apache's
    `DataNode.copyStat`); near and beyond 2^30 children the sum overflows, and proves nothing.
    """
    created = (parent.cversion + parent.numChildren) / 2
    return created if 0 <= created < MOST_PROVABLE else None


def beyond(known: Iterable[Numbered], parent: ZnodeStat | None) -> set[str]:
    """Return the names whose number is larger than that of the children that were ever created."""
    created = created_in(parent) if parent else None
    if parent is None or created is None:
        return set()
    return {one.name for one in known if parent.pzxid >= one.czxid and one.number > created}


def uncounted(known: Sequence[Numbered], parent: ZnodeStat | None) -> set[str]:
    """Return the same, and all others where their numbers are not in the order in which they came:
    which of them are no counter's is not known.
    """
    if parent is None or created_in(parent) is None:
        return set()
    names = beyond(known, parent)
    others = sorted(one for one in known if one.name not in names)
    numbers = [one.number for one in others]
    return names if numbers == sorted(numbers) else names.union(one.name for one in others)
