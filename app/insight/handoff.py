"""A handoff as it goes: fault, deleted, notified, leading, acknowledged.

The moments come from three clocks' worth of witnesses on one machine: the dashboard for the fault,
ZooKeeper's own notifications for the deletion, the candidate for what it was told and did. What
nobody witnessed is None: a client that is not ours reports nothing, and nobody saw what befell it.

`notifications`, `reads` and `writes` are those of the heir alone where each watches the one before
it (with whoever else was told); where all are woken, they are summed over all candidates, and
`wakeups` counts them. `zxids` are those of the deletion and of the heir's notification, `earlier`
those of deletions of which an heir was told that has gone since; `proven` is how many notifications
these very transactions have fired. ZooKeeper tells them since 3.9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.insight import witnesses
from app.insight.wakeups import NOTHING, UNTOLD

Handoff = dict[str, Any]
Entry = Mapping[str, Any]

POINTS = ("fault", "deleted", "notified", "leading", "acknowledged")


def begun(leader: Entry, heir: Entry | None, fault: str | None, at: float | None) -> Handoff:
    """A handoff that starts with `fault` befalling the leader, None where nobody saw what did;
    `heir` is next as things stand.

    `gone` is the znode whose deletion the heir is told of: the leader's, or that of an heir
    before it which went too. Epochs tell two leaders' znodes of one name apart.
    """
    return {
        **_from(leader),
        **_to(heir),
        "gone": leader["znode"],
        "fault": fault,
        "by": None,
        "removal": None,
        "at": {**dict.fromkeys(POINTS), "fault": at},
        "found_gone": False,
        "zxids": {"deleted": None, "notified": None},
        "earlier": [],
        "counted": "all",
        **NOTHING,
        **witnesses.NONE,
        "before": None,
    }


def _from(leader: Entry) -> Handoff:
    return {
        "from": leader["candidate"],
        "from_name": leader["name"],
        "from_znode": leader["znode"],
        "from_epoch": leader["czxid"],
        "from_session": leader["session"],
    }


def deleted(handoff: Handoff | None, leader: Entry, chain: Sequence[Entry], at: float) -> Handoff:
    """The leader's znode is gone; `chain` is what is left. Without a known fault the deletion
    itself is the first that is known. Whoever has won a race by now stays the heir.
    """
    heir = chain[0] if chain else None
    known = handoff or begun(leader, heir, None, None)
    to = {} if known["to_epoch"] and not heir else _to(heir)
    return {**known, **to, "at": {**known["at"], "deleted": at}}


def heir_gone(handoff: Handoff, chain: Sequence[Entry]) -> Handoff:
    """The successor went before it led: the next one is the heir, and has yet to be told. What the
    deletion before has fired stays counted.
    """
    deletion = handoff["zxids"]["deleted"]
    return {
        **handoff,
        **_to(chain[0] if chain else None),
        "gone": handoff["to_znode"],
        "at": {**handoff["at"], "notified": None},
        "zxids": {"deleted": None, "notified": None},
        "earlier": [*handoff["earlier"], *([deletion] if deletion else [])],
    }


def by_transaction(handoff: Handoff, zxid: int) -> Handoff:
    """The deletion of the znode that is `gone` was the change `zxid`."""
    if handoff["removal"] not in (None, zxid):
        handoff = {**handoff, "fault": None, "by": None, "removal": None}
    return {**handoff, "zxids": {**handoff["zxids"], "deleted": zxid}}


def by_hand(handoff: Handoff, removed: Mapping[str, Any]) -> Handoff:
    """The handoff where a person deleted a znode, {znode, by, zxid}: that is what befell its
    leader, unless something else had befallen it before.
    """
    if handoff["fault"] is not None or not _is_its_end(handoff, removed):
        return handoff
    known = {"by": removed["by"], "removal": removed["zxid"]}
    return {**handoff, "fault": "deleted", **known}


def _is_its_end(handoff: Handoff, removed: Mapping[str, Any]) -> bool:
    """A znode of the same name may have come before, or after."""
    zxid, told = removed["zxid"], handoff["zxids"]["deleted"]
    if handoff["from_znode"] != removed["znode"] or is_later(handoff["from_epoch"], zxid):
        return False
    came = is_later(zxid, handoff["to_epoch"]) and handoff["to_znode"] == removed["znode"]
    return not came and (None in (told, zxid) or told == zxid)


def is_later(zxid: int | None, than: int | None) -> bool:
    """Whether both are known, and one change came after the other."""
    return zxid is not None and than is not None and zxid > than


def _to(heir: Entry | None) -> Handoff:
    return {
        "to": heir.get("candidate") if heir else None,
        "to_name": heir.get("name", heir.get("candidate")) if heir else None,
        "to_znode": heir["znode"] if heir else None,
        "to_epoch": heir["czxid"] if heir else None,
    }


def won(handoff: Handoff, heir: Entry) -> Handoff:
    """Where they race, nobody knows the heir until its znode is there."""
    return {**handoff, **_to(heir)}


def with_heir(handoff: Handoff, heir: Entry, chain: Sequence[Entry]) -> Handoff:
    """The handoff with what is known of the heir now, and with whose word its counts are: that of
    `all`, that of `ours` where others stand there too, None where the heir says nothing.
    """
    known = {"to": handoff["to"] or heir["candidate"], "to_name": heir["name"]}
    if known["to"] is None:
        nothing = {"notified": None, "leading": None, "acknowledged": None}
        at = {**handoff["at"], **nothing}
        return {**handoff, **known, **UNTOLD, "counted": None, "at": at}
    strange = handoff["from"] is None or any(one["candidate"] is None for one in chain)
    ours = strange or handoff["counted"] != "all"
    counts = NOTHING if handoff["counted"] is None else {}
    return {**handoff, **known, **counts, "counted": "ours" if ours else "all"}


def is_won(handoff: Handoff, epoch: int | None) -> bool:
    """Whether `epoch` is that of a leader after the one that went."""
    return bool(epoch) and epoch != handoff["from_epoch"]


def is_heir(handoff: Handoff, entry: Entry) -> bool:
    """Whether this is the znode that the handoff leads to."""
    same = handoff["to_znode"] == entry["znode"]
    return same and handoff["to_epoch"] in (None, entry["czxid"])


def is_of_heir(handoff: Handoff, acknowledgement: Mapping[str, Any]) -> bool:
    """Whether an acknowledgement, as read, is the heir's."""
    epoch = acknowledgement.get("epoch")
    same = handoff["to_znode"] == acknowledgement.get("znode")
    return same and (None in (epoch, handoff["to_epoch"]) or epoch == handoff["to_epoch"])


def notified(
    handoff: Handoff,
    candidate: str,
    counters: Mapping[str, int],
    at: float,
    zxid: int | None = None,
) -> Handoff:
    """`candidate` was told that the old leader's znode is gone, by the change `zxid` where that is
    told. Where it is the deletion's own, this transaction and no other has fired the notification.
    """
    if candidate == handoff["from"] or handoff["counted"] is None:
        return handoff
    proven = handoff["proven"] + int(zxid is not None and zxid == handoff["zxids"]["deleted"])
    told = {**handoff, "notifications": handoff["notifications"] + 1, "proven": proven}
    if handoff["to"] not in (None, candidate) or handoff["at"]["notified"] is not None:
        return told
    zxids = {**handoff["zxids"], "notified": zxid}
    moments = {**handoff["at"], "notified": at}
    return {**told, "before": dict(counters), "at": moments, "zxids": zxids}


def leading(handoff: Handoff, counters: Mapping[str, int], at: float) -> Handoff:
    """The heir leads; `counters` say what that took since it was told."""
    if handoff["at"]["leading"] is not None:
        return handoff
    before = handoff["before"] or counters
    spent = {kind: counters[kind] - before[kind] for kind in ("reads", "writes")}
    return {**handoff, **spent, "at": {**handoff["at"], "leading": at}}


def leads_already(handoff: Handoff, since: float, is_acknowledged: bool) -> Handoff:
    """The heir has said that it leads before the deletion was seen: the dashboard had no
    connection to ZooKeeper then, and the heir found out by itself, when it listed again.
    """
    known = {**handoff["at"], "leading": since}
    if is_acknowledged:
        known["acknowledged"] = max(since, handoff["at"]["deleted"])
    return {**handoff, "at": known}


def acknowledged(handoff: Handoff, at: float) -> Handoff:
    """The heir's acknowledgement is written."""
    return {**handoff, "at": {**handoff["at"], "acknowledged": at}}


def is_complete(handoff: Handoff) -> bool:
    """Whether every point is known, or, for a client that does not report, all that can be."""
    if handoff["to_znode"] and handoff["to"] is None:
        return handoff["at"]["deleted"] is not None
    return all(handoff["at"][point] is not None for point in ("deleted", "leading", "acknowledged"))


def finished(handoff: Handoff) -> Handoff:
    """The handoff with `phases_ms`: milliseconds to each point from the fault, or from the deletion
    where nobody saw a fault; None if unknown. A znode that a listing found gone had gone before.
    """
    moments = _in_order(handoff["at"])
    start = "fault" if moments["fault"] is not None else "deleted"
    vague = {"deleted"} if handoff["found_gone"] else set()
    known = POINTS[1:] if start not in vague else ()
    phases = dict.fromkeys(POINTS[1:]) | {
        point: round((moments[point] - moments[start]) * 1000, 3)
        for point in known
        if moments[point] is not None and point != start and point not in vague
    }
    public = {key: value for key, value in handoff.items() if key not in _PRIVATE}
    return {**public, "at": moments, "phases_ms": phases, "phases_from": start}


def began(handoff: Entry) -> float:
    """When the first thing happened that is known of it."""
    fault: float | None = handoff["at"]["fault"]
    deleted: float = handoff["at"]["deleted"]
    return deleted if fault is None else fault


_PRIVATE = frozenset({"before", "gone"})


def _in_order(at: Mapping[str, float | None]) -> dict[str, Any]:
    """No point later than one after it: the dashboard may see a deletion after its consequence."""
    latest = float("inf")
    moments: dict[str, Any] = {}
    for point in reversed(POINTS):
        moment = at[point]
        latest = latest if moment is None else min(latest, moment)
        moments[point] = None if moment is None else latest
    return {point: moments[point] for point in POINTS}
