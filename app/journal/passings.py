"""What no client tells: that leadership, or a lock, has passed to one that reports nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from app.insight.shapes import has_leader
from app.journal.event import Event

State = Mapping[str, Any]
News: TypeAlias = tuple[str, str, dict[str, Any]]
TOLD = ("from_name", "to_name", "from_znode", "to_znode", "fault", "by", "found_gone", "heard_ms")
MOST_NAMED = 8


def passed(event: Event, before: State, after: State) -> Iterator[News]:
    """(kind, path, data) of what the event has made pass from one program to another: leadership
    to a foreign leader, or what several may hold. Ours acknowledge that they lead, and that is
    told.
    """
    if before["elections"] is after["elections"]:
        return
    for path, election in after["elections"].items():
        known = before["elections"].get(path)
        if known is None or known is election:
            continue
        if has_leader(election["shape"]):
            yield from _led(path, known, election)
        else:
            yield from _held(path, known, election, _is_found(event))


def _led(path: str, known: State, election: State) -> Iterator[News]:
    last = election["last_handoff"]
    if election["handoffs"] > known["handoffs"] and last["to"] is None:
        told = {key: last[key] for key in TOLD}
        yield "election.passed", path, {**told, "shape": election["shape"]}


def _held(path: str, known: State, election: State, found: bool) -> Iterator[News]:
    """Who held it and is gone, and who waited and holds it now. Who has just come is told as a
    member that was read: since when it holds is not known.
    """
    stood, stands = _names(known), _names(election)
    held, holds = set(known["holders"]), election["holders"]
    went = [stood[znode] for znode in known["holders"] if znode not in stands]
    came = [stands[znode] for znode in holds if znode in stood and znode not in held]
    if went or (came and known["shape"] == election["shape"]):
        names = {"went": went[:MOST_NAMED], "came": came[:MOST_NAMED]}
        counts = {"went_of": len(went), "came_of": len(came), "holders": len(holds)}
        told = {**names, **counts, "shape": election["shape"], "found_gone": found}
        yield "election.held", path, told


def _names(election: State) -> dict[str, str]:
    return {entry["znode"]: entry["name"] for entry in election["chain"]}


def _is_found(event: Event) -> bool:
    """Whether a list told it, so that it was so at some time before."""
    return event.kind == "election.found" or bool(event.data.get("found_gone"))
