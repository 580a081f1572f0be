"""Tell whether the candidates of an election are all in their places."""

from __future__ import annotations

from ...errors import HandoffError
from ...readmodels.document import CandidateState, State
from .model import ElectionModel

_IN_PLACE = ("watch predecessor", "remember leader")


def leader_at(state: State, path: str) -> str | None:
    """Return the owner of the leader's znode; None if there is none, or it is a foreign client."""
    election = ElectionModel.of(state).get(path)
    if election is None or election["leader"] is None:
        return None
    holders = {entry["znode"]: entry["candidate"] for entry in election["chain"]}
    return holders.get(election["leader"])


def stands(state: State, path: str, size: int, besides: str | None = None) -> bool:
    """Tell whether one of `size` candidates leads and has acknowledged, and all others wait and
    watch, and do nothing else; `besides` does not count. Raise HandoffError where somebody else has
    interfered.
    """
    everybody = state["candidates"].items()
    here = [one for n, one in everybody if one["election"] == path and n != besides]
    left = [one for one in here if one["process"] != "exited"]
    if len(left) < size or any(one["process"] == "paused" for one in left):
        raise meddled(path)
    election = ElectionModel.of(state).get(path)
    if election is None or election["handoff"] is not None:
        return False
    leading = [one for one in left if one["belief"] == "leading" and one["step"] == "lead"]
    waiting = [one for one in left if one["belief"] == "waiting" and _is_placed(one)]
    return len(leading) == 1 and len(waiting) == size - 1 == len(left) - 1


def _is_placed(one: CandidateState) -> bool:
    """Tell whether it is in its place: a racer says that it waits and watches while its own create
    is still on its way.
    """
    return bool(one["watches"]) and one["step"] in _IN_PLACE


def meddled(path: str) -> HandoffError:
    """Return the error that says that the candidates were not left alone."""
    return HandoffError(f"somebody else ended or froze candidates of {path}")
