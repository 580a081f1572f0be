"""Providers and clients of a name, each joined with its process."""

from __future__ import annotations

from collections.abc import Iterable

from ...readmodels.changes import Subscriber, ZnodeState
from ...readmodels.document import CandidateState
from ...readmodels.subscribers import standing
from .document import Outage, ProviderState


def provider(said: ProviderState, candidate: CandidateState, session: str | None) -> ProviderState:
    """Join a provider. standing: registered (the name leads to it), fading (it does, and its
    process is dead, frozen or cut off), standby (the name is another provider's), joining.

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


def _standing(candidate: CandidateState, *, holds: bool) -> str:
    beats = candidate["process"] == "running" and candidate["belief"] != "suspended"
    if holds:
        return "registered" if beats and candidate["lifecycle"] != "ending" else "fading"
    return "standby" if candidate["belief"] == "waiting" else "joining"


def client(said: Subscriber, candidate: CandidateState, znode: ZnodeState | None) -> Subscriber:
    """Join a client. standing: reading, current, behind, as for a configuration's subscribers."""
    return {
        **said,
        "standing": standing(said, znode),
        "session": candidate["session"],
        "process": candidate["process"],
        "belief": candidate["belief"],
        "session_ends": candidate["session_ends"],
    }


def outage_after(before: Outage | None, clients: Iterable[Subscriber]) -> Outage | None:
    """Return {since, until, ms}: when the last calls began to fail, and when the last client was
    answered again; until, ms: None while it lasts. None before the first.
    """
    calls = [one["call"] for one in clients if one["call"] and one["process"] == "running"]
    failing = [call["at"] for call in calls if call["error"]]
    lasts = before is not None and before["until"] is None
    if failing and not lasts:
        return {"since": min(failing), "until": None, "ms": None}
    if failing or not lasts or before is None or not calls:
        return before
    until = max(call["at"] for call in calls)
    return {**before, "until": until, "ms": round((until - before["since"]) * 1000, 1)}
