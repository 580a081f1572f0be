"""Tell that leadership, or a lock, has passed to a client that reports nothing itself.

Each function gives the events that follow.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....readmodels.event import Event
from ..document import Election
from ..events import HoldersChanged, LeadershipPassed

MOST_NAMED = 8


def led(path: str, known: Election, election: Election) -> Iterator[Event]:
    """Tell of leadership that has passed to a foreign leader."""
    last = election["last_handoff"]
    if last and election["handoffs"] > known["handoffs"] and last["to"] is None:
        yield LeadershipPassed(
            path,
            from_name=last["from_name"],
            from_znode=last["from_znode"],
            to_name=last["to_name"],
            to_znode=last["to_znode"],
            fault=last["fault"],
            by=last["by"],
            mark=last["mark"],
            found_gone=last["found_gone"],
            heard_ms=last["heard_ms"],
            shape=election["shape"],
        )


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
        yield HoldersChanged(
            path,
            went=went[:MOST_NAMED],
            came=came[:MOST_NAMED],
            went_of=len(went),
            came_of=len(came),
            holders=len(holds),
            shape=election["shape"],
            found_gone=found,
        )


def _names(election: Election) -> dict[str, str]:
    return {entry["znode"]: entry["name"] for entry in election["chain"]}
