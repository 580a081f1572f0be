"""Tell what became of the sessions when somebody froze the leading ZooKeeper server, or the only
one.

This server alone ends sessions. If it wakes within syncLimit ticks, it still leads, and at once
ends those whose time is over by its clock, before it hears from anybody; it may hear from its own
clients first. If it stays frozen for longer, it is replaced, and the new leader begins every
session's time again. So nothing is computed here: a client with another session than before has
lost the old one.
"""

from __future__ import annotations

from collections.abc import Sequence

from .document import State
from .event import Event
from .events import (
    CandidateExited,
    CandidateExpired,
    CandidateKilled,
    CandidatePaused,
    CandidateStopping,
    ServerAwake,
    ServerEvent,
    ServerPaused,
    ServerResumed,
)
from .zookeeper import Freeze, Story

DASHBOARD = "dashboard"
OVERDUE_WITHIN = 10.0
"""Seconds after waking: a session that ends later has ended for another reason."""

_MOST_NAMED = 6
_DEEDS = (
    CandidateStopping,
    CandidateKilled,
    CandidatePaused,
    CandidateExpired,
    CandidateExited,
)


def begin(server: str, state: State, at: float) -> Freeze | None:
    """Note the sessions as a server is frozen; None for a server that ends none."""
    quorum = state["zookeeper"]["quorum"]
    if len(state["zookeeper"]["servers"]) > 1 and (not quorum or quorum["leader"] != server):
        return None
    candidates = state["candidates"].items()
    names = [name for name, one in candidates if one["lifecycle"] == "running" and not one["fault"]]
    sessions = {name: _session(state, name) for name in (*names, DASHBOARD)}
    return {
        "server": server,
        "at": at,
        "woke": None,
        "awake": False,
        "sessions": {name: session for name, session in sessions.items() if session},
        "ended": [],
        "story": [],
    }


def after(state: State, event: Event, at: float) -> Freeze | None:
    """Return `zookeeper.freeze` after an event, which has led to this state."""
    freeze = state["zookeeper"]["freeze"]
    if isinstance(event, ServerEvent):
        freeze = _after_deed(freeze, event, at)
    elif freeze and isinstance(event, _DEEDS):
        kept = {name: one for name, one in freeze["sessions"].items() if name != event.subject}
        freeze = {**freeze, "sessions": kept}
    if freeze and freeze["woke"] is not None and at < freeze["woke"] + OVERDUE_WITHIN:
        return _judged(freeze, state)
    return freeze


def _after_deed(freeze: Freeze | None, event: ServerEvent, at: float) -> Freeze | None:
    """Return `zookeeper.freeze` after something was done to a server, or happened to it."""
    server = event.subject
    if freeze is None or (server != freeze["server"] and freeze["woke"] is None):
        return freeze
    if server == freeze["server"] and isinstance(event, ServerPaused | ServerResumed | ServerAwake):
        woke = at if isinstance(event, ServerResumed) else freeze["woke"]
        return {**freeze, "woke": woke, "awake": isinstance(event, ServerAwake)}
    return None


def _session(state: State, name: str) -> str | None:
    if name == DASHBOARD:
        zookeeper = state["zookeeper"]
        return None if zookeeper["state"] == "lost" else zookeeper["session"]
    return state["candidates"][name]["session"]


def _judged(freeze: Freeze, state: State) -> Freeze:
    sessions, quorum = freeze["sessions"], state["zookeeper"]["quorum"]
    ended = [name for name, session in sessions.items() if _session(state, name) != session]
    leader = quorum["leader"] if quorum else freeze["server"]
    judged: Freeze = {**freeze, "ended": ended}
    story = _tell(judged, leader, "led and " if quorum else "") if leader else []
    return {**judged, "story": story if freeze["awake"] else []}


def _tell(freeze: Freeze, leader: str, led: str) -> Story:
    server, ended = freeze["server"], freeze["ended"]
    seconds = (freeze["woke"] or freeze["at"]) - freeze["at"]
    lived = [name for name in freeze["sessions"] if name not in ended]
    took = f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    start = f"{server} {led}was frozen for {took}: "
    if leader == server:
        return [start, *_woken(ended, lived)]
    return [f"{start}{leader} leads now; ", *_led_by_another(ended, lived)]


def _woken(ended: Sequence[str], lived: Sequence[str]) -> Story:
    if not ended:
        return ["no session ended."]
    their, them = ("its", "it") if len(ended) == 1 else ("their", "them")
    why = f", for {their} time was over before it heard of {them}"
    return ["on waking it ended ", *_sessions_of(ended, "dead"), why, *_others(lived, "survived")]


def _led_by_another(ended: Sequence[str], lived: Sequence[str]) -> Story:
    live = "lives" if len(lived) == 1 else "live"
    why = f"{live} on, for a new leader begins every session's time again"
    if not ended and len(lived) > 1:
        return [f"all {len(lived)} sessions {why}."]
    if not ended:
        return [*_sessions_of(lived, "lead"), f" {why}."] if lived else ["nobody had a session."]
    return [*_sessions_of(ended, "dead"), " ended all the same", *_others(lived, why)]


def _others(names: Sequence[str], fate: str) -> Story:
    return ["; ", *_sessions_of(names, "lead"), f" {fate}."] if names else ["."]


def _sessions_of(names: Sequence[str], tone: str) -> Story:
    """Return "the sessions of c1, c2 and 4 others"."""
    named = list(names if len(names) <= _MOST_NAMED else names[: _MOST_NAMED - 1])
    parts: Story = [
        "the dashboard" if name == DASHBOARD else {"who": name, "tone": tone} for name in named
    ]
    if len(names) > len(named):
        parts.append(f"{len(names) - len(named)} others")
    story: Story = ["the sessions of " if len(names) > 1 else "the session of "]
    for number, part in enumerate(parts):
        comma = "" if number == 0 else " and " if number == len(parts) - 1 else ", "
        story += [comma, part] if comma else [part]
    return story
