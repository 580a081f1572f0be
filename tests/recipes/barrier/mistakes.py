"""The mistakes that are planted into a barrier. The numbers are those of docs/correctness.md."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.participant import Commands
from app.participation.place import Place
from app.recipes.barrier import machine as m
from app.recipes.barrier.machine import DoubleBarrier
from app.zookeeper import operations as q
from tests.simulation import mistakes as usual
from tests.simulation.planting import instead, mutants, without


class EnteringAlone(DoubleBarrier):
    """2: is in, when all are there by its own count."""

    def _wait(self, own: str | None, names: tuple[str, ...]) -> Commands:
        commands = super()._wait(own, names)
        if own is None or not any(one.is_of(m.open_round) for one in commands):
            return commands
        return self._begun(own, (own,))


class LeavingAlone(DoubleBarrier):
    """Leaves without waiting for the others."""

    def _leaving(self, own: str | None, given: m.Looked) -> Commands:
        return super()._leaving(own, given) if own is not None else self._out()


class LeavingReadyAway(DoubleBarrier):
    """Does not put back what somebody has taken away."""

    def _leaving(self, own: str | None, given: m.Looked) -> Commands:
        return super()._leaving(own, replace(given, members=self.members))


class NotLookingAgainInside(DoubleBarrier):
    """Waits for one who has left already."""

    def _other_read(self, given: i.NodeRead) -> Commands:
        return super()._other_read(i.NodeRead(given.at, given.generation, given.name, True))


class WithoutRounds(DoubleBarrier):
    """17: whoever stands there is taken for one of this round."""

    def _looked(self, given: m.Looked) -> Commands:
        renamed = given.names and tuple(_of_round(name, self.round) for name in given.names)
        said = (given.at, given.generation, renamed, given.members, given.latest)
        return super()._looked(m.Looked(*said))


def _of_round(name: str, number: int) -> str:
    guid, _, place = name.rpartition("-n_")
    return f"{guid.rpartition('_r')[0]}_r{number}-n_{place}"


class DeafAtTheGate(DoubleBarrier):
    """11: does not hear that the round has begun."""

    def _fired(self, given: i.WatchFired) -> Commands:
        return [] if given.event == "created" else super()._fired(given)


class InsideWhileSuspended(DoubleBarrier):
    """4: goes on while the connection is lost."""

    def _suspended(self, given: i.Suspended) -> Commands:
        return []


def _reading_first(*given: Any) -> c.Message:
    """11: a barrier that reads the ready znode, and watches it after that."""

    message = _look_around(*given)

    def requests(place: Place) -> tuple[q.Operation, ...]:
        *before, whole = message.requests(place)
        assert isinstance(whole, q.Reads)
        return (*before, q.Reads(_exchanged(whole.reads)))

    def hear(at: float, generation: int, answers: tuple[q.Answer, ...]) -> i.Input | None:
        *before, last = answers
        if isinstance(last, q.Values):
            last = q.Values(_exchanged(last.values))
        return message.hear(at, generation, (*before, last))

    return replace(message, requests=requests, hear=hear)


_look_around = m.look_around


def _exchanged(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """The watching one and the reading one, before the two lists."""
    *own, first, second, rounds, names = given
    return (*own, second, first, rounds, names)


MISTAKES = {
    **usual.LOST_CREATES,
    **usual.CLOCKS,
    **mutants(
        {
            "enters alone": EnteringAlone,
            "leaves alone": LeavingAlone,
            "leaves ready away": LeavingReadyAway,
            "does not look again": NotLookingAgainInside,
            "no rounds in the names": WithoutRounds,
            "deaf at the gate": DeafAtTheGate,
            "inside while suspended": InsideWhileSuspended,
        },
        "barrier",
    ),
    "opens without the checks": without(m.open_round, q.Check),
    "reads before it watches": instead(m, "look_around", _reading_first),
}
