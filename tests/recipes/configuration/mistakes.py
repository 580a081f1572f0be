"""The mistakes that are planted into a configuration, or into whoever watches one znode.

The numbers are those of docs/correctness.md.
"""

from __future__ import annotations

from app.participation import inputs as i
from app.participation import watching as w
from app.participation.participant import Commands
from tests.simulation.planting import mutants


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


class NeverGoingBack(w.Watching):
    """24: takes every older value for one of a server that is late."""

    def _seen(self, given: w.Seen) -> Commands:
        known = self.value
        if known is not None and given.value.mzxid < known.mzxid:
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


MISTAKES = mutants(
    {
        "not read again": NotReadAgain,
        "by its version": ByVersion,
        "never goes back": NeverGoingBack,
        "gone for good": GoneForGood,
        "blind to the creation": BlindToCreation,
        "watched once": WatchedOnce,
    },
    "configuration",
)
