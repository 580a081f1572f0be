"""What the clients do, drawn from a seed."""

from __future__ import annotations

import random
from typing import Any

from app.zookeeper.wire.codes import AddMode, CreateMode, Op, Permission
from app.zookeeper.wire.multi import Operation, Operations
from app.zookeeper.wire.records import (
    Acl,
    AddWatchRequest,
    CreateRequest,
    Id,
    PathOnly,
    PathVersion,
    PathWatch,
    SetDataRequest,
)
from tests.simulation.differential.client import Client, Servers
from tests.simulation.differential.history import History

ROOT = "/d"
LINE = "/d/q"
FIXED = ("/d/a", "/d/b", "/d/c")
OPEN = [Acl(int(Permission.ALL), Id("world", "anyone"))]
TIMEOUTS = (100, 1000, 1500, 2500, 100_000)
LONG = 4000
FAR = 1 << 56
AFTER_REFUSAL = 0.05
MOST_AT_ONCE = 4
PATIENCE = 0.5
"""Seconds of silence, after which a client tries another server."""


class Script:
    """One run. operations: about how many requests; faults: how often something falls ill."""

    def __init__(
        self, servers: Servers, seed: int, operations: int, clients: int = 4, faults: int = 4
    ) -> None:
        self._servers, self._chance = servers, random.Random(seed)
        self._operations, self._asked, self._marks = operations, 0, 0
        self.history = servers.new_history()
        names = [f"c{number}" for number in range(1, clients + 1)]
        self._clients = [Client(name, servers, self.history) for name in names]
        self._recorders = {
            Client(f"r{name}", servers, self.history): name for name in servers.names
        }
        self._is_ill = False
        every = operations // (faults + 1)
        self._strikes = [every * number for number in range(1, faults + 1)]

    def play(self) -> History:
        """The history of it all; at its end everybody reads everything."""
        self._prepare()
        while self._asked < self._operations:
            self._look_after()
            for recorder, server in self._recorders.items():
                self._record(recorder, server)
            self._act(self._chance.choice(self._clients))
            self._servers.wait(self._chance.choice((0.0, 0.002, 0.01, 0.03)))
        self._servers.heal()
        for client in self._clients:
            self._audit(client)
        return self.history

    def _prepare(self) -> None:
        client = self._clients[0]
        self._come(client)
        for path in (ROOT, LINE):
            client.ask(Op.CREATE, CreateRequest(path, b"", OPEN, CreateMode.PERSISTENT))
        self._await(client)

    def _record(self, client: Client, server: str) -> None:
        """Let one client at each server be told of every change, and show that it lives."""
        line = client.line
        if line is None or not line.is_open:
            client.connect(server, LONG)
        elif client.is_ready and not line.record.told:
            client.ask(Op.ADD_WATCH, AddWatchRequest(ROOT, AddMode.PERSISTENT_RECURSIVE))
        elif client.is_ready and self._chance.random() < 0.1:
            client.ask(Op.EXISTS, PathWatch(ROOT, False))

    def _look_after(self) -> None:
        """Let something fall ill when it is time, and somebody look when it is over."""
        if self._is_ill and not self.history.is_troubled(self._servers.now, self._servers.now):
            self._is_ill = False
            self._audit(self._chance.choice(self._clients))
        if self._strikes and self._asked >= self._strikes[0]:
            self._strike()

    def _strike(self) -> None:
        self._is_ill = True
        del self._strikes[0]
        fault = self._chance.choice(self._servers.faults)
        self._servers.strike(fault, self._chance.uniform(0.3, 2.0), self.history)

    def _audit(self, client: Client) -> None:
        self._come(client)
        client.ask(Op.SYNC, PathOnly(ROOT))
        for path in (ROOT, LINE):
            client.ask(Op.GET_CHILDREN2, PathWatch(path, False))
        for path in FIXED:
            client.ask(Op.GET_DATA, PathWatch(path, False))
        self._await(client)

    # -- coming and going ---------------------------------------------------------------------

    def _come(self, client: Client) -> None:
        while not client.is_ready:
            self._connect(client)
            self._await(client)

    def _await(self, client: Client) -> None:
        """Wait until it is answered, or as long as it has patience."""
        since = self._servers.now
        while client.waits_since is not None and self._servers.now < since + PATIENCE:
            self._servers.wait(0.005)

    def _connect(self, client: Client) -> None:
        server = self._chance.choice(self._servers.names)
        client.connect(server, self._chance.choice(TIMEOUTS))
        if client.line is None or not client.line.is_open:
            self._servers.wait(AFTER_REFUSAL)

    def _act(self, client: Client) -> None:
        if client.line is None or not client.line.is_open or self._is_tired(client):
            self._connect(client)
        elif client.is_ready and client.waits_for < MOST_AT_ONCE:
            self._do(client)

    def _is_tired(self, client: Client) -> bool:
        since = client.waits_since
        return since is not None and self._servers.now > since + PATIENCE

    def _do(self, client: Client) -> None:
        deed = self._chance.random()
        if deed < 0.06:
            self._connect(client)
        elif deed < 0.07:
            server = self._chance.choice(self._servers.names)
            client.connect(server, TIMEOUTS[1], lie=FAR + client.last_zxid)
        elif deed < 0.10:
            self._ask(client, late=True)
        elif deed < 0.11:
            client.leave()
        elif deed < 0.12:
            client.ask(Op.CLOSE_SESSION, None)
        else:
            for _ in range(self._chance.choice((1, 1, 2, 4))):
                self._ask(client)

    # -- requests -----------------------------------------------------------------------------

    def _ask(self, client: Client, late: bool = False) -> None:
        self._asked += 1
        op, body = self._draw(client)
        client.ask(op, body, late)

    def _draw(self, client: Client) -> tuple[int, Any]:
        if self._chance.random() < 0.08:
            return Op.SYNC, PathOnly(ROOT)
        return self._write(client) if self._chance.random() < 0.5 else self._read(client)

    def _read(self, client: Client) -> tuple[int, Any]:
        chance = self._chance
        watch = chance.random() < 0.4
        if chance.random() < 0.4:
            op = chance.choice((Op.GET_CHILDREN, Op.GET_CHILDREN2))
            return op, PathWatch(chance.choice((ROOT, LINE, FIXED[0])), watch)
        paths = (*FIXED, self._known(client))
        return chance.choice((Op.GET_DATA, Op.EXISTS)), PathWatch(chance.choice(paths), watch)

    def _write(self, client: Client) -> tuple[int, Any]:
        kind = self._chance.randrange(10)
        if kind < 2:
            mode = self._chance.choice((CreateMode.PERSISTENT, CreateMode.EPHEMERAL))
            return self._create(self._chance.choice(FIXED), mode)
        if kind < 4:
            return self._create(f"{LINE}/n", CreateMode.EPHEMERAL_SEQUENTIAL)
        if kind < 7:
            return self._set(self._chance.choice(FIXED))
        if kind < 9:
            path = self._chance.choice((*FIXED, self._known(client), LINE))
            return Op.DELETE, PathVersion(path, self._version())
        return Op.MULTI, self._multi()

    def _multi(self) -> Operations:
        """Several at once, of which the later ones may fail."""
        first, other = self._chance.sample(FIXED, 2)
        parts = [
            (Op.CHECK, PathVersion(first, self._version())),
            self._set(first),
            self._create(f"{LINE}/m", CreateMode.PERSISTENT_SEQUENTIAL),
            (Op.DELETE, PathVersion(other, self._version())),
        ]
        chosen = self._chance.sample(parts, self._chance.randint(1, 3))
        return Operations([Operation(op, body) for op, body in chosen])

    def _create(self, path: str, mode: CreateMode) -> tuple[int, CreateRequest]:
        """Where there is a number in the name, the name says who has made it too."""
        op, mark = self._chance.choice((Op.CREATE, Op.CREATE2)), self._mark()
        full = f"{path}{mark.decode()}-" if mode.is_sequential else path
        return op, CreateRequest(full, mark, OPEN, int(mode))

    def _set(self, path: str) -> tuple[int, SetDataRequest]:
        return Op.SET_DATA, SetDataRequest(path, self._mark(), self._version())

    def _mark(self) -> bytes:
        """Data that nobody else writes."""
        self._marks += 1
        return f"{self._marks}".encode()

    def _version(self) -> int:
        return self._chance.choice((-1, -1, -1, 0, 1, 2))

    def _known(self, client: Client) -> str:
        names = sorted(name for name in client.names if "-" in name)
        return f"{LINE}/{self._chance.choice(names[-6:])}" if names else FIXED[0]
