"""The ZooKeeper servers in the state document: what each says, what its process does, and whether
they make a quorum.

Two witnesses, kept apart: the servers' own answers (`with_reports`) and, of servers that are ours,
what happened to their processes (`with_event`). What does not run does not answer, whatever a
report that was under way says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Server = dict[str, Any]
Servers = Sequence[Server]
Data = Mapping[str, Any]
Quorum = dict[str, Any]

ACTIONS: Mapping[str, Mapping[str, str]] = {
    "running": {"stop": "stopped", "kill": "stopped", "pause": "paused", "restart": "running"},
    "paused": {"stop": "stopped", "kill": "stopped", "resume": "running", "restart": "running"},
    "stopped": {"restart": "running"},
}
ALL_ACTIONS = ("stop", "kill", "pause", "resume", "restart")

# What only an answer can tell; without one, nothing of it is known, not even whether it is up.
_SILENT: Mapping[str, Any] = {
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
_PROCESS: Mapping[str, str] = {
    "started": "running",
    "restarted": "running",
    "resumed": "running",
    "paused": "paused",
    "stopped": "stopped",
    "killed": "stopped",
    "exited": "stopped",
}
_BUSY: Mapping[str, str] = {"stopping": "stop", "restarting": "restart"}
_IN_QUORUM = ("leader", "follower")
_REASONS: Mapping[str, str] = {
    "running": "it is running already",
    "paused": "it is frozen already: wake it, or kill it",
    "stopped": "it does not run: restart it",
}


def new_server(given: Data, at: float) -> Server:
    """One that has not been asked yet. given: `address`, and of ours `id` and `pid`."""
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
    """What all servers said when they were asked, in the order of the reports."""
    known = {server["address"]: server for server in servers}
    return [
        _told(known.get(report["address"]) or new_server(report, at), report, at)
        for report in reports
    ]


def _told(server: Server, report: Data, at: float) -> Server:
    news = {**report, "version": report.get("version") or server["version"]}
    if server["process"] not in ("running", None):
        news = {**news, **_SILENT, "up": False, "note": None}
    return _dated(server, {**server, **news}, at)


def with_event(servers: Servers, name: str, what: str, data: Data, at: float) -> list[Server]:
    """What happened to the process of one of ours: `what` is the kind of a `server.` event."""
    return [
        _after(server, what, data, at) if server["id"] == name else server for server in servers
    ]


def _after(server: Server, what: str, data: Data, at: float) -> Server:
    process = _process_after(server, what, data)
    news: Server = {"busy": _BUSY.get(what), "process": process, "error": _error_of(what, data)}
    news["advice"] = data.get("advice")
    if process != "running" or what in ("restarted", "resumed"):
        news |= {**_SILENT, "up": None if process == "running" else False, "note": None}
    if process == "stopped":
        news["pid"] = None
    elif data.get("pid"):
        news["pid"] = data["pid"]
    return _dated(server, {**server, **news}, at)


def _process_after(server: Server, what: str, data: Data) -> str:
    if what == "failed":
        return "running" if data.get("runs") else "stopped"
    return _PROCESS.get(what) or str(server["process"])


def _error_of(what: str, data: Data) -> str | None:
    if what == "failed":
        return str(data["reason"])
    if what == "exited":
        reason = f": {data['reason']}" if data.get("reason") else ""
        return f"its process ended by itself (exit code {data['code']}{reason})"
    return None


def _dated(before: Server, after: Server, at: float) -> Server:
    same = all(before[key] == after[key] for key in ("mode", "process", "answers"))
    return {**after, "since": before["since"] if same else at}


def with_allowed(servers: Servers, actions: bool) -> list[Server]:
    """With the actions that make sense now; none where servers cannot be acted on."""
    return [{**server, "allowed": _allowed(server) if actions else []} for server in servers]


def _allowed(server: Server) -> list[str]:
    return [action for action in ALL_ACTIONS if refusal(server, action) is None]


def refusal(server: Data, action: str) -> str | None:
    """Why `action` makes no sense for this server now; None where it does."""
    if server["process"] is None:
        return "it is not a process of this dashboard"
    if server["busy"] is not None:
        return f"{server['busy']} is under way"
    if action not in ACTIONS[server["process"]]:
        return _REASONS[server["process"]]
    return None


def away(servers: Servers) -> Server | None:
    """The only server, where it is ours and its process is frozen, has ended, or is about to."""
    only = servers[0] if len(servers) == 1 else None
    if only is None or (only["process"] in ("running", None) and only["busy"] is None):
        return None
    return only


def quorum_of(servers: Servers, before: Data | None, at: float) -> Quorum | None:
    """Whether enough of an ensemble serve; None for a single server.

    The hosts that were named need not be all members of an ensemble that is not ours: there, the
    quorum is lost only when no server says that it serves, for each that does is in a quorum.
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


def _is_lost(members: Servers, serving: int, needed: int, before: Data | None) -> bool:
    """Who has not been heard may serve: until it has been, the quorum stays as it was."""
    ours = all(server["id"] is not None for server in members)
    enough = needed if ours else 1
    unheard = sum(server["up"] is None for server in members)
    if serving < enough <= serving + unheard:
        return bool(before and before["lost"])
    return serving < enough


def _leader_of(members: Servers) -> str | None:
    """One that was frozen may still say that it leads: the later epoch, the upper half of the
    zxid, is right.
    """
    leaders = [server for server in members if server["mode"] == "leader"]
    return _name(max(leaders, key=_epoch)) if leaders else None


def _epoch(server: Server) -> int:
    return int(server["zxid"] or "0", 16) >> 32


def _history(lost: bool, before: Data | None, at: float) -> Quorum:
    """Since when; and whether it is back after it had been lost."""
    if before is None:
        return {"since": at, "regained": False}
    if before["lost"] == lost:
        return {"since": before["since"], "regained": before["regained"]}
    return {"since": at, "regained": not lost}


def _name(server: Server) -> str:
    return str(server["id"] or server["address"])
