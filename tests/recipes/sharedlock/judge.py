"""What is judged of a shared lock, and of the file that writers write to and readers read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.participation import commands as c
from app.participation.phases import HELD, Phase
from app.recipes.lock.machine import Confirmed
from app.recipes.sharedlock.machine import Reader, Revoked
from app.recipes.sharedlock.znodes import UNLOCK
from tests.recipes.lock.judge import FILE, LockJudge
from tests.simulation.judge import Judge, Violation

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.truth import Place
    from tests.simulation.world import World

READS = "-read-"


class SharedLockJudge(LockJudge):
    """Judge readers and writers, each of whom wants the lock again after a turn.

    asked_for: the znodes into which somebody has written `unlock`. Whose turn it is goes by the
    order in which the znodes were made, and by what their names say.
    """

    invariants = (
        *Judge.invariants, "writer_alone", "turn", "watches", "one_wakeup", "one_znode",
        "keeps_its_place", "no_lost_update", "no_torn_read", "later_holders_have_later_epochs",
        "evicts_nobody", "asked", "readers_together",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.asked_for: set[str] = set()

    def commanded(self, process: Process, command: c.Command) -> None:
        if isinstance(command, Revoked):
            self._is_asked(process)
        if isinstance(command, Confirmed) and isinstance(process.recipe, Reader):
            self._has_read(process)
        super().commanded(process, command)

    def process_acted(self, process: Process) -> None:
        """Who says that it is asked means the znode that it has."""
        super().process_acted(process)
        if process.recipe.view()["revoked"] and process.recipe.name not in self.asked_for:
            raise Violation("asked", f"{process.name} says so, and nobody asks for its znode")

    def informed(self, process: Process) -> None:
        recipe = process.recipe
        self._listens(process)
        if recipe.phase in HELD:
            self._has_its_turn(process)
        elif recipe.phase is Phase.WAITING:
            self.judged("watches")
            self._waits(process)

    def trouble(self, process: Process) -> str | None:
        if self._says_unlock(process):
            return f"{process.name} was asked for its znode, and keeps it"
        return super().trouble(process)

    # -- whose turn it is -----------------------------------------------------------------------

    def _blocker(self, process: Process) -> Place | None:
        """For whom it waits: the last of those in its way that were made before its own znode."""
        is_reader = isinstance(process.recipe, Reader)
        blocker = None
        for place in self.places:
            if place.name == process.recipe.name:
                return blocker
            if not (is_reader and READS in place.name):
                blocker = place
        return None

    def _has_its_turn(self, process: Process) -> None:
        recipe = process.recipe
        if self.is_robbed(process) and process.is_looking:
            return
        self.judged("turn")
        stands = (recipe.name, recipe.session) in {(one.name, one.owner) for one in self.places}
        blocker = self._blocker(process)
        if blocker is not None or not stands:
            why = f"{blocker.name} stands before it" if blocker else "it does not stand"
            raise Violation("turn", f"{process.name} holds the lock with {recipe.name}: {why}")
        self.is_guarded(process, [recipe.name])

    def awaited(self, process: Process) -> str | None:
        blocker = self._blocker(process)
        if isinstance(process.recipe, Reader):
            self.judged("readers_together")
            if blocker is None:
                raise Violation("readers_together", f"{process.name} waits, and nobody writes")
        return blocker.name if blocker else None

    def woken(self, process: Process, znode: str) -> None:
        """The end of a writer may wake several readers; every other end wakes one process."""
        if isinstance(process.recipe, Reader):
            self.judged("one_wakeup")
            if READS in znode:
                raise Violation("one_wakeup", f"the end of {znode} woke the reader {process.name}")
            return
        super(LockJudge, self).woken(process, znode)

    def _one_only(self) -> None:
        """No writer holds it together with anybody; frozen ones count as well."""
        if len(self.leaders) < 2:
            return
        self.judged("writer_alone")
        among = [process for process in self.leaders.values() if self.counts(process)]
        writers = [one for one in among if not isinstance(one.recipe, Reader)]
        if writers and len(among) > 1:
            names = " and ".join(process.name for process in among)
            raise Violation("writer_alone", f"{names} hold it, and {writers[0].name} writes")

    def _begins_to_hold(self, process: Process, epoch: int) -> None:
        """A store could fence writers with these. Readers begin in whatever order."""
        if not isinstance(process.recipe, Reader):
            super()._begins_to_hold(process, epoch)

    # -- giving back ----------------------------------------------------------------------------

    def _is_asked(self, process: Process) -> None:
        self.judged("asked")
        if process.recipe.name not in self.asked_for:
            raise Violation("asked", f"{process.name} gives back what nobody has asked for")

    def _listens(self, process: Process) -> None:
        """Whoever has a place has read what its znode says, as far as its server knows."""
        recipe = process.recipe
        has_place = recipe.phase in HELD or recipe.phase is Phase.WAITING
        if not has_place or process.is_looking or not self._says_unlock(process):
            return
        self.judged("asked")
        if recipe.revoked != recipe.name:
            raise Violation("asked", f"{process.name} does not hear that it is asked")

    def _says_unlock(self, process: Process) -> bool:
        if process.recipe.name is None:
            return False
        znode = self._world.server.copy_for(process).tree.nodes.get(process.znode)
        return znode is not None and znode.data == UNLOCK

    # -- the file -------------------------------------------------------------------------------

    def _has_read(self, process: Process) -> None:
        """A task is finished: nobody has written since it had begun to read, unless its znode was
        taken from it after ZooKeeper had confirmed the lock, or a writer's was: that, no client can
        know.
        """
        task = process._work._task  # type: ignore[attr-defined]
        if task is None:
            return
        self.judged("no_torn_read")
        self._served[process.name] += 1
        robbed_at = self._robbed.get(process.recipe.epoch or 0)
        confirmed = self._confirmed.get(process.name, -1)
        is_robbed = robbed_at is not None and robbed_at > confirmed
        if is_robbed or self._intruded_at >= self._began[process.name]:
            return
        last = self.disk.files[FILE]
        if int(last) != task.read:
            detail = f"{process.name} has read {task.read}, and {last} at the end"
            raise Violation("no_torn_read", detail)
