"""What is judged alike of all who announce themselves by an ephemeral znode: members, providers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.simulation.judge import Judge

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World


class AnnouncedJudge(Judge):
    """Remembers whom somebody has robbed of its znode."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._robbed_sessions: set[int] = set()
        self._owners: set[int] = set()

    def is_robbed(self, process: Process) -> bool:
        return process.recipe.session in self._robbed_sessions

    def changed(self) -> None:
        """Who announces itself again after a robbery is one like any other."""
        owners = {place.owner for place in self.places}
        if self.meddling:
            self._robbed_sessions |= self._owners - owners
        else:
            self._robbed_sessions -= owners - self._owners
        self._owners = owners
