"""Who is said to watch a znode, held against what the server listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.foreign.claims import INFERRED, WRONG, Claim, claim, unknown
from tests.foreign.judge import Case
from tests.foreign.sampler import Look


def judge_look(look: Look, case: Case) -> Iterator[Claim]:
    """Each session that is named, and what it means that no other is."""
    path = f"{case.truth.path}/{look.znode}"
    if look.watched_by is None:
        yield unknown("watched_by")
        return
    for one in look.watched_by:
        yield _watcher(one, path, case)
    if not look.watched_by:
        yield _nobody(look, path, case)


def _watcher(one: Mapping[str, Any], path: str, case: Case) -> Claim:
    evidence, session = one.get("evidence"), one["session"]
    if evidence == "inferred":
        return Claim("watched_by", INFERRED, "")
    if evidence == "reported":
        return Claim("watched_by", WRONG, "a foreign session reported what it watches")
    snapshots = case.truth.in_window(case.since(one.get("as_of")).window)
    holds = any(session in snapshot.watched(path) for snapshot in snapshots)
    return claim("watched_by", holds if snapshots else None, f"{session} watches it")


def _nobody(look: Look, path: str, case: Case) -> Claim:
    """The witness's own watch is left out. What is said as of a moment is judged from then on."""
    if look.told is not None and not look.told.get("complete"):
        return unknown("watched_by")
    snapshots = case.truth.in_window(case.since((look.told or {}).get("as_of")).window)
    watched = [one.watched(path) - {case.truth.own} for one in snapshots]
    quote = f"nobody watches it; true: {min(map(len, watched), default=0)} did"
    return claim("watched_by", not all(watched) if watched else None, quote)
