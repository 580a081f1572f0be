"""What must hold in an election, checked on every event.

A violation is {invariant, subject, detail, since}. Two invariants must hold at every moment. The
other two are about what a candidate does once it has been told; between a deletion and the
notification's arrival they cannot hold, so they count as broken after `SETTLING` seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.insight.chain import Candidates

Violation = dict[str, Any]
Entry = Mapping[str, Any]

SETTLING = {
    "one_leader": 0.0,
    "watches_predecessor": 1.0,
    "one_wakeup": 0.0,
    "leader_is_lowest": 1.0,
}


def check(
    chain: Sequence[Entry],
    candidates: Candidates,
    woken: Mapping[str, Any] | None,
    before: Sequence[Violation],
    at: float,
    *,
    seen: bool = True,
) -> list[Violation]:
    """The violations standing at `at`; one that stood `before` keeps its `since`.

    seen: whether `chain` is what ZooKeeper says now, and not what was last known of it; else a
    candidate that has come back sooner is not judged by it.
    """
    since = {(one["invariant"], one["subject"]): one["since"] for one in before}
    found = [
        *_two_leaders(candidates, at),
        *(_of_the_chain(chain, candidates) if seen else _broken(before, at)),
        *_herd(woken),
    ]
    return [
        {
            "invariant": invariant,
            "subject": subject,
            "detail": detail,
            "since": since.get((invariant, subject), at),
        }
        for invariant, subject, detail in found
    ]


def verdicts(violations: Sequence[Violation], at: float) -> dict[str, bool]:
    """Invariant -> whether it holds at `at`."""
    broken = {one["invariant"] for one in violations if at >= due(one)}
    return {name: name not in broken for name in SETTLING}


def due(violation: Violation) -> float:
    """When a violation that goes on counts as broken."""
    return float(violation["since"]) + SETTLING[violation["invariant"]]


def next_check(violations: Sequence[Violation], candidates: Candidates, at: float) -> float | None:
    """The next moment at which the verdicts can change without any event, None if never."""
    moments = [due(one) for one in violations]
    believers = _believers(candidates).values()
    moments += [one["session_ends"] for one in believers if one["session_ends"]]
    return min((moment for moment in moments if moment > at), default=None)


def _believers(candidates: Candidates) -> dict[str, Mapping[str, Any]]:
    """Those that live and believe they lead, by name."""
    return {
        name: one
        for name, one in candidates.items()
        if one["process"] != "exited" and one["belief"] == "leading"
    }


def _two_leaders(candidates: Candidates, at: float) -> Iterator[tuple[str, str, str]]:
    """Those that believe they lead and whose session lasts by their own clock."""
    leaders = [
        name
        for name, one in _believers(candidates).items()
        if one["session_ends"] is None or at < one["session_ends"]
    ]
    if len(leaders) > 1:
        detail = f"{' and '.join(leaders)} believe at the same time that they lead"
        yield "one_leader", " ".join(leaders), detail


def _of_the_chain(chain: Sequence[Entry], candidates: Candidates) -> Iterator[tuple[str, str, str]]:
    yield from _not_lowest(chain, candidates)
    yield from _watching_wrong(chain)


def _broken(before: Sequence[Violation], at: float) -> Iterator[tuple[str, str, str]]:
    """What counted as broken when the chain was last seen stays so until it is seen again."""
    for one in before:
        if SETTLING[one["invariant"]] and at >= due(one):
            yield one["invariant"], one["subject"], one["detail"]


def _not_lowest(chain: Sequence[Entry], candidates: Candidates) -> Iterator[tuple[str, str, str]]:
    lowest = chain[0]["candidate"] if chain else None
    for name, one in candidates.items():
        acting = one["process"] == "running" and one["belief"] == "leading"
        if acting and name != lowest:
            yield "leader_is_lowest", name, f"{name} leads, and does not own the lowest znode"


def _watching_wrong(chain: Sequence[Entry]) -> Iterator[tuple[str, str, str]]:
    """A frozen process cannot act, and an inferred watch proves nothing: both are left out."""
    for before, entry in zip([None, *chain], chain, strict=False):
        if entry["process"] != "running" or entry["belief"] != "waiting":
            continue
        expected = before["znode"] if before else None
        if entry["watches"] != expected:
            yield "watches_predecessor", entry["candidate"], _wrong_watch(entry, before)


def _wrong_watch(entry: Entry, before: Entry | None) -> str:
    wanted = before["label"] if before else "nothing, for it is the lowest"
    return f"{entry['candidate']} watches {entry['watches']}, and should watch {wanted}"


def _herd(woken: Mapping[str, Any] | None) -> Iterator[tuple[str, str, str]]:
    if woken and len(woken["candidates"]) > 1:
        names = " and ".join(woken["candidates"])
        yield "one_wakeup", woken["znode"], f"one deletion woke {names}"
