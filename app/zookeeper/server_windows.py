"""One server's own windows: `srvr`, `wchp`, and the AdminServer where `wchp` is closed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from app.zookeeper.client import session_hex
from app.zookeeper.fourletter import FourLetterError, WordClosed, ask, version_in

WatchList: TypeAlias = dict[str, list[str]]
_TIMEOUT = 1.0
_MODE = re.compile(r"^Mode: (\S+)", re.MULTILINE)
_HOW_TO_OPEN = (
    "this server does not list its watches: 4lw.commands.whitelist=srvr,wchp in its zoo.cfg"
    " opens wchp (or admin.enableServer=true the AdminServer)"
)
# The AdminServer is asked directly: a proxy of the environment has no business in between.
_opener = build_opener(ProxyHandler({}))


@dataclass(frozen=True, slots=True)
class ServerReport:
    """What one server says of itself.

    watches: `wchp` or `admin` (where the list comes from), `closed`, or `unknown` (no answer).
    watch_list: path (with chroot) -> sessions in hex; None where it does not tell.
    """

    address: str
    mode: str | None = None
    version: str | None = None
    watches: str = "unknown"
    note: str | None = None
    watch_list: WatchList | None = None

    def as_json(self) -> dict[str, str | None]:
        """`{"address", "mode", "version", "watches", "note"}`."""
        return {
            "address": self.address,
            "mode": self.mode,
            "version": self.version,
            "watches": self.watches,
            "note": self.note,
        }


def ask_server(host: str, port: int, admin_port: int = 8080) -> ServerReport:
    """Ask one server everything; never raises for a server that does not answer."""
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        srvr = ask(host, port, "srvr", _TIMEOUT)
    except WordClosed:
        srvr = ""
    except FourLetterError as error:
        return ServerReport(address, note=f"no answer: {error}")
    mode = _MODE.search(srvr)
    known = (address, mode[1] if mode else None, version_in(srvr))
    source, note, watch_list = _watches(host, port, admin_port)
    return ServerReport(*known, source, note, watch_list)


def parse_wchp(answer: str) -> WatchList:
    """Paths on lines of their own, each followed by its sessions on indented lines."""
    watches: WatchList = {}
    sessions: list[str] = []
    for line in answer.splitlines():
        if line.startswith("/"):
            sessions = watches.setdefault(line, [])
        elif line.startswith("\t0x"):
            sessions.append(line.strip())
    return watches


def parse_watches_by_path(document: Any) -> WatchList:
    """The AdminServer's JSON: `{"path_to_ids": {path: [session id in decimal…]}, …}`.

    Raises ValueError when it is something else.
    """
    tables = [value for value in _values(document) if isinstance(value, dict)]
    if not tables:
        raise ValueError("no table of watches in the answer")
    return {
        path: [session_hex(session) or "" for session in sessions if type(session) is int]
        for path, sessions in tables[0].items()
        if path.startswith("/") and isinstance(sessions, list)
    }


def _values(document: Any) -> list[Any]:
    return list(document.values()) if isinstance(document, dict) else []


def _watches(host: str, port: int, admin_port: int) -> tuple[str, str | None, WatchList | None]:
    try:
        return "wchp", None, parse_wchp(ask(host, port, "wchp", _TIMEOUT))
    except WordClosed:
        return _admin_watches(host, admin_port)
    except FourLetterError as error:
        return "unknown", f"wchp: {error}", None


def _admin_watches(host: str, port: int) -> tuple[str, str | None, WatchList | None]:
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{port}/commands/watches_by_path"
    try:
        with _opener.open(address, timeout=_TIMEOUT) as answer:
            return "admin", None, parse_watches_by_path(json.load(answer))
    except (URLError, OSError, ValueError):
        return "closed", _HOW_TO_OPEN, None
