"""The mistakes that are planted into a barrier. The numbers are those of docs/correctness.md."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from app.participation import inputs as i
from app.participation.participant import Commands
from app.participation.place import Place
from app.recipes.barrier import messages as m
from app.recipes.barrier.machine import DoubleBarrier
from app.zookeeper import operations as q
from tests.simulation import mistakes as usual
from tests.simulation.planting import mutants, without


class EnteringAlone(DoubleBarrier):
    """2: is in, when all are there by its own count."""

    def _wait(self, own: str | None, names: tuple[str, ...]) -> Commands:
        commands = super()._wait(own, names)
        if own is None or not any(isinstance(one, m.Open) for one in commands):
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


_looking, _looked = m.LookAround.requests, m.LookAround.said


@contextmanager
def _reading_first() -> Iterator[None]:
    """11: a barrier that reads the ready znode, and watches it after that."""

    def requests(self: m.LookAround, place: Place) -> tuple[q.Operation, ...]:
        *before, whole = _looking(self, place)
        assert isinstance(whole, q.Reads)
        return (*before, q.Reads(_exchanged(whole.reads)))

    def said(self: m.LookAround, at: float, generation: int, *answers: q.Values) -> i.Input:
        *before, whole = answers
        return _looked(self, at, generation, *before, q.Values(_exchanged(whole.values)))

    with patch.multiple(m.LookAround, requests=requests, said=said):
        yield


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
    "opens without the checks": without(m.Open, q.Check),
    "reads before it watches": _reading_first,
}
