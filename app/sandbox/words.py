"""Answer the four-letter words as Apache ZooKeeper 3.9 does (its package server.command).

Unlike Apache, whose `wchs`, `wchc` and `wchp` know data watches only, these count and list child
watches as well; a last line of `wchc` and `wchp` says so. A word that is not
listed here is no word: the connection is closed without an answer, as Apache does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from ..zookeeper.wire.codes import EventType, Op, hex_long
from ..zookeeper.words import CHILDREN_TOO as CHILDREN_TOO
from .connection import Connection, Latency
from .core.sessions import Link
from .protocol import Exchange

FULL_VERSION = "{}-sandbox, Handoff's sandbox of one server, not Apache ZooKeeper"
"""Clients read the number before the dash, which is the imitated release; people read the rest."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_OPERATIONS: dict[int, str] = {
    Op.CREATE: "CREA", Op.CREATE2: "CREA", Op.CREATE_TTL: "CREA", Op.CREATE_CONTAINER: "CREA",
    Op.DELETE: "DELE", Op.EXISTS: "EXIS", Op.GET_DATA: "GETD", Op.SET_DATA: "SETD",
    Op.GET_ACL: "GETA", Op.SET_ACL: "SETA", Op.GET_CHILDREN: "GETC", Op.GET_CHILDREN2: "GETC",
    Op.SYNC: "SYNC", Op.PING: "PING", Op.CHECK: "CHEC", Op.MULTI: "MULT", Op.MULTI_READ: "MLTR",
    Op.SET_WATCHES: "SETW", Op.SET_WATCHES2: "STW2", Op.ADD_WATCH: "ADDW",
    Op.CHECK_WATCHES: "CHKW", Op.REMOVE_WATCHES: "REMW", Op.GET_EPHEMERALS: "GETE",
    Op.GET_ALL_CHILDREN_NUMBER: "GETACN", Op.WHO_AM_I: "HOMI", Op.CLOSE_SESSION: "CLOS",
}  # fmt: skip


@dataclass(frozen=True)
class Facts:
    """The facts behind the words. Times are milliseconds (since the epoch: now, started, booted:
    when the machine began to count, since when Apache tells of a client's last response).

    port, data: for `conf`; data None is a server that keeps nothing. environment: for `envi`.
    resources: further lines of `mntr`, without "zk_". patience: how long a connection may wait with
    its handshake. version: the Apache release that it imitates.
    """

    exchange: Exchange
    now: float
    started: float
    booted: float
    port: int
    data: str | None
    environment: Mapping[str, str]
    resources: Mapping[str, int]
    patience: int
    version: str

    @property
    def full_version(self) -> str:
        """Return what it calls itself."""
        return FULL_VERSION.format(self.version)


def _srvr(facts: Facts) -> str:
    return f"Zookeeper version: {facts.full_version}\n{_statistics(facts)}"


def _stat(facts: Facts) -> str:
    clients = "".join(f"{_brief(one)})\n" for one in facts.exchange.connections.values())
    return f"Zookeeper version: {facts.full_version}\nClients:\n{clients}\n{_statistics(facts)}"


def _statistics(facts: Facts) -> str:
    lines = (
        f"Latency min/avg/max: {_latency(facts.exchange.latency)}",
        f"Received: {facts.exchange.received}",
        f"Sent: {facts.exchange.sent}",
        f"Connections: {len(facts.exchange.connections)}",
        "Outstanding: 0",
        f"Zxid: {facts.exchange.core.zxid:#x}",
        "Mode: standalone",
        f"Node count: {len(facts.exchange.core.tree)}",
    )
    return _lines(lines)


def _cons(facts: Facts) -> str:
    clients = (
        f"{_brief(one)}{_details(one, facts.booted)})\n"
        for one in facts.exchange.connections.values()
    )
    return "".join(clients) + "\n"


def _brief(one: Connection) -> str:
    return (
        f" /{one.address}[{int(one.ended is None)}](queued=0,recved={one.received},sent={one.sent}"
    )


def _details(one: Connection, booted: float) -> str:
    session = one.link.session
    if session is None:
        return ""
    latency = one.latency
    xid = f",lcxid={one.last_xid:#x}" if one.last_xid >= 0 else ""
    return (
        f",sid={hex_long(session.id)},lop={_OPERATIONS.get(one.last_op, 'NA')},est={one.since:.0f}"
        f",to={session.timeout}{xid},lzxid={hex_long(one.last_zxid)}"
        f",lresp={one.last_at - booted:.0f},llat={latency.last:.0f},minlat={latency.least:.0f}"
        f",avglat={latency.average:.0f},maxlat={latency.most:.0f}"
    )


def _conf(facts: Facts) -> str:
    limits = facts.exchange.core.limits
    settings = {
        "clientPort": facts.port,
        "secureClientPort": -1,
        "dataDir": facts.data or "",
        "tickTime": limits.tick,
        "maxClientCnxns": 0,
        "minSessionTimeout": limits.timeout(0),
        "maxSessionTimeout": limits.timeout(1 << 31),
        "clientPortListenBacklog": -1,
        "serverId": 0,
    }
    return _lines(f"{name}={value}" for name, value in settings.items())


def _envi(facts: Facts) -> str:
    known = {"zookeeper.version": facts.full_version, **facts.environment}
    return _lines(["Environment:", *(f"{name}={value}" for name, value in known.items())])


def _mntr(facts: Facts) -> str:
    core, latency, fired = (
        facts.exchange.core,
        facts.exchange.latency,
        facts.exchange.core.watches.fired,
    )
    values: dict[str, str | int] = {
        "version": facts.full_version,
        "server_state": "standalone",
        "avg_latency": str(round(latency.average, 4)),
        "max_latency": f"{latency.most:.0f}",
        "min_latency": f"{latency.least:.0f}",
        "packets_received": facts.exchange.received,
        "packets_sent": facts.exchange.sent,
        "num_alive_connections": len(facts.exchange.connections),
        "outstanding_requests": 0,
        "global_sessions": len(core.sessions),
        "local_sessions": 0,
        "znode_count": len(core.tree),
        "watch_count": len(core.watches),
        "ephemerals_count": sum(map(len, core.tree.ephemerals.values())),
        "approximate_data_size": core.tree.size(),
        "uptime": f"{facts.now - facts.started:.0f}",
        "sum_node_created_watch_count": fired[EventType.CREATED],
        "sum_node_deleted_watch_count": fired[EventType.DELETED],
        "sum_node_changed_watch_count": fired[EventType.DATA_CHANGED],
        "sum_node_children_watch_count": fired[EventType.CHILDREN_CHANGED],
        **facts.resources,
    }
    return _lines(f"zk_{name}\t{value}" for name, value in values.items())


def _dump(facts: Facts) -> str:
    owners = facts.exchange.core.tree.ephemerals
    told = ["SessionTracker dump:", *_session_sets(facts), "ephemeral nodes dump:"]
    told.append(f"Sessions with Ephemerals ({len(owners)}):")
    for owner, paths in owners.items():
        told += [f"{hex_long(owner)}:", *(f"\t{_shown(path)}" for path in paths)]
    return _lines([*told, "Connections dump:", *_connection_sets(facts)])


def _session_sets(facts: Facts) -> list[str]:
    sets = facts.exchange.core.sessions.by_expiry()
    return _sets("Session", {at: [hex_long(one.id) for one in sessions] for at, sessions in sets})


def _connection_sets(facts: Facts) -> list[str]:
    """Return the connections: one lives as long as its session, or may wait with its handshake."""
    told: dict[int, list[str]] = {}
    for one in facts.exchange.connections.values():
        session = one.link.session
        at = session.expires_at if session else int(one.since) + facts.patience
        line = f"ip: /{one.address} sessionId: {hex_long(session.id if session else 0)}"
        told.setdefault(at, []).append(line)
    return _sets("Connections", told)


def _sets(what: str, told: dict[int, list[str]]) -> list[str]:
    lines = [f"{what} Sets ({len(told)})/({sum(map(len, told.values()))}):"]
    for at, members in sorted(told.items()):
        moment = datetime.fromtimestamp(at / 1000, UTC)
        lines.append(f"{len(members)} expire at {moment:%a %b %d %H:%M:%S UTC %Y}:")
        lines += [f"\t{member}" for member in members]
    return lines


def _wchs(facts: Facts) -> str:
    by_path = _watchers(facts)
    links = {link for watchers in by_path.values() for link in watchers}
    total = sum(map(len, by_path.values()))
    return f"{len(links)} connections watching {len(by_path)} paths\nTotal watches:{total}\n"


def _wchp(facts: Facts) -> str:
    told: list[str] = []
    for path, watchers in _watchers(facts).items():
        told += [_shown(path), *(f"\t{hex_long(_session_of(link))}" for link in watchers)]
    return _lines([*told, "", CHILDREN_TOO])


def _wchc(facts: Facts) -> str:
    by_session: dict[int, list[str]] = {}
    for path, watchers in _watchers(facts).items():
        for link in watchers:
            by_session.setdefault(_session_of(link), []).append(path)
    told: list[str] = []
    for session, paths in by_session.items():
        told += [hex_long(session), *(f"\t{_shown(path)}" for path in paths)]
    return _lines([*told, "", CHILDREN_TOO])


def _watchers(facts: Facts) -> dict[str, dict[Link, None]]:
    """Return who watches a path, its data, its children or both: path -> links."""
    by_path: dict[str, dict[Link, None]] = {}
    for table in (facts.exchange.core.watches.data, facts.exchange.core.watches.child):
        for path, watchers in table.by_path.items():
            by_path.setdefault(path, {}).update(dict.fromkeys(watchers))
    return by_path


def _session_of(link: Link) -> int:
    return link.session.id if link.session else 0


def _latency(latency: Latency) -> str:
    return f"{latency.least:.0f}/{round(latency.average, 4)}/{latency.most:.0f}"


def _shown(path: str) -> str:
    """Escape a path: any text can be watched, and line breaks must not pass for further lines."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", path)


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


WORDS: dict[bytes, Callable[[Facts], str]] = {
    b"ruok": lambda facts: "imok", b"isro": lambda facts: "rw", b"srvr": _srvr, b"stat": _stat,
    b"conf": _conf, b"cons": _cons, b"dump": _dump, b"envi": _envi, b"mntr": _mntr,
    b"wchs": _wchs, b"wchc": _wchc, b"wchp": _wchp,
}  # fmt: skip
