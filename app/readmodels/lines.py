"""Name the lists of the state document that grow with people, and number their entries.

Between documents such a list is a map (see `journal.patch`), so that an entry that comes or goes
costs the same in a long list and in a short one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress, count, pairwise
from operator import is_not
from typing import Any, TypeAlias, TypeVar, cast

Named: TypeAlias = Mapping[str, Sequence[str]]
"""The path of a list, its parts joined by dots, `*` for every key -> the fields that make an
entry's key, or no field where the entries are words. An entry with fields has a `place`, by which
it is sorted.
"""

Entry = TypeVar("Entry", bound=Mapping[str, Any])


UNPLACED = -1.0
"""The place of an entry that has none yet."""


class Lines:
    """The lists at and below a part of the document.

    key: of this part, if it is such a list itself. within: those of its parts.
    """

    __slots__ = ("key", "within")

    def __init__(self, named: Named) -> None:
        self.key = named.get("")
        self.within = {first: Lines(_below(named, first)) for first in _firsts(named)}

    def at(self, key: str) -> Lines:
        """Return the lists of the part at a key."""
        return self.within.get(key) or self.within.get("*") or NO_LINES


def _firsts(named: Named) -> set[str]:
    return {path.partition(".")[0] for path in named if path}


def _below(named: Named, first: str) -> dict[str, Sequence[str]]:
    parts = {path.partition("."): key for path, key in named.items() if path}
    return {rest: key for (begin, _, rest), key in parts.items() if begin == first}


def places(entries: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return a number for each entry; the numbers rise along the line. An entry keeps the number
    that it has, and an entry that comes in between gets one in between. All are numbered again only
    where there is no room.
    """
    found: list[float] = []
    known = [entry.get("place", UNPLACED) for entry in entries]
    most = max(known, default=UNPLACED)
    for at, place in enumerate(known):
        last = found[-1] if found else UNPLACED
        if place <= last:
            later = (one for one in known[at + 1 :] if one > last)
            after = next(later, None) if most > last else None
            place = last + 1 if after is None else (last + after) / 2
        found.append(place)
    rises = all(one < other for one, other in pairwise(found))
    return found if rises else [float(number) for number in range(len(entries))]


def placed(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries, each with its place; an entry that keeps its place is the same object."""
    return [
        entry if entry.get("place") == place else cast(Entry, {**entry, "place": place})
        for entry, place in zip(entries, places(entries), strict=True)
    ]


def span(before: Sequence[object], after: Sequence[object]) -> tuple[int, int, int]:
    """Return (start, end, stop): all but before[start:end] and after[start:stop] are the same
    objects, in the same order.
    """
    short = min(len(before), len(after))
    start = next(compress(count(), map(is_not, before, after)), short)
    same = next(compress(count(), map(is_not, reversed(before), reversed(after))), short)
    same = min(same, short - start)
    return start, len(before) - same, len(after) - same


NO_LINES = Lines({})
