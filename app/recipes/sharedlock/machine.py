"""A shared lock: several readers hold it together, a writer holds it alone.

It is a lock (`app.recipes.lock.machine`) with another rule for whose turn it is, and it is
revocable. Rules beside those of the lock, by number.

6. A reader waits for the next lower write znode, a writer for the next lower one of any kind. So
   the end of a writer wakes the readers up to the next writer, and nobody else.
28. A znode that says `unlock` is given back by its owner, and by nobody else: the owner reads it
    with a watch from the first list on, and again each time that this watch fires. It is told once
    for each znode, for a request that is read twice is still one request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.messages import message
from ...participation.participant import Anywhere, Commands, Turn
from ...participation.phases import Phase
from ...zookeeper import operations as o
from ..lock.machine import DistributedLock
from .znodes import READ, UNLOCK, WRITE, Mode, blocker_of, prefix_of


@dataclass(frozen=True)
class RevocableOwn(i.Own):
    """The own znode with what it says. revoked: whether that is `unlock`."""

    revoked: bool


@message
def list_revocable(name: str | None, watch: bool = True, sync: bool = False) -> c.Message:
    """List as every queue does, with its own znode under a watch; here its data counts."""

    def own_of(read: o.Node | None) -> i.Own | None:
        if read is None:
            return None
        return RevocableOwn(read.stat.ephemeralOwner, read.stat.czxid, read.data == UNLOCK)

    return c.listing(name, watch, sync, own_of=own_of)


@dataclass(frozen=True)
class Revoked(c.Command):
    """Somebody asks for the lock, or for the place in the line: give it back."""


@dataclass(frozen=True)
class GiveBack(i.Input):
    """Give back what somebody has asked for."""


class SharedLock(DistributedLock):
    """One client's side of a shared lock. It begins at rest, and is there whenever it has released.

    revoked: the own znode that its owner was asked for, None where nobody asks.
    """

    mode: ClassVar[Mode]

    def __init__(self) -> None:
        super().__init__()
        self.revoked: str | None = None

    def view(self) -> Mapping[str, bool]:
        """Say whether it is asked to give back."""
        return {"revoked": self.revoked is not None}

    # -- whose turn it is -----------------------------------------------------------------------

    @property
    def _prefix(self) -> str:
        return f"{self._guid}-{prefix_of(self.mode)}"

    def _predecessor_in(self, names: list[str]) -> str | None:
        """Return the one in its way, which need not be the one before it (rule 6)."""
        assert self.name is not None
        return blocker_of(self.name, names, self.mode)

    # -- giving back what somebody asks for -----------------------------------------------------

    def _listing(self, name: str | None, *, watch: bool = True, sync: bool = False) -> c.Message:
        return list_revocable(name, watch, sync)

    def _listed(self, given: i.Children) -> Commands:
        """Look at the line, and at what the own znode says (rule 28)."""
        return [*self._asked(given), *super()._listed(given)]

    def _looked(self, given: i.Children) -> Commands:
        """Check that the lock is held, and what the own znode says (rule 28)."""
        return [*self._asked(given), *super()._looked(given)]

    def _asked(self, given: i.Children) -> Commands:
        own = given.own
        is_asked = isinstance(own, RevocableOwn) and own.revoked and self._owns(own)
        if not is_asked or self.revoked == self.name:
            return []
        self.revoked = self.name
        return [Revoked()]

    def _give_back_asked(self, given: GiveBack) -> Commands:
        """Give back what was asked for, unless that was another znode than it has now."""
        if self.revoked is None or not self.is_wanted:
            return []
        return self._stop_wanting("it was asked to give the lock back", "give back")

    def _forget_znode(self) -> None:
        super()._forget_znode()
        self.revoked = None

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **DistributedLock.anywhere,
        GiveBack: Turn(_give_back_asked, Phase.WITHDRAWING, Phase.RESTING),
    }


class Reader(SharedLock):
    """Holds it together with other readers."""

    mode = READ


class Writer(SharedLock):
    """Holds it alone."""

    mode = WRITE
