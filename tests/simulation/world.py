"""Everything that takes part in one schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.simulation import truth
from tests.simulation.books import Books, Disk
from tests.simulation.judge import Judge
from tests.simulation.judge_barrier import BarrierJudge
from tests.simulation.judge_bookshelf import BookshelfJudge
from tests.simulation.judge_configuration import ConfigurationJudge
from tests.simulation.judge_elections import ElectionJudge, PredecessorJudge
from tests.simulation.judge_lock import FILE, LockJudge
from tests.simulation.judge_membership import MembershipJudge
from tests.simulation.judge_naming import NamingJudge
from tests.simulation.judge_queue import QueueJudge
from tests.simulation.leading import Counter as Numbers
from tests.simulation.plan import Member, Plan
from tests.simulation.process import Process
from tests.simulation.scheduler import Scheduler
from tests.simulation.server import Server
from tests.simulation.trace import Trace

JUDGES: dict[str, type[Judge]] = {
    "predecessor": PredecessorJudge,
    "herd": ElectionJudge,
    "single": ElectionJudge,
    "lock": LockJudge,
    "membership": MembershipJudge,
    "configuration": ConfigurationJudge,
    "naming": NamingJudge,
    "queue": QueueJudge,
    "barrier": BarrierJudge,
    "bookshelf": BookshelfJudge,
}
TASKS = (0.3, 0.6)
PACES = (0.0, 0.05, 0.4)
WIPED = 0.3
"""How often a node comes again with an empty disk."""
NAMES = ("alpha", "beta")
LIMITS = (None, None, 0.05, 0.5, 2.0)
"""Seconds that a task under a lock takes, and for which it is waited."""


class World(Scheduler):
    """The server, the candidates' processes, the judge, and what is written down of them.

    seen: what has happened, and how often: faults, transitions of the recipe, judgements.
    """

    def __init__(self, plan: Plan, trace: Trace | None = None) -> None:
        super().__init__()
        self.plan = plan
        self.trace = trace
        self.seen: Counter[tuple[str, ...]] = Counter()
        self.seen["recipe", plan.recipe] += 1
        self.processes: list[Process] = []
        self.disks: dict[str, Disk] = {}
        self.books: dict[str, Books] = {}
        self.judge: Any = JUDGES[plan.recipe](self)
        self.store = Numbers(self)
        self.server = Server(self, plan)
        if plan.counter is not None:
            self.server.prepare(plan.counter)
        if plan.versions:
            self.server.make(self.server.scene.version, b"1")

    def start(self, member: Member, name: str = "") -> None:
        """A new candidate, which joins at once. Those that nobody has named have late numbers."""
        name = name or f"c{len(self.processes) + len(self.plan.members) + 1}"
        self.happened("start", name)
        process = Process(self, self.plan, self.server, name, member.timeout, member.drift)
        self.processes.append(process)
        if self.plan.versions:
            process.tell_version(truth.newest(self.server) or 0)
        process.order("join")

    def settings_of(self, process: Process) -> dict[str, Any]:
        """What the recipe or the work of this process is told."""
        return _SETTINGS.get(self.plan.recipe, _nothing)(self, process)

    def recipe_of(self, process: Process) -> str:
        """Of names, every other process is a client."""
        is_client = self.plan.recipe == "naming" and number_of(process) % 2 == 0
        return "lookup" if is_client else self.plan.recipe

    @property
    def living(self) -> list[Process]:
        """The processes that have not ended, frozen ones among them."""
        return [process for process in self.processes if not process.is_dead]

    def struck(self, kind: str, detail: str) -> None:
        """A fault of this kind and detail (see `FAULTS`) has hit somebody."""
        self.seen["detail", self.plan.recipe, kind, detail] += 1

    def happened(self, fault: str, whom: str = "", detail: str = "") -> None:
        """A fault has struck."""
        self.seen["fault", fault] += 1
        self.seen["fault of", self.plan.recipe, fault] += 1
        if self.trace is not None:
            self.trace.fault(self.now, " ".join(word for word in (fault, whom, detail) if word))


def _nothing(world: World, process: Process) -> dict[str, Any]:
    return {}


def _of_lock(world: World, process: Process) -> dict[str, Any]:
    chance = world.plan.stream(f"{process.name} settings")
    limits = {"task": chance.choice(TASKS), "within": chance.choice(LIMITS)}
    return {**limits, "directory": world.judge.disk, "file": FILE, "locking": True}


def _of_member(world: World, process: Process) -> dict[str, Any]:
    """Who comes again knows who it was; a twin knows nothing."""
    before = process.name.removesuffix("'")
    over = {} if before == process.name else {"over": before}
    return {"node": process.node, "incarnation": process.name, **over}


def number_of(process: Process) -> int:
    """7 of c7, and of who comes after it."""
    return int(process.node[1:])


def _of_name(world: World, process: Process) -> dict[str, Any]:
    name = world.plan.stream(f"{process.node} settings").choice(NAMES)
    return {"name": name, "incarnation": process.name}


def _of_queue(world: World, process: Process) -> dict[str, Any]:
    """Every third is a producer, the first one too."""
    chance = world.plan.stream(f"{process.name} settings")
    task, every, items = chance.choice(TASKS) / 3, chance.choice(PACES), chance.randint(1, 4)
    role = "producer" if number_of(process) % 3 == 1 else "consumer"
    return {"role": role, "identity": process.name, "items": items, "every": every, "task": task}


def _of_barrier(world: World, process: Process) -> dict[str, Any]:
    chance = world.plan.stream(f"{process.name} settings")
    size = world.plan.stream("size").randint(2, max(2, len(world.plan.members)))
    task, pause = chance.choice(TASKS), chance.choice(TASKS)
    return {"size": size, "task": task, "pause": pause, "rounds": None}


def _of_bookshelf(world: World, process: Process) -> dict[str, Any]:
    """Who comes again has its disk, or a new one; nobody knows that the one before is over."""
    chance = world.plan.stream(f"{process.name} settings")
    store = f"{process.name}-{chance.getrandbits(16):04x}"
    if chance.random() < WIPED:
        world.disks.pop(process.node, None)
    disk = world.disks.setdefault(process.node, Disk(store))
    return {**_of_member(world, process), "disk": disk, "patience": 0.5}


_SETTINGS: dict[str, Callable[[World, Process], dict[str, Any]]] = {
    "lock": _of_lock,
    "membership": _of_member,
    "configuration": lambda world, process: {"znode": "config"},
    "naming": _of_name,
    "queue": _of_queue,
    "barrier": _of_barrier,
    "bookshelf": _of_bookshelf,
}
