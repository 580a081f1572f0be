"""List the differences of ZooKeeper's versions in one table; nothing stands about a version
elsewhere.

Each row names the release that began it, and the source that says so. The version that a server
tells picks the capabilities; what the server does on a connection overrides that
(`Capabilities.without`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeAlias

Version: TypeAlias = tuple[int, int, int]

_NUMBER = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?", re.ASCII)


def _since(*releases: Version) -> Any:
    """Declare a capability that these releases began, one for each branch it was ported to."""
    return field(metadata={"since": releases})


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The capabilities of one server."""

    refuses_in_turn: bool = _since((3, 5, 0))  # measured on 3.4.14 and 3.6.3
    """It answers a request that it does not know after those before it; without this, ahead of
    them.
    """
    creates_tell_stat: bool = _since((3, 5, 0))  # ZOOKEEPER-1297
    """create2."""
    containers: bool = _since((3, 5, 1))  # ZOOKEEPER-2163
    ttl: bool = _since((3, 5, 3))  # ZOOKEEPER-2169
    """The kinds of znodes of these names."""
    lists_ephemerals: bool = _since((3, 6, 0))  # 3.4.14 does not know it, 3.6.3 does
    """getEphemerals."""
    tells_credentials: bool = _since((3, 7, 0))  # ZOOKEEPER-3969
    """whoAmI."""
    counts_all_below: bool = _since((3, 6, 0))  # ZOOKEEPER-3242
    """getAllChildrenNumber."""
    removes_watches: bool = _since((3, 5, 0))  # ZOOKEEPER-442
    """checkWatches and removeWatches."""
    recursive_watches: bool = _since((3, 6, 0))  # ZOOKEEPER-1416
    """addWatch."""
    multi_reads: bool = _since((3, 6, 0))  # ZOOKEEPER-3402
    """Many reads in one request."""
    exists_needs_read: bool = _since((3, 8, 4), (3, 9, 2))  # ZOOKEEPER-2590
    """`exists` is refused where the ACL forbids to read."""
    events_tell_zxid: bool = _since((3, 9, 0))  # ZOOKEEPER-4655
    """The header of a watch event holds the zxid of the change."""
    keeps_watch_modes: bool = _since((3, 9, 0))  # ZOOKEEPER-4466, ZOOKEEPER-4471, ZOOKEEPER-4472
    """A session can have watches of several modes on one path, and remove each by its mode."""
    multi_create_tells_stat: bool = _since((3, 8, 2), (3, 9, 0))  # ZOOKEEPER-4026
    """It answers a create2 of a multi with its stat; without this, only the flags say what is
    created.
    """
    checks_own_watches: bool = _since((3, 9, 0))  # ZOOKEEPER-4466
    """checkWatches says nothing of the watches of other sessions."""
    counts_recursive_once: bool = _since((3, 9, 0))  # ZOOKEEPER-4466
    """`mntr` counts a recursive watch once; without this, as a data watch and a child watch."""
    spares_zxid_of_unreadable: bool = _since((3, 9, 0))  # ZOOKEEPER-4575
    """A lone write that cannot be read uses no zxid."""
    refuses_lone_checks: bool = _since((3, 8, 5), (3, 9, 3))  # ZOOKEEPER-2623
    """A check outside of a multi is not a request."""
    refuses_delete_in_paths: bool = _since((3, 6, 0))  # 3.4.14 takes it, 3.6.3 does not
    """U+007F is not a character of a path."""

    def without(self, *names: str) -> Capabilities:
        """Return the same capabilities without those that the server turned out to lack."""
        return replace(self, **dict.fromkeys(names, False))


_FELT = {
    "recursive_watches": "has no recursive watches: only what is open is followed",
    "events_tell_zxid": "does not tell which change fires a notification",
}
"""A capability -> what a person at the page notices where it is missing."""


def sentences(version: str | None, has: Capabilities) -> list[str]:
    """Return the sentences for a person about this server's missing capabilities; `has` is what it
    has.
    """
    number = parse_version(version)
    name = f"ZooKeeper {number[0]}.{number[1]}" if number else "This ZooKeeper"
    return [f"{name} {words}" for lack, words in _FELT.items() if not getattr(has, lack)]


def capabilities_of(version: str | None) -> Capabilities:
    """Return what a server of this version ("3.8.0-…") does; without a version, what the newest
    does.
    """
    number = parse_version(version)
    return Capabilities(**{
        one.name: number is None or _has(number, one.metadata["since"])
        for one in fields(Capabilities)
    })  # fmt: skip


def parse_version(text: str | None) -> Version | None:
    """Return the three numbers that a version begins with; None where there are none."""
    found = _NUMBER.match(text or "")
    if found is None:
        return None
    major, minor, patch = found.groups()
    return int(major), int(minor), int(patch or 0)


def _has(version: Version, since: Iterable[Version]) -> bool:
    """Tell whether a release comes at or after its branch's in `since`, or the latest of them."""
    branches = {begun[:2]: begun for begun in since}
    begun = branches.get(version[:2], max(branches.values()))
    return version >= begun
