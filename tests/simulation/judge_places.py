"""What is judged of recipes in which a place is a znode: whose was made first leads, or holds."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from app.participation.phases import HELD, Phase
from tests.simulation import truth
from tests.simulation.judge import Judge, Violation

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World


class PlacedJudge(Judge):
    """Judge the first.

    first_is_lowest: the invariant that nobody else believes to be the first.
    """

    first_is_lowest: ClassVar[str]

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._latest_epoch = 0

    def forget_history(self) -> None:
        super().forget_history()
        self._latest_epoch = 0

    def has_latest_epoch(self, process: Process, epoch: int, invariant: str, does: str) -> None:
        """Fencing never refuses who is the first by right: nobody has had a later epoch."""
        is_first = bool(self.places) and self.places[0].czxid == epoch
        if is_first:
            self.judged(invariant)
            if epoch < self._latest_epoch:
                detail = f"{process.name} {does} {epoch:#x} after {self._latest_epoch:#x}"
                raise Violation(invariant, detail)
        if is_first or not self._is_another:
            self._latest_epoch = max(self._latest_epoch, epoch)

    def informed(self, process: Process) -> None:
        if process.recipe.phase in HELD:
            self.is_lowest(process, self.first_is_lowest)
        elif process.recipe.phase is Phase.WAITING:
            self.judged("watches")
            self._waits(process)

    @abstractmethod
    def _waits(self, process: Process) -> None:
        """Judge how it waits for its turn."""

    def is_lowest(self, process: Process, invariant: str) -> None:
        """A process that believes to be the first owns the lowest znode, and watches it."""
        recipe = process.recipe
        if self.is_robbed(process) and process.is_looking:
            return
        self.judged(invariant)
        lowest = self.places[0] if self.places else None
        if lowest is None or (lowest.name, lowest.owner) != (recipe.name, recipe.session):
            whose = lowest.name if lowest else "there is none"
            detail = f"{process.name} believes with {recipe.name}; the lowest: {whose}"
            raise Violation(invariant, detail)
        self.is_guarded(process, [recipe.name])

    def is_spare(self, process: Process, znode: str) -> bool:
        """Whether it is not the first that the process's session owns: it may go."""
        session = process.recipe.session
        owned = [place.name for place in self.places if place.owner == session]
        return znode in owned[1:]

    def is_guarded(self, process: Process, names: list[str]) -> None:
        """The watches that it counts on stand, or are about to."""
        if process.is_looking:
            return
        server = self._world.server
        missing = [name for name in names if not truth.watches(server, process, name)]
        if missing:
            detail = f"the server knows no watch of {process.name} on {' and '.join(missing)}"
            raise Violation("watches", detail)


class ChainedJudge(PlacedJudge):
    """Of recipes in which each watches the one before it."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._woken: dict[tuple[str, int], Process] = {}

    def woken(self, process: Process, znode: str) -> None:
        self.judged("one_wakeup")
        first = self._woken.setdefault((znode, self._deletion), process)
        if first is not process:
            names = f"{first.name} and {process.name}"
            raise Violation("one_wakeup", f"the deletion of {znode} woke {names}")

    def awaited(self, process: Process) -> str | None:
        """Return the znode whose end it is to wait for."""
        return truth.predecessor(self.places, process.recipe.name)

    def _waits(self, process: Process) -> None:
        recipe, wanted = process.recipe, self.awaited(process)
        if recipe.watched is None or recipe.watched != wanted:
            detail = f"{process.name} waits, watching {recipe.watched} instead of {wanted}"
            raise Violation("watches", detail)
        self.is_guarded(process, [recipe.watched, recipe.name])
