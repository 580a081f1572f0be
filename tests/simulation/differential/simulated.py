"""The ensemble of the simulation, in virtual time."""

from __future__ import annotations

import math
import random
from typing import Any

from tests.simulation.differential.client import Channel, Receive, Servers
from tests.simulation.differential.history import History
from tests.simulation.ensemble.ensemble import Ensemble
from tests.simulation.ensemble.faults import SERVERS
from tests.simulation.network import Weather, Wire
from tests.simulation.plan import ENSEMBLE_FAULTS, Fault, Member, Plan
from tests.simulation.world import World

LONGEST_INT = (1 << 31) - 1
LATENCY, JITTER = 0.001, 0.004
HANGS_UP_IN, LOOKS_EVERY, WELL_AFTER, GIVES_UP_AFTER = 0.002, 0.05, 0.5, 60.0
"""Seconds."""


class Peer:
    """The client's end of one connection, as the simulation's server sees a process."""

    def __init__(self, world: World, number: int, server: str, chance: random.Random) -> None:
        self.name, self.seeks = f"p{number}", server
        self.weather = Weather(chance, LATENCY, JITTER)
        self.wires: list[Wire] = []
        self.sessions: set[int] = set()
        self.awaited: tuple[str, str] | None = None
        self.wire: Wire | None = None
        self._world = world
        self._receive: Receive = lambda frame: None

    @property
    def connection(self) -> Peer:
        """Of a process it is its connection thread."""
        return self

    def open(self, receive: Receive) -> bool:
        """Whether the server takes a connection."""
        self._receive = receive
        self.wire = self._world.server.accept(self)  # type: ignore[arg-type]
        if self.wire is not None:
            self.wire.back.receiver = receive
        return self.wire is not None

    def broken(self) -> None:
        """The connection is gone."""
        self._receive(None)

    def send(self, frame: bytes) -> None:
        """Put a frame on its way."""
        assert self.wire is not None
        self.wire.out.send(frame)

    def close(self) -> None:
        """Hang up; the server hears of it soon."""
        self._world.server.break_wire(self, HANGS_UP_IN)  # type: ignore[arg-type]


class SimulatedServers(Servers):
    """The simulation's ensemble of three."""

    names = ("s1", "s2", "s3")
    faults = tuple(f"{kind}: {detail}" for kind in SERVERS for detail in ENSEMBLE_FAULTS[kind][1])

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._peers = 0
        self._ill_until = 0.0
        plan: dict[str, Any] = {"seed": seed, "recipe": "predecessor", "versions": False}
        plan |= {"members": (Member(0.0, 4.0, 0.0),), "counter": 0, "latency": LATENCY}
        plan |= {"jitter": JITTER, "lag": 0.0, "faults": (), "servers": len(self.names)}
        self.world = World(Plan(**plan))
        assert isinstance(self.world.server, Ensemble)
        self._ensemble = self.world.server

    @property
    def now(self) -> float:
        return self.world.now

    def new_history(self) -> History:
        peers = self._ensemble.peers
        return History({
            one.name: (one.limits.timeout(0), one.limits.timeout(LONGEST_INT)) for one in peers
        })  # fmt: skip

    def open(self, server: str, receive: Receive) -> Channel | None:
        self._peers += 1
        peer = Peer(self.world, self._peers, server, self._chance)
        return peer if peer.open(receive) else None

    def wait(self, seconds: float) -> None:
        over: list[bool] = []
        self.world.after(seconds, lambda: over.append(True))
        while not over:
            self.world.step()

    def strike(self, fault: str, lasts: float, history: History) -> None:
        kind, _, detail = fault.partition(": ")
        history.troubles.append((self.now, math.inf, detail in ("the leader", "two")))
        self._ill_until = max(self._ill_until, self.now + lasts)
        SERVERS[kind](self.world, Fault(self.now, kind, "", lasts, detail))
        self._look(len(history.troubles) - 1, history)

    def _look(self, index: int, history: History) -> None:
        """Write down when all was well again."""
        begin, end, is_of_leader = history.troubles[index]
        if not self._is_well:
            self.world.after(LOOKS_EVERY, lambda: self._look(index, history))
        elif end == math.inf:
            history.troubles[index] = begin, self.now, is_of_leader

    @property
    def _is_well(self) -> bool:
        """Whether all follow one leader, and have known what there is for a while."""
        leader = self._ensemble.leader
        peers = self._ensemble.peers
        if leader is None or not all(one.is_awake for one in peers):
            return False
        follow = all(one.reign is leader.reign for one in peers)
        return follow and self.now > self._ill_until + WELL_AFTER

    def heal(self) -> None:
        until = self.now + GIVES_UP_AFTER
        while not self._is_well and self.now < until:
            self.wait(LOOKS_EVERY)
