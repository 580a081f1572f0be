"""What is judged of a lock, and of the file that its holders write to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from app.recipes import commands as c
from app.recipes.lock import GaveUp
from app.recipes.phases import LEADING, Intent, Phase
from app.sandbox.core.messages import Request
from app.zookeeper.wire.codes import Op
from tests.simulation import truth
from tests.simulation.disk import Disk
from tests.simulation.judge import Judge, Violation

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

FILE = "file"
LONGEST_TURN = 1.0
"""Seconds in which the lock goes on to the next at the latest, when nothing is amiss."""


class LockJudge(Judge):
    """Of a lock that everybody wants again as soon as they have given it back."""

    invariants = (
        *Judge.invariants, "one_holder", "holder_is_lowest", "watches", "one_wakeup", "one_znode",
        "keeps_its_place", "no_lost_update", "later_holders_have_later_epochs",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.disk = Disk(self._replaced)
        self.disk.files[FILE] = "0"
        self._latest_epoch = 0
        self._confirming: set[str] = set()
        self._confirmed: dict[str, int] = {}
        self._asked_at: dict[str, float] = {}
        self._began: dict[str, float] = {}
        self._intruded_at = float("-inf")
        self._woken: dict[tuple[str, int], Process] = {}
        self._served: Counter[str] = Counter()
        self._served_before: Counter[str] | None = None

    def commanded(self, process: Process, command: c.Command) -> None:
        super().commanded(process, command)
        if isinstance(command, c.Prove):
            self._confirming.add(process.name)
        if isinstance(command, c.Lead):
            self._began[process.name] = self._world.now
        if isinstance(command, c.Lead):
            self._begins_to_hold(process, command.epoch)
        elif isinstance(command, c.Delete):
            self._gives_up(process, command.name)
        elif isinstance(command, GaveUp):
            self._served[process.name] += 1

    def asked(self, process: Process, request: Request) -> None:
        super().asked(process, request)
        if request.op == Op.MULTI and process.name in self._confirming:
            self._confirming.discard(process.name)
            self._confirmed[process.name] = self._world.server.core.zxid
            self._asked_at[process.name] = self._world.now

    def informed(self, process: Process) -> None:
        if process.recipe.phase in LEADING:
            self._holder_is_lowest(process)
        elif process.recipe.phase is Phase.WAITING:
            self._waits(process)

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
    def patience(self) -> float:
        """All have their turns, one after the other."""
        return LONGEST_TURN * len(self._world.living)

    def woken(self, process: Process, znode: str) -> None:
        self.judged("one_wakeup")
        first = self._woken.setdefault((znode, self._deletion), process)
        if first is not process:
            names = f"{first.name} and {process.name}"
            raise Violation("one_wakeup", f"the deletion of {znode} woke {names}")

    # -- the invariants -----------------------------------------------------------------------

    def one_only(self) -> None:
        """Frozen ones count as well."""
        if not self.leaders:
            return
        self.judged("one_holder")
        counting = [process.name for process in self.leaders.values() if self.counts(process)]
        if len(counting) > 1:
            raise Violation("one_holder", f"{' and '.join(counting)} believe to hold it")

    def changed(self) -> None:
        self.one_znode_each()

    def _holder_is_lowest(self, process: Process) -> None:
        self.judged("holder_is_lowest")
        recipe = process.recipe
        if self.is_robbed(process) and process.awaits_reply:
            return
        lowest = self.places[0] if self.places else None
        if lowest is None or (lowest.name, lowest.owner) != (recipe.name, recipe.session):
            whose = lowest.name if lowest else "there is none"
            detail = f"{process.name} holds it with {recipe.name}; the lowest: {whose}"
            raise Violation("holder_is_lowest", detail)
        self.is_guarded(process, [recipe.name])

    def _waits(self, process: Process) -> None:
        self.judged("watches")
        recipe = process.recipe
        wanted = truth.predecessor(self.places, recipe.name)
        if recipe.watched is None or recipe.watched != wanted:
            detail = f"{process.name} waits, watching {recipe.watched} instead of {wanted}"
            raise Violation("watches", detail)
        self.is_guarded(process, [recipe.watched, recipe.name])

    def _begins_to_hold(self, process: Process, epoch: int) -> None:
        """A store could fence with these."""
        self.judged("later_holders_have_later_epochs")
        rightful = bool(self.places) and self.places[0].czxid == epoch
        if rightful and epoch < self._latest_epoch:
            detail = f"{process.name} holds it with {epoch:#x} after {self._latest_epoch:#x}"
            raise Violation("later_holders_have_later_epochs", detail)
        self._latest_epoch = max(self._latest_epoch, epoch)

    def _gives_up(self, process: Process, znode: str) -> None:
        """Whoever wants the lock keeps its place in the queue."""
        self.judged("keeps_its_place")
        if process.recipe._intent is Intent.STAY and not self.is_spare(process, znode):
            raise Violation("keeps_its_place", f"{process.name} gives up {znode}")

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
