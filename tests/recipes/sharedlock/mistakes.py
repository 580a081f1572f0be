"""The mistakes that are planted into a shared lock, to see that the simulation catches each.

The numbers are those of docs/correctness.md.
"""

from __future__ import annotations

from app.participation import inputs as i
from app.participation.participant import Commands
from app.participation.phases import HELD, Intent
from app.recipes.sharedlock import machine as machine_module
from app.recipes.sharedlock.machine import GiveBack, Revoked, SharedLock
from app.recipes.sharedlock.znodes import READ, WRITE, Mode, blocker_of, mode_of
from tests.recipes.lock import mistakes as lock
from tests.simulation import mistakes as usual
from tests.simulation.planting import instead, mutants


class DeafToUnlock(SharedLock):
    """28: never looks at what its own znode says."""

    def _asked(self, given: i.Children) -> Commands:
        return []


class DeafWhileItWaits(SharedLock):
    """28: hears that it is asked when it holds the lock, and not before."""

    def _asked(self, given: i.Children) -> Commands:
        return super()._asked(given) if self.phase in HELD else []


class AskedByAnyWord(SharedLock):
    """28: takes every change of its znode for the request."""

    def _own_fired(self, given: i.WatchFired) -> Commands:
        fired = super()._own_fired(given)
        if given.event != "changed" or self.name is None:
            return fired
        self.revoked = self.name
        return [Revoked(), *fired]


class AskedBeforeItsZnode(SharedLock):
    """28: what was asked of a znode that is gone holds for the next one too."""

    def _forget_znode(self) -> None:
        revoked = self.revoked
        super()._forget_znode()
        self.revoked = revoked


class GivingBackInPlace(SharedLock):
    """28: holds itself for one that has given back, and leaves its znode where it is."""

    def _give_back_asked(self, given: GiveBack) -> Commands:
        ended = self._end("it was asked to give the lock back")
        self._void_replies()
        self._intent = Intent.REST
        return [*ended, *self._rest()]


class AskedForGood(SharedLock):
    """28: once it was asked, it takes each later znode for asked for as well."""

    _was_asked = False

    def _asked(self, given: i.Children) -> Commands:
        asked = super()._asked(given)
        self._was_asked = self._was_asked or bool(asked)
        if self._was_asked and self.revoked != self.name and self._owns(given.own):
            self.revoked = self.name
            return [Revoked()]
        return asked


def _nobody_before_readers(name: str, ordered: list[str], mode: Mode | None) -> str | None:
    """A reader never waits."""
    return None if mode == READ else blocker_of(name, ordered, mode)


def _everybody(name: str, ordered: list[str], mode: Mode | None) -> str | None:
    """A reader waits for readers, too."""
    return blocker_of(name, ordered, WRITE)


def _writers_alone(name: str, ordered: list[str], mode: Mode | None) -> str | None:
    """A writer does not wait for readers."""
    return blocker_of(name, ordered, READ)


def _first_writer(name: str, ordered: list[str], mode: Mode | None) -> str | None:
    """18: all readers watch the first writer, and so look again when it is not their turn."""
    before = ordered[: ordered.index(name)]
    writers = [one for one in before if mode_of(one) != READ]
    return writers[0] if writers and mode == READ else blocker_of(name, ordered, mode)


def _first_of_all(name: str, ordered: list[str], mode: Mode | None) -> str | None:
    """18: a writer watches the first of all: each end wakes every writer."""
    is_writer = mode == WRITE and ordered[0] != name
    return ordered[0] if is_writer else blocker_of(name, ordered, mode)


MISTAKES = {
    **mutants(
        {
            **usual.VOLUNTEERS,
            **usual.CHAINED,
            **lock.HOLDERS,
            "deaf to unlock": DeafToUnlock,
            "deaf while it waits": DeafWhileItWaits,
            "asked by any word": AskedByAnyWord,
            "asked for good": AskedForGood,
            "asked before its znode": AskedBeforeItsZnode,
            "gives back in its place": GivingBackInPlace,
        },
        "reader",
        "writer",
    ),
    "readers never wait": instead(machine_module, "blocker_of", _nobody_before_readers),
    "readers wait for readers": instead(machine_module, "blocker_of", _everybody),
    "writers wait for writers alone": instead(machine_module, "blocker_of", _writers_alone),
    "readers watch the first writer": instead(machine_module, "blocker_of", _first_writer),
    "writers watch the first of all": instead(machine_module, "blocker_of", _first_of_all),
}
