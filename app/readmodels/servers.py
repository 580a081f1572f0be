"""Fold the ZooKeeper servers into the state document: what each says, what its process does, and
whether they make a quorum.

There are two separate witnesses: the servers' own answers (`with_reports`) and, for our servers,
what happened to their processes (`with_event`). A server that does not run does not answer, even if
a report that was under way says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from . import events as e
from .document import Data
from .event import UNSAID, Event
from .lifecycle import LifeCycle, State, Transition, moving
from .lines import placed
from .wording import Line, Told, plural, who
from .zookeeper import Quorum, Server, ServerTold

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
        "note": None,
        "closed": [],
        "since": at,
        "busy": None,
        "allowed": [],
        "error": None,
        "advice": None,
    }


def _silent(server: Server, *, up: bool | None) -> Server:
    """Return a server without all that only an answer can tell."""
    return {
        **server,
        "answers": False,
        "up": up,
        "mode": None,
        "zxid": None,
        "connections": None,
        "latency_ms": None,
        "round_trip_ms": None,
        "znodes": None,
        "sessions": None,
        "watches": "unknown",
        "note": None,
    }


def with_reports(servers: Servers, reports: Sequence[Data], at: float) -> list[Server]:
    """Return the servers with what they said when they were asked, in the order of the reports."""
    known = {server["address"]: server for server in servers}
    return [
        _told(known.get(report["address"]) or new_server(report, at), report, at)
        for report in reports
    ]


def _told(server: Server, report: Data, at: float) -> Server:
    version = report.get("version") or server["version"]
    after = cast(Server, {**server, **report, "version": version})
    runs = server["process"] in ("running", None)
    return _dated(server, after if runs else _silent(after, up=False), at)


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
    after: Server = {
        **server,
        "busy": busy,
        "process": process,
        "error": _error_of(event),
        "advice": None,
    }
    if isinstance(event, e.ServerExited) and event.advice is not UNSAID:
        after["advice"] = event.advice
    if process != "running" or isinstance(event, e.ServerRestarted | e.ServerResumed):
        after = _silent(after, up=None if process == "running" else False)
    if process == "stopped":
        after["pid"] = None
    elif isinstance(event, e.ServerRestarted) and event.pid:
        after["pid"] = event.pid
    return _dated(server, after, at)


def _end_of(event: e.ServerEvent) -> type[Event]:
    """Return the kind of event that this one ends like: a failure ends like one of two."""
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
    """Add the actions that make sense now; add none where nobody can act on servers."""
    return placed([{**one, "allowed": SERVERS.allowed(one) if actions else []} for one in servers])


def quorum_of(servers: Servers, before: Quorum | None, at: float) -> Quorum | None:
    """Return whether enough servers of an ensemble serve; None for a single server.

    An ensemble that is not ours may have more members than the named hosts: its quorum is lost only
    when no server says that it serves, for each that serves is in a quorum.
    """
    if len(servers) < 2 or any(server["mode"] == "standalone" for server in servers):
        return None
    members = [server for server in servers if server["mode"] != "observer"]
    serving = sum(server["mode"] in _IN_QUORUM for server in members)
    needed = len(members) // 2 + 1
    lost = _is_lost(members, serving, needed, before)
    # A server that was frozen may still say that it leads. The later epoch, the upper half of the
    # zxid, is right.
    leaders = [server for server in members if server["mode"] == "leader"]
    leader = max(leaders, key=lambda one: int(one["zxid"] or "0", 16) >> 32, default=None)
    is_same = before is not None and before["lost"] == lost
    return {
        "serving": serving,
        "answering": sum(server["answers"] for server in members),
        "down": sum(server["up"] is False for server in members),
        "of": len(members),
        "needed": needed,
        "leader": _name(leader) if leader else None,
        "lost": lost,
        "since": before["since"] if before and is_same else at,
        "regained": before is not None and (before["regained"] if is_same else not lost),
    }


def round_trip_of(servers: Sequence[ServerTold], before: float | None) -> float | None:
    """Return the longest round trip to a server that answers, in milliseconds; while none answers,
    return the one of `before`.
    """
    measured = (server["round_trip_ms"] for server in servers)
    return max((one for one in measured if one is not None), default=before)


def _is_lost(members: Servers, serving: int, needed: int, before: Quorum | None) -> bool:
    """Tell whether the quorum is lost. A server that nobody has heard yet may serve: until somebody
    has, the quorum stays as it was.
    """
    ours = all(server["id"] is not None for server in members)
    enough = needed if ours else 1
    unheard = sum(server["up"] is None for server in members)
    if serving < enough <= serving + unheard:
        return bool(before and before["lost"])
    return serving < enough


def _name(server: Server) -> str:
    return str(server["id"] or server["address"])


# -- the news of them, of an event that replaces the whole list each time ------------------------

_DOWN = ("down", "frozen", "silent")
_CHANGED = {
    "leader": " is now the quorum leader",
    "follower": " serves, as a follower",
    "standalone": " serves again",
    "waiting": " serves nobody: it waits for a quorum",
    "silent": " does not answer",
}


class ServersNews:
    """A comparison of the servers with what they were when this was called last. It is for one
    thread.
    """

    def __init__(self) -> None:
        self._before: Servers | None = None

    def told(self, servers: Servers, moved: Sequence[Data]) -> Told | None:
        """Return the line for what has changed; None where nothing changed that people look for.
        moved: how many sessions have moved, from which server to which.
        """
        before, self._before = self._before, servers
        if before is None:
            lines, tone = _greeting(servers), ""
        else:
            lines = [*_differences(before, servers, moved)]
            regained = "new" if _lacks_quorum(before) else ""
            tone = "dead" if _lacks_quorum(servers) else regained
        words = [part for line in lines for part in ("; ", *line)][1:]
        return Told(words, tone, e.ServersTold.group) if words else None


def _condition(server: Server) -> str:
    """Return the condition of a server in one word."""
    if server["process"] in ("stopped", "paused"):
        return "down" if server["process"] == "stopped" else "frozen"
    if not server["answers"]:
        return "silent"
    return server["mode"] or ("unknown" if "srvr" in server["closed"] else "waiting")


def _greeting(servers: Servers) -> list[Line]:
    leader = next((one for one in servers if _condition(one) == "leader"), None)
    line: Line = [f"ZooKeeper has {plural(len(servers), 'server')}"]
    leads: Line = [", ", who(_name(leader)), " is the quorum leader"] if leader else []
    return [line + leads] if servers else []


def _differences(before: Servers, servers: Servers, moved: Sequence[Data]) -> Iterator[Line]:
    """Yield how the servers have changed; an action on a process has an event of its own."""
    if _lacks_quorum(servers) != _lacks_quorum(before):
        enough = "no quorum" if _lacks_quorum(servers) else "enough for a quorum"
        yield [f"{enough}: {len(_up(servers))} of {len(servers)} servers run"]
    known = {_name(server): _condition(server) for server in before}
    for server in servers:
        name, now = _name(server), _condition(server)
        was = known.get(name, now)
        if was == "leader" and now == "follower":
            yield [who(name), " no longer leads the quorum: now a follower"]
        elif was != now and now in _CHANGED:
            yield [who(name), _CHANGED[now]]
    for one in moved:
        yield [f"{plural(one['count'], 'session')} moved from {one['from']} to {one['to']}"]


def _up(servers: Servers) -> list[Server]:
    return [server for server in servers if _condition(server) not in _DOWN]


def _lacks_quorum(servers: Servers) -> bool:
    return len(servers) > 1 and len(_up(servers)) < len(servers) // 2 + 1
