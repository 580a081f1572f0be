"""The AdminServer, ZooKeeper's own HTTP server: where four-letter words are closed, it may tell."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from app.zookeeper.addresses import Address
from app.zookeeper.client import session_hex
from app.zookeeper.words import Client, Statistics, WatchList, version_of

Document: TypeAlias = Mapping[str, Any]

# It is asked directly: a proxy of the environment has no business in between.
_opener = build_opener(ProxyHandler({}))


class AdminError(Exception):
    """The AdminServer is off, out of reach, or answers with something else."""


class AdminRefusal(AdminError):
    """It answers, and says why it does not tell."""


def ask_admin(host: str, port: int, command: str, timeout: float) -> Document:
    """The JSON object that a command answers with. timeout: seconds. Raises AdminError."""
    address = f"http://{Address(host, port)}/commands/{command}"
    try:
        with _opener.open(address, timeout=timeout) as answer:
            document = json.load(answer)
    except (URLError, OSError, ValueError) as error:
        raise AdminError(str(error)) from None
    if not isinstance(document, dict):
        raise AdminError("no JSON object in the answer")
    if document.get("error"):
        raise AdminRefusal(str(document["error"]))
    return document


def parse_server_stats(document: Document) -> Statistics:
    """What `server_stats` tells, as `srvr` would. Raises AdminError where it is something else."""
    stats = document.get("server_stats")
    if not isinstance(stats, dict):
        raise AdminError("no server_stats in the answer")
    zxid = stats.get("last_processed_zxid")
    latency = {name: stats.get(f"{name}_latency") for name in ("min", "avg", "max")}
    return Statistics(
        mode="read-only" if document.get("read_only") else stats.get("server_state"),
        version=version_of(str(document.get("version", ""))),
        zxid=hex(zxid) if isinstance(zxid, int) else None,
        connections=stats.get("num_alive_client_connections"),
        latency_ms=_numbers(latency),
        znodes=document.get("node_count"),
    )


def _numbers(found: Mapping[str, Any]) -> dict[str, float] | None:
    numbers = {name: round(n, 1) for name, n in found.items() if isinstance(n, int | float)}
    return numbers if len(numbers) == len(found) else None


def parse_connections(document: Document) -> dict[str, Client]:
    """The sessions, in hex, that `connections` tells of, each with its connection: ids are decimal
    there.
    """
    listed = [*(document.get("connections") or ()), *(document.get("secure_connections") or ())]
    told = ((one.get("session_id"), one) for one in listed if isinstance(one, dict))
    clients = {session_hex(of) or "": _client(one) for of, one in told if type(of) is int and of}
    return {session: clients[session] for session in sorted(clients)}


def _client(one: Mapping[str, Any]) -> Client:
    address = one.get("remote_socket_address")
    numbers = (one.get(name) for name in ("packets_received", "last_response_time"))
    return Client(
        address.lstrip("/") if isinstance(address, str) else None,
        *(number if isinstance(number, int) else None for number in numbers),
    )


def parse_watches_by_path(document: Any) -> WatchList:
    """`{"path_to_session_ids": {path: [session id in decimal…]}, …}` as `wchp` would tell it.

    Raises AdminError when it is something else.
    """
    tables = [value for value in _values(document) if isinstance(value, dict)]
    if not tables:
        raise AdminError("no table of watches in the answer")
    return {
        path: [session_hex(session) or "" for session in sessions if type(session) is int]
        for path, sessions in tables[0].items()
        if path.startswith("/") and isinstance(sessions, list)
    }


def _values(document: Any) -> list[Any]:
    return list(document.values()) if isinstance(document, dict) else []
