"""Everything that takes part in one schedule."""

from __future__ import annotations

from collections import Counter

from tests.simulation.judge import Judge
from tests.simulation.plan import Member, Plan
from tests.simulation.process import Process
from tests.simulation.scheduler import Scheduler
from tests.simulation.server import Server
from tests.simulation.trace import Trace
from tests.simulation.truth import ELECTION


class World(Scheduler):
    """The server, the candidates' processes, the judge, and what is written down of them.

    seen: what has happened, and how often: faults, transitions of the recipe, judgements.
    """

    def __init__(self, plan: Plan, trace: Trace | None = None) -> None:
        super().__init__()
        self.plan = plan
        self.trace = trace
        self.seen: Counter[tuple[str, ...]] = Counter()
        self.processes: list[Process] = []
        self.judge = Judge(self)
        self.server = Server(self, plan)
        if plan.counter is not None:
            self.server.prepare(ELECTION, plan.counter)

    def start(self, member: Member, name: str = "") -> None:
        """A new candidate, which joins at once. Those that nobody has named have late numbers."""
        name = name or f"c{len(self.processes) + len(self.plan.members) + 1}"
        self.happened("start", name)
        process = Process(self, self.plan, self.server, name, member.timeout, member.drift)
        self.processes.append(process)
        process.obey("join")

    @property
    def living(self) -> list[Process]:
        """The processes that have not ended, frozen ones among them."""
        return [process for process in self.processes if not process.is_dead]

    def struck(self, kind: str, detail: str) -> None:
        """A fault of this kind and detail (see `FAULTS`) has hit somebody."""
        self.seen["detail", kind, detail] += 1

    def happened(self, fault: str, whom: str = "", detail: str = "") -> None:
        """A fault has struck."""
        self.seen["fault", fault] += 1
        if self.trace is not None:
            self.trace.fault(self.now, " ".join(word for word in (fault, whom, detail) if word))
