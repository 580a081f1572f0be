"""A participant made of several: one process with one session that takes part in several recipes.

The parts know nothing of each other. What concerns the session goes to all of them: the connection,
its clock, the time, the order to stop. What concerns one recipe goes to its part alone: commands
leave wrapped in `Of`, their answers come back in `To`. The code that runs a participant runs this
one too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.messages import Event, Message
from ...participation.participant import Anywhere, Commands, Handler, Participant
from ...participation.phases import HELD, Phase
from ...participation.place import Place
from ...zookeeper import operations as q
from ..election.messages import Resign


@dataclass(frozen=True)
class To(i.Input):
    """An input for `part` alone."""

    part: str
    given: i.Input


@dataclass(frozen=True)
class Of(Message):
    """A request of `part`, with the part's generation."""

    part: str
    generation: int
    command: Message

    def requests(self, place: Place) -> tuple[q.Operation, ...]:
        """Return the requests of the part, in its own place."""
        return self.command.requests(place.parts[self.part])

    def hear(self, at: float, generation: int, answers: tuple[q.Answer, ...]) -> i.Input | None:
        """Wrap the answer for the part."""
        heard = self.command.hear(at, self.generation, answers)
        return None if heard is None else To(at, self.part, heard)

    def fired(
        self, at: float, generation: int, place: Place, path: str, event: Event, zxid: int | None
    ) -> i.Input:
        """Wrap the notification for the part."""
        place = place.parts[self.part]
        return To(at, self.part, self.command.fired(at, self.generation, place, path, event, zxid))


class _BeatOf(Of):
    counts: ClassVar[bool] = False


class Composite(Participant):
    """A participant made of `parts`, by name; what is said of the whole is said of the part called
    `main`, whose epoch is the only one. It has left when all parts have.
    """

    orders: ClassVar[Mapping[str, Callable[..., i.Input]]] = {
        **Participant.orders,
        "resign": Resign,
    }
    first_step = "join"

    def __init__(self, parts: Mapping[str, Participant], main: str) -> None:
        super().__init__()
        self.parts = parts
        self._name_of_main = main
        self._main = parts[main]
        self._show()

    def receive(self, given: i.Input) -> Commands:
        """Return commands, as every participant does; a part that has left receives nothing."""
        commands = super().receive(given)
        self._show()
        return commands

    @property
    def timeout(self) -> float:
        """Return the timeout of the part that leads."""
        return self._main.timeout

    @property
    def deadline(self) -> float:
        """Return the deadline of the part that leads, if any does."""
        return self._main.deadline

    @property
    def must_prove(self) -> bool:
        """Tell whether any part must prove that its session lives."""
        return any(part.must_prove for part in self.parts.values())

    def beat(self) -> Message:
        """Return the beat of a part that must prove something, if one must."""
        for name, part in self.parts.items():
            if part.must_prove:
                return _BeatOf(name, part.generation, part.beat())
        return c.Beat(None)

    def view(self) -> Mapping[str, Any]:
        """Return what the main part says of itself."""
        return self._main.view()

    def _belief(self) -> str:
        return "gone" if self.phase is Phase.LEFT else self._main.belief

    def _handler(self, given: i.Input) -> Handler:
        """Return the handler; what its part would refuse is refused before anything changes."""
        if isinstance(given, To) and self._hears(given):
            self.parts[given.part]._handler(given.given)
        elif isinstance(given, Resign):
            self._main._handler(given)
        return super()._handler(given)

    def _hears(self, given: To) -> bool:
        part = self.parts[given.part]
        return part.phase is not Phase.LEFT and not part._is_void(given.given)

    def _check_clock(self, at: float) -> Commands:
        """Check the clock at every input: a leader must not miss its time because another part is
        busy.
        """
        commands: Commands = []
        for name, part in self.parts.items():
            if part.phase is not Phase.LEFT:
                commands += self._from(name, part._check_clock(at))
        return commands

    def _tell_all(self, given: i.Input) -> Commands:
        commands: Commands = []
        for name in self.parts:
            commands += self._tell(name, given)
        return commands

    def _tell_main(self, given: i.Input) -> Commands:
        """Pass an input to the main part, unless its clock has just stopped it (rule 4): it has
        nothing left to resign from, and refusing now would lose what the clock has said.
        """
        leads = self._main.phase in HELD
        return self._tell(self._name_of_main, given) if leads else []

    def _tell_part(self, given: To) -> Commands:
        return self._tell(given.part, given.given)

    def _tell(self, name: str, given: i.Input) -> Commands:
        part = self.parts[name]
        return [] if part.phase is Phase.LEFT else self._from(name, part.receive(given))

    def _from(self, name: str, commands: Commands) -> Commands:
        generation = self.parts[name].generation
        told: Commands = []
        for command in commands:
            if isinstance(command, c.Leave):
                told += self._left()
            elif isinstance(command, Message):
                told.append(Of(name, generation, command))
            else:
                told.append(command)
        return told

    def _left(self) -> Commands:
        others = any(part.phase is not Phase.LEFT for part in self.parts.values())
        return [] if others else [c.Leave()]

    def _show(self) -> None:
        """Copy what the code that runs a participant reads."""
        main = self._main
        self.session, self.name, self.watched = main.session, main.name, main.watched
        self.epoch, self.step = main.epoch, main.step
        errors = (part.error for part in (main, *self.parts.values()))
        self.error = next((error for error in errors if error), None)
        if all(part.phase is Phase.LEFT for part in self.parts.values()):
            self.phase = Phase.LEFT
        else:
            self.phase = Phase.WITHDRAWING if main.phase is Phase.LEFT else main.phase

    # -- the parts do all this ------------------------------------------------------------------

    def _resume(self) -> Commands:
        raise NotImplementedError

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **dict.fromkeys(
            (i.Restored, i.Suspended, i.SessionLost, i.Contact, i.Tick, i.Stop), _tell_all
        ),
        Resign: _tell_main,
        To: _tell_part,
    }
