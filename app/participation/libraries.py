"""Find the library of a member by its name, and the order in which each sees them.

Handoff goes by the sequence number alone, as ZooKeeper's recipe says. Curator compares strings:
where a name has the lock's name in it, what follows that, and else the whole name
(`LockInternals.getSortedChildren`, `StandardLockInternalsDriver.standardFixForSorting`). kazoo
leaves out every name but those of its own form (`kazoo.recipe.lock.Lock._get_predecessor`).
go-zookeeper compares the numbers as they stand (`zk.Lock`, `parseSeq`): past the counter's wrap it
puts those below zero first, as the other two do by their strings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .forms import COUNTER, DASHED_GUID, GUID
from .naming import in_order

HANDOFF = "Handoff"
RECIPE = "ZooKeeper's recipe"
"""The order by sequence number: Handoff's, and that of members of unknown libraries."""

Sort = Callable[[Sequence[str]], list[str]]

_OF_GO = re.compile(rf"^_c_[0-9a-f]{{32}}-lock-{COUNTER}")
_OF_KAZOO = re.compile(r"__lock__(-?\d{10})$")


@dataclass(frozen=True)
class Library:
    """Another library. sorts: how it sorts, in words; sort: returns the members that it counts, in
    its order.
    """

    shape: re.Pattern[str]
    sorts: str
    sort: Sort


def _as_curator(lock_name: str) -> Sort:
    """Sort by UTF-16 code units, as Java compares strings."""

    def key(name: str) -> bytes:
        _, found, rest = name.rpartition(lock_name)
        return (rest if found else name).encode("utf-16-be", "surrogatepass")

    return lambda names: sorted(names, key=key)


def _as_kazoo(names: Sequence[str]) -> list[str]:
    own = [(found[1], name) for name in names if (found := _OF_KAZOO.search(name))]
    return [name for _, name in sorted(own)]


def _as_go(names: Sequence[str]) -> list[str]:
    own = [(int(name.rpartition("lock-")[2]), name) for name in names if _OF_GO.search(name)]
    return [name for _, name in sorted(own)]


def _curators(lock_name: str) -> Library:
    shape = re.compile(f"^_c_{DASHED_GUID}-{lock_name}{COUNTER}")
    sorts = "Curator sorts names that are not its own as whole strings"
    return Library(shape, sorts, _as_curator(lock_name))


LIBRARIES: Mapping[str, Library] = {
    "Curator's LeaderLatch": _curators("latch-"),
    "Curator's LeaderSelector": _curators("lock-"),
    "go-zookeeper's Lock": Library(_OF_GO, "go-zookeeper compares the bare numbers", _as_go),
    "kazoo": Library(_OF_KAZOO, "kazoo leaves out names that are not its own", _as_kazoo),
}
_OF_HANDOFF = re.compile(f"^{GUID}-n_{COUNTER}")


@lru_cache(maxsize=16_384)
def library_of(name: str) -> str | None:
    """Return the library that makes names of this form; None for a form that others use too."""
    if _OF_HANDOFF.search(name):
        return HANDOFF
    return next((known for known, one in LIBRARIES.items() if one.shape.search(name)), None)


def in_order_of(names: Sequence[str]) -> list[str]:
    """Return these members in the order in which their library sees them, if all are of one
    library; else in the recipe's order.
    """
    rules = {_rule_of(name) for name in names}
    return orders(names)[rules.pop()] if len(rules) == 1 else in_order(names)


def orders(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the order of each library that has a member among these: library, or `RECIPE` -> the
    members in the order in which it sees them, without those that it does not count.
    """
    there = dict.fromkeys(_rule_of(name) for name in names)
    return {rule: in_order(names) if rule == RECIPE else LIBRARIES[rule].sort(names)
            for rule in there}  # fmt: skip


def _rule_of(name: str) -> str:
    library = library_of(name)
    return RECIPE if library in (HANDOFF, None) else library
