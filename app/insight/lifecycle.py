"""The life cycle of a candidate's process, as a table of states (the idea is Supervisor's).

`ACTIONS[state][action]` is the state that follows; what is not in the table is refused, and
`refusal` says why in words for the person who asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.recipes.kinds import ELECTIONS

ACTIONS: Mapping[str, Mapping[str, str]] = {
    "queued": {"stop": "exited"},
    "starting": {"stop": "stopping", "kill": "ending"},
    "running": {
        "stop": "stopping",
        "kill": "ending",
        "pause": "paused",
        "expire": "running",
        "resign": "running",
        "behind": "running",
        "catch-up": "running",
    },
    "paused": {"resume": "running", "kill": "ending", "expire": "paused"},
    "stopping": {"kill": "ending"},
    "ending": {},
    "exited": {},
}
OF_DATA = ("behind", "catch-up")
ALL_ACTIONS = ("stop", "kill", "pause", "resume", "expire", "resign", *OF_DATA)

PROCESS: Mapping[str, str] = {
    "queued": "running",
    "starting": "running",
    "running": "running",
    "paused": "paused",
    "stopping": "running",
    "ending": "running",
    "exited": "exited",
}

_REASONS: Mapping[str, str] = {
    "queued": "it has not been started yet",
    "starting": "it is still starting",
    "running": "it is running already",
    "paused": "it is frozen: wake it first, or kill it",
    "stopping": "it is already stopping",
    "ending": "it has just been killed",
    "exited": "its process has ended",
}


def allowed(candidate: Mapping[str, Any]) -> list[str]:
    """The actions that make sense for this candidate now."""
    return [action for action in ALL_ACTIONS if refusal(candidate, action) is None]


def refusal(candidate: Mapping[str, Any], action: str) -> str | None:
    """Why `action` makes no sense for this candidate now; None where it does."""
    state = candidate["lifecycle"]
    if action in OF_DATA and candidate["recipe"] not in ELECTIONS:
        return "only candidates of an election have data that can be behind"
    if action not in ACTIONS[state]:
        return _REASONS[state]
    if action == "resign" and candidate["belief"] != "leading":
        return "it does not lead, so there is nothing to resign"
    if action == "expire" and candidate["session"] is None:
        return "it has no session yet"
    return _data_refusal(candidate, action) if action in OF_DATA else None


def _data_refusal(candidate: Mapping[str, Any], action: str) -> str | None:
    """That it has an old version may be known here later than elsewhere: it may catch up again."""
    if action == "behind" and candidate["belief"] == "behind":
        return "its data is behind already"
    if action == "catch-up" and candidate["data"] is None:
        return "its data has never been behind"
    return None
