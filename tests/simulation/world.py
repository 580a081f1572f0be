"""Everything that takes part in one schedule."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.simulation import truth
from tests.simulation.ensemble.ensemble import Ensemble
from tests.simulation.parts import part_of
from tests.simulation.plan import Member, Plan
from tests.simulation.process import DashboardProcess, Process
from tests.simulation.scheduler import Scheduler
from tests.simulation.server import Server
from tests.simulation.trace import Trace


class World(Scheduler):
    """The server, the candidates' processes, the judge, and what is written down of them.

    seen: what has happened, and how often: faults, transitions of the recipe, judgements.
    last_struck: the process that the last fault was meant for.
    """

    def __init__(self, plan: Plan, trace: Trace | None = None) -> None:
        super().__init__()
        self.plan, self.part = plan, part_of(plan.recipe)
        self.trace = trace
        self.seen: Counter[tuple[str, ...]] = Counter()
        self.seen["recipe", plan.recipe] += 1
        self.processes: list[Process] = []
        self.last_struck, self.moments = "", plan.stream("moments")
        self.judge: Any = self.part.judge(self)
        self.server = Ensemble(self, plan) if plan.servers > 1 else Server(self, plan)
        if plan.counter is not None:
            self.server.prepare(plan.counter)
        if plan.versions:
            self.server.make(self.server.scene.version, b"1")

    def start(self, member: Member, name: str = "") -> None:
        """A new candidate, which joins at once. Those that nobody has named have late numbers."""
        name = name or f"c{len(self.processes) + len(self.plan.members) + 1}"
        self.happened("start", name)
        kind = self.part.program(self.plan, name) if self.part.program else DashboardProcess
        process = kind(self, self.plan, self.server, name, member.timeout, member.drift)
        self.processes.append(process)
        if self.plan.versions:
            process.tell_version(truth.newest(self.server) or 1)
        process.order("join")

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
