"""The mistakes that are planted into names. The numbers are those of docs/correctness.md."""

from __future__ import annotations

from app.participation import inputs as i
from app.participation.participant import Commands
from app.participation.phases import Phase
from app.recipes.naming import machine as d
from app.recipes.naming import machine as n
from app.zookeeper import operations as q
from tests.recipes.configuration import mistakes as w
from tests.simulation import mistakes as usual
from tests.simulation import mutants as m
from tests.simulation.planting import mutants, without


class TakingTheTaken(n.Provider):
    """2: the name is there, so it must be one's own."""

    def _is_anothers(self, given: d.NameFound) -> Commands:
        if self.phase is Phase.LISTING:
            self._is_registered = True
        return self._wait("registered")


class Evicting(n.Provider):
    """14: replaces whoever has the name."""

    def _is_anothers(self, given: d.NameFound) -> Commands:
        self._forget_znode()
        return self._remove(given, "taken")


class DeafStandby(n.Provider):
    """14: does not hear that the name is free."""

    def _fired(self, given: i.WatchFired) -> Commands:
        return super()._fired(given) if self._is_registered else []


class BlindToItsOwnEnd(n.Provider):
    """7: does not hear that its own znode was deleted."""

    def _fired(self, given: i.WatchFired) -> Commands:
        return [] if self._is_registered and given.event == "deleted" else super()._fired(given)


class MovedInSecret(n.Provider):
    """Has another address, and tells nobody."""

    def _move(self, given: d.Move) -> Commands:
        commands = super()._move(given) if self.address is None else []
        self.address = given.address
        return commands


class RegisteredWhileSuspended(n.Provider):
    """4: goes on believing while the connection is lost."""

    def _end(self, reason: str) -> Commands:
        return []

    def _belief(self) -> str:
        return "registered" if self._is_registered else super()._belief()


MISTAKES = {
    **usual.CLOCKS,
    **usual.UNREAD,
    **mutants(
        {
            "a client that does not read again": w.NotReadAgain,
            "a client goes by the version": w.ByVersion,
            "a client takes it for gone": w.GoneForGood,
            "a client never goes back": w.NeverGoingBack,
        },
        "lookup",
    ),
    **mutants(
        {
            "takes the taken": TakingTheTaken,
            "evicts": Evicting,
            "a deaf standby": DeafStandby,
            "blind to its own end": BlindToItsOwnEnd,
            "moves in secret": MovedInSecret,
            "registered while suspended": RegisteredWhileSuspended,
            "no parent made": m.WithoutParent,
            "no deadline of its own": m.WithoutDeadline,
        },
        "naming",
    ),
    "registers uncounted": without(d.enter_name, q.Set),
    "leaves without the count": without(d.remove_name, q.Check),
    "moves without the count": without(d.readdress, q.Check),
}
