"""Parse and order names of sequential znodes, with the counter's wrap in mind.

ZooKeeper appends a signed 32-bit counter, printed with "%010d". After 2147483647 it goes on at
-2147483648, so nobody may compare names as strings (kazoo #730), nor numbers without the wrap.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cmp_to_key, lru_cache

LEADER = "leader"
"""The name of the one znode that all race for, in a race."""

PARENT = "."
"""The name of the parent itself, where names are relative to it."""

_TAIL = re.compile(r"^(?P<prefix>.*?)(?P<digits>-\d{9}|-?\d{10})$", re.DOTALL)
_SMALLEST_TEN_DIGIT_NEGATIVE = 1_000_000_000
_HALF_RANGE = 1 << 31
_FULL_RANGE = 1 << 32
_A_GUID = r"(_c_)?[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}"
_GUID = re.compile(rf"^{_A_GUID}-?_*")
_ONLY_GUID = re.compile(_A_GUID)


@dataclass(frozen=True)
class Sequence:
    """A sequential znode's name in its two parts; `number` is a signed 32-bit integer."""

    prefix: str
    number: int


@lru_cache(maxsize=16_384)
def parse_sequence(name: str) -> Sequence | None:
    """Split `guid-n_0000000003` into its prefix and 3; None where no counter ends the name.

    One GUID in a hundred ends with ten digits: kazoo's semaphore names its leases so, and they are
    in no order.

    "%010d" prints a negative number as `-000000005` or `-2147483648`, so the minus sign may be
    the prefix's own last character: it is, unless another separator stands before it.
    """
    match = _TAIL.match(name)
    if match is None or _ONLY_GUID.fullmatch(name):
        return None
    prefix, digits = match["prefix"], match["digits"]
    if len(digits) == 11 and not _is_negative(prefix, digits):
        return _in_range(prefix + "-", int(digits[1:]))
    return _in_range(prefix, int(digits))


def _is_negative(prefix: str, digits: str) -> bool:
    magnitude = int(digits[1:])
    return magnitude >= _SMALLEST_TEN_DIGIT_NEGATIVE and prefix.endswith(("_", "-"))


def _in_range(prefix: str, number: int) -> Sequence | None:
    return Sequence(prefix, number) if -_HALF_RANGE <= number < _HALF_RANGE else None


def precedes(first: int, second: int) -> bool:
    """Tell whether counter value `first` was given out before `second`, across the wrap.

    Serial number arithmetic (RFC 1982): right while fewer than 2^31 numbers lie between the two.
    """
    return 0 < (second - first) % _FULL_RANGE < _HALF_RANGE


def _compare(first: int, second: int) -> int:
    if first == second:
        return 0
    return -1 if precedes(first, second) else 1


_BY_NUMBER = cmp_to_key(_compare)


def in_order(names: Iterable[str]) -> list[str]:
    """Return the sequential ones among `names`, lowest sequence number first."""
    parsed = [(found.number, name) for name in names if (found := parse_sequence(name))]
    parsed.sort(key=lambda pair: pair[1])
    parsed.sort(key=lambda pair: _BY_NUMBER(pair[0]))
    return [name for _, name in parsed]


def predecessor_of(name: str, ordered: list[str]) -> str | None:
    """Return the name just before `name` in `ordered`; None for the first one.

    Raise ValueError where `name` is not in `ordered`.
    """
    position = ordered.index(name)
    return ordered[position - 1] if position else None


def by_label(name: str) -> tuple[str, str]:
    """Return a sort key for people: names that differ only by their GUID sort by their counter."""
    return label_of(name), name


def label_of(name: str) -> str:
    """Return the name without the GUID in front: `n_0000000003` for `3f2a…-n_0000000003`.

    It knows `guid-n_`, Curator's `_c_GUID-latch-` and kazoo's `GUID__lock__`.
    """
    return _GUID.sub("", name, count=1) or name
