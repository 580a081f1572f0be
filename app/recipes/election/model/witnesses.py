"""Read from the servers' lists about a handoff: who watched, when the leader was last heard.

It is known of every client, also of one that reports nothing itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ....readmodels.chain import of_small_sessions
from ....readmodels.document import Entry, Listed
from ....readmodels.watched import sessions_watching
from ..document import Handoff, Heard, Unheard, WatchingState

NONE: Handoff = {"watched": None, "watched_after": None, "heard": None, "heard_ms": None}


def watchers(listed: Listed | None, entry: Entry, chain: Sequence[Entry]) -> WatchingState | None:
    """Return `{"by": [znode], "names", "others", "as_of", "complete"}`: whose owners watch the
    znode of `entry`, and how many sessions more do. None without a list from after that znode was
    first seen. Of several members of one session only the next one is named.
    """
    if listed is None or listed["asked_at"] <= (entry["came"] or 0.0):
        return None
    watching = sessions_watching(listed, entry["znode"])
    small = of_small_sessions(chain, watching)
    rest = [one for one in small if one["znode"] != entry["znode"]]
    numbers = Counter([entry["session"], *(one["session"] for one in rest)])
    after = next((one for one in chain[:2] if one["znode"] != entry["znode"]), None)
    by = [one for one in rest if one is not after and numbers[one["session"]] == 1]
    by = [after, *by] if after is not None and after["session"] in watching else by
    owners = {entry["session"], *(one["session"] for one in by)}
    return {
        "by": [one["znode"] for one in by],
        "names": [one["name"] for one in by],
        "others": len({*watching} - owners),
        "as_of": listed["asked_at"],
        "complete": listed["complete"],
    }


def watched_since(
    last: Handoff | None, listed: Listed | None | None, chain: Sequence[Entry]
) -> Handoff | None:
    """Return the last handoff with who watches the new leader, by the first later list that names
    somebody: a watch may be set after the first list.
    """
    if (
        not last
        or not listed
        or not chain
        or (last["watched_after"] and last["watched_after"]["by"])
    ):
        return last
    leader = chain[0]
    is_same = (leader["znode"], leader["czxid"]) == (last["to_znode"], last["to_epoch"])
    if not is_same or listed["asked_at"] <= (last["at"]["deleted"] or 0.0):
        return last
    after = watchers(listed, leader, chain)
    return last if after is None else {**last, "watched_after": after}


def with_lost(handoff: Handoff | None, session: str, lost: Unheard) -> Handoff | None:
    """Return the handoff, where `session` was its leader's, with when a server had last heard from
    it. A later sign of life says that the session outlived its znode.
    """
    if handoff is None or handoff["from_session"] != session:
        return handoff
    heard, deleted = lost["heard"], handoff["at"]["deleted"]
    silence = None
    if heard is not None and deleted is not None:
        if heard > deleted:
            return handoff
        silence = round((deleted - heard) * 1000, 3)
    known: Heard = {
        "at": heard,
        "listed": lost["listed"],
        "missing": lost["missing"],
        "server": lost["server"],
        "client": lost["client"],
    }
    return {**handoff, "heard": known, "heard_ms": silence}


def with_found(handoff: Handoff | None, session: str) -> Handoff | None:
    """Return the handoff, where `session` was its leader's and is back: it had not ended."""
    if handoff is None or handoff["from_session"] != session or handoff["heard"] is None:
        return handoff
    return {**handoff, "heard": None, "heard_ms": None}
