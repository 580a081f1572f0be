"""Who sees what is true: a client of kazoo's and the server's own words, on a direct connection.

It is a process of its own, so that nothing else that happens here makes it late; what it sees, it
prints with the moment: `python -m tests.foreign.witness HOSTS PATH`, until its input ends.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import re
import socket
import subprocess
import sys
import threading
import time
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException, NoNodeError, ZookeeperError
from kazoo.protocol.states import EventType

from tests.foreign.truth import ASKED_EVERY, KEY, Member, Snapshot, Truth
from tests.support.app import ROOT, clean_environment

_CONNECTION = re.compile(r"recved=(\d+),.*?sid=(0x[0-9a-f]+)")
_SEQUENTIAL = re.compile(r"\d{10}$")
_FIRST = -10
"""Its priority, where that may be asked for."""


class Witness:
    """Starts the process, and fills a `Truth` with what it prints."""

    def __init__(self, hosts: str, path: str, *, is_quick: bool = False) -> None:
        self.truth = Truth(path, is_quick=is_quick)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.foreign.witness", hosts, path],
            cwd=ROOT,
            env=clean_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._looks = threading.Event()
        self._open: dict[str, Member] = {}
        self._reader = threading.Thread(target=self._read)

    def __enter__(self) -> Witness:
        self._reader.start()
        assert self._looks.wait(30)
        return self

    def __exit__(self, *_raised: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._reader.join()  # it alone reads: another reader would take some of the lines
        self._process.wait()
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._take(**json.loads(line))
            self._looks.set()

    def _take(self, what: str, **told: Any) -> None:
        if what == "session":
            self.truth.own = told["session"]
        elif what == "member":
            member = Member(**told)
            self._open[member.name] = member
            self.truth.members.append(member)
        elif what == "ended":
            self._open[told["name"]].ended = told["at"]
        elif what == "missed":
            self.truth.missed = told["changes"]
        else:
            watches = {path: frozenset(who) for path, who in told.pop("watches").items()}
            self.truth.snapshots.append(Snapshot(**told, watches=watches))


class Watcher:
    """Looks at one server until its input ends."""

    def __init__(self, hosts: str, path: str) -> None:
        self._path = path
        host, _, port = hosts.rpartition(":")
        self._server = (host, int(port))
        self._client = KazooClient(hosts, timeout=30)
        self._events: queue.Queue[tuple[float, Any] | None] = queue.Queue()
        self._open: set[str] = set()
        self._others: set[str] = set()
        self._created = 0
        self._before: int | None = None
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=run) for run in (self._follow, self._ask_all)]

    def run(self) -> None:
        """Tell all that is seen."""
        self._client.start(timeout=30)
        assert self._client.client_id
        self._client.ensure_path(self._path)
        _tell("session", session=hex(self._client.client_id[0] & (1 << 64) - 1))
        self._events.put((time.monotonic(), None))
        for thread in self._threads:
            thread.start()
        sys.stdin.read()
        self._ended.set()
        self._events.put(None)
        for thread in self._threads:
            thread.join()
        self._client.stop()

    def _hear(self, event: Any) -> None:
        self._events.put((time.monotonic(), event))

    def _follow(self) -> None:
        while (heard := self._events.get()) is not None:
            at, event = heard
            with contextlib.suppress(KazooException):
                if event is not None and event.type == EventType.DELETED:
                    self._end(event.path.rpartition("/")[2], at)
                self._list()
        with contextlib.suppress(KazooException):
            self._list()

    def _list(self) -> None:
        with contextlib.suppress(ZookeeperError):
            names, stat = self._client.get_children(self._path, watch=self._hear, include_data=True)
            for name in names:
                if name != KEY and not _SEQUENTIAL.search(name):
                    self._others.add(name)
                elif name not in self._open:
                    self._read(name)
            self._count(set(names), stat.cversion)

    def _count(self, names: set[str], changes: int) -> None:
        """Tell how many of ZooKeeper's changes of the list are none of a member that was read: one
        may have come and gone between two looks.
        """
        if self._before is None:
            self._before = changes - len(names)
        gone = self._created - len(self._open & names)
        known = self._before + self._created + gone + len(self._others)
        _tell("missed", changes=changes - known)

    def _read(self, name: str) -> None:
        with contextlib.suppress(NoNodeError):
            data, stat = self._client.get(f"{self._path}/{name}", watch=self._hear)
            self._open.add(name)
            self._created += 1
            _tell(
                "member",
                name=name,
                czxid=stat.czxid,
                session=hex(stat.ephemeralOwner & (1 << 64) - 1),
                data=data.decode("utf-8", "replace"),
                began=stat.ctime / 1000 - time.time() + time.monotonic() - 0.001,
            )

    def _end(self, name: str, at: float) -> None:
        if name in self._open:
            self._open.remove(name)
            _tell("ended", name=name, at=at)

    def _ask_all(self) -> None:
        while not self._ended.wait(ASKED_EVERY):
            with contextlib.suppress(OSError):
                asked, watches = time.monotonic(), _parse_wchp(self._ask("wchp"))
                found = _CONNECTION.findall(self._ask("cons"))
                received = {session: int(count) for count, session in found}
                told = {"watches": watches, "received": received}
                _tell("snapshot", asked=asked, answered=time.monotonic(), **told)

    def _ask(self, word: str) -> str:
        with socket.create_connection(self._server, timeout=5) as connection:
            connection.sendall(word.encode())
            return b"".join(iter(lambda: connection.recv(65536), b"")).decode("utf-8", "replace")


def _parse_wchp(answer: str) -> dict[str, list[str]]:
    watches: dict[str, list[str]] = {}
    path = ""
    for line in answer.splitlines():
        if line.startswith("/"):
            path = line
        elif line.startswith("\t0x"):
            watches.setdefault(path, []).append(line.strip())
    return watches


_lines = threading.Lock()


def _tell(what: str, **told: Any) -> None:
    with _lines:
        print(json.dumps({"what": what, **told}), flush=True)


if __name__ == "__main__":
    logging.disable()
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, _FIRST)
    Watcher(*sys.argv[1:]).run()
