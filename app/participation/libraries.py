"""Find the library of a member by its name, and the order in which each sees them.

Handoff goes by the sequence number alone, as ZooKeeper's recipe says. Curator compares strings:
of its own names what follows the lock's name, of all others the whole
(`LockInternals.getSortedChildren`, `StandardLockInternalsDriver.standardFixForSorting`). kazoo
leaves out every name but those of its own form (`kazoo.recipe.lock.Lock._get_predecessor`).
go-zookeeper compares the numbers as they stand (`zk.Lock`, `parseSeq`): past the counter's wrap it
puts those below zero first, as the other two do by their strings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from .naming import in_order

HANDOFF = "Handoff"
RECIPE = "ZooKeeper's recipe"
"""The order by sequence number: Handoff's, and that of members of unknown libraries."""

Sort = Callable[[Sequence[str]], list[str]]

_GUID = r"[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}"
_DASHED = r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
_COUNTER = r"-?\d{9,10}$"
_OF_GO = re.compile(rf"^_c_[0-9a-f]{{32}}-lock-{_COUNTER}")
_OF_KAZOO = re.compile(r"__lock__(-?\d{10})$")


@dataclass(frozen=True)
class Library:
    """Another library, as far as known. sorts: how, in words; sort: the members that it counts."""

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
    shape = re.compile(f"^_c_{_DASHED}-{lock_name}{_COUNTER}")
    sorts = "Curator sorts names that are not its own as whole strings"
    return Library(shape, sorts, _as_curator(lock_name))


LIBRARIES: Mapping[str, Library] = {
    "Curator's LeaderLatch": _curators("latch-"),
    "Curator's LeaderSelector": _curators("lock-"),
    "go-zookeeper's Lock": Library(_OF_GO, "go-zookeeper compares the bare numbers", _as_go),
    "kazoo": Library(_OF_KAZOO, "kazoo leaves out names that are not its own", _as_kazoo),
}
_OF_HANDOFF = re.compile(f"^{_GUID}-n_{_COUNTER}")


@lru_cache(maxsize=16_384)
def library_of(name: str) -> str | None:
    """Return the library that makes names of this form; None for a form that others use too."""
    if _OF_HANDOFF.search(name):
        return HANDOFF
    return next((known for known, one in LIBRARIES.items() if one.shape.search(name)), None)


class Form(Enum):
    """The form of a member's name, and what uses it."""

    ELECTION = "of Handoff, of Curator's LeaderLatch, or `n_` as ZooKeeper's recipe has it"
    LOCK = "of Curator's InterProcessMutex and of its LeaderSelector, and of Go's Lock"
    KAZOO_LOCK = "of kazoo's Lock, of its Election, and of its WriteLock"
    READER = "of the readers of Curator's InterProcessReadWriteLock"
    WRITER = "of its writers"
    KAZOO_READER = "of kazoo's ReadLock"
    READ = "of the readers of ZooKeeper's recipe, and of Handoff's SharedLock"
    WRITE = "of their writers"
    LEASE = "of Curator's InterProcessSemaphoreV2"


_FORMS: Mapping[Form, re.Pattern[str]] = {
    Form.ELECTION: re.compile(rf"(?:^|-)n_{_COUNTER}|^_c_{_GUID}-latch-{_COUNTER}"),
    Form.LOCK: re.compile(rf"(?:^|-)lock-{_COUNTER}"),
    Form.KAZOO_LOCK: _OF_KAZOO,
    Form.READER: re.compile(rf"__READ__{_COUNTER}"),
    Form.WRITER: re.compile(rf"__WRIT__{_COUNTER}"),
    Form.KAZOO_READER: re.compile(rf"__rlock__{_COUNTER}"),
    Form.READ: re.compile(rf"(?:^|-)read-{_COUNTER}"),
    Form.WRITE: re.compile(rf"(?:^|-)write-{_COUNTER}"),
    Form.LEASE: re.compile(rf"^_c_{_GUID}-lease-{_COUNTER}"),
}


@lru_cache(maxsize=16_384)
def form_of(name: str) -> Form | None:
    """Return the form of a member's name; None for one that says nothing."""
    return next((form for form, pattern in _FORMS.items() if pattern.search(name)), None)


def in_order_of(names: Sequence[str]) -> list[str]:
    """Return these members in the order in which their library sees them, if all are of one; else
    by the recipe's.
    """
    rules = {_rule_of(name) for name in names}
    return orders(names)[rules.pop()] if len(rules) == 1 else in_order(names)


def orders(names: Sequence[str]) -> dict[str, list[str]]:
    """Return library, or `RECIPE` -> these members in the order in which it sees them, without
    those that it does not count; for each library that has a member among them.
    """
    there = dict.fromkeys(_rule_of(name) for name in names)
    return {rule: in_order(names) if rule == RECIPE else LIBRARIES[rule].sort(names)
            for rule in there}  # fmt: skip


def _rule_of(name: str) -> str:
    library = library_of(name)
    return RECIPE if library in (HANDOFF, None) else library
