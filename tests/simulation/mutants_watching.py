"""Configurations and name services with a mistake each. The numbers are those of the recipes."""

from __future__ import annotations

from app.recipes import directory as d
from app.recipes import inputs as i
from app.recipes import naming_service as n
from app.recipes import watching as w
from app.recipes.participant import Commands
from app.recipes.phases import Phase


class NotReadAgain(w.Watching):
    """11: takes what it knew before a reconnect for what is."""

    def _resume(self) -> Commands:
        if self.read_at is None or self.missing:
            return super()._resume()
        self._void_replies()
        return self._rest(self._now, self.settled, missing=False)


class ByVersion(w.Watching):
    """17: a value is newer if its version is higher."""

    def _seen(self, given: w.Seen) -> Commands:
        known = self.value
        if known is not None and given.value.version <= known.version:
            return self._rest(given.at, self.settled, missing=False)
        return super()._seen(given)


class GoneForGood(w.Watching):
    """6: a znode that is missing is waited for by nobody."""

    def _missing(self, given: w.Missing) -> Commands:
        return self._rest(given.at, self.nothing, missing=True)


class BlindToCreation(w.Watching):
    """6: looks whether there is one, and makes nothing of it that there is."""

    def _present(self, given: w.Present) -> Commands:
        return self._rest(given.at, self.nothing, missing=True)


class WatchedOnce(w.Watching):
    """11: looks once when a watch fires, without another watch."""

    def _fired(self, given: i.WatchFired) -> Commands:
        return [] if given.event == "changed" and self.told_at else super()._fired(given)


class TakingTheTaken(n.Provider):
    """2: the name is there, so it must be one's own."""

    def _is_anothers(self, given: d.Found) -> Commands:
        if self.phase is Phase.LISTING:
            self._is_registered = True
        return self._wait("registered")


class Evicting(n.Provider):
    """14: replaces whoever has the name."""

    def _is_anothers(self, given: d.Found) -> Commands:
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

    def _step_down(self, reason: str) -> Commands:
        return []

    def _belief(self) -> str:
        return "registered" if self._is_registered else super()._belief()


class WithoutParent(n.Provider):
    """8: waits for somebody else to make the parent."""

    def _parent_missing(self, given: i.ParentMissing) -> Commands:
        return self._back_off("there is no parent")
