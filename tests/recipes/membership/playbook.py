"""Plays inputs to a member of a group and compares the commands, in the manner of a script."""

from __future__ import annotations

from app.participation import commands as c
from app.participation import inputs as i
from app.recipes.membership import machine as m
from app.recipes.membership.machine import Membership
from tests.participation.playbook import SESSION, Event, Script

EARLIER = 0x0FFF
ME, OTHER = "n1", "n2"
MINE, OVER, STRANGER = "incarnation-2", "incarnation-1", "incarnation-9"
NAME = "live_nodes/n1"
STANDING = m.LiveStanding(SESSION, MINE)
ENTRY = m.OwnEntry(version=0, incarnation=MINE)


class MemberPlay(Script[Membership]):
    """One node and the time; every method gives one input and returns the commands."""

    own = NAME
    event: Event = "children"

    def __init__(self, over: str | None = None) -> None:
        super().__init__(Membership(ME, MINE, over))

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

    def reply_lost(self) -> list[c.Command]:
        return self.give(i.CreateReplyLost(self.at, self.generation))

    def own_fired(self, event: Event = "deleted") -> list[c.Command]:
        return self.fired(NAME, event)


SURVEY = [m.gather(ME)]
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
