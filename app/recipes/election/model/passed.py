"""Tell that leadership, or a lock, has passed to a client that reports nothing itself.

Each function gives the events that follow.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....readmodels.event import Event, event_of
from ..document import Election

TOLD = {
    "from_name", "to_name", "from_znode", "to_znode", "fault", "by", "mark", "found_gone",
    "heard_ms",
}  # fmt: skip
MOST_NAMED = 8


def led(path: str, known: Election, election: Election) -> Iterator[Event]:
    """Tell of leadership that has passed to a foreign leader."""
    last = election["last_handoff"]
    if last and election["handoffs"] > known["handoffs"] and last["to"] is None:
        told = {key: said for key, said in last.items() if key in TOLD}
        yield event_of("election.passed", path, {**told, "shape": election["shape"]})


def held(path: str, known: Election, election: Election, found: bool) -> Iterator[Event]:
    """Tell who held it and is gone, and who waited and holds it now. A newcomer is reported as a
    member that was read: since when it holds is not known.
    """
    if not known["holders"] and not election["holders"]:
        return
    stood, stands = _names(known), _names(election)
    held, holds = set(known["holders"]), election["holders"]
    went = [stood[znode] for znode in known["holders"] if znode not in stands]
    came = [stands[znode] for znode in holds if znode in stood and znode not in held]
    if went or (came and known["shape"] == election["shape"]):
        names = {"went": went[:MOST_NAMED], "came": came[:MOST_NAMED]}
        counts = {"went_of": len(went), "came_of": len(came), "holders": len(holds)}
        told = {**names, **counts, "shape": election["shape"], "found_gone": found}
        yield event_of("election.held", path, told)


def _names(election: Election) -> dict[str, str]:
    return {entry["znode"]: entry["name"] for entry in election["chain"]}
