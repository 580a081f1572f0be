"""Whom the end of a leader woke, and what each of them did about it; where all watch the same.

A tally is {"znode": that went, "zxid": of its deletion where that is told, "stood": those who were
to be told (None until that is known), "told": {candidate: counters when it was told}, "by":
{candidate: zxid of its notification, where that is told}, "spent": {candidate: counters once it was
done}, "winner": candidate}. It may go on after the handoff: whoever is woken last is done later
than the first has led.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight.chain import Candidates

Tally = dict[str, Any]
Counters = Mapping[str, int]

DONE = "remember leader"
NOTHING = {
    "notifications": 0,
    "proven": 0,
    "again": 0,
    "reads": 0,
    "writes": 0,
    "creates": 0,
    "failed": 0,
    "others": 0,
    "awaited": 0,
}
UNTOLD = dict.fromkeys(NOTHING)
"""What is known where nobody who was told reports it."""

_KINDS = ("notifications", "reads", "writes", "failed")


def begun(znode: str) -> Tally:
    """Nobody has been told yet that `znode` is gone."""
    nobody: Tally = {"stood": None, "told": {}, "by": {}, "spent": {}, "winner": None}
    return {"znode": znode, "zxid": None, **nobody}


def with_standing(tally: Tally, candidates: Candidates, gone: str | None) -> Tally:
    """Who was to be told: all that stood in the election, `gone` itself left out."""
    if tally["stood"] is not None:
        return tally
    stood = [name for name, one in candidates.items() if name != gone and _stands(one)]
    return {**tally, "stood": stood}


def told(tally: Tally, candidate: str, counters: Counters, zxid: int | None) -> Tally:
    """`candidate` was told, by the change `zxid` where that is told; `counters` are those before
    what it did then.
    """
    if candidate in tally["told"]:
        return tally
    by = tally["by"] if zxid is None else {**tally["by"], candidate: zxid}
    return {**tally, "told": {**tally["told"], candidate: dict(counters)}, "by": by}


def reported(tally: Tally, candidate: str, data: Mapping[str, Any]) -> Tally:
    """What a report says of one who was told: is it done? Whoever leads is, as soon as it does."""
    if candidate not in tally["told"] or candidate in tally["spent"]:
        return tally
    leads = data.get("belief") == "leading"
    if not leads and (data.get("step") != DONE or data.get("watches") is None):
        return tally
    spent = {**tally["spent"], candidate: dict(data["counters"])}
    return {**tally, "spent": spent, "winner": candidate if leads else tally["winner"]}


def counts(tally: Tally, candidates: Candidates, *, races: bool) -> dict[str, int]:
    """Summed over all candidates: `notifications` by the end, `proven` those of them that the very
    transaction of the end has fired, `again` those that came after it
    (where they race, by the new leader's creation), `reads`, `writes`, of these the `creates`
    where they race, and the `failed` ones; of the `others` that stood, how many are `awaited`, to
    be told or to be done.
    """
    spent = [
        _since(before, tally["spent"].get(name) or _known(candidates, name, before))
        for name, before in tally["told"].items()
    ]
    summed = {kind: sum(one[kind] for one in spent) for kind in _KINDS}
    created = int(tally["winner"] is not None)
    return {
        "notifications": len(tally["told"]),
        "proven": sum(zxid == tally["zxid"] for zxid in tally["by"].values()),
        "again": summed["notifications"],
        "reads": summed["reads"],
        "writes": summed["writes"],
        "creates": summed["failed"] + created if races else 0,
        "failed": summed["failed"],
        "others": max(len(tally["stood"] or ()), len(tally["told"])),
        "awaited": _awaited(tally, candidates),
    }


def _since(before: Counters, after: Counters) -> dict[str, int]:
    return {kind: after.get(kind, 0) - before.get(kind, 0) for kind in _KINDS}


def _known(candidates: Candidates, name: str, told: Counters) -> Counters:
    """What was counted last, unless it was before (then nobody has heard of more)."""
    known: Counters = candidates[name]["counters"] if name in candidates else told
    return known if known["notifications"] >= told["notifications"] else told


def _awaited(tally: Tally, candidates: Candidates) -> int:
    open_ones = (name for name in tally["stood"] or () if name not in tally["spent"])
    return sum(_stands(candidates[name]) for name in open_ones if name in candidates)


def _stands(one: Mapping[str, Any]) -> bool:
    return one["process"] == "running" and one["belief"] in ("waiting", "leading")
