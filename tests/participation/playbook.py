"""Plays inputs to a recipe and compares the commands, in the manner of a script."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from inspect import isfunction
from typing import Generic, TypeVar

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.inputs import Event as Event
from app.participation.participant import Participant
from app.recipes.election import messages as m
from app.recipes.election.machine import Leading, PredecessorElection

SESSION = 0x1000
TIMEOUT = 4.0
GUID = "guid"
MINE = "guid-n_0000000005"
FIRST = "aaaa-n_0000000003"
SECOND = "bbbb-n_0000000004"
CZXID = 77


Recipe = TypeVar("Recipe", bound=Participant)


def is_message(one: object) -> bool:
    """Whether this is a function that makes a message."""
    made = inspect.unwrap(one) if isfunction(one) else one
    return made is not one and "Message" in made.__annotations__["return"]


class Script(Generic[Recipe]):
    """One participant and the time; every method gives one input and returns the commands.

    own: the name of what it creates; event: what its watches tell, where nothing else is said;
    listing: how it asks for the list.
    """

    own = MINE
    event: Event = "deleted"
    listing: Callable[..., c.Message] = staticmethod(c.list_children)

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.at = 0.0

    def give(self, given: i.Input) -> list[c.Command]:
        return self.recipe.receive(given)

    @property
    def seek(self) -> c.Message:
        """How it looks for the znode of a create without an answer."""
        return self.listing(None, watch=False, sync=True)

    @property
    def generation(self) -> int:
        return self.recipe.generation

    def restored(self, session: int = SESSION, guid: str = GUID) -> list[c.Command]:
        return self.give(i.Restored(self.at, session, guid, TIMEOUT))

    def created(self, name: str | None = None) -> list[c.Command]:
        return self.give(i.Created(self.at, self.generation, name or self.own))

    def taken(self) -> list[c.Command]:
        return self.give(i.Taken(self.at, self.generation))

    def written(self) -> list[c.Command]:
        return self.give(i.Written(self.at, self.generation))

    def refused(self) -> list[c.Command]:
        return self.give(i.WriteRefused(self.at, self.generation))

    def deleted(self) -> list[c.Command]:
        return self.give(i.Deleted(self.at, self.generation))

    def parent_missing(self) -> list[c.Command]:
        return self.give(i.ParentMissing(self.at, self.generation))

    def parent_made(self) -> list[c.Command]:
        return self.give(i.ParentMade(self.at, self.generation))

    def read(self, name: str, exists: bool = True) -> list[c.Command]:
        return self.give(i.NodeRead(self.at, self.generation, name, exists))

    def fired(
        self, name: str, event: Event | None = None, generation: int | None = None
    ) -> list[c.Command]:
        of = self.generation if generation is None else generation
        return self.give(i.WatchFired(self.at, of, name, event or self.event))

    def suspended(self) -> list[c.Command]:
        return self.give(i.Suspended(self.at))

    def lost(self) -> list[c.Command]:
        return self.give(i.SessionLost(self.at))

    def failed(self, reason: str = "no permission") -> list[c.Command]:
        return self.give(i.Failed(self.at, self.generation, reason))

    def tick(self, at: float) -> list[c.Command]:
        self.at = at
        return self.give(i.Tick(at))

    def contact(self, sent_at: float, *, proven: bool = False) -> list[c.Command]:
        return self.give(i.Contact(self.at, sent_at, proven))

    def answered(self, at: float, *, proven: bool = False) -> list[c.Command]:
        """A request that leaves at this time is answered at once."""
        self.at = at
        return self.contact(at, proven=proven)

    def stop(self) -> list[c.Command]:
        return self.give(i.Stop(self.at))


class Play(Script[Leading]):
    """One candidate."""

    def __init__(self, recipe: type[Leading] = PredecessorElection) -> None:
        super().__init__(recipe())

    acknowledged = Script.written
    listing: Callable[..., c.Message] = staticmethod(m.list_candidates)

    def children(
        self,
        *names: str,
        owner: int | None = SESSION,
        czxid: int = CZXID,
        acknowledgement: m.Acknowledgement | None = None,
        newest: int | None = None,
    ) -> list[c.Command]:
        own = None if owner is None else i.Own(owner, czxid)
        beside = m.ReadBeside(acknowledgement, newest)
        return self.give(i.Children(self.at, self.generation, names, own, beside))

    def names(self, *names: str) -> list[c.Command]:
        """A list of children, read with a watch and with nothing else."""
        return self.give(i.Children(self.at, self.generation, names, None))

    def list_changed(self) -> list[c.Command]:
        return self.fired(i.PARENT, "children")

    def data(self, version: int | None, newest: int | None) -> list[c.Command]:
        return self.give(m.Data(self.at, version, newest))

    def resign(self) -> list[c.Command]:
        return self.give(m.Resign(self.at))


def joining() -> Play:
    """Its create is on the way."""
    play = Play()
    play.restored()
    return play


def waiting() -> Play:
    """It waits behind FIRST and SECOND."""
    play = joining()
    play.created()
    play.children(FIRST, SECOND, MINE)
    play.read(SECOND)
    return play


def leading() -> Play:
    """It leads, and has acknowledged it."""
    play = joining()
    play.created()
    play.children(MINE)
    play.acknowledged()
    return play
