"""Tell what is new in `zookeeper.servers`, an event that replaces the whole list each time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .document import Data
from .events import ServersTold
from .told import Told
from .wording import Line, plural, who
from .zookeeper import Server

Servers = Sequence[Server]
_DOWN = ("down", "frozen", "silent")


class ServersNews:
    """Compares the servers with what they were when this was asked last. It is for one thread."""

    def __init__(self) -> None:
        self._before: Servers | None = None

    def told(self, servers: Servers, moved: Sequence[Data]) -> Told | None:
        """Return the line for what has changed, None where nothing has that people look for. moved:
        how many sessions, from which server to which.
        """
        before, self._before = self._before, servers
        lines = _greeting(servers) if before is None else [*_differences(before, servers, moved)]
        tone = "" if before is None else _tone(before, servers)
        words = [part for line in lines for part in ("; ", *line)][1:]
        return Told(words, tone, ServersTold.group) if words else None


def _name_of(server: Server) -> str:
    """Return a server's name: ours have an id, others only an address."""
    return server["id"] or server["address"]


def _standing(server: Server) -> str:
    if server["process"] in ("stopped", "paused"):
        return "down" if server["process"] == "stopped" else "frozen"
    if not server["answers"]:
        return "silent"
    return server["mode"] or ("unknown" if "srvr" in server["closed"] else "waiting")


def _greeting(servers: Servers) -> list[Line]:
    leader = next((one for one in servers if _standing(one) == "leader"), None)
    line: Line = [f"ZooKeeper has {plural(len(servers), 'server')}"]
    leads: Line = [", ", who(_name_of(leader)), " is the quorum leader"] if leader else []
    return [line + leads] if servers else []


def _differences(before: Servers, servers: Servers, moved: Sequence[Data]) -> Iterator[Line]:
    if _is_lost(servers) != _is_lost(before):
        enough = "no quorum" if _is_lost(servers) else "enough for a quorum"
        yield [f"{enough}: {len(_up(servers))} of {len(servers)} servers run"]
    known = {_name_of(server): _standing(server) for server in before}
    for server in servers:
        name = _name_of(server)
        said = name in known and _changed(known[name], _standing(server))
        if said:
            yield [who(name), said]
    for one in moved:
        yield [f"{plural(one['count'], 'session')} moved from {one['from']} to {one['to']}"]


def _changed(was: str, now: str) -> str | None:
    """Say how a server's standing changed; an action on its process has its own event."""
    if was == now:
        return None
    if now == "follower" and was == "leader":
        return " no longer leads the quorum: now a follower"
    return _CHANGED.get(now)


_CHANGED = {
    "leader": " is now the quorum leader",
    "follower": " serves, as a follower",
    "standalone": " serves again",
    "waiting": " serves nobody: it waits for a quorum",
    "silent": " does not answer",
}


def _up(servers: Servers) -> list[Server]:
    return [server for server in servers if _standing(server) not in _DOWN]


def _is_lost(servers: Servers) -> bool:
    return len(servers) > 1 and len(_up(servers)) < len(servers) // 2 + 1


def _tone(before: Servers, servers: Servers) -> str:
    if _is_lost(servers):
        return "dead"
    return "new" if _is_lost(before) else ""
