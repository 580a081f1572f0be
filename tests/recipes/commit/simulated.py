"""What the simulation has to know of a two-phase commit; see `tests/simulation/parts.py`."""

from __future__ import annotations

from typing import Any, cast

from app.participation import commands as c
from app.participation.phases import Phase
from app.processes.work import Host
from app.recipes.commit import machine as m
from app.recipes.commit import process as process_module
from app.recipes.commit import znodes as z
from app.recipes.commit.process import CoordinatorWork
from app.zookeeper.wire.codes import Op, Permission
from app.zookeeper.wire.records import Acl, CreateRequest, Id
from tests.recipes.commit.judge import (
    LONGEST_PATIENCE,
    LONGEST_REST,
    OPENING,
    PLACE,
    CommitJudge,
    coordinates,
)
from tests.recipes.commit.mistakes import MISTAKES
from tests.simulation.disk import File
from tests.simulation.machine import machine
from tests.simulation.parts import Kind, Simulated
from tests.simulation.plan import Fault
from tests.simulation.process import Process
from tests.simulation.truth import Scene
from tests.simulation.world import World

RESTS = (0.0, 0.05, 0.4, LONGEST_REST)
PAUSES = (0.0, 0.0, 0.05, 0.4)
THINKS = (0.0, 0.02, 0.3, 1.0, 2.0)
PATIENCE = (0.3, 1.0, LONGEST_PATIENCE)
REFUSED = 0.15
"""Seconds between two transactions, between votes and decision, in which a site votes, and for
which it is waited; and how often a site is asked to vote no."""


class Ordering(CoordinatorWork):
    """Has a transaction begun again and again, as a person would."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._process = cast("Process", host)
        self._chance = self._process.plan.stream(f"{self._process.name} orders")
        self._orders = 0
        self._orders_at: float | None = machine.monotonic()

    def changed(self) -> None:
        """As soon as nothing is undecided."""
        recipe = self.host.recipe
        is_free = recipe.phase is Phase.WAITING and recipe.watched == z.LATEST
        if is_free and self._orders_at is not None:
            self.host.wake_at(self._orders_at)

    def told(self, command: c.Command) -> None:
        super().told(command)
        if isinstance(command, m.OrderTaken):
            self._orders_at = machine.monotonic() + self._chance.choice(RESTS)

    def tick(self, now: float) -> None:
        super().tick(now)
        recipe = self.host.recipe
        is_free = recipe.phase is Phase.WAITING and recipe.watched == z.LATEST
        if self._orders_at is None or now < self._orders_at or not is_free:
            return
        moves = self._moves()
        self._orders_at = None if moves else now + RESTS[-1]
        if moves:
            self._orders += 1
            self.order("begin", self._ordered(moves))

    def _ordered(self, moves: dict[str, int]) -> dict[str, Any]:
        refuses = [site for site in moves if self._chance.random() < REFUSED / len(moves)]
        pause = self._chance.choice(PAUSES)
        name = f"{self._process.name}.{self._orders}"
        return {"id": name, "moves": moves, "refuses": refuses, "pause": pause}

    def _moves(self) -> dict[str, int]:
        """Among all sites that there ever were."""
        processes = self._process.world.processes
        sites = sorted({one.node for one in processes if not coordinates(one)})
        moves = {site: self._chance.randint(0, 5) for site in sites}
        if sites:
            moves[self._chance.choice(sites)] -= sum(moves.values())
        return moves


def _procedure(process: Process) -> str:
    """Every third coordinates, the first one too."""
    return "coordinator" if process.number % 3 == 1 else "site"


def _settings(world: World, process: Process) -> dict[str, Any]:
    chance = world.plan.stream(f"{process.name} settings")
    if _procedure(process) == "coordinator":
        return {"patience": chance.choice(PATIENCE)}
    disk = File(world.judge.disk)
    thinks = chance.choice(THINKS)
    return {"site": process.node, "directory": disk, "opening": OPENING, "think": thinks}


def _leave_a_name(world: World, fault: Fault) -> bool:
    """Leave a znode where the next transaction would be."""
    if world.server.is_down:
        return False
    acl = [Acl(Permission.ALL, Id("world", "anyone"))]
    left = CreateRequest(f"{PLACE}/{world.judge.latest.next_name()}", b"", acl, 0)
    with world.judge.meddled():
        return world.server.operate(Op.CREATE, left) == 0


SIMULATED = {
    "commit": Simulated(
        scene=Scene(PLACE, PLACE),
        judge=CommitJudge,
        procedure=_procedure,
        settings=_settings,
        works={"coordinator": Ordering},
        outside={process_module: {"Path": lambda place: place}},
        faults={
            "drop": (9, ("both ends hear of it", "the server hears of it late")),
            "end session": (6, ()),
            "kill": (4, ()),
            "start again": (6, ("",)),
        },
        kinds={
            "leave a name": Kind(
                _leave_a_name, 2, (), "a znode is left where the next is to be", at_nobody=True
            ),
        },
        unfit={"multi", "everything", "predecessor"},
        mistakes=MISTAKES,
        machines=(m.Coordinator, m.Site),
        seldom={
            "writing": {"Failed"},
            "creating": {"Failed", "ParentMissing"},
            "making parent": {"WatchFired"},
            "withdrawing": {"Failed"},
        },
    )
}
