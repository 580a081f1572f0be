"""What is judged of a lock, and of the file that its holders write to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from app.participation import commands as c
from app.participation.phases import Intent
from app.recipes.lock.machine import GaveUp
from app.sandbox.core.messages import ServerRequest
from app.zookeeper.wire.codes import Op
from tests.simulation.disk import Disk
from tests.simulation.judge import Judge, Violation
from tests.simulation.judge_places import ChainedJudge
from tests.simulation.judge_requests import evicts_nobody

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

FILE = "file"
LONGEST_TURN = 1.0
"""Seconds in which the lock goes on to the next at the latest, when nothing is amiss."""


class LockJudge(ChainedJudge):
    """Of a lock that everybody wants again as soon as they have given it back."""

    only_one = "one_holder"
    first_is_lowest = "holder_is_lowest"
    pauses_grow = False
    """Who gives up, and wants the lock again, begins with a short pause."""
    invariants = (
        *Judge.invariants, "one_holder", "holder_is_lowest", "watches", "one_wakeup", "one_znode",
        "keeps_its_place", "no_lost_update", "later_holders_have_later_epochs",
        "evicts_nobody",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.disk = Disk(self._replaced)
        self.disk.files[FILE] = "0"
        self._confirming: set[str] = set()
        self._confirmed: dict[str, int] = {}
        self._asked_at: dict[str, float] = {}
        self._began: dict[str, float] = {}
        self._intruded_at = float("-inf")
        self._served: Counter[str] = Counter()
        self._served_before: Counter[str] | None = None

    def commanded(self, process: Process, command: c.Command) -> None:
        super().commanded(process, command)
        if command.is_of(c.prove):
            self._confirming.add(process.name)
        if isinstance(command, c.Begin):
            self._began[process.name] = self._world.now
            self._begins_to_hold(process, command.epoch)
        elif isinstance(command, c.Message) and command.is_of(c.delete_own):
            self._gives_up(process, command.arguments["name"])
        elif isinstance(command, GaveUp):
            self._waited_too_long(process)

    def asked(self, process: Process, request: ServerRequest) -> None:
        super().asked(process, request)
        evicts_nobody(self._world, process, request, Op.DELETE)
        if request.op == Op.MULTI and process.name in self._confirming:
            self._confirming.discard(process.name)
            self._confirmed[process.name] = self._world.server.core.zxid
            self._asked_at[process.name] = self._world.now

    def trouble(self, process: Process) -> str | None:
        """Everybody gets the lock, and finishes its task, or gives up in time, from when this was
        asked for the first time.
        """
        if self._served_before is None:
            self._served_before = self._served.copy()
        if self._served[process.name] > self._served_before[process.name]:
            return None
        return f"{process.name} is {process.recipe.phase.value}, and has not had its turn"

    @property
    def turns(self) -> int | None:
        return self._served.total() if self._world.living else None

    @property
    def patience(self) -> float:
        """All have their turns, one after the other."""
        return LONGEST_TURN * len(self._world.living)

    # -- the invariants -----------------------------------------------------------------------

    def forget_history(self) -> None:
        super().forget_history()
        self._confirmed = dict.fromkeys(self._confirmed, -1)

    def changed(self) -> None:
        self.one_znode_each()

    def _begins_to_hold(self, process: Process, epoch: int) -> None:
        """A store could fence with these."""
        self.has_latest_epoch(process, epoch, "later_holders_have_later_epochs", "holds it with")

    def _gives_up(self, process: Process, znode: str) -> None:
        """Whoever wants the lock keeps its place in the queue."""
        self.judged("keeps_its_place")
        if process.recipe._intent is Intent.STAY and not self.is_spare(process, znode):
            raise Violation("keeps_its_place", f"{process.name} gives up {znode}")

    def _waited_too_long(self, process: Process) -> None:
        """A time limit is one of waiting: nobody who holds the lock gives up by it."""
        self.judged("keeps_its_place")
        if process.name in self.leaders and self.leaders[process.name].is_linked:
            raise Violation("keeps_its_place", f"{process.name} gives up waiting, and holds it")
        self._served[process.name] += 1

    def _replaced(self, writer: str, before: str, after: str) -> None:
        """A task is finished. Of what was written since it had read the file nothing may be lost,
        unless its znode was taken from it after ZooKeeper had confirmed the lock: that, no client
        can know.
        """
        process = next(one for one in self._world.processes if one.name == writer)
        self.judged("no_lost_update")
        self._served[writer] += 1
        if self._world.trace is not None:
            self._world.trace.say(self._world.now, "disk", f"{writer} replaces {before} by {after}")
        robbed_at = self._robbed.get(process.recipe.epoch or 0)
        asked = self._asked_at.get(writer, 0.0) > self._began[writer]
        if asked and robbed_at is not None and robbed_at > self._confirmed[writer]:
            self._intruded_at = self._world.now
        excused = self._intruded_at >= self._began[writer]
        if int(after) != int(before) + 1 and not excused:
            raise Violation("no_lost_update", f"{writer} writes {after} over {before}")
