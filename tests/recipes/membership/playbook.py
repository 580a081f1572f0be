"""Plays inputs to a member of a group and compares the commands, in the manner of a script."""

from __future__ import annotations

from app.participation import commands as c
from app.participation import inputs as i
from app.recipes.membership import messages as m
from app.recipes.membership.machine import Membership

SESSION = 0x1000
EARLIER = 0x0FFF
TIMEOUT = 4.0
ME, OTHER = "n1", "n2"
MINE, OVER, STRANGER = "incarnation-2", "incarnation-1", "incarnation-9"
NAME = "live_nodes/n1"
STANDING = m.LiveStanding(SESSION, MINE)
ENTRY = m.OwnEntry(version=0, incarnation=MINE)


class MemberPlay:
    """One node and the time; every method gives one input and returns the commands."""

    def __init__(self, over: str | None = None) -> None:
        self.recipe = Membership(ME, MINE, over)
        self.at = 0.0

    def give(self, given: i.Input) -> list[c.Command]:
        return self.recipe.receive(given)

    @property
    def generation(self) -> int:
        return self.recipe.generation

    def restored(self, session: int = SESSION) -> list[c.Command]:
        return self.give(i.Restored(self.at, session, "guid", TIMEOUT))

    def gathered(
        self,
        live: tuple[str, ...] | None = (),
        known: tuple[str, ...] | None = (),
        standing: m.LiveStanding | None = None,
        entry: m.OwnEntry | None = None,
    ) -> list[c.Command]:
        return self.give(m.Gathered(self.at, self.generation, known, live, standing, entry))

    def listed(self, parent: str, *names: str) -> list[c.Command]:
        return self.give(m.ListRead(self.at, self.generation, parent, names))

    def list_gone(self, parent: str) -> list[c.Command]:
        return self.give(m.ListRead(self.at, self.generation, parent, None))

    def registered(self) -> list[c.Command]:
        return self.give(m.Registered(self.at, self.generation))

    def refused(self) -> list[c.Command]:
        return self.give(i.WriteRefused(self.at, self.generation))

    def created(self) -> list[c.Command]:
        return self.give(i.Created(self.at, self.generation, NAME))

    def taken(self) -> list[c.Command]:
        return self.give(i.Taken(self.at, self.generation))

    def fired(self, name: str, event: str = "children") -> list[c.Command]:
        return self.give(i.WatchFired(self.at, self.generation, name, event))  # type: ignore[arg-type]

    def own_fired(self, event: str = "deleted") -> list[c.Command]:
        return self.fired(NAME, event)

    def deleted(self) -> list[c.Command]:
        return self.give(i.Deleted(self.at, self.generation))

    def parent_made(self) -> list[c.Command]:
        return self.give(i.ParentMade(self.at, self.generation))

    def failed(self) -> list[c.Command]:
        return self.give(i.Failed(self.at, self.generation, "no permission"))

    def suspended(self) -> list[c.Command]:
        return self.give(i.Suspended(self.at))

    def lost(self) -> list[c.Command]:
        return self.give(i.SessionLost(self.at))

    def tick(self, at: float) -> list[c.Command]:
        self.at = at
        return self.give(i.Tick(at))

    def answered(self, at: float, *, proven: bool = False) -> list[c.Command]:
        """A request that leaves at this time is answered at once."""
        self.at = at
        return self.give(i.Contact(at, at, proven))

    def stop(self) -> list[c.Command]:
        return self.give(i.Stop(self.at))


SURVEY = [m.Gather(ME)]
BOTH = (ME, OTHER)


def gathering(over: str | None = None) -> MemberPlay:
    """It reads everything for the first time."""
    play = MemberPlay(over)
    play.restored()
    return play


def announcing() -> MemberPlay:
    """Its live znode is being created."""
    play = gathering()
    play.gathered(entry=ENTRY)
    return play


def live() -> MemberPlay:
    """It is a member, beside OTHER."""
    play = announcing()
    play.created()
    play.gathered(BOTH, BOTH, STANDING, ENTRY)
    return play


def waiting() -> MemberPlay:
    """A process that may be alive holds its live znode."""
    play = gathering()
    play.gathered(BOTH, BOTH, m.LiveStanding(EARLIER, STRANGER), ENTRY)
    return play
