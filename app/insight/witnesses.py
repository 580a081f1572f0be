"""What the servers' lists say about a handoff: who watched, and when the leader was last heard.

It is known of every client, also of one that reports nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.insight.chain import of_several

Entry = Mapping[str, Any]
Handoff = dict[str, Any]
Listed = Mapping[str, Any] | None

NONE = {"watched": None, "watched_after": None, "heard": None, "heard_ms": None}


def watchers(listed: Listed, entry: Entry, chain: Sequence[Entry]) -> dict[str, Any] | None:
    """`{"by": [znode], "names", "others", "as_of", "complete"}`: whose owners watch the znode of
    `entry`, and how many sessions more do. None where no list is there that was asked for since
    that znode was first seen. Of several members of one session only the next one is named.
    """
    if listed is None or listed["asked_at"] <= entry["came"]:
        return None
    name, watches = entry["znode"], listed["watches"]
    watching = {session for session, names in watches.items() if name in names}
    rest = [one for one in chain if one["znode"] != name]
    shared = of_several([entry, *rest])
    by = [
        one
        for place, one in enumerate(rest)
        if one["session"] in watching and (place == 0 or one["session"] not in shared)
    ]
    owners = {entry["session"], *(one["session"] for one in by)}
    return {
        "by": [one["znode"] for one in by],
        "names": [one["name"] for one in by],
        "others": len(watching - owners),
        "as_of": listed["asked_at"],
        "complete": listed["complete"],
    }


def watched_since(last: Handoff | None, listed: Listed, chain: Sequence[Entry]) -> Handoff | None:
    """The last handoff with who watches the new leader, by the first list asked for since that
    names somebody: a watch may be set after the first list.
    """
    if not last or not listed or not chain or (last["watched_after"] or {}).get("by"):
        return last
    leader = chain[0]
    is_same = (leader["znode"], leader["czxid"]) == (last["to_znode"], last["to_epoch"])
    if not is_same or listed["asked_at"] <= last["at"]["deleted"]:
        return last
    after = watchers(listed, leader, chain)
    return last if after is None else {**last, "watched_after": after}


def with_lost(handoff: Handoff | None, session: str, data: Mapping[str, Any]) -> Handoff | None:
    """The handoff, where `session` was its leader's, with when a server had last heard that one.
    What was heard after the znode had gone says that the session lived on.
    """
    if handoff is None or handoff["from_session"] != session:
        return handoff
    heard, deleted = data["heard"], handoff["at"]["deleted"]
    if None not in (heard, deleted) and heard > deleted:
        return handoff
    keys = ("listed", "missing", "server", "client")
    known = {"at": heard, **{key: data.get(key) for key in keys}}
    silence = None if None in (heard, deleted) else round((deleted - heard) * 1000, 3)
    return {**handoff, "heard": known, "heard_ms": silence}


def with_found(handoff: Handoff | None, session: str) -> Handoff | None:
    """The handoff, where `session` was its leader's and is there again: it had not ended."""
    if handoff is None or handoff["from_session"] != session or handoff["heard"] is None:
        return handoff
    return {**handoff, "heard": None, "heard_ms": None}
