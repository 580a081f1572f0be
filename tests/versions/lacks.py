"""What an older ZooKeeper does otherwise, in words, for each row of the table of capabilities."""

from __future__ import annotations

from app.zookeeper.wire.capabilities import capabilities_of, parse_version

LACKS = {
    "refuses_in_turn": "refuses a request that it does not know ahead of its turn",
    "creates_tell_stat": "tells no stat of what it creates",
    "containers": "has no containers",
    "ttl": "has no TTL znodes",
    "lists_ephemerals": "does not list a session's ephemerals",
    "tells_credentials": "does not tell who one is",
    "counts_all_below": "does not count all below a znode",
    "removes_watches": "removes no watches",
    "recursive_watches": "has no recursive watches",
    "multi_reads": "has no reads of many znodes in one request",
    "exists_needs_read": "lets exists answer where READ is missing",
    "events_tell_zxid": "tells no zxid with an event",
    "keeps_watch_modes": "keeps one mode of watch a path and session",
    "multi_create_tells_stat": "tells no stat of a create in a multi",
    "checks_own_watches": "finds the watches of others with checkWatches",
    "counts_recursive_once": "counts a recursive watch twice in mntr",
    "spares_zxid_of_unreadable": "uses up a zxid for a write that cannot be read",
    "refuses_lone_checks": "takes a check outside of a multi for a request",
    "refuses_delete_in_paths": "takes U+007F in a path",
}

_ALL_OF_THEM_RECURSIVE = ("keeps_watch_modes", "checks_own_watches", "counts_recursive_once")


def lacks_of(version: str) -> list[str]:
    """The names of what it lacks, those left out that go without saying for want of another."""
    has = capabilities_of(version)
    moot = () if has.recursive_watches else _ALL_OF_THEM_RECURSIVE
    return [name for name in LACKS if not getattr(has, name) and name not in moot]


def reason(version: str, name: str) -> str:
    """Why a test of a capability does not run on this version."""
    number = parse_version(version)
    short = ".".join(map(str, number[:2])) if number else version
    return f"ZooKeeper {short} {LACKS[name]}"
