"""Ask the AdminServer, ZooKeeper's own HTTP server, where four-letter words are disabled."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from http.client import HTTPException, HTTPResponse
from typing import Any, TypeAlias
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from ..foreign_json import read_json
from .addresses import Address
from .client import session_hex
from .fourletter import LARGEST_ANSWER
from .words import ConnectedClient, Statistics, WatchList, version_of

Document: TypeAlias = Mapping[str, Any]

_PIECE = 1 << 16
# Ask it directly: a proxy of the environment has no place in between.
_opener = build_opener(ProxyHandler({}))


class AdminError(Exception):
    """The AdminServer is off, out of reach, or answers with something else."""


class AdminRefusal(AdminError):
    """The AdminServer answers, and says why it refuses."""


def ask_admin(host: str, port: int, command: str, timeout: float) -> Document:
    """Return the JSON object that a command answers with. timeout: the seconds for the beginning of
    the answer, and again for all the rest. Raise AdminError.
    """
    address = f"http://{Address(host, port)}/commands/{command}"
    try:
        with _opener.open(address, timeout=timeout) as answer:
            document = read_json(_read_all(answer, time.monotonic() + timeout))
    except (URLError, OSError, ValueError, HTTPException) as error:
        raise AdminError(str(error)) from None
    if not isinstance(document, dict):
        raise AdminError("the answer has no JSON object")
    if document.get("error"):
        raise AdminRefusal(str(document["error"]))
    return document


def _read_all(answer: HTTPResponse, deadline: float) -> bytes:
    """Return the whole body. Raise ValueError where it is too long, or takes too long."""
    body = bytearray()
    while piece := answer.read1(_PIECE):
        body += piece
        if len(body) > LARGEST_ANSWER or time.monotonic() > deadline:
            raise ValueError("the answer does not end")
    return bytes(body)


def parse_server_stats(document: Document) -> Statistics:
    """Return what `server_stats` says, as `srvr` would. Raise AdminError for anything else."""
    stats = document.get("server_stats")
    if not isinstance(stats, dict):
        raise AdminError("the answer has no server_stats")
    mode = "read-only" if document.get("read_only") else stats.get("server_state")
    zxid = _number(stats.get("last_processed_zxid"))
    latency = {name: stats.get(f"{name}_latency") for name in ("min", "avg", "max")}
    return Statistics(
        mode=mode if isinstance(mode, str) else None,
        version=version_of(str(document.get("version", ""))),
        zxid=None if zxid is None else hex(zxid),
        connections=_number(stats.get("num_alive_client_connections")),
        latency_ms=_numbers(latency),
        znodes=_number(document.get("node_count")),
    )


def _number(found: Any) -> int | None:
    return found if type(found) is int else None


def _numbers(found: Mapping[str, Any]) -> dict[str, float] | None:
    numbers = {name: round(n, 1) for name, n in found.items() if _is_finite(n)}
    return numbers if len(numbers) == len(found) else None


def _is_finite(found: Any) -> bool:
    return isinstance(found, int | float) and math.isfinite(found)


def parse_connections(document: Document) -> dict[str, ConnectedClient]:
    """Return the sessions that `connections` lists (by decimal ids), each with its connection."""
    listed = [*(document.get("connections") or ()), *(document.get("secure_connections") or ())]
    told = ((one.get("session_id"), one) for one in listed if isinstance(one, dict))
    clients = {session_hex(of) or "": _client(one) for of, one in told if type(of) is int and of}
    return {session: clients[session] for session in sorted(clients)}


def _client(one: Mapping[str, Any]) -> ConnectedClient:
    address = one.get("remote_socket_address")
    numbers = (one.get(name) for name in ("packets_received", "last_response_time"))
    return ConnectedClient(
        address.lstrip("/") if isinstance(address, str) else None,
        *(number if isinstance(number, int) else None for number in numbers),
    )


def parse_watches_by_path(document: Document) -> WatchList:
    """Return `{"path_to_session_ids": {path: [session id in decimal…]}, …}` as `wchp` would.

    Raise AdminError if it is something else.
    """
    tables = [value for value in document.values() if isinstance(value, dict)]
    if not tables:
        raise AdminError("the answer has no table of watches")
    return {
        path: [session_hex(session) or "" for session in sessions if type(session) is int]
        for path, sessions in tables[0].items()
        if path.startswith("/") and isinstance(sessions, list)
    }
