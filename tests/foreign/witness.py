"""Who sees what is true: a client of kazoo's and the server's own words, on a direct connection."""

from __future__ import annotations

import contextlib
import queue
import re
import socket
import threading
import time
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException, NoNodeError, ZookeeperError
from kazoo.protocol.states import EventType

from tests.foreign.truth import FOR_EVER, KEY, Member, Snapshot, Truth

_CONNECTION = re.compile(r"recved=(\d+),.*?sid=(0x[0-9a-f]+)")
_SEQUENTIAL = re.compile(r"\d{10}$")
EVERY = 0.06
"""Seconds between two questions who watches what."""


class Witness:
    """Fills a `Truth` from its start until its end."""

    def __init__(self, hosts: str, path: str) -> None:
        self.truth = Truth(path)
        host, _, port = hosts.rpartition(":")
        self._server = (host, int(port))
        self._client = KazooClient(hosts, timeout=30)
        self._events: queue.Queue[tuple[float, Any] | None] = queue.Queue()
        self._open: dict[str, Member] = {}
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=run) for run in (self._follow, self._ask_all)]

    def __enter__(self) -> Witness:
        self._client.start(timeout=30)
        assert self._client.client_id
        self.truth.own = hex(self._client.client_id[0] & (1 << 64) - 1)
        self._client.ensure_path(self.truth.path)
        for thread in self._threads:
            thread.start()
        self._events.put((time.monotonic(), None))
        return self

    def __exit__(self, *_raised: object) -> None:
        self._ended.set()
        self._events.put(None)
        for thread in self._threads:
            thread.join()
        self._client.stop()
        self._client.close()

    def _hear(self, event: Any) -> None:
        self._events.put((time.monotonic(), event))

    def _follow(self) -> None:
        while (heard := self._events.get()) is not None:
            at, event = heard
            with contextlib.suppress(KazooException):
                if event is None or event.type == EventType.CHILD:
                    self._list()
                elif event.type == EventType.DELETED:
                    self._end(event.path.rpartition("/")[2], at)

    def _list(self) -> None:
        with contextlib.suppress(ZookeeperError):
            for name in self._client.get_children(self.truth.path, watch=self._hear):
                if name not in self._open and (name == KEY or _SEQUENTIAL.search(name)):
                    self._read(name)

    def _read(self, name: str) -> None:
        path = f"{self.truth.path}/{name}"
        with contextlib.suppress(NoNodeError):
            data, stat = self._client.get(path, watch=self._hear)
            session = hex(stat.ephemeralOwner & (1 << 64) - 1)
            began = stat.ctime / 1000 - time.time() + time.monotonic() - 0.001
            member = Member(name, stat.czxid, session, data.decode("utf-8", "replace"), began)
            self._open[name] = member
            self.truth.members.append(member)

    def _end(self, name: str, at: float) -> None:
        member = self._open.pop(name, None)
        if member is not None and member.ended == FOR_EVER:
            member.ended = at
        self._list()

    def _ask_all(self) -> None:
        while not self._ended.wait(EVERY):
            with contextlib.suppress(OSError):
                self.truth.snapshots.append(self._snapshot())

    def _snapshot(self) -> Snapshot:
        asked = time.monotonic()
        watches = _parse_wchp(self.ask("wchp"))
        found = _CONNECTION.findall(self.ask("cons"))
        received = {session: int(count) for count, session in found}
        return Snapshot(asked, time.monotonic(), watches, received)

    def ask(self, word: str) -> str:
        """The answer to a four-letter word. Raises OSError."""
        with socket.create_connection(self._server, timeout=5) as connection:
            connection.sendall(word.encode())
            return b"".join(iter(lambda: connection.recv(65536), b"")).decode("utf-8", "replace")


def _parse_wchp(answer: str) -> dict[str, frozenset[str]]:
    watches: dict[str, set[str]] = {}
    path = ""
    for line in answer.splitlines():
        if line.startswith("/"):
            path = line
        elif line.startswith("\t0x"):
            watches.setdefault(path, set()).add(line.strip())
    return {path: frozenset(sessions) for path, sessions in watches.items()}
