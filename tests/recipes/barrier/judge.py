"""What is judged of a double barrier: who is in a round enters and leaves it with all others."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from app.participation import commands as c
from app.participation.phases import Phase
from app.recipes.barrier import machine as m
from app.recipes.barrier.znodes import READY, ready_name, round_of
from tests.simulation import truth
from tests.simulation.judge import Judge, Violation

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

LONGEST_ROUND = 2.0


class BarrierJudge(Judge):
    """Of processes that enter again and again. The places are their znodes, and whose they are, the
    sessions say: a round's members are the znodes that its ready znode named, with their sessions.
    """

    invariants = (
        *Judge.invariants, "one_znode", "begins_when_all_are_there", "enters_together",
        "leaves_together", "rounds_go_up", "leaves_nobody_out",
    )  # fmt: skip

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._members: dict[int, dict[str, int | None]] = {}
        self._shaken: set[int] = set()
        self._inside: dict[str, int] = {}
        self._rounds: Counter[str] = Counter()
        self._rounds_before: Counter[str] | None = None

    def forget_history(self) -> None:
        super().forget_history()
        self._shaken.update(range(max(self._members, default=0) + 2))

    def changed(self) -> None:
        """The rounds that begin, and who is in them."""
        self.one_znode_each()
        server = self._world.server
        self._shake({round_of(name) for name, _ in server.children(server.scene.of(READY))})
        for name, znode in server.children(server.scene.of(READY)):
            number = round_of(name)
            if number is not None and number not in self._members:
                self._begins(number, tuple(json.loads(znode.data or b"{}")["members"]))

    def _shake(self, there: set[int | None]) -> None:
        """Who was in a round whose ready znode an operator takes away, nobody can know for sure any
        more, nor its number: the rounds are to go on, and no more is asked of these.
        """
        if self.meddling and self._members and max(self._members) not in there:
            self._shaken.update(range(max(self._members) + 2))

    def _begins(self, number: int, members: tuple[str, ...]) -> None:
        owners = {place.name: place.owner for place in self.places}
        named = {name: owners.get(name) for name in members}
        if number in self._shaken:
            self._members[number] = named
            return
        self.judged("begins_when_all_are_there")
        wrong = None if self.meddling else self._wrong_about(named)
        if wrong is not None:
            raise Violation("begins_when_all_are_there", f"round {number} {wrong}")
        self.judged("rounds_go_up")
        if number <= max(self._members.keys() - self._shaken, default=0):
            raise Violation("rounds_go_up", f"round {number} after {max(self._members)}")
        self._members[number] = named

    def _wrong_about(self, named: dict[str, int | None]) -> str | None:
        """So many sessions, each once."""
        members, sessions = tuple(named), set(named.values())
        if None in sessions:
            return f"with {members}, who are not all there"
        if {len(members)} != {one.recipe.size for one in self._world.processes}:
            return f"with {members}"
        return None if len(sessions) == len(members) else f"counts a process twice: {members}"

    def commanded(self, process: Process, command: c.Command) -> None:
        super().commanded(process, command)
        if isinstance(command, c.Begin):
            self._enters(process, command.epoch)
        elif isinstance(command, c.End):
            self._inside.pop(process.name, None)
        elif isinstance(command, m.Out):
            self._leaves(process, command.round)
            self._rounds[process.name] += 1
        elif isinstance(command, m.Late):
            self._is_late(process, command.round)

    def _enters(self, process: Process, number: int) -> None:
        self._inside[process.name] = number
        if number in self._shaken:
            return
        self.judged("enters_together")
        if process.recipe.session not in self._members.get(number, {}).values():
            raise Violation("enters_together", f"{process.name} enters round {number} without it")

    def _is_late(self, process: Process, number: int) -> None:
        """Nobody is left out of a round that waits for it."""
        if number in self._shaken:
            return
        self.judged("leaves_nobody_out")
        members, session = self._members.get(number, {}), process.recipe.session
        if any(place.owner == session and place.name in members for place in self.places):
            detail = f"{process.name} is late for round {number}, which it is in"
            raise Violation("leaves_nobody_out", detail)

    def _leaves(self, process: Process, number: int) -> None:
        """Nobody who is in it, by what it believes itself and its session says, is still inside."""
        self._inside.pop(process.name, None)
        if number in self._shaken:
            return
        self.judged("leaves_together")
        members = self._members.get(number, {})
        left = [place.name for place in self.places if place.name in members]
        if left:
            detail = f"{process.name} leaves round {number}, and {left[0]} stands"
            raise Violation("leaves_together", detail)
        for other in self._world.living:
            left_behind = self._inside.get(other.name) == number and self.counts(other)
            if left_behind and other.recipe.phase is Phase.HOLDING:
                detail = f"{process.name} leaves round {number}, and {other.name} is inside"
                raise Violation("leaves_together", detail)

    def is_robbed(self, process: Process) -> bool:
        """Its znode was taken from it while it was inside."""
        own = (process.recipe.name or "").rpartition("/")[2]
        return all(place.name != own for place in self.places)

    def informed(self, process: Process) -> None:
        """A process that waits for a round hears of its beginning, and has not missed it."""
        recipe = process.recipe
        if recipe.phase is not Phase.WAITING or process.awaits_reply or recipe.watched is None:
            return
        path = self._world.server.scene.of(recipe.watched)
        if recipe.watched == ready_name(recipe.round) and self._has_begun(path):
            detail = f"{process.name} waits for {path}, which stands"
            raise Violation("leaves_nobody_out", detail)
        if not truth.watches_path(self._world.server, process, path):
            raise Violation("liveness", f"{process.name} waits for {path}, and does not watch it")

    def _has_begun(self, path: str) -> bool:
        self.judged("leaves_nobody_out")
        return path in self._world.server.core.tree.nodes

    def trouble(self, process: Process) -> str | None:
        """The rounds go on, where enough are left for one; then nobody is left out of all."""
        if self.turns is None:
            waits = process.recipe.phase in (Phase.WAITING, Phase.RESTING) and process.is_linked
            return None if waits else f"{process.name} is {process.recipe.phase.value}"
        if self._rounds_before is None:
            self._rounds_before = self._rounds.copy()
        if self._rounds[process.name] > self._rounds_before[process.name]:
            return None
        return f"{process.name} is {process.recipe.phase.value}, and rounds go on without it"

    @property
    def turns(self) -> int | None:
        """A round is one where all leave it; who came too late was in none."""
        living = self._world.living
        enough = living and len(living) >= living[0].recipe.size
        return self._rounds.total() if enough else None

    @property
    def patience(self) -> float:
        """A round that is under way, and two more."""
        return 3 * LONGEST_ROUND + 2.0
