"""Parse the answers to four-letter words."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

WatchList: TypeAlias = dict[str, list[str]]

CHILDREN_TOO = "Data watches and child watches (Apache ZooKeeper lists data watches only)."
"""The last line of the sandbox's lists of watches."""

NOT_SERVING = "This ZooKeeper instance is not currently serving requests"

_VERSION = re.compile(r"^Zookeeper version: (.*)$", re.MULTILINE)
_MODE = re.compile(r"^Mode: (\S+)", re.MULTILINE)
_ZXID = re.compile(r"^Zxid: (0x[0-9a-f]+)", re.MULTILINE)
_CONNECTIONS = re.compile(r"^Connections: (\d{1,18})\b", re.MULTILINE)
_ZNODES = re.compile(r"^Node count: (\d{1,18})\b", re.MULTILINE)
_MS = r"(\d{1,18}(?:\.\d+)?)"
_LATENCY = re.compile(rf"^Latency min/avg/max: {_MS}/{_MS}/{_MS}\s*$", re.MULTILINE)
_SESSION = re.compile(r"[(,]sid=(0x[0-9a-f]+)[,)]")
_CLIENT = re.compile(r"^\s*/(\S+)\[[0-9a-f]+\]\(")
_RECEIVED = re.compile(r"[(,]recved=(\d{1,18})[,)]")
_SETTING = re.compile(r"^(\w+)=(\d{1,18})\s*$", re.MULTILINE)
_TIMEOUT = re.compile(r"[(,]to=(\d{1,18})[,)]")
_ANSWERED = re.compile(r"[(,]lresp=(\d{1,18})[,)]")


class Statistics(NamedTuple):
    """The statistics of a server. zxid in hex; latency_ms: {"min", "avg", "max"} since its start;
    connections: those of clients.
    """

    mode: str | None = None
    version: str | None = None
    zxid: str | None = None
    connections: int | None = None
    latency_ms: dict[str, float] | None = None
    znodes: int | None = None


class ConnectedClient(NamedTuple):
    """A session's connection. address: the client's, `host:port`; received: how many packets came
    over it; answered: the milliseconds of the server's own clock at its last answer; timeout: the
    session's, in milliseconds. None: unknown.
    """

    address: str | None = None
    received: int | None = None
    answered: int | None = None
    timeout: int | None = None


def parse_srvr(answer: str) -> Statistics:
    """Parse `srvr`, and leave out the connection that asks, which the server counts."""
    connections, latency = _count(_CONNECTIONS, answer), _LATENCY.search(answer)
    latency_ms = None
    if latency is not None:
        numbers = (round(float(one), 1) for one in latency.groups())
        latency_ms = dict(zip(("min", "avg", "max"), numbers, strict=True))
    return Statistics(
        _first(_MODE, answer),
        version_of(_first(_VERSION, answer) or ""),
        _first(_ZXID, answer),
        None if connections is None else max(0, connections - 1),
        latency_ms,
        _count(_ZNODES, answer),
    )


def parse_cons(answer: str) -> dict[str, ConnectedClient]:
    """Return the sessions on a server, in hex; the connection that asks has none."""
    lines = {_first(_SESSION, line): line for line in answer.splitlines()}
    return {session: _client(lines[session]) for session in sorted(filter(None, lines))}


def parse_conf(answer: str) -> dict[str, int]:
    """Return the settings of a server that are whole numbers, by their names."""
    return {name: int(number) for name, number in _SETTING.findall(answer)}


def _client(line: str) -> ConnectedClient:
    counts = (_count(what, line) for what in (_RECEIVED, _ANSWERED, _TIMEOUT))
    return ConnectedClient(_first(_CLIENT, line), *counts)


def _count(what: re.Pattern[str], line: str) -> int | None:
    found = _first(what, line)
    return None if found is None else int(found)


def parse_wchp(answer: str) -> WatchList:
    """Parse paths on lines of their own, each followed by its sessions on indented lines."""
    watches: WatchList = {}
    sessions: list[str] = []
    for line in answer.splitlines():
        if line.startswith("/"):
            sessions = watches.setdefault(line, [])
        elif line.startswith("\t0x"):
            sessions.append(line.strip())
    return watches


def lists_children(answer: str) -> bool:
    """Tell whether a list of watches has those on lists of children too."""
    return answer.rstrip().endswith(CHILDREN_TOO)


def version_of(text: str) -> str | None:
    """Return the version ("3.8.0") that a text begins with, without the build after the dash."""
    found = re.match(r"[^,\s-]+", text)
    return found[0] if found else None


def _first(what: re.Pattern[str], answer: str) -> str | None:
    found = what.search(answer)
    return found[1] if found else None
