"""Count those that the end of a leader woke, and what each of them did; where all watch the same.

A tally may go on after the handoff: the last one woken is done later than the first has led.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from ....readmodels.document import Candidates, CandidateState
from ....readmodels.event import UNSAID
from ....readmodels.events import CandidateReported
from ..document import Counts, Tally

Counters = Mapping[str, int]

DONE = "remember leader"
NOTHING: Counts = {
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
UNTOLD = cast(Counts, dict.fromkeys(NOTHING))
"""The result where nobody who was told reports it."""

_KINDS = ("notifications", "reads", "writes", "failed")


def begun(znode: str) -> Tally:
    """Begin a tally: nobody has been told yet that `znode` is gone."""
    return {
        "znode": znode,
        "zxid": None,
        "stood": None,
        "told": {},
        "by": {},
        "spent": {},
        "winner": None,
    }


def with_standing(tally: Tally, candidates: Candidates, gone: str | None) -> Tally:
    """Note who had to be told: all in the election, `gone` itself left out."""
    if tally["stood"] is not None:
        return tally
    stood = [name for name, one in candidates.items() if name != gone and _stands(one)]
    return {**tally, "stood": stood}


def told(tally: Tally, candidate: str, counters: Counters, zxid: int | None) -> Tally:
    """Note that `candidate` was told, by the change `zxid` if known; `counters` are those before
    its reaction.
    """
    if candidate in tally["told"]:
        return tally
    by = tally["by"] if zxid is None else {**tally["by"], candidate: zxid}
    return {**tally, "told": {**tally["told"], candidate: dict(counters)}, "by": by}


def reported(tally: Tally, event: CandidateReported, counters: Counters) -> Tally:
    """Take a report of a candidate that was told: is it done? A leader is done as soon as it
    leads.
    """
    candidate, leads = event.subject, event.belief == "leading"
    if candidate not in tally["told"] or candidate in tally["spent"]:
        return tally
    if not leads and (event.step != DONE or event.watches in (None, UNSAID)):
        return tally
    spent = {**tally["spent"], candidate: dict(counters)}
    return {**tally, "spent": spent, "winner": candidate if leads else tally["winner"]}


def counts(tally: Tally, candidates: Candidates, *, races: bool) -> Counts:
    """Return the sums over all candidates: `notifications` by the end, `proven` those of them that
    the very transaction of the end has fired, `again` those that came after it (where they race, by
    the new leader's creation), `reads`, `writes`, of these the `creates` where they race, and the
    `failed` ones; how many of the `others` are `awaited`, to be told or to be done.
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
    """Return the last counts, unless they were before (then nobody has heard of more)."""
    known = candidates[name]["counters"] if name in candidates else told
    return known if known["notifications"] >= told["notifications"] else told


def _awaited(tally: Tally, candidates: Candidates) -> int:
    open_ones = (name for name in tally["stood"] or () if name not in tally["spent"])
    return sum(_stands(candidates[name]) for name in open_ones if name in candidates)


def _stands(one: CandidateState) -> bool:
    return one["process"] == "running" and one["belief"] in ("waiting", "leading")
