"""What is judged of a double barrier: who is in a round enters and leaves it with all others."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from app.recipes import commands as c
from app.recipes import gate as g
from app.recipes.phases import Phase
from tests.simulation import truth
from tests.simulation.judge import Judge, Violation

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

LONGEST_ROUND = 2.0


class BarrierJudge(Judge):
    """Of processes that enter again and again. The places are their znodes."""

    invariants = (
        *Judge.invariants, "one_znode", "begins_when_all_are_there", "enters_together",
        "leaves_together", "rounds_go_up",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._members: dict[int, tuple[str, ...]] = {}
        self._shaken: set[int] = set()
        self._inside: dict[str, int] = {}
        self._rounds: Counter[str] = Counter()
        self._rounds_before: Counter[str] | None = None

    def changed(self) -> None:
        """The rounds that begin, and who is in them."""
        self.one_znode_each()
        server = self._world.server
        self._shake(
            {g.round_of(name) for name, _ in server.children(f"{server.scene.path}/{g.READY}")}
        )
        for name, znode in server.children(f"{server.scene.path}/{g.READY}"):
            number = g.round_of(name)
            if number is not None and number not in self._members:
                self._begins(number, tuple(json.loads(znode.data or b"{}")["members"]))

    def _shake(self, there: set[int | None]) -> None:
        """Who was in a round whose ready znode an operator takes away, nobody can know for sure any
        more, nor its number: the rounds are to go on, and no more is asked of these.
        """
        if self.meddling and self._members and max(self._members) not in there:
            self._shaken.update(range(max(self._members) + 2))

    def _begins(self, number: int, members: tuple[str, ...]) -> None:
        if number in self._shaken:
            self._members[number] = members
            return
        self.judged("begins_when_all_are_there")
        wrong = None if self.meddling else self._wrong_about(members)
        if wrong is not None:
            raise Violation("begins_when_all_are_there", f"round {number} {wrong}")
        self.judged("rounds_go_up")
        if number <= max(self._members.keys() - self._shaken, default=0):
            raise Violation("rounds_go_up", f"round {number} after {max(self._members)}")
        self._members[number] = members

    def _wrong_about(self, members: tuple[str, ...]) -> str | None:
        owners = {place.name: place.owner for place in self.places}
        if not owners.keys() >= set(members):
            return f"with {members}, who are not all there"
        if {len(members)} != {one.recipe.size for one in self._world.processes}:
            return f"with {members}"
        counted = {owners[name] for name in members}
        return None if len(counted) == len(members) else f"counts a process twice: {members}"

    def commanded(self, process: Process, command: c.Command) -> None:
        super().commanded(process, command)
        if isinstance(command, c.Lead):
            self._enters(process, command.epoch)
        elif isinstance(command, c.StepDown):
            self._inside.pop(process.name, None)
        elif isinstance(command, g.Out):
            self._leaves(process, command.round)
        if isinstance(command, g.Out | g.Late):
            self._rounds[process.name] += 1

    def _enters(self, process: Process, number: int) -> None:
        self._inside[process.name] = number
        if number in self._shaken:
            return
        self.judged("enters_together")
        own = process.recipe.name.rpartition("/")[2]
        if own not in self._members.get(number, ()):
            raise Violation("enters_together", f"{process.name} enters round {number} without it")

    def _leaves(self, process: Process, number: int) -> None:
        """Nobody who is in it, by what it believes itself and its session says, is still inside."""
        self._inside.pop(process.name, None)
        if number in self._shaken:
            return
        self.judged("leaves_together")
        for other in self._world.living:
            left_behind = self._inside.get(other.name) == number and self.counts(other)
            if left_behind and other.recipe.phase is Phase.LEADING:
                detail = f"{process.name} leaves round {number}, and {other.name} is inside"
                raise Violation("leaves_together", detail)

    def is_robbed(self, process: Process) -> bool:
        """Its znode was taken from it while it was inside."""
        own = (process.recipe.name or "").rpartition("/")[2]
        return all(place.name != own for place in self.places)

    def informed(self, process: Process) -> None:
        """Whoever waits for a round hears of its beginning."""
        recipe = process.recipe
        if recipe.phase is not Phase.WAITING or process.awaits_reply or recipe.watched is None:
            return
        path = f"{self._world.server.scene.path}/{recipe.watched}"
        if not truth.watches_path(self._world.server, process, path):
            raise Violation("liveness", f"{process.name} waits for {path}, and does not watch it")

    def trouble(self, process: Process) -> str | None:
        """The rounds go on, where enough are left for one; then nobody is left out of all."""
        if len(self._world.living) < process.recipe.size:
            waits = process.recipe.phase in (Phase.WAITING, Phase.RESTING) and process.is_linked
            return None if waits else f"{process.name} is {process.recipe.phase.value}"
        if self._rounds_before is None:
            self._rounds_before = self._rounds.copy()
        if self._rounds[process.name] > self._rounds_before[process.name]:
            return None
        return f"{process.name} is {process.recipe.phase.value}, and rounds go on without it"

    @property
    def patience(self) -> float:
        """A round that is under way, and two more."""
        return 3 * LONGEST_ROUND + 2.0
