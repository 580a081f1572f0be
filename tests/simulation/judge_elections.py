"""What is judged of elections: of whoever leads in any, and of the waiting in each strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.insight.work import Verdict
from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.phases import LEADING, Phase
from app.sandbox.core.messages import Request
from app.zookeeper.wire.codes import Op
from tests.simulation import truth
from tests.simulation.judge import Judge, Violation

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World


class ElectionJudge(Judge):
    """Of every strategy."""

    invariants = (
        *Judge.invariants, "one_leader", "leader_is_lowest", "watches", "one_znode", "epoch",
        "fencing", "keeps_its_place", "eligible", "no_stale_write", "no_rightful_write_refused",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._latest_epoch = 0
        self._acknowledged = (0, "")
        self._standing: tuple[int, str] | None = None
        self._claimed = False
        self._newest_read: dict[str, int | None] = {}
        self._latest_term = 0
        self._handed_out: set[int] = set()

    def changed(self) -> None:
        self.one_znode_each()
        self._acknowledgement()

    def commanded(self, process: Process, command: c.Command) -> None:
        super().commanded(process, command)
        if isinstance(command, c.Lead):
            self._begins_to_lead(process, command.epoch)
        elif isinstance(command, c.Delete):
            self._gives_up(process, command.name)

    def asked(self, process: Process, request: Request) -> None:
        super().asked(process, request)
        if request.op == Op.MULTI_READ:
            server = self._world.server
            self._newest_read[process.name] = truth.newest(server, server.copy_for(process))
            process.has_been_behind |= truth.is_behind(process)

    def informed(self, process: Process) -> None:
        if process.recipe.phase in LEADING:
            self._leader_is_lowest(process)
        elif process.recipe.phase is Phase.WAITING:
            self.judged("watches")
            self._waits(process)

    def trouble(self, process: Process) -> str | None:
        recipe = process.recipe
        wanted = self._wanted(process)
        if recipe.phase is not wanted or not process.is_linked:
            return f"{process.name} is {recipe.phase.value}, and should be {wanted.value}"
        if wanted is Phase.RESTING:
            return f"{process.name} is behind, and has {recipe.name}" if recipe.name else None
        return self._unwatched(process, leads=wanted is Phase.LEADING)

    def _wanted(self, process: Process) -> Phase:
        if truth.is_behind(process):
            return Phase.RESTING
        first = self.places[0] if self.places else None
        leads = first and first.owner == process.recipe.session
        return Phase.LEADING if leads else Phase.WAITING

    # -- what a strategy says -----------------------------------------------------------------

    def _waits(self, process: Process) -> None:
        """It watches the parent's list, and knows who leads."""
        recipe = process.recipe
        lowest = self.places[0].name if self.places else None
        if recipe.watched != i.PARENT or recipe.leader != lowest:
            detail = f"watching {recipe.watched}; it holds {recipe.leader} to lead, not {lowest}"
            raise Violation("watches", f"{process.name} waits, {detail}")
        if not process.awaits_reply and self._unwatched(process, leads=False):
            raise Violation("watches", f"the server knows no watch of {process.name} on the list")

    def _unwatched(self, process: Process, *, leads: bool) -> str | None:
        server = self._world.server
        if leads:
            watched = truth.watches(server, process, process.recipe.name)
        else:
            watched = truth.watches_children(server, process, server.scene.parent)
        what = process.recipe.name if leads else "the list"
        return None if watched else f"{process.name} has no watch on {what}"

    # -- the leader ---------------------------------------------------------------------------

    def one_only(self) -> None:
        """Frozen ones count as well."""
        if not self.leaders:
            return
        self.judged("one_leader")
        counting = [process.name for process in self.leaders.values() if self.counts(process)]
        if len(counting) > 1:
            raise Violation("one_leader", f"{' and '.join(counting)} believe to lead")

    def _leader_is_lowest(self, process: Process) -> None:
        self.judged("leader_is_lowest")
        recipe = process.recipe
        if self.is_robbed(process) and process.awaits_reply:
            return
        lowest = self.places[0] if self.places else None
        if lowest is None or (lowest.name, lowest.owner) != (recipe.name, recipe.session):
            whose = lowest.name if lowest else "there is none"
            detail = f"{process.name} leads with {recipe.name}; the lowest: {whose}"
            raise Violation("leader_is_lowest", detail)
        self.is_guarded(process, [recipe.name])

    def _acknowledgement(self) -> None:
        """The epochs written down only grow, and are those of the lowest znode as they are
        written: this holds with robbed leaders and slow clocks too, for the server sees to it.
        Nor is a later one written over that somebody else has put there.
        """
        standing, self._standing = self._standing, truth.acknowledgement(self._world.server)
        written = self._standing
        if written is None or written == standing:
            return
        if self.meddling:
            self._claimed = True
            return
        self.judged("epoch")
        before, self._acknowledged = self._acknowledged, written
        if written < before or (standing is not None and written[0] < standing[0]):
            raise Violation("epoch", f"acknowledged {written} after {before}, over {standing}")
        lowest = self.places and (self.places[0].czxid, self.places[0].name)
        if lowest != written and not self._is_namesake(written):
            raise Violation("epoch", f"acknowledged {written}, which is not the lowest znode")

    def _is_namesake(self, written: tuple[int, str]) -> bool:
        """Whether who wrote this was robbed of a znode whose name another one bears by now: where
        all use one name, the check of the own znode cannot tell the two.
        """
        epoch, name = written
        return epoch in self._robbed and any(place.name == name for place in self.places)

    def _begins_to_lead(self, process: Process, epoch: int) -> None:
        """Fencing never refuses the rightful leader: nobody has led with a later epoch."""
        self.judged("fencing")
        rightful = bool(self.places) and self.places[0].czxid == epoch
        if rightful and epoch < self._latest_epoch:
            detail = f"{process.name} leads with {epoch:#x} after {self._latest_epoch:#x}"
            raise Violation("fencing", detail)
        self._latest_epoch = max(self._latest_epoch, epoch)
        self._eligible(process)

    def _eligible(self, process: Process) -> None:
        """Nobody leads whose data was behind when it looked."""
        version, newest = process.recipe.data, self._newest_read.get(process.name)
        self.judged("eligible")
        if version is not None and newest is not None and version < newest:
            detail = f"{process.name} leads with version {version}; the newest is {newest}"
            raise Violation("eligible", detail)

    def _gives_up(self, process: Process, znode: str) -> None:
        """Only who was told to, or who has seen a later epoch or a newer version, deletes its own
        znode; or who has two.
        """
        self.judged("keeps_its_place")
        told = process.may_withdraw or self._claimed or process.has_been_behind
        allowed = told or self.is_spare(process, znode)
        if not allowed:
            raise Violation("keeps_its_place", f"{process.name} gives up {znode}")

    # -- the leader's work --------------------------------------------------------------------

    def counted(self, process: Process, epoch: int, answered: bool) -> None:
        """The store was asked for the count with this epoch."""
        self._tell_work(process, "asks for the count", epoch, "answered" if answered else "refused")
        if answered:
            self._latest_term = max(self._latest_term, epoch)
        else:
            self._rightful(process, epoch)

    def written(self, process: Process, epoch: int, number: int, verdict: Verdict) -> None:
        """The store has judged a write."""
        self._tell_work(process, f"hands out {number}", epoch, verdict)
        if verdict == "refused":
            self._rightful(process, epoch)
            return
        self.judged("no_stale_write")
        if epoch < self._latest_term:
            detail = f"{number} of {process.name} under {epoch:#x} after {self._latest_term:#x}"
            raise Violation("no_stale_write", f"taken is {detail}")
        if number in self._handed_out:
            raise Violation("no_stale_write", f"{process.name} hands out {number} once more")
        self._handed_out.add(number)
        self._latest_term = epoch

    def _rightful(self, process: Process, epoch: int) -> None:
        """Whoever is refused does not lead, or has lost its place already."""
        self.judged("no_rightful_write_refused")
        first = self.places[0].czxid if self.places else None
        if process.recipe.phase in LEADING and process.recipe.epoch == epoch == first:
            raise Violation("no_rightful_write_refused", f"{process.name} under {epoch:#x}")

    def _tell_work(self, process: Process, what: str, epoch: int, verdict: str) -> None:
        if self._world.trace is not None:
            told = f"{process.name} {what} under {epoch:#x}: {verdict}"
            self._world.trace.say(self._world.now, "store", told)


class PredecessorJudge(ElectionJudge):
    """Of the strategy in which each watches the one before it."""

    invariants = (*ElectionJudge.invariants, "one_wakeup")

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._woken: dict[tuple[str, int], Process] = {}

    def woken(self, process: Process, znode: str) -> None:
        self.judged("one_wakeup")
        first = self._woken.setdefault((znode, self._deletion), process)
        if first is not process:
            names = f"{first.name} and {process.name}"
            raise Violation("one_wakeup", f"the deletion of {znode} woke {names}")

    def _waits(self, process: Process) -> None:
        recipe = process.recipe
        wanted = truth.predecessor(self.places, recipe.name)
        if recipe.watched is None or recipe.watched != wanted:
            detail = f"{process.name} waits, watching {recipe.watched} instead of {wanted}"
            raise Violation("watches", detail)
        self.is_guarded(process, [recipe.watched, recipe.name])

    def _unwatched(self, process: Process, *, leads: bool) -> str | None:
        recipe = process.recipe
        before = truth.predecessor(self.places, recipe.name)
        if recipe.watched != before:
            return f"{process.name} watches {recipe.watched}, and should watch {before}"
        needed = [recipe.name, before] if before else [recipe.name]
        server = self._world.server
        missing = [name for name in needed if not truth.watches(server, process, name)]
        return f"{process.name} has no watch on {' and '.join(missing)}" if missing else None
