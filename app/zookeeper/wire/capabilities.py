"""What ZooKeeper's versions do otherwise: one table, and nothing about a version elsewhere.

Each row names the release that began it and where that is told. What a server says of its version
picks the capabilities; what it does on a connection wins over that (`Capabilities.without`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import TypeAlias

Version: TypeAlias = tuple[int, int, int]

_NUMBER = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What one server can do, and how; `_SINCE` says since when."""

    refuses_in_turn: bool
    """It answers a request that it does not know after those before it, else ahead of them."""
    creates_tell_stat: bool
    """create2."""
    containers: bool
    ttl: bool
    """The kinds of znodes of these names."""
    lists_ephemerals: bool
    """getEphemerals."""
    tells_credentials: bool
    """whoAmI."""
    counts_all_below: bool
    """getAllChildrenNumber."""
    removes_watches: bool
    """checkWatches and removeWatches."""
    recursive_watches: bool
    """addWatch."""
    multi_reads: bool
    """Many reads in one request."""
    exists_needs_read: bool
    """`exists` is refused where the ACL forbids to read."""
    events_tell_zxid: bool
    """The header of a watch event holds the zxid of the change."""
    keeps_watch_modes: bool
    """A session can have watches of several modes on one path, and remove each by its mode."""
    multi_create_tells_stat: bool
    """A create2 of a multi is answered with its stat; else its flags alone say what is created."""
    checks_own_watches: bool
    """checkWatches says nothing of the watches of other sessions."""
    counts_recursive_once: bool
    """`mntr` counts a recursive watch once, else as a data and a child watch."""
    spares_zxid_of_unreadable: bool
    """A lone write that cannot be read uses up no zxid."""
    refuses_lone_checks: bool
    """A check outside of a multi is no request."""
    refuses_delete_in_paths: bool
    """U+007F is no character of a path."""

    def without(self, *names: str) -> Capabilities:
        """The same, but for what the server turned out not to do."""
        return replace(self, **dict.fromkeys(names, False))


_SINCE: dict[str, tuple[Version, ...]] = {
    "refuses_in_turn": ((3, 5, 0),),  # measured on 3.4.14 and 3.6.3
    "creates_tell_stat": ((3, 5, 0),),  # ZOOKEEPER-1297
    "containers": ((3, 5, 1),),  # ZOOKEEPER-2163
    "ttl": ((3, 5, 3),),  # ZOOKEEPER-2169
    "lists_ephemerals": ((3, 6, 0),),  # 3.4.14 does not know it, 3.6.3 does
    "tells_credentials": ((3, 7, 0),),  # ZOOKEEPER-3969
    "counts_all_below": ((3, 6, 0),),  # ZOOKEEPER-3242
    "removes_watches": ((3, 5, 0),),  # ZOOKEEPER-442
    "recursive_watches": ((3, 6, 0),),  # ZOOKEEPER-1416
    "multi_reads": ((3, 6, 0),),  # ZOOKEEPER-3402
    "exists_needs_read": ((3, 8, 4), (3, 9, 2)),  # ZOOKEEPER-2590
    "events_tell_zxid": ((3, 9, 0),),  # ZOOKEEPER-4655
    "keeps_watch_modes": ((3, 9, 0),),  # ZOOKEEPER-4466, ZOOKEEPER-4471, ZOOKEEPER-4472
    "multi_create_tells_stat": ((3, 8, 2), (3, 9, 0)),  # ZOOKEEPER-4026
    "checks_own_watches": ((3, 9, 0),),  # ZOOKEEPER-4466
    "counts_recursive_once": ((3, 9, 0),),  # ZOOKEEPER-4466
    "spares_zxid_of_unreadable": ((3, 9, 0),),  # ZOOKEEPER-4575
    "refuses_lone_checks": ((3, 8, 5), (3, 9, 3)),  # ZOOKEEPER-2623
    "refuses_delete_in_paths": ((3, 6, 0),),  # 3.4.14 takes it, 3.6.3 does not
}
"""Capability -> the releases that began it, one for each branch that it was brought to."""


_FELT = {
    "recursive_watches": "has no recursive watches: only what is open is followed",
    "events_tell_zxid": "does not tell which change fires a notification",
}
"""What a person at the page notices of a lack."""


def sentences(version: str | None, has: Capabilities) -> list[str]:
    """What a person is told of this server's lacks; `has` is what it has."""
    number = parse_version(version)
    name = f"ZooKeeper {number[0]}.{number[1]}" if number else "This ZooKeeper"
    return [f"{name} {words}" for lack, words in _FELT.items() if not getattr(has, lack)]


def capabilities_of(version: str | None) -> Capabilities:
    """What a server of this version ("3.9.5", "3.8.0-…") does; None or no version: the newest's."""
    number = parse_version(version)
    return Capabilities(**{
        field.name: number is None or _has(number, _SINCE[field.name])
        for field in fields(Capabilities)
    })  # fmt: skip


def parse_version(text: str | None) -> Version | None:
    """The three numbers that a version begins with; None where there are none."""
    found = _NUMBER.match(text or "")
    if found is None:
        return None
    major, minor, patch = found.groups()
    return int(major), int(minor), int(patch or 0)


def _has(version: Version, since: Iterable[Version]) -> bool:
    """Whether a release comes at or after that of `since` on its branch, or after all of them."""
    branches = {begun[:2]: begun for begun in since}
    begun = branches.get(version[:2], max(branches.values()))
    return version >= begun
