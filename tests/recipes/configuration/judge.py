"""What is judged of whoever watches one znode."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from app.participation.phases import Phase
from tests.simulation import truth
from tests.simulation.judge import Judge, Violation

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World


class ConfigurationJudge(Judge):
    """Of a configuration: its subscribers own nothing."""

    invariants = ("newest_value", "never_back")

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._latest: dict[str, int] = {}
        self._may_go_back: Counter[str] = Counter()

    def forget_history(self) -> None:
        """Each goes back once more."""
        super().forget_history()
        self._may_go_back.update(list(self._latest))

    def owners(self) -> list[int]:
        return [process.recipe.session or 0 for process in self._world.living]

    def process_acted(self, process: Process) -> None:
        super().process_acted(process)
        value = process.recipe.value
        before = self._latest.get(process.name, 0)
        if value is not None and value.mzxid != before:
            self.judged("never_back")
            goes_back = value.mzxid < before
            is_of_now = before <= self._world.server.core.zxid
            if goes_back and is_of_now and not self._may_go_back[process.name]:
                raise Violation("never_back", f"{process.name} goes back to {value.mzxid:#x}")
            self._latest[process.name] = value.mzxid
            self._may_go_back[process.name] -= goes_back

    def informed(self, process: Process) -> None:
        if process.recipe.phase is not Phase.WAITING or process.is_looking:
            return
        self.judged("newest_value")
        wrong = ignorance(process, self._world.server.scene.path)
        if wrong is not None:
            raise Violation("newest_value", wrong)

    def trouble(self, process: Process) -> str | None:
        if process.recipe.phase is not Phase.WAITING or not process.is_linked:
            return f"{process.name} is {process.recipe.phase.value}, and should watch"
        return ignorance(process, self._world.server.scene.path)


def ignorance(process: Process, path: str) -> str | None:
    """What one who watches a znode does not know of it, or would not hear of."""
    server, recipe = process.server, process.recipe
    znode = server.core.tree.nodes.get(path)
    if recipe.missing != (znode is None):
        return f"{process.name} takes {path} for {'gone' if recipe.missing else 'there'}"
    if znode is not None and (recipe.value is None or recipe.value.mzxid != znode.mzxid):
        return f"{process.name} has not the newest value of {path}"
    if not truth.watches_path(server, process, path):
        return f"{process.name} has no watch on {path}"
    return None
