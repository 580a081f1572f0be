"""The ZooKeeper servers in the state document: what each says, what its process does, and whether
they make a quorum.

There are two witnesses, kept apart: the servers' own answers (`with_reports`) and, for our servers,
what happened to their processes (`with_event`). A server that does not run does not answer,
whatever a report that was under way says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from . import events as e
from .document import Data
from .event import UNSAID, Event
from .lifecycle import LifeCycle, State, Transition, moving
from .lines import placed
from .zookeeper import Quorum, Server, Since

Servers = Sequence[Server]

_BUSY = ("stop", "restart")
_STATES = ("running", "paused", "stopped", *_BUSY)


def _state_of(server: Server) -> State:
    return server["busy"] or server["process"]


SERVERS = LifeCycle(
    _state_of,
    {
        None: "it is not a process of this dashboard",
        "running": "it is running already",
        "paused": "it is frozen already: wake it, or kill it",
        "stopped": "it is not running: restart it",
        "stop": "stop is under way",
        "restart": "restart is under way",
    },
    (
        Transition(e.ServerStopping, moving("stop", "running", "paused"), "stop"),
        Transition(e.ServerKilled, moving("stopped", "running", "paused"), "kill"),
        Transition(e.ServerPaused, moving("paused", "running"), "pause"),
        Transition(e.ServerResumed, moving("running", "paused"), "resume"),
        Transition(
            e.ServerRestarting, moving("restart", "running", "paused", "stopped"), "restart"
        ),
        Transition(e.ServerRestarted, moving("running", *_STATES)),
        Transition(e.ServerStopped, moving("stopped", *_STATES)),
        Transition(e.ServerExited, moving("stopped", *_STATES)),
    ),
)

# What only an answer can tell; without one, nothing of it is known, not even whether it is up.
_SILENT: Server = {
    "answers": False,
    "up": None,
    "mode": None,
    "zxid": None,
    "connections": None,
    "latency_ms": None,
    "round_trip_ms": None,
    "znodes": None,
    "sessions": None,
    "watches": "unknown",
}
_IN_QUORUM = ("leader", "follower")


def new_server(given: Data, at: float) -> Server:
    """Return a server that has not been asked yet. given: `address`, and for ours `id` and
    `pid`.
    """
    ours = given.get("id") is not None
    return {
        "id": given.get("id"),
        "address": given["address"],
        "version": None,
        "process": "running" if ours else None,
        "pid": given.get("pid"),
        **_SILENT,
        "note": None,
        "closed": [],
        "since": at,
        "busy": None,
        "allowed": [],
        "error": None,
        "advice": None,
    }


def with_reports(servers: Servers, reports: Sequence[Data], at: float) -> list[Server]:
    """Return the servers with what they said when they were asked, in the order of the reports."""
    known = {server["address"]: server for server in servers}
    return [
        _told(known.get(report["address"]) or new_server(report, at), report, at)
        for report in reports
    ]


def _told(server: Server, report: Data, at: float) -> Server:
    news: Server = {**cast(Server, report), "version": report.get("version") or server["version"]}
    if server["process"] not in ("running", None):
        news = {**news, **_SILENT, "up": False, "note": None}
    return _dated(server, {**server, **news}, at)


def with_event(servers: Servers, event: e.ServerEvent, at: float) -> list[Server]:
    """Return the servers after an event of the process of one of them."""
    return [
        _after(server, event, at) if server["id"] == event.subject else server for server in servers
    ]


def _after(server: Server, event: e.ServerEvent, at: float) -> Server:
    state = SERVERS.after(server, _end_of(event))
    if state is None:
        return server
    busy = state if state in _BUSY else None
    process = server["process"] if busy else state
    news: Server = {"busy": busy, "process": process, "error": _error_of(event), "advice": None}
    if isinstance(event, e.ServerExited) and event.advice is not UNSAID:
        news["advice"] = event.advice
    if process != "running" or isinstance(event, e.ServerRestarted | e.ServerResumed):
        news |= {**_SILENT, "up": None if process == "running" else False, "note": None}
    if process == "stopped":
        news["pid"] = None
    elif isinstance(event, e.ServerRestarted) and event.pid:
        news["pid"] = event.pid
    return _dated(server, {**server, **news}, at)


def _end_of(event: e.ServerEvent) -> type[Event]:
    """Return the kind of event that it ends like: a failure is one of two."""
    if isinstance(event, e.ServerFailed):
        return e.ServerRestarted if event.runs else e.ServerStopped
    return type(event)


def _error_of(event: e.ServerEvent) -> str | None:
    if isinstance(event, e.ServerFailed):
        return str(event.reason)
    if isinstance(event, e.ServerExited):
        reason = "" if event.reason is UNSAID else f": {event.reason}"
        return f"its process ended by itself (exit code {event.code}{reason})"
    return None


def _dated(before: Server, after: Server, at: float) -> Server:
    moved = _standing(before) != _standing(after)
    return {**after, "since": at if moved else before["since"]}


def _standing(server: Server) -> tuple[str | None, str | None, bool]:
    return server["mode"], server["process"], server["answers"]


def with_allowed(servers: Servers, actions: bool) -> list[Server]:
    """Add the actions that make sense now; none where servers cannot be acted on."""
    return placed([{**one, "allowed": SERVERS.allowed(one) if actions else []} for one in servers])


def away(servers: Servers) -> Server | None:
    """Return the only server, if it is ours and is frozen, has ended or soon will."""
    only = servers[0] if len(servers) == 1 else None
    if only is None or (only["process"] in ("running", None) and only["busy"] is None):
        return None
    return only


def quorum_of(servers: Servers, before: Quorum | None, at: float) -> Quorum | None:
    """Return whether enough servers of an ensemble serve; None for a single server.

    The named hosts need not be all members of an ensemble that is not ours: there, the quorum is
    lost only when no server says that it serves, for each that does is in a quorum.
    """
    if len(servers) < 2 or any(server["mode"] == "standalone" for server in servers):
        return None
    members = [server for server in servers if server["mode"] != "observer"]
    serving = sum(server["mode"] in _IN_QUORUM for server in members)
    needed = len(members) // 2 + 1
    lost = _is_lost(members, serving, needed, before)
    return {
        "serving": serving,
        "answering": sum(server["answers"] for server in members),
        "down": sum(server["up"] is False for server in members),
        "of": len(members),
        "needed": needed,
        "leader": _leader_of(members),
        "lost": lost,
        **_history(lost, before, at),
    }


def round_trip_of(servers: Servers, before: float | None) -> float | None:
    """Return the longest round trip to a server that answers, in milliseconds; while none does,
    the one of `before`.
    """
    measured = (server["round_trip_ms"] for server in servers)
    return max((one for one in measured if one is not None), default=before)


def _is_lost(members: Servers, serving: int, needed: int, before: Quorum | None) -> bool:
    """Tell whether the quorum is lost; a server that has not been heard may serve: until it has,
    the quorum stays as it was.
    """
    ours = all(server["id"] is not None for server in members)
    enough = needed if ours else 1
    unheard = sum(server["up"] is None for server in members)
    if serving < enough <= serving + unheard:
        return bool(before and before["lost"])
    return serving < enough


def _leader_of(members: Servers) -> str | None:
    """Return the leader. A server that was frozen may still say that it leads: the later epoch, the
    upper half of the zxid, is right.
    """
    leaders = [server for server in members if server["mode"] == "leader"]
    return _name(max(leaders, key=_epoch)) if leaders else None


def _epoch(server: Server) -> int:
    return int(server["zxid"] or "0", 16) >> 32


def _history(lost: bool, before: Quorum | None, at: float) -> Since:
    """Return since when; and whether the quorum is back after it had been lost."""
    if before is None:
        return {"since": at, "regained": False}
    if before["lost"] == lost:
        return {"since": before["since"], "regained": before["regained"]}
    return {"since": at, "regained": not lost}


def _name(server: Server) -> str:
    return str(server["id"] or server["address"])
