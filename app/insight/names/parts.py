"""Providers and clients of a name, each joined with its process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.insight.configurations import standing

Data = Mapping[str, Any]


def provider(said: Data, candidate: Data, session: str | None) -> dict[str, Any]:
    """standing: registered (the name leads to it), fading (it does, and its process is dead, frozen
    or cut off), standby (the name is somebody else's), joining.

    session: that of the name's znode.
    """
    fault = candidate["fault"]
    holds = session is not None and candidate["session"] == session
    return {
        **said,
        "standing": _standing(candidate, holds=holds),
        "session": candidate["session"],
        "process": candidate["process"],
        "belief": candidate["belief"],
        "fault": fault["kind"] if fault else None,
        "fault_at": fault["at"] if fault else None,
        "session_ends": candidate["session_ends"],
        "timeout_ms": candidate["session_timeout_ms"],
    }


def _standing(candidate: Data, *, holds: bool) -> str:
    beats = candidate["process"] == "running" and candidate["belief"] != "suspended"
    if holds:
        return "registered" if beats and candidate["lifecycle"] != "ending" else "fading"
    return "standby" if candidate["belief"] == "waiting" else "joining"


def client(said: Data, candidate: Data, znode: Data | None) -> dict[str, Any]:
    """standing: reading, current, behind, as of a configuration's subscribers."""
    return {
        **said,
        "standing": standing(said, znode),
        "session": candidate["session"],
        "process": candidate["process"],
        "belief": candidate["belief"],
        "session_ends": candidate["session_ends"],
    }


def outage_after(before: Data | None, clients: Iterable[Data]) -> dict[str, Any] | None:
    """{since, until, ms}: when the last calls began to fail, and when the last client was answered
    again; until, ms: None while it lasts. None before the first.
    """
    calls = [one["call"] for one in clients if one["call"] and one["process"] == "running"]
    failing = [call["at"] for call in calls if call["error"]]
    lasts = before is not None and before["until"] is None
    if failing and not lasts:
        return {"since": min(failing), "until": None, "ms": None}
    if failing or not lasts or before is None or not calls:
        return dict(before) if before else None
    until = max(call["at"] for call in calls)
    return {**before, "until": until, "ms": round((until - before["since"]) * 1000, 1)}
