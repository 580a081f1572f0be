"""Tell of a leader of an earlier term, which was woken and believed that it still led."""

from __future__ import annotations

from ....readmodels.wording import Line, duration, hexed, who
from ..document import Stale

_NOBODY = "somebody"


def told(stale: Stale) -> Stale:
    """Return it with what happened, in words."""
    return {**stale, "words": tell(stale)}


def tell(stale: Stale) -> Line:
    """Say what it did and, while it believes, who is right; afterwards, for how long it did."""
    deed = _deed(stale)
    return [*_both(stale), *deed] if stale["believes"] else [*deed, *_belief(stale)]


def _both(stale: Stale) -> Line:
    candidate, leader = who(stale["candidate"]), stale["leader"]
    if leader is None:
        return [candidate, " believes that it leads, but nobody does. "]
    right = f"{hexed(stale['seen'])} is later than {hexed(stale['epoch'])}. "
    both: Line = [candidate, " and ", who(leader), " both believe that they lead. "]
    return [*both, who(leader), f" is right: its epoch {right}"]


def _deed(stale: Stale) -> Line:
    candidate, verdict, number = who(stale["candidate"], _NOBODY), stale["verdict"], stale["number"]
    if not verdict:
        return [] if stale["believes"] else [candidate, " woke, and wrote nothing"]
    did = "asked for the count" if number is None else f"wrote number {number}"
    woke = "" if stale["woke"] is None else " woke and"
    start: Line = [candidate, f"{woke} {did} with epoch {hexed(stale['epoch'])}"]
    return start + {"refused": _refused, "damage": _damage}.get(verdict, _taken)(stale)


def _of_leader(stale: Stale) -> Line:
    return [" of ", who(stale["leader"])] if stale["leader"] else []


def _refused(stale: Stale) -> Line:
    seen = f"; the store had seen epoch {hexed(stale['seen'])}"
    return [seen, *_of_leader(stale), ": ", {"strong": "refused"}, ". "]


def _damage(stale: Stale) -> Line:
    first = stale["first"]
    before: Line = [who(first), " had handed it out before. "]
    before = before if first else ["it was handed out before. "]
    seen = stale["seen"]
    if seen is None or stale["epoch"] >= seen:
        return [": ", *before]
    return [". Without fencing it was ", {"strong": "taken"}, ": ", *before]


def _taken(stale: Stale) -> Line:
    seen = f", after epoch {hexed(stale['seen'])}"
    without = ". Without fencing it was "
    return [seen, *_of_leader(stale), " was seen", without, {"strong": "taken"}, ". "]


def _belief(stale: Stale) -> Line:
    """Say for how long it believed: it is known if we woke it, and it has since said that it no
    longer does.
    """
    woke, noticed, end = stale["woke"], stale["noticed"], "" if stale["verdict"] else ". "
    if woke is None:
        return []
    if noticed is None:
        return [end, "It ended before it noticed."] if stale["ended"] else [end]
    right: Line = ["Nobody led."]
    if stale["leader"]:
        right = [who(stale["leader"]), " was right."]
    believed = f"{end}For {duration(noticed - woke)} after waking "
    return [believed, who(stale["candidate"]), " believed that it led; ", *right]
